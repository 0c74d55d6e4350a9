"""A session bus of the test's own that can start the app, as the desktop's bus does."""

import os
import subprocess
from pathlib import Path

from gi.repository import Gio, GLib

from . import process
from .database import Database
from .optimist import Optimist
from .waiting import eventually

NAME = "io.github.optimist_todo.Optimist"
PATH = "/io/github/optimist_todo/Optimist"
SEARCH = "org.gnome.Shell.SearchProvider2"


class Found(process.AppProcess):
    """A process that somebody else started."""

    def __init__(self, pid, home):
        self.pid = pid
        self.home = home

    @property
    def is_running(self):
        return os.path.exists(f"/proc/{self.pid}") and b"\nState:\tZ" not in self._status()

    def _status(self):
        try:
            return Path(f"/proc/{self.pid}/status").read_bytes()
        except OSError:
            return b"\nState:\tZ"

    def wait(self, limit=15):
        eventually(lambda: not self.is_running, "the app ends", limit)
        return 0

    def kill(self):
        if self.is_running:
            os.kill(self.pid, 9)


class Activated(Optimist):
    """The app as the bus started it."""

    def __init__(self, pid, home):
        self.process = Found(pid, home)
        self.home = home
        self.database = Database(process.database_path(home))
        self.root = None
        self.known = {}


class SessionBus:
    def __init__(self, binary, home, log, environment=None):
        self.binary, self.home = binary, home
        folders = {f"XDG_{name.upper()}_HOME": os.path.join(home, name)
                   for name in ("data", "config", "state", "cache")}
        for folder in folders.values():
            os.makedirs(folder, exist_ok=True)
        share = Path(binary).resolve().parents[1] / "share"
        self.environment = {
            **os.environ, **folders, "HOME": home, "GSETTINGS_BACKEND": "keyfile", "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en", "XDG_DATA_DIRS": f"{share}:/usr/local/share:/usr/share",
            "AT_SPI_BUS_ADDRESS": self._accessibility_address(), **(environment or {})}
        self.log = open(log, "ab")
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=self.environment,
            stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True)
        self.address = self.daemon.stdout.readline().strip()
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.address
        flags = Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            self.address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self.connection.set_exit_on_close(False)
        self.pids = set()

    def _accessibility_address(self):
        outer = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        return outer.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                               Gio.DBusCallFlags.NONE, 10000, None).unpack()[0]

    def stop(self):
        if pid := self.owner():
            self.pids.add(pid)
        self.connection.close_sync(None)
        for pid in self.pids:
            Found(pid, self.home).kill()
        self.daemon.kill()
        self.daemon.wait()
        self.daemon.stdout.close()
        self.log.close()

    # Calls

    def call(self, interface, method, arguments, path=PATH, name=NAME, limit=30):
        """Calls the app, which the bus starts if it does not run."""
        answer = self.connection.call_sync(name, path, interface, method, arguments, None,
                                           Gio.DBusCallFlags.NONE, limit * 1000, None)
        return answer.unpack()

    def search(self, method, signature, *arguments):
        answer = self.call(SEARCH, method, GLib.Variant(signature, arguments), PATH + "/SearchProvider")
        return answer[0] if answer else None

    def results(self, *terms):
        return self.search("GetInitialResultSet", "(as)", terms)

    def activate(self):
        self.call("org.freedesktop.Application", "Activate", GLib.Variant("(a{sv})", ({},)))

    def action(self, name, *target):
        targets = [GLib.Variant("s", text) for text in target]
        self.call("org.freedesktop.Application", "ActivateAction",
                  GLib.Variant("(sava{sv})", (name, targets, {})))

    def is_enabled(self, action):
        return self.call("org.gtk.Actions", "Describe", GLib.Variant("(s)", (action,)))[0][0]

    def owner(self):
        """The process that has the app's name; None where there is none."""
        try:
            pid = self.call("org.freedesktop.DBus", "GetConnectionUnixProcessID", GLib.Variant("(s)", (NAME,)),
                            "/org/freedesktop/DBus", "org.freedesktop.DBus")[0]
        except GLib.Error:
            return None
        self.pids.add(pid)
        return pid

    def activation_environment(self, **variables):
        """What the bus gives to the programs that it starts from now on."""
        self.call("org.freedesktop.DBus", "UpdateActivationEnvironment", GLib.Variant("(a{ss})", (variables,)),
                  "/org/freedesktop/DBus", "org.freedesktop.DBus")

    def start_service(self):
        """Starts the app without a window, as the bus does for whoever asks."""
        self.call("org.freedesktop.DBus", "StartServiceByName", GLib.Variant("(su)", (NAME, 0)),
                  "/org/freedesktop/DBus", "org.freedesktop.DBus")
        return Found(eventually(self.owner, "the app is on the bus"), self.home)

    # The app

    def app(self):
        """The app's window, once it is there."""
        pid = eventually(self.owner, "the app is on the bus")
        return Activated(pid, self.home).wait_for_main()

    def start(self, *arguments):
        """Starts the program as a person at a terminal would."""
        return subprocess.Popen([self.binary, *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=self.log, stderr=self.log, start_new_session=True)
