"""Programs that write a frame trace, see Sources/Toolkit/FrameTrace.swift: Optimist and its floors."""

import os
import shlex
import subprocess
import tempfile
import time
import weakref
from pathlib import Path

from . import x11
from .waiting import eventually

#: Seconds until something is taken as never coming.
LIMIT = 120


def new_trace(home):
    """An empty file for a trace, in memory if possible: on the disk of the database a line that is written beside a
    commit waits with it, and with the line the frame that is measured."""
    memory = Path("/dev/shm")
    handle, name = tempfile.mkstemp(prefix="optimist-trace-", dir=memory if memory.is_dir() else home)
    os.close(handle)
    return Path(name)


def build_floor(folder):
    """Compiles floor.c; returns the program."""
    source = Path(__file__).resolve().parents[1] / "floor.c"
    program = Path(folder) / "floor"
    flags = shlex.split(subprocess.run(["pkg-config", "--cflags", "--libs", "libadwaita-1"],
                                       capture_output=True, text=True, check=True).stdout)
    subprocess.run(["cc", "-O2", "-o", str(program), str(source), *flags], check=True)
    return str(program)


class Traced:
    """One run of a program with its trace. Times are microseconds of the monotonic clock."""

    def __init__(self, command, home, blinks=True, variables=None):
        self.trace = new_trace(home)
        weakref.finalize(self, self.trace.unlink, missing_ok=True)
        set_cursor(home / "config", blinks)
        keep_unsent_changes(home / "config")
        environment = {**os.environ, "XDG_DATA_HOME": str(home / "data"),
                       "XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache"),
                       "GSETTINGS_BACKEND": "keyfile", "OPTIMIST_TRACE": str(self.trace), **(variables or {})}
        with (home / "stderr").open("ab") as errors:
            self.started = time.monotonic() * 1e6
            self.process = subprocess.Popen(command, env=environment, stdout=errors, stderr=errors)
        self.events_read = []
        self.offset = 0

    def events(self):
        """All complete lines of the trace so far: (microseconds, event, numbers)."""
        if self.trace.exists():
            with self.trace.open("rb") as file:
                file.seek(self.offset)
                text = file.read()
            text = text[: text.rfind(b"\n") + 1]
            self.offset += len(text)
            for line in text.decode().splitlines():
                stamp, event, *numbers = line.split()
                self.events_read.append((int(stamp), event, [int(n) for n in numbers]))
        return self.events_read

    def wait_frame(self, rows, after=0, what="the frame"):
        """Waits for the first frame that shows at least so many to-dos; returns when it was painted."""
        return self.wait(lambda: next((stamp for stamp, event, numbers in self.events()
                                       if stamp > after and event == "frame" and numbers[0] >= rows), None), what)

    def wait_event(self, name, since=0, what=None):
        """Waits for an event behind the first `since` ones; returns when it was."""
        return self.wait(lambda: next((stamp for stamp, event, _ in self.events()[since:] if event == name), None),
                         what or name)

    def wait(self, condition, what):
        return eventually(condition, what, LIMIT, 0.001)

    def focus(self):
        window = self.wait(lambda: x11.windows(self.process.pid), "the window")[0]
        subprocess.run(["xdotool", "windowfocus", "--sync", str(window)], check=True)

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=30)


def set_cursor(config, blinks):
    """Whether cursors blink. One that blinks keeps the frame clock running; without it the clock is idle."""
    folder = config / "gtk-4.0"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.ini").write_text(f"[Settings]\ngtk-cursor-blink={int(blinks)}\n")


def keep_unsent_changes(config):
    """What an earlier run could not send is sent without a question, which would take the keys."""
    folder = config / "glib-2.0/settings"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "keyfile"
    text = file.read_text() if file.exists() else ""
    if "save-unsent-changes" not in text:
        group = "[io/github/optimist_todo/Optimist]\n"
        kept = text if group in text else text + group
        file.write_text(kept.replace(group, group + "save-unsent-changes=true\n"))
