"""What a server, or whatever stands in its place, can do to a command: one line a case.

Each case has two to-dos waiting. Whatever the server answers, the command comes to an end within its bounds
on memory and processor time, says in a line or two what is wrong, and no to-do counts as sent or is lost.
"""

import gzip
import http.client
import json
import re
import unittest

from harness.attacked import AttackedTest, add_cases
from harness.database import Database
from harness.hostile import MEGABYTE, HostileServer, answer, page, pour, say, send
from harness.process import database_path

DONE, UNAVAILABLE = 0, 69
TITLES = ["buy milk", "write letter"]
LONG_AGO, FAR_OFF = "2001-01-01T00:00:00.000000Z", "2036-01-01T00:00:00.000000Z"


# ---- What is sent instead of an answer

def json_answer(value):
    """Answers 200 with JSON."""
    return say(200, json.dumps(value).encode(), ("Content-Type", "application/json"))


def fail(status, code, message="no"):
    """Answers with an error as Firestore tells one; a query's answer is an array."""
    return json_status(status, {"error": {"code": status, "status": code, "message": message}})


def json_status(status, value):
    return say(status, json.dumps(value).encode(), ("Content-Type", "application/json"))


def document(**fields):
    return {"document": {"name": NAME + "x", "fields": fields, "createTime": LONG_AGO, "updateTime": LONG_AGO},
            "readTime": LONG_AGO}


NAME = "projects/demo-optimist/databases/(default)/documents/users/u/todos/"
OK_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

