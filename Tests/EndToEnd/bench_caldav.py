#!/usr/bin/python3
"""Measures synchronisation with Radicale by commands, beside vdirsyncer at the same work and the same server, and prints
a table. The lines also go to a file of results.

    bench_caldav.py --binary PATH --output DIR [--results FILE] [--todos N] [--changes N] [--repeats N]

Both are whole processes: `optimist sync`, which ends with the to-dos in its database, and `vdirsyncer sync`, which ends
with a file for each. They take turns. Nothing is asserted.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import caldav, keyring  # noqa: E402
from harness.caldav import PASSWORD, PROGRAMS, TODO, USER, CalDAVServer  # noqa: E402
from harness.results import Results  # noqa: E402
from harness.terminal import Terminal  # noqa: E402

LIMIT = 900


def seed(server, count):
    """Writes to-dos where Radicale keeps them."""
    server.make_list("l", "L")
    folder = Path(server.folder, "data", "collection-root", USER, "l")
    for number in range(count):
        title = f"To-do number {number} with a title of usual length"
        (folder / f"{number}.ics").write_text(TODO.format(uid=number, title=title), newline="")


class Folder:
    """A folder of its own for each run."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="optimist-bench-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home, ignore_errors=True)


class Ours(Folder):
    def __init__(self, binary, server):
        super().__init__()
        self.terminal = Terminal(binary, self.home,
                                 {"DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]})
        self.run("accounts", "add", "caldav", server.url, "--user", USER, "--password-stdin", text=PASSWORD + "\n")
        assert not self.titles(), "adding an account has downloaded to-dos"

    def run(self, *words, text=None):
        answer = Terminal.end(self.terminal.start(*words, stdin=subprocess.PIPE), text or "")
        assert answer.code == 0, answer
        return answer.out

    def sync(self):
        started = time.monotonic()
        done = subprocess.run([self.terminal.binary, "sync"], env=self.terminal.variables, cwd=self.home,
                              capture_output=True, text=True, timeout=LIMIT)
        assert done.returncode == 0, done
        return time.monotonic() - started

    def titles(self):
        return {todo["title"] for todo in json.loads(self.run("list", "--json"))}


class Theirs(Folder):
    def __init__(self, server):
        super().__init__()
        self.files = Path(self.home, "files", "l")
        self.files.mkdir(parents=True)
        Path(self.home, "config").write_text(f"""
[general]
status_path = "{self.home}/status/"
[pair p]
a = "here"
b = "there"
collections = ["l"]
[storage here]
type = "filesystem"
path = "{self.home}/files/"
fileext = ".ics"
[storage there]
type = "caldav"
url = "{server.url}{server.home}"
username = "{USER}"
password = "{PASSWORD}"
item_types = ["VTODO"]
""")
        self.run("discover")

    def run(self, word):
        done = subprocess.run([PROGRAMS / "vdirsyncer", "-c", f"{self.home}/config", word], input="y\ny\n",
                              env={**os.environ, "HOME": self.home, "LC_ALL": "C.UTF-8"}, capture_output=True,
                              text=True, timeout=LIMIT)
        assert done.returncode == 0, done

    def sync(self):
        started = time.monotonic()
        self.run("sync")
        return time.monotonic() - started

    def titles(self):
        return {line.removeprefix("SUMMARY:") for file in self.files.iterdir()
                for line in file.read_text().splitlines() if line.startswith("SUMMARY:")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--todos", type=int, default=10_000)
    parser.add_argument("--changes", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    reason = caldav.missing() or keyring.missing()
    if not reason and not (PROGRAMS / "vdirsyncer").exists():
        reason = "vdirsyncer is not installed"
    if reason:
        print(f"Left out: {reason}")
        return
    results = Results(options.results or options.output / "results.json")
    binary = str(Path(options.binary).resolve())
    secrets = keyring.Keyring()
    server = CalDAVServer()
    try:
        seed(server, options.todos)
        results.begin("Radicale")
        first, quiet, notice = ([], []), ([], []), ([], [])
        # Radicale needs minutes to read so many files, and notes what it has read.
        with Theirs(server) as reader:
            reader.sync()
        # The first one of each is not counted.
        for turn in range(options.repeats + 1):
            with Ours(binary, server) as ours, Theirs(server) as theirs:
                sides = [(0, ours), (1, theirs)]
                for place, side in sides if turn % 2 else sides[::-1]:
                    seconds = side.sync()
                    found = len(side.titles())
                    assert found == options.todos, found
                    if turn:
                        first[place].append(seconds)
                if turn < options.repeats:
                    continue
                for change in range(options.changes):
                    title = f"Changed for the {change}th time"
                    server.put(f"l/{change}", title)
                    for place, side in sides:
                        notice[place].append(side.sync())
                        assert title in side.titles(), side
                    for place, side in sides:
                        quiet[place].append(side.sync())
        results.add(f"first download of {options.todos} to-dos", "s", first[0], ("vdirsyncer", first[1]), 0.2)
        results.add(f"one change among {options.todos}", "s", notice[0], ("vdirsyncer", notice[1]))
        results.add(f"nothing new among {options.todos}", "s", quiet[0], ("vdirsyncer", quiet[1]))
    finally:
        server.stop()
        secrets.stop()


if __name__ == "__main__":
    main()
