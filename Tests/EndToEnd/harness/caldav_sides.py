"""Two programs that keep the to-dos of a CalDAV server on this computer, each with a folder of its own: ours and vdirsyncer."""

import functools
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from . import measured
from .caldav import PASSWORD, PROGRAMS, TODO, USER
from .offline import Offline
from .process import database_path
from .terminal import Terminal

LIMIT = 900


def title(number):
    return f"To-do number {number} with a title of usual length"


class Side:
    """A folder of its own for each run."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="optimist-bench-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home, ignore_errors=True)


class Ours(Side):
    def __init__(self, binary, server, url=None):
        super().__init__()
        self.terminal = Terminal(binary, self.home,
                                 {"DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]})
        #: What the last round took.
        self.cost = None
        self.run("accounts", "add", "caldav", url or server.url, "--user", USER, "--password-stdin",
                 text=PASSWORD + "\n")
        assert not self.titles(), "adding an account has downloaded to-dos"

    @classmethod
    def of(cls, binary):
        return functools.partial(cls, binary)

    def run(self, *words, text=None):
        answer = Terminal.end(self.terminal.start(*words, stdin=subprocess.PIPE), text or "")
        assert answer.code == 0, answer
        return answer.out

    def sync(self):
        """Seconds of one round as a process."""
        started = time.monotonic()
        bounds = measured.Bounds(seconds=LIMIT, megabytes=4000, processor=LIMIT)
        self.cost = measured.run(self.terminal, ["sync"], bounds)
        assert self.cost.code == 0, (self.cost, self.cost.err)
        return time.monotonic() - started

    def enter(self, titles):
        """Adds to-dos to the list “L” that wait to be sent."""
        with Offline(database_path(self.home)) as offline:
            offline.enter(offline.list_id("L"), titles)

    def titles(self):
        return {todo["title"] for todo in json.loads(self.run("list", "--json"))}


class Theirs(Side):
    def __init__(self, server, url=None):
        super().__init__()
        self.files = Path(self.home, "files", "l")
        self.files.mkdir(parents=True)
        user = f'username = "{USER}"\npassword = "{PASSWORD}"' if server.asks_for_password else ""
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
url = "{url or server.url}{server.home}"
{user}
item_types = ["VTODO"]
""")
        self.run("discover")

    def run(self, word):
        done = subprocess.run([PROGRAMS / "vdirsyncer", "-c", f"{self.home}/config", word], input="y\ny\n",
                              env={**os.environ, "HOME": self.home, "LC_ALL": "C.UTF-8"}, capture_output=True,
                              text=True, timeout=LIMIT)
        assert done.returncode == 0, done

    def sync(self):
        """Seconds of one round as a process."""
        started = time.monotonic()
        self.run("sync")
        return time.monotonic() - started

    def enter(self, titles):
        for number, new in enumerate(titles):
            (self.files / f"{number}.ics").write_text(TODO.format(uid=f"new-{number}", title=new), newline="")

    def titles(self):
        return {line.removeprefix("SUMMARY:") for file in self.files.iterdir()
                for line in file.read_text().splitlines() if line.startswith("SUMMARY:")}
