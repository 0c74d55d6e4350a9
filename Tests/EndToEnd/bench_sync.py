#!/usr/bin/python3
"""Measures synchronisation with the Firestore emulator, beside Google's own Python client at the same
work and the same server, and prints a table. The lines also go to a file of results.

    bench_sync.py --binary PATH --output DIR [--results FILE] [--todos N] [--new N] [--changes N] [--repeats N]

What is missing, the emulator or the client from PyPI, is named and left out. Nothing is asserted.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import emulator  # noqa: E402
from harness.client import CLIENT, client_python  # noqa: E402
from harness.database import Database  # noqa: E402
from harness.offline import Offline, position  # noqa: E402
from harness.process import AppProcess, database_path  # noqa: E402
from harness.relay import Relay  # noqa: E402
from harness.replay import Recorder  # noqa: E402
from harness.results import Results  # noqa: E402
from harness.terminal import Terminal  # noqa: E402
from harness.waiting import eventually  # noqa: E402

BATCH = 500
LIMIT = 300
LIST = "bench-list"
#: Who is told to the server in a request.
BEARER = re.compile(rb"(?i)(\r\nauthorization: bearer )[^\r]+")


def todo(number, name=None):
    """The fields of a to-do as the app would write them."""
    now = int(time.time() * 1000) + number
    stamp = datetime.datetime.fromtimestamp(now / 1000, datetime.timezone.utc).isoformat(timespec="milliseconds")
    created = "time:" + stamp.replace("+00:00", "Z")
    return {"id": name or str(uuid.uuid4()), "deleted": False, "listID": LIST,
            "content": f"To-do number {number} with a title of usual length", "notes": "", "date": None,
            "alarm": None, "alarmZone": None, "priority": 0, "done": False, "completedAt": None,
            "position": position(now), "createdAt": created, "modifiedAt": created}


def seed(server, user, count):
    """A list with so many to-dos."""
    add_list(server, user)
    for start in range(0, count, BATCH):
        server.commit(user, "todos", [todo(number) for number in range(start, min(start + BATCH, count))])


def add_list(server, user):
    server.commit(user, "lists", [{"id": LIST, "deleted": False, "name": "Bench"}])


class Device:
    """The app on a home folder of its own. It meets the server through a wire that can be cut."""

    def __init__(self, binary, folder, host, user):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.binary, self.home = binary, folder
        self.relay = Relay(host)
        self.arguments = ("--firestore-emulator", self.relay.host, "--project", emulator.PROJECT, "--user", user)
        self.database = Database(database_path(folder))
        self.trace = folder / "trace"
        self.process = None

    def start(self):
        """Starts the app; returns when."""
        self.trace.unlink(missing_ok=True)
        started = time.monotonic()
        self.process = AppProcess(self.binary, str(self.home), str(self.home / "log"), self.arguments,
                                  {"OPTIMIST_TRACE": str(self.trace)})
        return started

    def wait_window(self):
        """Waits for the first frame; returns when that was painted."""
        def painted():
            lines = self.trace.read_text().splitlines() if self.trace.exists() else []
            return next((int(line.split()[0]) / 1e6 for line in lines if line.split()[1:2] == ["frame"]), None)
        return eventually(painted, "the first frame", 60, 0.002)

    def sync(self):
        """Presses F5."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                               capture_output=True, text=True, check=True).stdout.split()
        subprocess.run(["xdotool", "windowfocus", "--sync", found[0], "key", "F5"], check=True)

    def wait_rows(self, count):
        """Waits until the database holds so many to-dos; returns when."""
        return self.wait(lambda: self.number("SELECT COUNT(*) AS n FROM todo") >= count, f"{count} rows")

    def wait_sent(self):
        return self.wait(lambda: self.number("SELECT COUNT(*) AS n FROM outbox") == 0, "an empty outbox")

    def number(self, query, *values):
        try:
            return self.database.rows(query, *values)[0]["n"]
        except Exception as error:  # the file or its tables may not be there yet
            if "no such table" in str(error) or "unable to open" in str(error):
                return -1
            raise

    def wait(self, condition, what):
        eventually(condition, what, LIMIT, 0.002)
        return time.monotonic()

    def end(self):
        if self.process and self.process.is_running:
            self.process.process.terminate()
            self.process.wait(30)

    def stop(self):
        self.end()
        self.relay.stop()


