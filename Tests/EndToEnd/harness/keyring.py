"""A keyring of the test's own on the session bus: what is kept in it is gone when it ends."""

import os
import shutil
import subprocess
import tempfile

from gi.repository import Gio, GLib

from .waiting import eventually

NAME = "org.freedesktop.secrets"
#: What the app's secrets are found by besides the account.
APPLICATION = "io.github.optimist_todo.Optimist"


def missing():
    """Why there is no keyring here; empty where there is."""
    for program in ("gnome-keyring-daemon", "secret-tool"):
        if not shutil.which(program):
            return f"{program} is not installed"
    return ""


class Keyring:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="optimist-keyring-")
        for name in ("home", "data/keyrings", "run"):
            os.makedirs(os.path.join(self.folder, name), mode=0o700)
        self.environment = {
            **os.environ, "HOME": os.path.join(self.folder, "home"),
            "XDG_DATA_HOME": os.path.join(self.folder, "data"),
            "XDG_RUNTIME_DIR": os.path.join(self.folder, "run")}
        eventually(lambda: not self._is_there(), "nobody else keeps secrets on this bus")
        self.process = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.process.stdin.write(b"password")
        self.process.stdin.close()
        eventually(self._is_there, "the keyring is on the bus")

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def secret(self, account):
        """What is kept of an account, by its identifier; empty if nothing is."""
        done = subprocess.run(["secret-tool", "lookup", "account", account], env=self.environment,
                              capture_output=True, text=True, timeout=30)
        return done.stdout

    def keep(self, account, secret):
        """Keeps the secret of an account as the app does."""
        subprocess.run(["secret-tool", "store", "--label", "Optimist", "account", account, "application", APPLICATION],
                       env=self.environment, input=secret, check=True, capture_output=True, text=True, timeout=30)

    @staticmethod
    def _is_there():
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        answer = bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, -1, None)
        return answer.unpack()[0]
