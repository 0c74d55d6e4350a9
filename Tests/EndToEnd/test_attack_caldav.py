"""What a CalDAV server, or whatever stands in its place, can do to a command: one line a case.

Each case has two to-dos waiting. Whatever the server answers, the command comes to an end within its bounds on memory
and processor time and says in a few lines what is wrong; no to-do counts as sent that was not stored, and none is lost;
and no other server is asked anything. With right answers all is as it should be. The same is answered while the account
is added. What the texts of to-dos can do is in test_attack_calendars.py.
"""

import gzip
import unittest

from harness import measured
from harness.attacked import add_cases
from harness.attacked_calendars import (
    BREAD, DONE, EITHER, FAILS, GOES_ON, LIST, NOT_ALLOWED, NOT_FOUND, STOPS, TITLES, AttackedCalendarsTest, Case, todo)
from harness.calendars import BEGIN, END, XML
from harness.hostile import MEGABYTE, pour, send
from harness.offline import Offline
from harness.process import database_path
from harness.replies import (
    HEAD, adding, changed, digest, drop_by_drop, elsewhere, entities, etags, external, hrefs_elsewhere, in_contents,
    in_reports, instead, new_names, new_token, NUMBERS, only, page, part_without_end, present_token, raw, refusing, replaced,
    right, stream, swapped, then, twice, uids_swapped, with_etag, without_etag, xml)

MANY = 100_000
BOMB = gzip.compress(bytes(64 * MEGABYTE))
#: For answers that take long to read although they are bounded; a debug program takes three times as long.
LONG = measured.Bounds(seconds=200, processor=40)
#: For answers near the limit of 64 MB: how much stays while memory for them grows depends on the C library.
LARGE = measured.Bounds(megabytes=400)
FOUND = b'<propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat>'

#: What is answered to every request.
EVERY_REQUEST = {
    "nothing and closed": (FAILS, raw(send(b""))),
    "no HTTP": (FAILS, raw(send(b"SSH-2.0-OpenSSH_9.9\r\n"))),
    "endless early hints": (FAILS, raw(pour(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 10000))),
    "endless headers": (FAILS, raw(pour(HEAD, b"X: a\r\n" * 50000))),
    "compressed bomb": (FAILS, instead(207, BOMB, XML, ("Content-Encoding", "gzip"))),
    "a page": (FAILS, page(200)),
    "a page with 401": (FAILS, page(401)),
    "a page with 403": (STOPS, page(403)),
    "a page with 404": (STOPS, page(404)),
    "a page with 410": (STOPS, page(410)),
    "a page with 500": (FAILS, page(500)),
    "a page with 507": (STOPS, page(507)),
    "the password is never right": ((NOT_ALLOWED,), page(401, ("WWW-Authenticate", 'Basic realm="x"'))),
    "a scheme that nobody knows": ((NOT_ALLOWED,), page(401, ("WWW-Authenticate", "Negotiate"))),
    "a nonce that is always stale": ((NOT_ALLOWED,), page(401, digest("n", ", stale=true"))),
    "a nonce of 50 kB": (STOPS, page(401, digest("n" * 50_000))),
    "301 to another port": (FAILS, elsewhere(301, lambda host, path: f"http://{host}{path}")),
    "302 to another port": (FAILS, elsewhere(302, lambda host, path: f"http://{host}{path}")),
    "303 to another port": (FAILS, elsewhere(303, lambda host, path: f"http://{host}{path}")),
    "307 to another port": (FAILS, elsewhere(307, lambda host, path: f"http://{host}{path}")),
    "308 to another port": (FAILS, elsewhere(308, lambda host, path: f"http://{host}{path}")),
    "to another host without a scheme": (FAILS, elsewhere(302, lambda host, path: f"//{host}{path}")),
    "to another host with a name in it": (FAILS, elsewhere(307, lambda host, path: f"http://ann:secret@{host}{path}")),
    "to another scheme": (FAILS, elsewhere(302, lambda host, path: "file:///etc/passwd")),
    "in a circle": (FAILS, elsewhere(307, lambda host, path: path)),
    "deeper and deeper": (FAILS, elsewhere(308, lambda host, path: path + "x/")),
    "to a path that leads out": (FAILS, elsewhere(302, lambda host, path: "/home/../../etc/passwd")),
    "to a path of 50 kB": (FAILS, elsewhere(302, lambda host, path: "/" + "x" * 50_000)),
    "a redirection to nowhere": (FAILS, page(302)),
}

