"""Reminders in a GNOME session: the banner, its buttons, and the app without a window."""

import datetime
import os
import sqlite3
import subprocess
from pathlib import Path

from gi.repository import Gio
from harness import gnome
from harness.case import EndToEndTest, Options
from harness.database import Database
from harness.gnome import GnomeSession
from harness.waiting import eventually


class ReminderCase(EndToEndTest):
    """Tests in a GNOME session in which something rings."""

    missing = staticmethod(gnome.missing)
    session_kind = GnomeSession
    # Servers of the desktop that miss others of its servers.
    expected_complaints = r"^\((gnome-shell|gjs|at-spi|dconf|gvfs)"

    def setUp(self):
        super().setUp()
        if reason := self.missing():
            self.skipTest(reason)
        share = Path(Options.binary).resolve().parents[1] / "share"
        if not list(share.glob("dbus-1/services/*.service")):
            self.skipTest("the program is not installed with its service file")
        self.session = self.session_kind(Options.binary, self.home, str(self.log))
        self.addCleanup(self.session.stop)
        self.database = Database(self.database_path)

    # Parts

    def command(self, *arguments, **environment):
        subprocess.run([Options.binary, *arguments], env={**self.session.environment, **environment}, check=True,
                       capture_output=True, timeout=60)

    def add(self, title, seconds):
        """Adds a to-do that is due so many seconds from now, and rings then."""
        # Without a bus it starts no service.
        self.command("add", title, DBUS_SESSION_BUS_ADDRESS="")
        due = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(
            seconds=seconds)
        connection = sqlite3.connect(self.database_path, timeout=10)
        with connection:
            (todo,) = connection.execute("SELECT id FROM todo WHERE content = ?", (title,)).fetchone()
            connection.execute("UPDATE todo SET dueDay = ?, dueTime = ?, dueZone = 'UTC' WHERE id = ?",
                               (f"{due:%Y-%m-%d}", f"{due:%H:%M:%S}", todo))
            connection.execute(
                "INSERT INTO ringing (todo, reminder, isSnooze, kind, at, shift, notBefore)"
                " VALUES (?, 'DUE PT0S', 0, 0, ?, 0, 0)", (todo, int(due.timestamp()) * 1000))
        connection.close()
        return todo

    def prefer(self, key, value):
        """Writes a preference for what is started from now on."""
        path = Path(self.home) / "config/glib-2.0/settings/keyfile"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"[io/github/optimist_todo/Optimist]\n{key}={value}\n")

    def waiting(self):
        return self.database.rows("SELECT * FROM ringing")

    def no_window(self):
        # One that was closed stays for a moment, while it fades.
        eventually(lambda: self.session.run("global.get_window_actors().length") == 0, "no window")


