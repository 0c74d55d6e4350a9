"""A GNOME session without a screen: GNOME Shell with its notifications, in which the bus can start the app."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from gi.repository import GLib

from .session_bus import Activated, SessionBus
from .waiting import eventually
from .wayland import WaylandOptimist

SYSTEM_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow receive_sender="*" eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>
"""

# Without those of the desktop itself.
SOURCES = "Main.messageTray.getSources().filter(source => source.constructor.name.startsWith('GtkNotification'))"
QUIET = """
Main.messageTray.connect('source-added', (tray, source) => {
  if (!source.constructor.name.startsWith('GtkNotification'))
    source.showNotification = source.addNotification = () => {};
})
"""
NOTIFICATIONS = SOURCES + """.flatMap(source => source.notifications).map(shown => ({
  title: shown.title, body: shown.bannerBodyText ?? shown.body ?? '',
  buttons: shown.actions.map(action => action.label)}))
"""


def missing():
    """Why there can be no session; empty when there can."""
    if not shutil.which("gnome-shell"):
        return "gnome-shell is not installed"
    found = subprocess.run(["/usr/bin/python3", "-c", "import dbusmock"], capture_output=True)
    return "" if found.returncode == 0 else "python3-dbusmock is not installed"


class ShownOptimist(Activated):
    """The app with its window in GNOME Shell, read in the accessibility tree alone."""

    wait_for_window = WaylandOptimist.wait_for_window
    wait_for_main = WaylandOptimist.wait_for_main


class GnomeSession(SessionBus):
    def __init__(self, binary, home, log):
        self.folder = tempfile.mkdtemp(prefix="optimist-gnome-")
        os.chmod(self.folder, 0o700)
        self.processes = []
        self.errors = open(f"{log}.shell.txt", "wb")
        # GNOME Shell takes no notice of an app whose program is not in the path.
        path = f"{Path(binary).resolve().parent}:{os.environ['PATH']}"
        try:
            system = self._start_system_bus()
            super().__init__(binary, home, log, {
                "XDG_RUNTIME_DIR": self.folder, "XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_TYPE": "wayland",
                "XDG_SESSION_ID": "c1", "DBUS_SYSTEM_BUS_ADDRESS": system, "PATH": path,
                "LIBGL_ALWAYS_SOFTWARE": "1", "GSK_RENDERER": "cairo", "GDK_BACKEND": "wayland",
                "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ""})
            self._start_shell()
        except BaseException:
            self.stop()
            raise

    def _start(self, *command, environment):
        self.processes.append(subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=self.errors, stderr=self.errors,
            start_new_session=True))
        return self.processes[-1]

    def _start_system_bus(self):
        """GNOME Shell ends without logind: a bus with a mock of it."""
        settings, socket = Path(self.folder) / "system.conf", f"{self.folder}/system"
        settings.write_text(SYSTEM_BUS.format(socket))
        address = f"unix:path={socket}"
        environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
        self._start("dbus-daemon", f"--config-file={settings}", "--nofork", environment=environment)
        eventually(lambda: os.path.exists(socket), "the system bus")

        def call(name, path, method, *arguments):
            return subprocess.run(
                ["gdbus", "call", "--system", "-d", name, "-o", path, "-m", method, *arguments],
                env=environment, capture_output=True).returncode == 0
        for template in ["logind", "upower"]:
            self._start("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template,
                        environment=environment)
        login = "org.freedesktop.login1", "/org/freedesktop/login1"
        eventually(lambda: call(*login, "org.freedesktop.DBus.Mock.AddSeat", "seat0"), "a mock of logind")
        assert call(*login, "org.freedesktop.DBus.Mock.AddSession", "c1", "seat0", "0", "root", "true")
        eventually(lambda: call("org.freedesktop.UPower", "/org/freedesktop/UPower",
                                "org.freedesktop.DBus.Peer.Ping"), "a mock of UPower")
        return address

    def _start_shell(self):
        own = self._own_environment()
        self.set("org.gnome.desktop.interface", "enable-animations", "false")
        self.set("org.gnome.shell", "welcome-dialog-last-shown-version", "999")
        self.shell = self._start("gnome-shell", "--headless", "--wayland", "--no-x11", "--unsafe-mode",
                                 "--virtual-monitor", "1280x900", environment=own)
        eventually(self._is_ready, "GNOME Shell", 60)
        self._silence()
        eventually(lambda: self.run("!Main.layoutManager._startingUp"), "GNOME Shell has started")
        self.run("Main.overview.hide()")
        eventually(lambda: self.run("!Main.overview.visible"), "the overview is gone")
        eventually(lambda: self.run("Main.messageTray._notificationState === 0"), "no banner")

    def _own_environment(self):
        return {key: value for key, value in self.environment.items() if key not in ("WAYLAND_DISPLAY", "DISPLAY")}

    def set(self, schema, key, value):
        """Changes one of the desktop's settings."""
        subprocess.run(
            ["gsettings", "set", schema, key, value], env=self._own_environment(), check=False, capture_output=True)

    def _is_ready(self):
        if self.shell.poll() is not None:
            raise AssertionError(f"GNOME Shell ended with {self.shell.returncode}")
        try:
            return self.run("1 + 1") == 2
        except GLib.Error:
            return False

    def stop(self):
        if hasattr(self, "connection"):
            super().stop()
        for process in reversed(self.processes):
            # It does not end well in any case.
            process.kill()
            process.wait()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def app(self):
        """The app's window, once it is there."""
        pid = eventually(self.owner, "the app is on the bus")
        return ShownOptimist(pid, self.home).wait_for_main()

    # GNOME Shell

    def run(self, script):
        """What a piece of JavaScript returns in GNOME Shell."""
        works, text = self.call("org.gnome.Shell", "Eval", GLib.Variant("(s)", (script,)), "/org/gnome/Shell",
                                "org.gnome.Shell")
        if not works:
            raise AssertionError(text)
        return json.loads(text) if text else None

    def notifications(self):
        return self.run(NOTIFICATIONS)

    def wait_notifications(self, *titles, limit=30):
        def right():
            shown = self.notifications()
            return shown if sorted(notice["title"] for notice in shown) == sorted(titles) else None
        if not titles:
            eventually(lambda: not self.notifications(), "no notification is left", limit)
            return []
        return eventually(right, lambda: f"{titles} instead of {self.notifications()}", limit)

    def press(self, title, label=None):
        """Presses a button of a notification; without a label clicks it."""
        find = (f"{SOURCES}.flatMap(source => source.notifications)"
                f".find(shown => shown.title === {json.dumps(title)})")
        if label is None:
            return self.run(f"{find}.activate()")
        action = f"{find}.actions.find(action => action.label === {json.dumps(label)})"
        return self.run(f"(action => action.callback ? action.callback() : action.activate())({action})")

    def forget_notifications(self):
        self.run(f"{SOURCES}.forEach(source => source.destroy())")

    def banner(self):
        """The title of the notification on the screen; None where there is none."""
        return self.run("Main.messageTray._banner?.notification.title ?? null")

    def _silence(self):
        """Shows nothing that the desktop itself has to say: that it runs as root, and cannot lock the screen."""
        self.run(QUIET)
        self.run("Main.messageTray.getSources().forEach(source => source.destroy())")

    def expand_banner(self):
        """Shows the banner whole, as the pointer above it does."""
        self.run("Main.messageTray._banner.expand(false)")

    def picture(self, path):
        self.call("org.gnome.Shell.Screenshot", "Screenshot", GLib.Variant("(bbs)", (False, False, str(path))),
                  "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot")