#: What is answered to what is asked; what is sent arrives.
EVERY_QUESTION = {
    "no responses": (FAILS, xml(BEGIN, END)),
    "cut off": (FAILS, xml(BEGIN, b"<response><href>/")),
    "endless responses": (FAILS, stream(b"", (b"<response><href>/home/x</href>" + FOUND + b"</response>") * 5000)),
    "a million responses": (FAILS, stream(b"", b"<response><href>/a</href></response>" * 10_000, 36), LONG),
    "endless white space": (FAILS, stream(b"", b" " * MEGABYTE)),
    "endless text": (FAILS, stream(b"<response><href>", b"a" * MEGABYTE)),
    "text of 60 MB": (FAILS, stream(b"<response><propstat><prop><displayname>", b"a" * MEGABYTE, 60), LARGE),
    "an endless comment": (FAILS, stream(b"<!--", b"a" * MEGABYTE)),
    "an endless section": (FAILS, stream(b"<response><href><![CDATA[", b"a" * MEGABYTE)),
    "an endless name": (FAILS, stream(b"<", b"a" * MEGABYTE)),
    "an endless attribute": (FAILS, stream(b'<response a="', b"a" * MEGABYTE)),
    "endless NULs": (FAILS, stream(b"<response><href>", b"\0" * MEGABYTE)),
    "20 MB of what is no character": (FAILS, stream(b"<response><href>", b"\x01" * MEGABYTE, 20), LONG),
    "endless bytes that are not UTF-8": (FAILS, stream(b"<response><href>", b"\xff" * MEGABYTE)),
    "100 000 levels": (FAILS, xml(BEGIN, b"<a>" * MANY, b"</a>" * MANY, END)),
    "100 000 attributes": (FAILS, xml(
        BEGIN, b"<response ", b" ".join(b'a%d="1"' % number for number in range(MANY)), b"/>", END)),
    "100 000 elements in one": (FAILS, xml(BEGIN, b"<response>", b"<a/>" * MANY, b"</response>", END)),
    "100 000 namespaces": (FAILS, xml(
        BEGIN, b"".join(b'<a xmlns="urn:%d"/>' % number for number in range(MANY)), END)),
    "a billion laughs": (FAILS, entities(b'<!ENTITY z "lol">', *(
        b'<!ENTITY %c "%b">' % (letter, b"&%c;" % (letter + 1) * 10) for letter in range(ord("a"), ord("z"))))),
    "one entity a million times": (FAILS, entities(b'<!ENTITY a "', b"a" * MEGABYTE, b'">', use=b"&a;" * 100_000)),
    "an entity in itself": (FAILS, entities(b'<!ENTITY a "&a;">')),
    "an entity of a file": (FAILS, entities(b'<!ENTITY a SYSTEM "file:///etc/passwd">')),
    "an entity of a device": (FAILS, entities(b'<!ENTITY a SYSTEM "file:///dev/zero">')),
    "an entity of another server": (FAILS, external(b'<!ENTITY a SYSTEM "http://%b/a">')),
    "a parameter of another server": (FAILS, external(b'<!ENTITY %% p SYSTEM "http://%b/a">%%p;')),
    "a document type and no more": (FAILS, xml(b"<!DOCTYPE multistatus>", BEGIN, END)),
    "an unknown charset": (FAILS, xml(b'<?xml version="1.0" encoding="x-1"?><a/>')),
    "not the charset that it says": (FAILS, xml(
        b'<?xml version="1.0" encoding="UTF-16"?>', BEGIN.partition(b"?>")[2], END)),
    "somebody else's home": (FAILS, replaced(b"/home/", b"/house/")),
    "a home of 20 000 calendars": (FAILS, adding(b"".join(
        b"<response><href>/home/%d/</href><propstat><prop><resourcetype><collection/><C:calendar/></resourcetype></prop>"
        b"<status>HTTP/1.1 200 OK</status></propstat></response>" % number for number in range(20_000)))),
    "hrefs on another server": (GOES_ON, hrefs_elsewhere),
    "hrefs that lead out": (GOES_ON, adding(b"".join(
        b"<response><href>%b</href>%b</response>" % (href, FOUND) for href in (
            b"/../../etc/passwd", b"/home/list/../../x", b"/home/list/%2e%2e/x", b"/home/list/a%2Fb", b"//", b"", b"?",
            b"file:///etc/passwd", b"/home/list/\xc2\xa0", b"/" + b"x" * 50_000)))),
    "everything twice": (GOES_ON, changed(twice)),
    "an ETag of 1 MB": (GOES_ON, etags(b'"' + b"e" * MEGABYTE + b'"')),
    "an ETag of nothing but marks": (GOES_ON, etags(b"&amp;quot;" * 200_000)),
    "one ETag for all": (GOES_ON, etags(b'"e"')),
    "an ETag with lines": (GOES_ON, etags(b'"e&#13;&#10;X-Evil: 1"')),
    "a sync token of 1 MB": (GOES_ON, replaced(b"<sync-token>", b"<sync-token>" + b"t" * MEGABYTE)),
    "a ctag of 1 MB": (GOES_ON, replaced(b"<S:getctag>", b"<S:getctag>" + b"t" * MEGABYTE)),
    "a name of 1 MB": (GOES_ON, replaced(b"<displayname>", b"<displayname>" + b"n" * MEGABYTE)),
    "a status that is none": (FAILS, replaced(b"HTTP/1.1 200 OK", b"HTTP/1.1 99999999999999999999 OK")),
}