class ReminderTests(ReminderCase):
    def test_the_banner_and_its_buttons(self):
        service = self.session.start_service()
        self.add("Call Ann", 2)
        (notice,) = self.session.wait_notifications("Call Ann")
        self.assertEqual(notice["buttons"], ["Done", "Snooze 10 Minutes"])
        self.assertRegex(notice["body"], r"^\d\d:\d\d · To-Do$")
        eventually(lambda: self.session.banner() == "Call Ann", "the banner is on the screen")
        self.session.expand_banner()
        self.session.picture(Options.output / "reminder.png")
        self.no_window()
        self.session.press("Call Ann", "Snooze 10 Minutes")
        # The shell takes the notification away by itself, perhaps before the program has heard of the button.
        self.session.wait_notifications()
        eventually(lambda: self.database.todo("Call Ann")["snoozes"], "it is snoozed")
        self.assertEqual([row["isSnooze"] for row in self.waiting()], [1])
        self.add("Buy milk", 1)
        self.session.wait_notifications("Buy milk")
        self.session.press("Buy milk", "Done")
        self.session.wait_notifications()
        eventually(lambda: self.database.todo("Buy milk")["isDone"], "it is done")
        self.assertEqual(self.session.owner(), service.pid, "it waits for the snoozed one")
        self.no_window()

    def snooze(self, label):
        """Snoozes what rings by its button; returns when that was and when it rings again, as the file has it."""
        self.session.start_service()
        self.add("Call Ann", 1)
        (notice,) = self.session.wait_notifications("Call Ann")
        self.assertEqual(notice["buttons"], ["Done", label])
        before = datetime.datetime.now()
        self.session.press("Call Ann", label)
        self.session.wait_notifications()
        row, = eventually(lambda: [row for row in self.waiting() if row["isSnooze"]], "it rings again later")
        self.assertTrue(self.database.todo("Call Ann")["snoozes"], "the to-do says so too")
        self.assertFalse(self.database.todo("Call Ann")["isDone"])
        return before, datetime.datetime.fromtimestamp(row["at"] / 1000)

    def test_snoozed_for_an_hour(self):
        self.prefer("snooze-length", "'1-hour'")
        pressed, rings = self.snooze("Snooze 1 Hour")
        late = rings - pressed - datetime.timedelta(hours=1)
        self.assertLess(abs(late.total_seconds()), 30)

    def test_snoozed_until_tomorrow(self):
        """At the hour of the day that the preferences name, half past six: what is before five is still yesterday's night."""
        self.prefer("snooze-length", "'tomorrow'\nreminder-time=390")
        pressed, rings = self.snooze("Snooze Until Tomorrow")
        day = pressed.date() + datetime.timedelta(days=0 if pressed.hour < 5 else 1)
        self.assertEqual(rings, datetime.datetime.combine(day, datetime.time(6, 30)))

    def test_a_click_on_several_opens_today(self):
        for number in range(4):
            self.add(f"Missed {number}", -120 + 5 * number)
        self.session.start_service()
        self.session.wait_notifications("4 reminders")
        self.session.press("4 reminders")
        app = self.session.app()
        app.wait_page("Today")
        self.assertTrue(app.place_row("Today").has("selected"))
        self.session.wait_notifications()

    def test_a_click_on_several_turns_an_open_window_to_today(self):
        for number in range(4):
            self.add(f"Missed {number}", -120 + 5 * number)
        self.session.start_service()
        self.session.wait_notifications("4 reminders")
        self.session.activate()
        app = self.session.app()
        app.wait_page("To-Do")
        self.session.press("4 reminders")
        app.wait_page("Today")
        eventually(lambda: app.place_row("Today").has("selected"), "the main list says so too")

    def test_several_say_how_many_are_left(self):
        ids = [self.add(f"Missed {number}", -120 + 5 * number) for number in range(4)]
        self.session.start_service()
        self.session.wait_notifications("4 reminders")
        self.command("done", ids[0])
        (notice,) = self.session.wait_notifications("3 reminders")
        self.assertEqual(notice["body"].splitlines(), ["Missed 1", "Missed 2", "Missed 3"])
        self.command("done", ids[1], ids[2])
        (notice,) = self.session.wait_notifications("Missed 3")
        self.assertEqual(notice["buttons"], ["Done", "Snooze 10 Minutes"])
        self.assertNotIn(self.session.banner(), ["3 reminders", "Missed 3"], "it does not ring again")
        self.session.press("Missed 3", "Done")
        self.session.wait_notifications()
        eventually(lambda: self.database.todo("Missed 3")["isDone"], "it is done")

    def test_a_click_opens_the_to_do(self):
        self.session.start_service()
        self.add("Call Ann", 1)
        self.session.wait_notifications("Call Ann")
        self.session.press("Call Ann")
        app = self.session.app()
        app.wait_row("Call Ann")
        app.wait("text", "Title", within="Details")

    def test_what_is_done_in_a_terminal_is_taken_away(self):
        self.session.start_service()
        first = self.add("Call Ann", 1)
        self.add("Later", 3600)
        self.session.wait_notifications("Call Ann")
        self.command("done", first)
        self.session.wait_notifications()

    def test_without_a_service_buttons_and_commands_start_it(self):
        service = self.session.start_service()
        self.add("Call Ann", 1)
        self.session.wait_notifications("Call Ann")
        service.wait(60)  # nothing waits
        self.assertIsNone(self.session.owner())
        self.session.wait_notifications("Call Ann")
        todo = self.database.todo("Call Ann")["id"]
        self.session.press("Call Ann", "Snooze 10 Minutes")
        self.session.wait_notifications()
        # Newer shells take the banner away before the app has answered.
        eventually(lambda: len(self.waiting()) == 1, "it rings again later")
        self.add("Buy milk", 1)
        self.session.wait_notifications("Buy milk")
        self.command("done", todo)
        os.kill(self.session.owner(), 9)
        eventually(lambda: self.session.owner() is None, "it is gone")
        self.command("done", self.database.todo("Buy milk")["id"])
        self.session.wait_notifications()

    def test_missed_ones_come_at_the_next_start_and_once(self):
        for number in range(4):
            self.add(f"Missed {number}", -120 + 5 * number)
        service = self.session.start_service()
        (notice,) = self.session.wait_notifications("4 reminders")
        self.assertEqual(notice["body"].splitlines(), ["Missed 0", "Missed 1", "Missed 2"])
        self.add("Later", 3600)
        service.kill()
        eventually(lambda: self.session.owner() is None, "it is gone")
        self.session.forget_notifications()
        self.session.start_service()
        self.add("Now", 1)
        self.session.wait_notifications("Now")

    def test_what_rang_while_the_computer_slept_comes_when_it_wakes(self):
        """No computer sleeps here: a library tells the program so, as the kernel does after a resume."""
        library, slept = Path(self.home) / "asleep.so", Path(self.home) / "slept"
        source = Path(__file__).with_name("asleep.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-lpthread"], check=True)
        slept.write_text("0")
        self.session.activation_environment(LD_PRELOAD=str(library), ASLEEP=str(slept))
        service = self.session.start_service()
        for title, hours in [("Call Ann", 1), ("Water plants", 2), ("Later", 30)]:
            self.add(title, hours * 3600)
        slept.write_text(str(3 * 3600))
        self.session.wait_notifications("Call Ann", "Water plants")
        self.assertEqual([row["todo"] for row in self.waiting()], [self.database.todo("Later")["id"]])
        # The next day all that was missed is there, and nothing a second time.
        slept.write_text(str(31 * 3600))
        self.session.wait_notifications("Call Ann", "Later", "Water plants")
        self.assertEqual(self.database.rows("SELECT count(*) AS count FROM rung")[0]["count"], 3)
        self.assertEqual(self.session.owner(), service.pid)

    def test_after_the_window_a_service_waits_and_login_starts_it(self):
        self.add("Later", 3600)
        started = self.session.start()
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        app = self.session.app()
        # Asked once, at the first reminder.
        app.wait("push button", "Start at Login").press()
        entry = Path(self.home) / "config/autostart/io.github.optimist_todo.Optimist.desktop"
        eventually(entry.exists, "the entry for the next login")
        self.session.action("quit")
        started.wait(30)
        service = eventually(lambda: self.session.owner(), "a service waits")
        self.assertNotEqual(service, started.pid)
        self.no_window()
        os.kill(service, 15)
        eventually(lambda: self.session.owner() is None, "the session ends it")
        # The next login, as the desktop starts it.
        self.add("Missed", -60)
        line = Gio.DesktopAppInfo.new_from_filename(str(entry)).get_commandline()
        login = subprocess.Popen(["/bin/sh", "-c", line], env=self.session.environment,
                                 stdout=self.session.log, stderr=self.session.log)
        self.addCleanup(login.wait)
        self.addCleanup(login.kill)
        self.session.wait_notifications("Missed")
        self.no_window()

    def test_a_command_starts_the_service(self):
        self.assertIsNone(self.session.owner())
        self.add("Later", 3600)
        self.command("add", "Something else")
        eventually(self.session.owner, "a service waits")
        self.no_window()

    def test_done_beside_a_window_shows_there(self):
        self.add("Later", 3600)
        started = self.session.start()
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        app = self.session.app()
        app.wait("push button", "Not Now").press()
        self.add("Call Ann", 1)
        self.session.wait_notifications("Call Ann")
        self.session.press("Call Ann", "Done")
        self.session.wait_notifications()
        eventually(lambda: self.database.todo("Call Ann")["isDone"], "it is done")
        app.wait_titles(["Later"], ["Call Ann"])
        self.assertEqual(self.session.owner(), started.pid, "the window has done it")

    def test_what_was_set_elsewhere_rings_without_a_window(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.wait_synced()
        app.close()
        self.add("Later", 3600)
        (home,) = self.emulator.live(self.user, "lists")
        due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=1)
        self.emulator.write(self.user, "todos", "phone", {
            "id": "phone", "listID": home, "content": "From the phone", "date": f"{due:%Y-%m-%d}",
            "dueTime": f"{due:%H:%M:%S}", "dueZone": "UTC", "done": False, "deleted": False})
        self.session.start_service()
        self.session.wait_notifications("From the phone")
        self.no_window()
