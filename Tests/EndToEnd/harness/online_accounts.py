"""The real GNOME Online Accounts on the session bus, with an account of a test; its password is in the test's keyring."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from gi.repository import Gio, GLib

from .caldav import USER
from .waiting import eventually

NAME = "org.gnome.OnlineAccounts"
ID = "account_1700000000_0"
PROGRAMS = ("/usr/libexec/goa-daemon", "/usr/lib/goa-daemon", "/usr/lib/gnome-online-accounts/goa-daemon")


def program():
    return next((path for path in PROGRAMS if os.path.exists(path)), "")


def missing():
    """Why it is not here; empty where it is."""
    return "" if program() else "gnome-online-accounts is not installed"


class OnlineAccounts:
    """A Nextcloud account in GNOME's settings, whose password is kept in a keyring."""

    def __init__(self, keyring, url, password):
        self.keyring = keyring
        self.set_password(password)
        self.folder = tempfile.mkdtemp(prefix="optimist-goa-")
        config = Path(self.folder, "goa-1.0")
        config.mkdir()
        Path(config, "accounts.conf").write_text(
            f"[Account {ID}]\nProvider=owncloud\nIdentity={USER}\nPresentationIdentity={USER}@home\nUri={url}\n"
            f"CalDavUri={url}remote.php/caldav/\nCalendarEnabled=true\nContactsEnabled=false\nFilesEnabled=false\n"
            "AcceptSslErrors=false\n", encoding="utf-8")
        # It takes the place of one that a window has started.
        self.process = subprocess.Popen(
            [program(), "--replace"], env={**keyring.environment, "XDG_CONFIG_HOME": self.folder},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(self._is_on_the_bus, "the online accounts are on the bus")

    def set_password(self, password):
        """As the user does in the settings."""
        quoted = GLib.Variant("a{sv}", {"password": GLib.Variant("s", password)}).print_(True)
        subprocess.run(
            ["secret-tool", "store", "--label", "online account", "xdg:schema", NAME, "goa-identity",
             f"owncloud:gen0:{ID}"], input=quoted, env=self.keyring.environment, text=True, check=True, timeout=30)

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _is_on_the_bus(self):
        try:
            answer = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, -1, None)
        except GLib.Error as error:
            if Gio.DBusError.get_remote_error(error) != "org.freedesktop.DBus.Error.NameHasNoOwner":
                raise
            return False
        return answer.unpack()[0] == self.process.pid
