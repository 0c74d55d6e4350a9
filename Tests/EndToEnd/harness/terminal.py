"""The commands in a terminal: run on the home folder of a test, with or without a window beside them."""

import dataclasses
import json
import os
import subprocess

from .process import data_folder

LIMIT = 60


@dataclasses.dataclass
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


class Terminal:
    """A shell as over ssh: there is neither a display nor a session bus unless a test gives it one."""

    def __init__(self, binary, home, environment=None):
        self.binary = binary
        self.home = home
        hidden = {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "AT_SPI_BUS_ADDRESS"}
        self.variables = {name: value for name, value in os.environ.items() if name not in hidden}
        for name in ("data", "config", "state", "cache"):
            folder = os.path.join(home, name)
            os.makedirs(folder, exist_ok=True)
            self.variables[f"XDG_{name.upper()}_HOME"] = folder
        self.variables |= {"LC_ALL": "C.UTF-8", "LANGUAGE": "en", "HOME": home, **(environment or {})}

    def start(self, *words, stdin=subprocess.DEVNULL):
        """Starts a command without waiting for it."""
        return subprocess.Popen([self.binary, *words], env=self.variables, cwd=self.home, stdin=stdin,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *words, text=None):
        """Runs a command to its end; `text` is what it reads on standard input."""
        process = self.start(*words, stdin=subprocess.DEVNULL if text is None else subprocess.PIPE)
        return self.end(process, text)

    @staticmethod
    def end(process, text=None):
        try:
            out, err = process.communicate(None if text is None else text.encode(), timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return Answer(process.returncode, out.decode(), err.decode())

    @property
    def lock(self):
        """The file whose lock says who synchronises."""
        return os.path.join(data_folder(self.home), "optimist.sync-lock")