class AppBench:
    """The measurements of the app."""

    def __init__(self, binary, folder, server, options):
        self.binary, self.folder, self.server, self.options = binary, folder, server, options
        self.host = server.host

    def device(self, name, user):
        return Device(self.binary, self.folder / name, self.host, user)

    def download_at_start(self, user):
        """Seconds from exec to the window and to the last row, on a computer that never saw the account."""
        device = self.device("download-start", user)
        try:
            started = device.start()
            window = device.wait_window()
            return window - started, device.wait_rows(self.options.todos) - started
        finally:
            device.stop()

    def nothing_new(self, user):
        """Seconds of `optimist sync` after a first download, each time with nothing new; of the last one the requests and
        the documents in their answers."""
        recorder = Recorder(int(self.host.rsplit(":", 1)[1]))
        device = Device(self.binary, self.folder / "nothing-new", recorder.url.removeprefix("http://").rstrip("/"), user)
        try:
            device.start()
            device.wait_rows(self.options.todos)
            device.wait_window()
            device.end()
            times, sent = [], []
            # The first rounds read the last minutes again (FirestoreLookback), so one is not counted.
            for turn in range(self.options.repeats + 1):
                recorder.take()
                started = time.monotonic()
                answer = Terminal(self.binary, str(device.home)).run("sync")
                if answer.code:
                    raise RuntimeError(answer.err.strip())
                if turn:
                    times.append(time.monotonic() - started)
                sent = recorder.take()
            return times, len(sent), sum(one.documents for one in sent)
        finally:
            device.stop()
            recorder.stop()

    def download_in_window(self, user):
        """Seconds from F5 in an open window, so far without a server, to the last row."""
        device = self.device("download-window", user)
        try:
            device.relay.stop()
            device.start()
            device.wait_window()
            time.sleep(1)
            device.relay.start()
            started = time.monotonic()
            device.sync()
            return device.wait_rows(self.options.todos) - started
        finally:
            device.stop()

    def upload(self, user, is_owner=False):
        """Seconds from F5, after the network came back, until nothing waits to be sent any more.

        The emulator judges by no rules what its owner sends, as Google's client is on an emulator."""
        add_list(self.server, user)
        device = self.device("upload", user)
        if is_owner:
            device.relay.rewrite = lambda data: BEARER.sub(rb"\1owner", data)
        try:
            device.start()
            device.wait(lambda: device.number("SELECT COUNT(*) AS n FROM list") == 1, "the list")
            device.wait_window()
            device.end()
            device.relay.stop()
            with Offline(device.database.path) as offline:
                offline.enter(LIST, [todo(number)["content"] for number in range(self.options.new)])
            save_unsent_changes(device.home)
            device.start()
            device.wait_window()
            time.sleep(1)
            device.relay.start()
            started = time.monotonic()
            device.sync()
            sent = device.wait_sent() - started
            if (held := len(self.server.contents(user))) != self.options.new:
                raise RuntimeError(f"{held} to-dos on the server")
            return sent
        finally:
            device.stop()

    def notice(self, user):
        """Seconds from the server's commit until the row is in the database, for each change."""
        device = self.device("notice", user)
        try:
            device.start()
            device.wait_rows(0)
            device.wait_window()
            return self.changes(user, lambda name: device.wait(
                lambda: device.number("SELECT COUNT(*) AS n FROM todo WHERE id = ?", name) == 1, "the row"))
        finally:
            device.stop()

    def changes(self, user, wait):
        add_list(self.server, user)
        warm = self.server_todo(user)
        wait(warm[0])
        times = []
        for _ in range(self.options.changes):
            time.sleep(0.2)
            name, committed = self.server_todo(user)
            wait(name)
            times.append(time.time() - committed)
        return times

    def server_todo(self, user):
        name = str(uuid.uuid4())
        return name, self.server.commit(user, "todos", [todo(0, name)])