#: What is answered to every request, by name.
EVERY_REQUEST = {
    "nothing and closed": send(b""),
    "no HTTP": send(b"220 mail.example ESMTP\r\n"),
    "random bytes": send(bytes(range(256)) * 64),
    "half a status line": send(b"HTTP/1.1 20"),
    "a status of four digits": send(b"HTTP/1.1 2000 OK\r\n\r\n"),
    "a status below zero": send(b"HTTP/1.1 -20 OK\r\n\r\n"),
    "HTTP 9": send(b"HTTP/9.9 200 OK\r\n\r\n[]"),
    "NUL in a header": send(OK_HEAD + b"X: a\0b\r\n\r\n[]"),
    "endless header": pour(OK_HEAD + b"X: ", b"a" * MEGABYTE),
    "endless headers": pour(OK_HEAD, b"X: a\r\n" * 50000),
    "endless body": pour(OK_HEAD + b"\r\n", b"[" * MEGABYTE),
    "endless chunks": pour(OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n[\r\n" * 50000),
    "endless white space": pour(OK_HEAD + b"\r\n", b" " * MEGABYTE),
    "endless early hints": pour(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 10000),
    "endless continues": pour(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 10000),
    "switching protocols": say(101),
    "a length of 8 EB": send(OK_HEAD + b"Content-Length: 9223372036854775807\r\n\r\n["),
    "a length below zero": send(OK_HEAD + b"Content-Length: -1\r\n\r\n[]"),
    "two lengths": send(OK_HEAD + b"Content-Length: 2\r\nContent-Length: 9\r\n\r\n[]"),
    "body cut off": send(OK_HEAD + b"Content-Length: 100\r\n\r\n[{"),
    "chunk cut off": send(OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n[{"),
    "a chunk of nonsense": send(OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n[]"),
    "compressed bomb": say(200, gzip.compress(b" " * (64 * MEGABYTE)), ("Content-Encoding", "gzip"),
                           ("Content-Type", "application/json")),
    "compressed nonsense": say(200, b"no gzip", ("Content-Encoding", "gzip")),
    "unknown encoding": say(200, b"[]", ("Content-Encoding", "br, zstd, rot13")),
    "empty": say(200),
    "no content": say(204),
    "not modified": say(304),
    "text": say(200, b"hello"),
    "not UTF-8": say(200, b'[{"readTime":"\xff\xfe"}]'),
    "UTF-16": say(200, '[{"readTime":"x"}]'.encode("utf-16")),
    "JSON 100 000 deep": say(200, b"[" * 100_000),
    "JSON of 7 MB": say(200, b"[" + b"{}," * (7 * MEGABYTE // 3) + b"{}]"),
    "a number without end": say(200, b"[{\"readTime\":" + b"9" * 100_000 + b"}]"),
    "a number beyond all": json_status(200, [{"readTime": 1e308}]),
    "null": json_answer(None),
    "an object": json_answer({}),
    "a list of nothing": json_answer([]),
    "a list of nulls": json_answer([None, None]),
    "a time that is none": json_answer([{"readTime": "yesterday"}]),
    "a time beyond time": json_answer([{"readTime": "99999-99-99T99:99:99Z"}]),
    "somebody else's document": json_answer([document(content={"stringValue": "theirs"})]),
    "a hundred thousand rows": json_answer([document()] * 100_000),
    "a value of all kinds": json_answer([document(content={"stringValue": "a", "integerValue": "1"})]),
    "a redirect": say(302, b"", ("Location", "http://127.0.0.1:1/")),
    "a redirect to itself": say(307, b"", ("Location", "/")),
    "a redirect to a file": say(301, b"", ("Location", "file:///etc/passwd")),
    "login page, 200": page(200),
    "login page, 401": page(401),
    "login page, 403": page(403),
    "login page, 404": page(404),
    "login page, 410": page(410),
    "login page, 412": page(412),
    "login page, 413": page(413),
    "login page, 511": page(511),
    "wants credentials": say(401, b"", ("WWW-Authenticate", "Basic realm=\"x\"")),
    "a proxy wants credentials": say(407, b"", ("Proxy-Authenticate", "Basic realm=\"x\"")),
    "too many": say(429, b"", ("Retry-After", "99999999999999999999")),
    "later, less than nothing": say(503, b"", ("Retry-After", "-1")),
    "later, nonsense": say(503, b"", ("Retry-After", "Fri, 99 Foo 2099")),
    "an error of 1 MB": fail(500, "INTERNAL", "x" * MEGABYTE),
    "an error that writes to the terminal": fail(500, "INTERNAL", "\x1b]0;mine\x07\x9b2J\u202e"),
    "an error with a code of 100 kB": fail(503, "X" * 100_000),
}

#: What a proxy makes of right answers: the path that is concerned, and what becomes of the JSON.
CHANGED = {
    "commit answered with nothing": (":commit", lambda value: {}),
    "commit answered with a list": (":commit", lambda value: [value]),
    "commit without times": (":commit", lambda value: {"writeResults": [{} for _ in value["writeResults"]]}),
    "commit with one result": (":commit", lambda value: {**value, "writeResults": value["writeResults"][:1]}),
    "commit with more results": (":commit", lambda value: {**value, "writeResults": value["writeResults"] * 2}),
    "commit of long ago": (":commit", lambda value: at(value, LONG_AGO)),
    "commit of 2036": (":commit", lambda value: at(value, FAR_OFF)),
    "read in 2036": (":runQuery", lambda value: at(value, FAR_OFF)),
    "read long ago": (":runQuery", lambda value: at(value, LONG_AGO)),
}


def at(value, time):
    """The same answer, all of whose times are another one."""
    pattern = r'"\d{4}-\d\d-\d\dT[0-9:.]+Z"'
    return json.loads(re.sub(pattern, json.dumps(time), json.dumps(value)))


class HostileServerTests(AttackedTest):
    """One server and one home folder with two waiting to-dos for all cases of a process."""

    server = None

    def setUp(self):
        super().setUp()
        if HostileServerTests.server is None:
            HostileServerTests.server = HostileServer()
            self.prepare()
        self.take_prepared()

    def prepare(self):
        """Makes the account and two to-dos while there is no server."""
        home = self.new_home()
        app = self.launch(*self.account(self.server.host, user="u"), home=home)
        app.new_list("Home")
        app.add(*TITLES)
        self.assertEqual(app.close(), 0)
        self.apps.remove(app)
        self.keep_prepared(home)

    def sync(self, behaviour):
        self.server.begin(behaviour)
        return self.measure("sync")

    def check_nothing_counts_as_sent(self, behaviour):
        cost = self.sync(behaviour)
        self.assertEqual(cost.code, UNAVAILABLE, cost.out + cost.err)
        self.assertTrue(cost.err.strip(), "it says what is wrong")
        self.assertTrue(self.server.requests, "the server was asked")
        self.check_kept()

    def check_kept(self, waiting=2):
        database = Database(database_path(self.home))
        self.assertEqual(sorted(database.contents()), TITLES)
        sent = database.rows("SELECT DISTINCT record FROM outbox WHERE kind = 'todo'")
        self.assertEqual(len(sent), waiting, "to-dos that wait to be sent")

    def check_changed(self, path, change):
        """Everything reaches the emulator in the end, whatever was made of its answers."""
        emulator = self.emulator
        emulator.wipe()

        def behaviour(connection, request):
            status, body = forward(emulator.host, request)
            if path in request.path and status == 200:
                body = json.dumps(change(json.loads(body))).encode()
            connection.sendall(answer(status, body, [("Content-Type", "application/json")]))

        cost = self.sync(behaviour)
        said = cost.out + cost.err
        stored = emulator.contents("u")
        database = Database(database_path(self.home))
        waiting = database.rows("SELECT DISTINCT record FROM outbox WHERE kind = 'todo'")
        self.assertGreaterEqual(len(stored) + len(waiting), 2, f"nothing counts as sent that is not there: {said}")
        self.assertEqual(sorted(database.contents()), TITLES)
        self.sync_unharmed()
        self.assertEqual(emulator.contents("u"), TITLES)

    def sync_unharmed(self):
        """With the answers as they are; then with a to-do of another device, which comes."""
        emulator = self.emulator

        def behaviour(connection, request):
            status, body = forward(emulator.host, request)
            connection.sendall(answer(status, body, [("Content-Type", "application/json")]))

        cost = self.sync(behaviour)
        self.assertEqual(cost.code, DONE, cost.out + cost.err)
        list_id = Database(database_path(self.home)).lists()[0]["id"]
        emulator.write("u", "todos", "theirs", {"id": "theirs", "listID": list_id, "content": "theirs",
                                                 "deleted": False})
        self.assertEqual(self.sync(behaviour).code, DONE)
        self.assertEqual(sorted(Database(database_path(self.home)).contents()), sorted([*TITLES, "theirs"]))
        emulator.write("u", "todos", "theirs", {"id": "theirs", "listID": list_id, "deleted": True})


def forward(host, request):
    """What a server answers to a request: status and body."""
    name, port = host.split(":")
    server = http.client.HTTPConnection(name, int(port), timeout=60)
    try:
        # The user "u", as the emulator takes a token without a signature (RFC 7519, section 6).
        token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1IiwidXNlcl9pZCI6InUifQ."
        server.request(request.method, request.path, request.body or None,
                       {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
        reply = server.getresponse()
        return reply.status, reply.read()
    finally:
        server.close()


add_cases(HostileServerTests, EVERY_REQUEST, HostileServerTests.check_nothing_counts_as_sent)
add_cases(HostileServerTests, CHANGED, lambda self, case: self.check_changed(*case))

if __name__ == "__main__":
    unittest.main()