#: What is answered to some requests.
SOME_REQUESTS = {
    "201 for what is not stored": (FAILS, only(["PUT"], instead(201))),
    "204 for what is not stored": (FAILS, only(["PUT"], instead(204))),
    "a page for what is not stored": (FAILS, only(["PUT"], page(200))),
    "a page with an ETag for what is not stored": (FAILS, only(["PUT"], page(200, ("ETag", '"x"')))),
    "a refusal in a multistatus": (FAILS, only(["PUT"], xml(
        BEGIN, b"<response><href>/</href><status>HTTP/1.1 423 Locked</status></response>", END))),
    **{f"{status} for writes": (STOPS, only(["PUT"], page(status)))
       for status in (401, 403, 404, 405, 409, 410, 412, 413, 415, 423, 429, 500, 507)},
    **{f"{status} for a UID that is there": (STOPS, only(["PUT"], refusing(status, b"C:no-uid-conflict")))
       for status in (403, 409, 412)},
    "stored without an ETag": (GOES_ON, only(["PUT"], changed(without_etag))),
    "stored with a wrong ETag": (GOES_ON, only(["PUT"], with_etag('"wrong"'))),
    "stored with an ETag of 50 kB": (EITHER, only(["PUT"], with_etag('"' + "e" * 50_000 + '"'))),
    "stored, and 500": (EITHER, only(["PUT"], then(page(500)))),
    "stored, and 412": (EITHER, only(["PUT"], then(page(412)))),
    "stored, and no answer": (EITHER, only(["PUT"], then(raw(send(b""))))),
    "a page for all but writes": (FAILS, only(["PROPFIND", "REPORT", "GET"], page(200))),
    "403 for reports": (EITHER, only(["REPORT"], page(403))),
    "501 for reports": (EITHER, only(["REPORT"], page(501))),
    "the same part without end": (FAILS, part_without_end(present_token)),
    "another part without end": (FAILS, part_without_end(new_token), LONG),
    "new names without end": (FAILS, part_without_end(new_token, new_names), LONG),
    "20 000 names of nothing": (GOES_ON, in_reports(b"sync-collection", adding(b"".join(
        b"<response><href>/home/list/%d</href>%b</response>" % (number, FOUND) for number in range(20_000)))), LONG),
    "drop by drop": (GOES_ON, drop_by_drop),
}

