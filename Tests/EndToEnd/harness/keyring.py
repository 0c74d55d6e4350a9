"""A real keyring of the test's own, on the session bus or on a bus of its own: what is kept in it is gone when it ends."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from gi.repository import Gio, GLib

from .waiting import eventually

NAME = "org.freedesktop.secrets"
#: What the app's secrets are found by besides the account.
APPLICATION = "io.github.optimist_todo.Optimist"

#: Of a bus on which nothing is started: no question for a password can be shown.
BUS = """
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""

#: Takes the name of who is to ask for passwords, and stops.
PROMPTER = """
import os, signal
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
name = GLib.Variant("(su)", ("org.gnome.keyring.SystemPrompter", 4))
bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", name, None,
              Gio.DBusCallFlags.NONE, -1, None)
os.kill(os.getpid(), signal.SIGSTOP)
"""


def missing():
    """Why there is no keyring here; empty where there is."""
    for program in ("dbus-daemon", "gnome-keyring-daemon", "secret-tool"):
        if not shutil.which(program):
            return f"{program} is not installed"
    return ""


class Keyring:
    """A keyring on the session bus, open until it is started with another password."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="optimist-keyring-")
        for name in ("home", "data/keyrings", "run"):
            os.makedirs(os.path.join(self.folder, name), mode=0o700)
        self.environment = {
            **os.environ, "HOME": os.path.join(self.folder, "home"),
            "XDG_DATA_HOME": os.path.join(self.folder, "data"),
            "XDG_RUNTIME_DIR": os.path.join(self.folder, "run")}
        self.process = None
        self.join()

    def join(self):
        """Finds the bus, and starts on it."""
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.start("password")

    def start(self, password):
        """Starts it, the first time with an empty keyring; with another password than the first that stays locked."""
        eventually(lambda: not self._is_there(), "nobody else keeps secrets on this bus")
        self.process = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.process.stdin.write(password.encode())
        self.process.stdin.close()
        return eventually(self._is_there, "the keyring is on the bus")

    def end(self):
        """Ends it; its files stay."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def stop(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def secret(self, account):
        """What is kept of an account, by its identifier; empty if nothing is."""
        return self._tool("lookup", "account", account).stdout

    def found(self, account):
        """All that is told of what is kept of an account."""
        done = self._tool("search", "--all", "account", account)
        return done.stdout + done.stderr

    def keep(self, account, secret):
        """Keeps the secret of an account as the app does."""
        self._tool("store", "--label", "Optimist", "account", account, "application", APPLICATION,
                   input=secret).check_returncode()

    def _tool(self, *words, **options):
        return subprocess.run(["secret-tool", *words], env=self.environment, capture_output=True, text=True, timeout=30,
                              **options)

    def _is_there(self):
        answer = self.bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, -1, None)
        return answer.unpack()[0]


class KeyringOnOwnBus(Keyring):
    """A bus with nothing else on it. There is a keyring from `start` to `end`."""

    def join(self):
        self.prompter = None
        configuration = Path(self.folder, "bus.conf")
        configuration.write_text(BUS.format(socket=Path(self.folder, "bus")).lstrip(), encoding="utf-8")
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--nofork", "--print-address", f"--config-file={configuration}"], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # It tells the address when it takes connections.
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.daemon.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            self.address(), flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self.bus.set_exit_on_close(False)

    def address(self):
        return self.environment["DBUS_SESSION_BUS_ADDRESS"]

    def freeze(self):
        """The keyring runs on but does not answer."""
        self.process.send_signal(signal.SIGSTOP)

    def start_hanging_prompter(self):
        """Puts somebody on the bus who is to ask for passwords and never comes to an end with it."""
        self.prompter = subprocess.Popen([sys.executable, "-c", PROMPTER], env=self.environment, stdin=subprocess.DEVNULL)
        _, status = os.waitpid(self.prompter.pid, os.WUNTRACED)
        return os.WIFSTOPPED(status)

    def stop(self):
        for process in filter(None, (self.prompter, self.daemon)):
            process.kill()
            process.wait()
        self.daemon.stdout.close()
        super().stop()