def save_unsent_changes(home):
    """Lets what waits be sent without asking."""
    folder = home / "config/glib-2.0/settings"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "keyfile").open("a") as file:
        file.write("\n[io/github/optimist_todo/Optimist]\nsave-unsent-changes=true\n")


class ClientBench:
    """The same by Google's client, which runs in another process: this file with --client."""

    def __init__(self, python, server, options):
        self.python, self.server, self.options = python, server, options

    def run(self, *words):
        """The numbers that it prints."""
        done = subprocess.run(self.command(*words), env=self.environment(), capture_output=True, text=True,
                              timeout=LIMIT)
        if done.returncode:
            raise RuntimeError(f"the client of Google: {done.stderr.strip().splitlines()[-1:]}")
        return json.loads(done.stdout)

    def notice(self, user):
        """Seconds from the server's commit until the client's callback, for each change."""
        listener = subprocess.Popen(self.command("listen", user, str(self.options.changes + 1)),
                                    env=self.environment(), stdout=subprocess.PIPE, text=True)
        try:
            seen = {}
            came = threading.Condition()

            def read():
                for line in listener.stdout:
                    with came:
                        name, stamp = line.split()
                        seen[name] = float(stamp)
                        came.notify_all()
            threading.Thread(target=read, daemon=True).start()

            def wait(name):
                with came:
                    if not came.wait_for(lambda: name in seen, 30):
                        raise RuntimeError("the client of Google did not tell of a change within 30 s")
                return seen[name]
            wait("ready")
            bench = AppBench(None, None, self.server, self.options)
            times = []
            wait(bench.server_todo(user)[0])
            for _ in range(self.options.changes):
                time.sleep(0.2)
                name, committed = bench.server_todo(user)
                times.append(wait(name) - committed)
            return times
        finally:
            listener.kill()
            listener.wait()

    def command(self, *words):
        return [self.python, str(Path(__file__).resolve()), "--client", *words]

    def environment(self):
        return {**os.environ, "FIRESTORE_EMULATOR_HOST": self.server.host,
                "GOOGLE_CLOUD_PROJECT": emulator.PROJECT}


class Client:
    """What runs in that process; the package is there only."""

    def __init__(self):
        from google.auth.credentials import AnonymousCredentials
        from google.cloud import firestore
        self.firestore = firestore
        self.client = firestore.Client(project=emulator.PROJECT, credentials=AnonymousCredentials())

    def todos(self, user):
        return self.client.collection("users", user, "todos")

    def read(self, user):
        """Reads all documents; tells how many and in how many seconds."""
        list(self.todos(user).limit(1).stream())  # connected, as the app is after its window has opened
        started = time.monotonic()
        found = [document.to_dict() for document in self.todos(user).stream()]
        print(json.dumps([len(found), time.monotonic() - started]))

    def write(self, user, count):
        """Writes new documents; tells in how many seconds."""
        list(self.todos(user).limit(1).stream())
        records = [{**todo(number), "updatedAt": self.firestore.SERVER_TIMESTAMP} for number in range(int(count))]
        started = time.monotonic()
        for start in range(0, len(records), BATCH):
            batch = self.client.batch()
            for fields in records[start:start + BATCH]:
                batch.create(self.todos(user).document(fields["id"]), fields)
            batch.commit()
        print(json.dumps(time.monotonic() - started))

    def listen(self, user, count):
        """Prints each document's ID and when the client told of it, until so many have come."""
        done = threading.Event()
        seen = []

        def on_change(documents, changes, read_time):
            now = time.time()
            if not seen:
                print("ready", now, flush=True)
                seen.append(None)
            for change in changes:
                seen.append(change.document.id)
                print(change.document.id, now, flush=True)
            if len(seen) > int(count):
                done.set()
        since = datetime.datetime.now(datetime.timezone.utc)
        query = self.todos(user).where(filter=self.firestore.FieldFilter("updatedAt", ">", since))
        watch = query.on_snapshot(on_change)
        done.wait(LIMIT)
        watch.unsubscribe()


def measured(work, *arguments):
    """The result of a measurement; where it fails, that is said and the others go on."""
    try:
        return work(*arguments)
    except Exception as error:
        print(f"bench: {work.__name__}: {error}", file=sys.stderr, flush=True)
        return None


