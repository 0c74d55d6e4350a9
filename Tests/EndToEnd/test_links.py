"""Links of a to-do: what is safe is opened by a click and by keys; what is not is opened by nothing."""

import contextlib
import re
import sqlite3
from pathlib import Path

from harness import xdotool
from harness.login_flow import Browser
from harness.waiting import eventually
from test_commands import CommandTest

SAFE = "https://example.org/a?b=c&d"
MAIL = "mailto:ann@example.org"
LAST = "http://example.org/last"
#: What starts programs, or names files of the computer. Something here would open each of them.
UNSAFE = ["javascript:alert(1)", "file://{file}", "data:text/html,hello", "ftp://example.org/a", "smb://example.org/a",
          "tel:110", "custom:run"]
TYPES = ["text/plain", "text/html", "application/x-shellscript",
         *(f"x-scheme-handler/{scheme}" for scheme in
           ("http", "https", "mailto", "javascript", "file", "data", "ftp", "smb", "tel", "custom"))]


class LinkTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.browser = Browser(self.home, TYPES, fetches=False)
        file = Path(self.home) / "letter.txt"
        file.write_text("hello\n")
        self.unsafe = [link.format(file=file) for link in UNSAFE]

    def wait_opened(self, *addresses):
        eventually(lambda: self.browser.opened == list(addresses),
                   lambda: f"opened {addresses}, but it was {self.browser.opened}")


class NotesTests(LinkTest):
    def notes(self):
        """The notes in the details; each line is a link of its own."""
        self.lines = [SAFE, *self.unsafe, MAIL, LAST]
        self.run_well("add", "letter", "--notes", "\n".join(self.lines))
        app = self.launch()
        app.resize(1100, 880)
        app.wait_titles(["letter"])
        app.open_details("letter")
        notes = app.wait("text", "Notes", within="Details")
        self.assertEqual(notes.text, "\n".join(self.lines))
        return app, notes

    def test_a_click_opens_what_is_safe(self):
        app, notes = self.notes()
        x, y, _, height = app.place(notes)
        line = height / len(self.lines)
        for number in range(len(self.lines)):
            if number == len(self.lines) - 1:
                # Programs that are started one after the other may tell in another order.
                self.wait_opened(SAFE, MAIL)
            xdotool.click(x + 30, y + line * (number + 0.5))
        self.wait_opened(SAFE, MAIL, LAST)
        self.assertEqual(notes.text, "\n".join(self.lines))

    def test_ctrl_enter_opens_what_is_safe(self):
        app, notes = self.notes()
        for _ in range(60):
            if notes.has("focused"):
                break
            app.key("Tab")
        app.key("ctrl+Home", "ctrl+Return")
        self.wait_opened(SAFE)
        app.key(*["Down", "ctrl+Return"] * (len(self.lines) - 2))
        # Programs that are started one after the other may tell in another order.
        self.wait_opened(SAFE, MAIL)
        app.key("Down", "ctrl+Return")
        self.wait_opened(SAFE, MAIL, LAST)
        # Beside a link it is no new line either.
        self.assertEqual(notes.text, "\n".join(self.lines))
        app.key("ctrl+Home", "Return", "Up")
        app.key("ctrl+Return")
        app.type("x")
        eventually(lambda: notes.text == "\n".join(["x", *self.lines]), lambda: f"one line more: {notes.text!r}")
        self.wait_opened(SAFE, MAIL, LAST)

    def test_what_cannot_be_opened_is_told(self):
        (Path(self.home) / "config/mimeapps.list").unlink()
        (Path(self.home) / "data/applications/browser.desktop").unlink()
        app, notes = self.notes()
        x, y, _, height = app.place(notes)
        # The desktop of whoever runs the tests has something for pages perhaps, but nothing for letters.
        xdotool.click(x + 30, y + height / len(self.lines) * (len(self.lines) - 1.5))
        app.wait("label", re.compile(f"^“{MAIL}” cannot be opened: "))


class LinkRowTests(LinkTest):
    def keep(self, link):
        """What a server may have sent."""
        with contextlib.closing(sqlite3.connect(self.database_path, timeout=30)) as connection, connection:
            connection.execute("UPDATE todo SET url = ?", (link,))

    def test_the_button_opens_what_is_safe(self):
        self.run_well("add", "letter")
        for link in [*self.unsafe[:4], SAFE]:
            self.keep(link)
            app = self.launch()
            app.wait_titles(["letter"])
            app.resize(1100, 880)
            app.open_details("letter")
            if link == SAFE:
                app.press("Open Link", within="Details")
                self.wait_opened(SAFE)
            else:
                app.wait("text", "Title", within="Details")
                self.assertIsNone(app.find("push button", "Open Link", within="Details"), link)
            app.close()

    def typing_a_link(self):
        """The app with the focus where the link of a to-do is typed."""
        self.run_well("add", "letter")
        app = self.launch()
        app.resize(1100, 880)
        app.open_details("letter")
        entry = app.wait("text", "Link", within="Details")
        app.click(entry)
        return app, entry

    def test_a_host_becomes_a_link(self):
        app, entry = self.typing_a_link()
        app.type("example.org/last")
        app.click(app.wait("text", "Notes", within="Details"))
        app.press("Open Link", within="Details")
        self.wait_opened("https://example.org/last")
        self.assertEqual(entry.text, "https://example.org/last")

    def test_the_button_goes_while_something_unsafe_is_typed(self):
        app, entry = self.typing_a_link()
        for link in [SAFE, self.unsafe[0], LAST, self.unsafe[1], MAIL]:
            app.key("ctrl+a")
            app.type(link)
            if link in self.unsafe:
                app.wait_gone("push button", "Open Link")
            else:
                app.wait("push button", "Open Link", within="Details")
        app.press("Open Link", within="Details")
        self.wait_opened(MAIL)
