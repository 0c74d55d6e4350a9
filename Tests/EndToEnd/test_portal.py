"""Starting at login from a sandbox: the desktop's own Background portal, and its notifications, in GNOME Shell."""

import os
import re
import select
import socket
import subprocess
import threading
from pathlib import Path

from harness import portal
from harness.case import EndToEndTest, Options
from harness.portal import SERVICE, PortalSession
from harness.session_bus import NAME, Found, SessionBus
from harness.waiting import eventually

import test_reminders

COMMAND = ["flatpak", "run", "--command=optimist", NAME, "--gapplication-service"]


class PortalTests(test_reminders.ReminderCase):
    missing = staticmethod(portal.missing)
    session_kind = PortalSession
    # Also portals that miss sound servers and what else is not here.
    expected_complaints = test_reminders.ReminderCase.expected_complaints + r"|^(\*\* )?\(\S*xdg-desktop-portal"

    # Parts

    def start(self):
        """Starts the app with a to-do that waits, which has it ask about the login."""
        self.add("Later", 3600)
        started = self.session.start()
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        return self.session.app()

    def wait_switch(self, app, is_on):
        """Waits until the switch in the preferences is on or off; returns it."""
        def right():
            found = app.find("check box", "Start at login", within="Preferences")
            return found if found and found.has("checked") == is_on else None
        return eventually(right, f"the switch is {'on' if is_on else 'off'}")

    def toggle(self, app):
        """Turns the switch over by its key."""
        frame = app.wait_frame("Preferences")
        eventually(lambda: app.focus_of(frame), "the preferences have the focus")
        # The compositor may still give its keys to a window that has just closed.
        eventually(lambda: self.session.focused_window() == "Preferences", "the compositor knows that")
        self.session.key("Alt_L", "l")

    # Tests

    def test_times_are_written_as_on_the_desktop(self):
        self.add("Call Ann", 3600)
        started = self.session.start()
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        app = self.session.app()
        half = r"\d (AM|PM)$"
        app.wait_row("Call Ann", lambda row: row.time and not re.search(half, row.time))
        for clock, is_half in [("12h", True), ("24h", False)]:
            self.session.set("org.gnome.desktop.interface", "clock-format", clock)
            app.wait_row("Call Ann", lambda row, is_half=is_half: bool(re.search(half, row.time or "")) == is_half)

    def test_what_the_desktop_allows_starts_at_login_and_rings(self):
        app = self.start()
        app.wait("push button", "Start at Login").press()
        eventually(lambda: self.session.entry() == COMMAND, "the entry for the next login")
        self.session.action("quit")
        eventually(lambda: not self.session.run("global.get_window_actors().length"), "the window is closed")
        service = eventually(lambda: self.session.owner(), "a service waits")
        self.assertTrue(os.path.exists(f"/proc/{service}/root/.flatpak-info"), "it waits in its sandbox")
        os.kill(service, 15)
        eventually(lambda: self.session.owner() is None, "the session ends it")
        # The next login, as the desktop starts it.
        login = subprocess.Popen([self.session.flatpak, *self.session.entry()[1:]], env=self.session.environment,
                                 stdout=self.session.log, stderr=self.session.log)
        self.addCleanup(login.wait)
        eventually(self.session.owner, "it is started")
        self.addCleanup(lambda: Found(self.session.owner(), self.home).kill())
        self.add("Call Ann", 1)
        (notice,) = self.session.wait_notifications("Call Ann")
        self.assertEqual(notice["buttons"], ["Done", "Snooze 10 Minutes"])
        self.no_window()
        self.session.press("Call Ann", "Snooze 10 Minutes")
        self.session.wait_notifications()
        eventually(lambda: sorted(row["isSnooze"] for row in self.waiting()) == [0, 1], "it rings again later")

    def test_what_the_desktop_refuses_is_off_and_said(self):
        self.session.permit("ask")
        app = self.start()
        app.wait("push button", "Start at Login").press()
        title, text, (refuse, allow) = self.session.wait_question()
        self.assertEqual((title, text), ("Allow Optimist to run in the background?",
                                         "Reminders ring also when no window is open."))
        self.session.picture(Options.output / "portal-question.png")
        self.session.answer(refuse)
        app.wait_frame("Optimist Is Not Started at Login")
        self.session.picture(Options.output / "portal-refused.png")
        self.assertIsNone(self.session.entry())
        app.wait("push button", "Close", within="Optimist Is Not Started at Login").press()
        # The switch asks again; it stands where the user has put it until they have answered.
        self.session.action("preferences")
        self.toggle(app)
        self.session.wait_question()
        self.wait_switch(app, True)
        self.session.answer(allow)
        eventually(lambda: self.session.entry() == COMMAND, "the entry for the next login")
        self.toggle(app)
        self.session.wait_question()
        self.session.permit("no")
        self.session.answer(allow)
        eventually(lambda: self.session.entry() is None, "the entry is gone")
        # From now on the desktop refuses without a question, whoever tries again.
        for _ in range(2):
            self.toggle(app)
            app.wait("label", re.compile("^The desktop does not allow it"), within="Preferences")
            self.wait_switch(app, False)
        self.session.picture(Options.output / "portal-switch.png")
        self.assertIsNone(self.session.entry())


class HastyProxy(threading.Thread):
    """Stands before a bus as flatpak's proxy does, and like that one takes what it has not passed on yet with it when
    the program that sent it ends."""

    def __init__(self, bus, path):
        super().__init__()
        self.bus = bus.address.partition("unix:path=")[2].partition(",")[0]
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.address = f"unix:path={path}"

    def run(self):
        program, _ = self.listener.accept()
        with program, socket.socket(socket.AF_UNIX) as bus:
            bus.connect(self.bus)
            while True:
                readable, _, _ = select.select([program, bus], [], [])
                if program in readable:
                    data = program.recv(65536)
                    ends = select.poll()
                    ends.register(program, select.POLLRDHUP)
                    # Nobody who waits for an answer ends meanwhile.
                    if not data or ends.poll(300):
                        return
                    bus.sendall(data)
                if bus in readable:
                    program.sendall(bus.recv(65536))


class ProxyTests(EndToEndTest):
    def test_what_a_command_asks_of_the_bus_arrives(self):
        started = Path(self.home) / "started"
        services = Path(self.home) / "data/dbus-1/services"
        services.mkdir(parents=True)
        (services / f"{NAME}.service").write_text(SERVICE.format(NAME, f"/bin/touch {started}"))
        bus = SessionBus(Options.binary, self.home, str(self.log))
        self.addCleanup(bus.stop)
        proxy = HastyProxy(bus, Path(self.home) / "proxy")
        proxy.start()
        self.addCleanup(proxy.join)
        subprocess.run([Options.binary, "add", "Milk in 3 hours"], check=True, capture_output=True, timeout=60,
                       env={**bus.environment, "DBUS_SESSION_BUS_ADDRESS": proxy.address})
        eventually(started.exists, "the command starts the service")