class Table:
    """The lines of this bench: each beside Google's client where both were measured."""

    def __init__(self, path):
        self.results = Results(path)

    def add(self, name, unit, values, client=None, aim=None):
        known = [value for value in values or [] if value is not None]
        others = [value for value in client or [] if value is not None]
        if known:
            floor = (CLIENT.replace("==", " "), others) if others else None
            self.results.add(name, unit, known, floor, aim if floor else None)


def bench(binary, output, options):
    """Everything against one emulator, the app and the client in turn."""
    if reason := emulator.missing():
        print(f"\nSKIP synchronisation: {reason}")
        return
    output.mkdir(parents=True, exist_ok=True)
    python, reason = client_python(output / "client")
    if reason:
        print(f"\nSKIP Google's Python client: {reason}")
    server = emulator.Emulator(output / "emulator.log", is_lasting=True)
    try:
        table = Table(options.results or output / "results.json")
        table.results.begin("synchronisation with the Firestore emulator")
        app = AppBench(binary, output, server, options)
        client = ClientBench(python, server, options) if python else None
        user = "u" + uuid.uuid4().hex[:12]
        seed(server, user, options.todos)
        report_download(table, app, client, user, options)
        report_nothing_new(table, app, user, options)
        report_upload(table, app, client, user, options)
        report_changes(table, app, client, user, options)
    finally:
        server.stop()


def report_download(table, app, client, user, options):
    starts, windows, reads = [], [], []
    for _ in range(options.repeats):
        starts.append(measured(app.download_at_start, user) or (None, None))
        windows.append(measured(app.download_in_window, user))
        found = measured(client.run, "read", user) if client else None
        reads.append(found and found[1])
        if found and found[0] != options.todos:
            print(f"bench: the client of Google read {found[0]} documents", file=sys.stderr)
    table.add(f"download of {options.todos}: start to window", "s", [first for first, _ in starts])
    table.add(f"download of {options.todos}: start to all rows on disk", "s", [last for _, last in starts])
    table.add(f"download of {options.todos}: F5 to all rows on disk; the client reads them and stores nothing", "s",
              windows, reads, aim=0.7)


def report_nothing_new(table, app, user, options):
    times, requests, documents = measured(app.nothing_new, user) or ([], None, None)
    table.add(f"nothing new among {options.todos}: optimist sync", "s", times)
    table.add(f"nothing new among {options.todos}: optimist sync, requests", "number", [requests])
    table.add(f"nothing new among {options.todos}: optimist sync, documents read", "number", [documents])


def report_upload(table, app, client, user, options):
    """The first time, which nobody counts, the emulator's code is compiled."""
    judged, free, written = [], [], []
    for number in range(-1, options.repeats):
        times = (measured(app.upload, f"{user}r{number}"), measured(app.upload, f"{user}f{number}", True),
                 measured(client.run, "write", f"{user}w{number}", str(options.new)) if client else None)
        if number >= 0:
            for kept, time_taken in zip((judged, free, written), times):
                kept.append(time_taken)
    table.add(f"upload of {options.new}: F5 to all acknowledged, judged by the app's rules", "s", judged)
    table.add(f"upload of {options.new}: F5 to all acknowledged, no rules; the client writes batches of {BATCH}", "s",
              free, written, aim=2)


def report_changes(table, app, client, user, options):
    def in_milliseconds(times):
        return [time * 1000 for time in times or []]
    table.add("another device's change: commit to row on disk; to the client's callback", "ms",
              in_milliseconds(measured(app.notice, user + "n")),
              in_milliseconds(measured(client.notice, user + "c")) if client else None, aim=2)


def main():
    if sys.argv[1:2] == ["--client"]:
        work, *words = sys.argv[2:]
        getattr(Client(), work)(*words)
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--results", type=Path, help="default: results.json in the output folder")
    parser.add_argument("--todos", type=int, default=10_000)
    parser.add_argument("--new", type=int, default=1_000)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    bench(str(Path(options.binary).resolve()), options.output.resolve(), options)


if __name__ == "__main__":
    main()
