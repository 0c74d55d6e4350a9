"""When the disk fails: full, read-only, damaged."""

import os
import re
import shutil
import sqlite3

from harness import disk
from harness.case import EndToEndTest
from harness.database import Database
from harness.process import data_folder
from harness.waiting import eventually


class FailingDiskTests(EndToEndTest):
    def small_disk(self, megabytes):
        folder = self.new_home()
        if reason := disk.refusal(folder):
            self.skipTest(f"nothing can be mounted here: {reason}")
        small = disk.SmallDisk(data_folder(self.home), megabytes)
        self.addCleanup(small.unmount)
        return small

    def test_full_disk(self):
        small = self.small_disk(4)
        app = self.launch()
        app.new_list("Home")
        app.add("kept")
        small.fill()
        # What still fits into the pages at hand is taken; sooner or later one is refused.
        text, alert, taken = "", "", ["kept"]
        stored = Database(self.database_path)
        for number in range(60):
            text = f"number {number}"
            alert = f"“{text}” Was Not Saved"
            app.key("ctrl+n")
            app.type(text)
            app.key("Return")
            eventually(lambda: app.frame(alert) or stored.todo(text), "taken or refused")
            if app.frame(alert):
                break
            taken.append(text)
        app.wait_frame(alert)
        app.wait("label", "The disk is full. Free some space, then try again.", within=alert)
        self.assertEqual(app.titles(), (taken, []))
        self.picture("disk-full")
        app.press("Close", within=alert)
        app.wait_no_frame(alert)
        eventually(lambda: app.entry().text == text, "the text is back in the entry")
        self.assertEqual(app.titles(), (taken, []))
        app.type("!")  # goes on behind it and does not replace it
        text += "!"
        eventually(lambda: app.entry().text == text, lambda: f"the entry says {text!r}: {app.entry().text!r}")
        small.free()
        app.key("Return")
        app.wait_titles(taken + [text])
        app.process.kill()
        app = self.launch()
        app.wait_titles(taken + [text])

    def test_read_only_folder_at_start(self):
        small = self.small_disk(4)
        app = self.launch()
        app.new_list("Home")
        app.add("kept")
        app.close()
        small.set_read_only(True)
        app = self.launch(wait=False).wait_for_window()
        app.wait_frame("Your To-Dos Cannot Be Opened")
        text = " ".join(label.seen_name for label in app.frames[0].all("label"))
        self.assertRegex(text, "permissions|written to")
        app.press("Try Again", within="Your To-Dos Cannot Be Opened")  # in vain
        app.wait_frame("Your To-Dos Cannot Be Opened")
        small.set_read_only(False)

        def opened():
            if button := app.find("push button", "Try Again"):
                app.click(button)
            return app.frame("Optimist")
        eventually(opened, "the window opens")
        app.wait_titles(["kept"])