#: What is answered to who reads to-dos of another program: their titles are "theirs" and "others".
READING = {
    "as they are": (GOES_ON, right),
    "no contents": (GOES_ON, in_contents(xml(BEGIN, END))),
    "contents of something else": (GOES_ON, in_contents(
        replaced(b"<href>/home/list/", b"<href>/home/list/x"))),
    "contents of one another": (GOES_ON, in_contents(changed(swapped))),
    "a new UID each time": (GOES_ON, in_contents(lambda test, request: replaced(
        b"UID:theirs", b"UID:%d" % next(NUMBERS))(test, request))),
    "UIDs that take turns": (GOES_ON, in_contents(lambda test, request: changed(uids_swapped)(test, request)
                                                 if next(NUMBERS) % 2 else right(test, request))),
    "another UID": (GOES_ON, in_contents(replaced(b"UID:theirs", b"UID:mine"))),
    "one UID": (GOES_ON, in_contents(replaced(b"UID:theirs", b"UID:others"))),
    "a UID that is known": (GOES_ON, in_contents(replaced(b"UID:theirs", b"UID:bread"))),
    "NUL in contents": (GOES_ON, in_contents(replaced(b"SUMMARY:", b"SUMMARY:\0"))),
    "contents that are not UTF-8": (GOES_ON, in_contents(replaced(b"SUMMARY:", b"SUMMARY:\xff\xfe"))),
    "a character that is none": (EITHER, in_contents(replaced(b"SUMMARY:", b"SUMMARY:&#0;"))),
    "contents of 100 MB": (GOES_ON, in_contents(stream(b"<response><href>/", b"a" * MEGABYTE, 100))),
    "contents of 20 MB": (GOES_ON, in_contents(changed(lambda status, headers, body: (
        status, headers, body.replace(b"SUMMARY:", b"X:" + b"a" * (20 * MEGABYTE) + b"\nSUMMARY:", 1))))),
}

#: What becomes of a deletion that waits.
DELETIONS = {
    "204 for what is still there": (FAILS, only(["DELETE"], instead(204))),
    "404 for what is still there": (EITHER, only(["DELETE"], page(404))),
    "410 for what is still there": (EITHER, only(["DELETE"], page(410))),
    "a page for what is still there": (FAILS, only(["DELETE"], page(200))),
    "a refusal in a multistatus": (STOPS, only(["DELETE"], xml(
        BEGIN, b"<response><href>/</href><status>HTTP/1.1 423 Locked</status></response>", END))),
    **{f"{status} for what is still there": (EITHER, only(["DELETE"], page(status)))
       for status in (403, 412, 423, 500, 507)},
    "deleted, and 500": (EITHER, only(["DELETE"], then(page(500)))),
}


class HostileCalDAVTests(AttackedCalendarsTest):
    def check_reading(self, case):
        for title in ("theirs", "others"):
            self.calendars.put(LIST, f"{title}.ics", todo(title, title))
        self.check(case)
        here = self.database.contents()
        for title in ("theirs", "others"):
            self.assertEqual(here.count(title), 1, title)

    def check_deletion(self, case):
        row, = self.database.rows("SELECT id FROM todo WHERE content = ?", BREAD)
        with Offline(database_path(self.home)) as offline:
            offline.delete(row["id"])
        self.begin(case.reply)
        cost = self.measure("sync", bounds=case.bounds)
        self.assertIn(cost.code, case.codes, cost.out + cost.err)
        self.check_nothing_is_lost()
        for _ in range(2):
            self.begin(right)
            self.assertEqual(self.measure("sync").code, DONE)
        self.assertEqual(self.calendars.titles(), TITLES)
        self.assertEqual(sorted(self.database.contents()), TITLES)


def cases(table, reply=lambda reply: reply):
    return {name: Case(codes, reply(what), *bounds) for name, (codes, what, *bounds) in table.items()}


add_cases(HostileCalDAVTests, cases(EVERY_REQUEST), HostileCalDAVTests.check)
add_cases(HostileCalDAVTests, cases(EVERY_QUESTION, lambda reply: only(["PROPFIND", "REPORT"], reply)),
          HostileCalDAVTests.check)
add_cases(HostileCalDAVTests, cases(SOME_REQUESTS), HostileCalDAVTests.check)
for table, reply in ((EVERY_REQUEST, lambda reply: reply), (EVERY_QUESTION, lambda reply: only(["PROPFIND"], reply))):
    add_cases(HostileCalDAVTests, {
        "adding: " + name: Case((*EITHER, NOT_FOUND), reply(what), *bounds)
        for name, (_, what, *bounds) in table.items()}, HostileCalDAVTests.check_adding)
add_cases(HostileCalDAVTests, {"reading: " + name: case for name, case in cases(READING).items()},
          HostileCalDAVTests.check_reading)
add_cases(HostileCalDAVTests, {"deleting: " + name: case for name, case in cases(DELETIONS).items()},
          HostileCalDAVTests.check_deletion)

if __name__ == "__main__":
    unittest.main()
