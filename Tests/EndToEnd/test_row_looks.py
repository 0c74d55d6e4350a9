"""Rows in every light: nothing is cut that matters, and pictures to be seen by people."""

import contextlib
import datetime
import sqlite3
from pathlib import Path

from harness import dates, screenshot
from harness.case import EndToEndTest
from harness.waiting import eventually, steady
from test_commands import CommandTest

DAY = datetime.timedelta(days=1)
COLORS = ["blue", "green", "yellow", "orange", "red", "purple", "brown", "grey"]


class RowLooksTest(CommandTest):
    def fill(self):
        # The window has the one button of a GNOME desktop: letters of twice the size leave no room for three.
        settings = Path(self.home) / "config/gtk-4.0/settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[Settings]\ngtk-decoration-layout=:close\n")
        today = dates.today()
        self.run_well("add", "Pay the rent", "--due", f"{(today - DAY).isoformat()}T17:30", "--tag", "household",
                      "--repeat", "every month", "--notes", "n")
        self.run_well("add", "Book a train to the mountains", "--due", f"{(today + DAY).isoformat()}T08:15",
                      "--remind", "1d", "--tag", "travel", "--tag", "family", "--tag", "mountains", "--tag", "winter")
        self.run_doubtful("“Renew the passport” starts after it is due.", "add", "Renew the passport",
                          "--due", today.isoformat(), "--start", (today + 2 * DAY).isoformat(), "--priority", "high")
        self.run_well("add", "Read a book")
        self.run_well("add", "Buy milk", "--tag", "shop")
        self.run_well("done", self.id_of("Buy milk"))


class NarrowTests(RowLooksTest):
    def test_what_stands_below_a_title_takes_more_lines(self):
        """360 pixels and letters of twice the size: what does not fit on one line goes on the next."""
        self.fill()
        (Path(self.home) / ".Xdefaults").write_text("Xft.dpi: 192\n")
        app = self.launch()
        app.resize(900, 640)
        app.open("To-Do")
        app.resize(360, 640)
        app.show_page("To-Do")
        app.wait_row("Pay the rent", lambda row: row.is_overdue)
        # The due date alone takes two lines, and the tags two more.
        self.assertGreater(app.row("Pay the rent").node.extents[3], app.row("Read a book").node.extents[3] * 2)
        for title, texts in [
                ("Pay the rent", ["Overdue", "Yesterday, 17:30"]),
                ("Book a train to the mountains", ["Tomorrow, 08:15"])]:
            node = app.row(title).node
            x, _, width, _ = node.extents
            for text in texts:
                label = eventually(lambda: next((found for found in node.walk() if found.seen_name == text), None),
                                   f"{text} stands in the row {title}")
                left, _, size, _ = label.extents
                self.assertGreaterEqual(left, x)
                self.assertLessEqual(left + size, x + width)
        self.picture("narrow-large")


class PictureTests(RowLooksTest):
    """Looked at before each release; what can be measured is measured elsewhere."""

    def test_pictures(self):
        self.fill()
        for name, environment, large in [
                ("light", {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"}, False),
                ("dark", {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}, False),
                ("contrast", {"ADW_DEBUG_COLOR_SCHEME": "prefer-light", "ADW_DEBUG_HIGH_CONTRAST": "1"}, False),
                ("contrast-dark", {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "ADW_DEBUG_HIGH_CONTRAST": "1"}, False),
                ("large", {}, True),
                ("korean", {"LANGUAGE": "ko"}, False),
                ("japanese", {"LANGUAGE": "ja"}, False),
                # No translation of ours, but the toolkit's direction.
                ("hebrew", {"LANGUAGE": "he"}, False)]:
            with self.subTest(name):
                (Path(self.home) / ".Xdefaults").write_text(f"Xft.dpi: {192 if large else 96}\n")
                app = self.launch(environment=environment, wait=False).wait_for_window()
                app.resize(900, 640)
                self.settled(app)
                self.picture(f"rows-{name}")
                app.resize(360, 640)
                self.settled(app)
                # Before libadwaita 1.4 the main list fills a narrow window until a place is chosen.
                place = next((node for node in app.frame("Optimist").all("list item") if node.has("selected")), None)
                if place:
                    app.click(place)
                    self.settled(app)
                self.picture(f"rows-{name}-narrow")
                app.close()

    def settled(self, app):
        steady(lambda: screenshot.pixels((0, 110, 360, 500)), "the picture stands still", times=5)


class ListColorTests(EndToEndTest):
    def test_colors_can_be_seen(self):
        """3 : 1 on every background, in the main list and on check boxes (WCAG 2, 1.4.11)."""
        home = self.home
        app = self.launch(home=home)
        for color in COLORS:
            app.new_list(color)
            app.wait_page(color)
        app.add("open", "done")
        app.tick("done")
        app.wait_titles(["open"], ["done"])
        app.close()
        with contextlib.closing(sqlite3.connect(app.database.path)) as database, database:
            database.executemany("UPDATE list SET colour = ?1 WHERE name = ?1", [(color,) for color in COLORS])
        for scheme in ["light", "dark"]:
            for contrast in ["0", "1"]:
                with self.subTest(scheme=scheme, high_contrast=contrast):
                    app = self.launch(home=home, environment={
                        "ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}", "ADW_DEBUG_HIGH_CONTRAST": contrast})
                    app.wait_titles(["open"], ["done"])
                    self.picture(f"colors-{scheme}-{contrast}")
                    screen = screenshot.Screen()
                    found = {}
                    for color in COLORS:
                        x, y, _, height = app.place(app.place_row(color))
                        found[color] = screen.contrast((x + 4, y + height // 2 - 9, 30, 18))
                    for title in ["open", "done"]:
                        found[title] = screen.contrast(app.place(app.row(title).node.find("check box")))
                    self.assertEqual({name: value for name, value in found.items() if value < 3}, {})
                    app.close()