class DamageTests(EndToEndTest):
    TITLE = "Your To-Dos Are Damaged"

    def fill(self, *titles):
        """A database with to-dos, closed, without any backup."""
        app = self.launch()
        app.new_list("Home")
        app.add(*titles)
        app.close()
        shutil.rmtree(f"{self.data_folder}/backups", ignore_errors=True)

    def recover(self):
        app = self.launch(wait=False).wait_for_window()
        alert = app.wait_frame(self.TITLE)
        return app, " ".join(label.seen_name for label in alert.all("label"))

    def set_aside(self):
        return sorted(name for name in os.listdir(self.data_folder)
                      if re.fullmatch(r"optimist\.sqlite\.damaged-\d{4}-\d\d-\d\d-\d{6}", name))

    def garbage(self):
        content = b"This is no database. " * 1000
        with open(self.database_path, "wb") as file:
            file.write(content)
        return content

    def read(self, path=None):
        with open(path or self.database_path, "rb") as file:
            return file.read()

    def test_quit_leaves_the_file_alone(self):
        self.fill("one")
        content = self.garbage()
        app, text = self.recover()
        self.assertIn("There is no backup.", text)
        self.assertIsNone(app.find("push button", "Restore Backup"))
        self.picture("damaged")
        app.press("Quit", within=self.TITLE)
        app.process.wait()
        self.assertEqual(self.read(), content)
        app, _ = self.recover()
        app.key("Escape")
        app.process.wait()
        self.assertEqual(self.read(), content)
        self.assertEqual(self.set_aside(), [])

    def test_start_empty_keeps_the_file_aside(self):
        self.fill("one")
        content = self.garbage()
        app, _ = self.recover()
        app.press("Start Empty", within=self.TITLE)
        app.wait_frame("Optimist")
        app.wait_footer("")
        kept, = self.set_aside()
        self.assertEqual(self.read(f"{self.data_folder}/{kept}"), content)
        app.new_list("Fresh")
        app.add("works")
        app.close()
        app = self.launch()
        app.wait_titles(["works"])

    def test_backup_is_restored(self):
        self.fill("one", "two")
        app = self.launch()  # a start without a backup makes one
        eventually(lambda: [name for name in os.listdir(f"{self.data_folder}/backups")
                            if name.endswith(".sqlite")] if os.path.isdir(f"{self.data_folder}/backups") else [],
                   "a backup is made")
        app.close()
        content = self.garbage()
        app, text = self.recover()
        self.assertIn("Choose a backup to restore.", text)
        self.assertRegex(text, r"\w+ \d+, \d{4}, \d\d:\d\d: 2 to-dos")
        app.press("Restore Backup", within=self.TITLE)
        app.wait_frame("Optimist")
        app.wait_titles(["one", "two"])
        kept, = self.set_aside()
        self.assertEqual(self.read(f"{self.data_folder}/{kept}"), content)
        app.add("three")
        app.close()
        self.assertEqual(Database(self.database_path).contents(), ["one", "two", "three"])

    def test_an_older_backup_is_chosen(self):
        self.fill("one")
        backups = f"{self.data_folder}/backups"
        os.makedirs(backups, exist_ok=True)
        with open(f"{backups}/optimist-1900000000000.sqlite", "wb") as file:
            file.write(b"garbage" * 2000)
        connection = sqlite3.connect(self.database_path)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for moment, title in [(1800000000000, "newer"), (1700000000000, "older")]:
            with connection:
                connection.execute("UPDATE todo SET content = ?", (title,))
            with sqlite3.connect(f"{backups}/optimist-{moment}.sqlite") as copy:
                connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            copy.close()
        connection.close()
        self.garbage()
        app, _ = self.recover()
        alert = app.wait_frame(self.TITLE)
        buttons = alert.all("radio button") or alert.all("check box")
        self.assertEqual([bool(re.search(": 1 to-do$", button.name)) for button in buttons], [False, True, True])
        self.assertIn("damaged", buttons[0].name)
        self.picture("backups")
        app.click(buttons[2])
        app.press("Restore Backup", within=self.TITLE)
        app.wait_frame("Optimist")
        app.wait_titles(["older"])

    def test_a_truncated_file_is_not_taken_for_an_empty_one(self):
        self.fill("one", "two")
        connection = sqlite3.connect(self.database_path)
        with connection:
            connection.executemany(
                "INSERT INTO todo (id, account, listID, content, notes, dueDay, reminders, priority, isDone,"
                " completedAt, position, createdAt, modifiedAt) SELECT ?, account, listID, ?, notes, dueDay, reminders, priority, isDone,"
                " completedAt, position || ?, createdAt, modifiedAt FROM todo WHERE content = 'one'",
                [(f"id{number}", f"task {number}", number) for number in range(2000)])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        size = os.path.getsize(self.database_path)
        whole = self.read()
        for part in [size // 2, 4096 * 3, 100, 0]:
            with self.subTest(bytes=part):
                with open(self.database_path, "wb") as file:
                    file.write(whole[:part])
                app = self.launch(wait=False).wait_for_window()
                eventually(lambda: app.frame(self.TITLE) or (app.frame("Optimist") and
                           app.find("label", "No To-Dos") and app.is_painted(app.find("label", "No To-Dos"))),
                           "the damage is told, or an empty list")
                app.wait_frame(self.TITLE)
                app.process.kill()
                self.assertEqual(self.read()[:part], whole[:part])
