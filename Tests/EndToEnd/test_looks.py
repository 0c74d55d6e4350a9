"""How it looks: pictures to be seen by people, and the little of them that can be checked."""

from pathlib import Path

from harness import contrast, dates, screenshot
from harness.case import EndToEndTest
from harness.waiting import eventually

LONG = "A rather long to-do that says what is to be done in so many words that it can never stand in a single line"


class LooksTests(EndToEndTest):
    def fill(self, app):
        app.new_list("Home")
        app.add("Buy milk", "Call Ann about the journey", "Water the plants")
        app.tick("Buy milk")
        app.wait_titles(["Call Ann about the journey", "Water the plants"], ["Buy milk"])
        app.star("Water the plants")
        app.wait_row("Water the plants", lambda row: row.is_starred)

    def test_light_and_dark(self):
        brightness = {}
        for scheme in ["light", "dark"]:
            app = self.launch(home=self.new_home(), environment={"ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}"})
            self.fill(app)
            brightness[scheme] = screenshot.brightness()
            self.picture(scheme)
            app.key("ctrl+shift+n")
            app.wait_frame("New To-Do")
            self.settled()
            self.picture(f"{scheme}-edit")
            app.key("Escape")
            app.wait_no_frame("New To-Do")
            app.close()
        self.assertGreater(brightness["light"], brightness["dark"] + 0.2)

    def test_contrast(self):
        """Texts at least 4.5 : 1 and controls 3 : 1, as WCAG 2 asks for (1.4.3, 1.4.11)."""
        for scheme in ["light", "dark"]:
            for high in ["", "1"]:
                with self.subTest(scheme=scheme, high_contrast=bool(high)):
                    app = self.launch(home=self.new_home(), environment={
                        "ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}", "ADW_DEBUG_HIGH_CONTRAST": high or "0"})
                    self.fill(app)
                    app.open("Today")
                    app.add("Go to the dentist")
                    app.open("Home")
                    app.key("ctrl+n")
                    self.check_contrast(app)
                    app.close()

    def check_contrast(self, app):
        found = contrast.measure(app, app.frame("Optimist"))
        self.assertGreater(len(found), 20)
        self.assertEqual(contrast.too_low(found), {})

    def test_long_texts(self):
        app = self.launch()
        app.new_list("A list whose name is longer than the main list is wide")
        app.add(LONG, "x" * 200)
        app.star(LONG)
        app.wait_row(LONG, lambda row: row.is_starred)
        # The star stays within the window.
        for title in [LONG, "x" * 200]:
            x, _, width, _ = app.row(title).node.find("push button").extents
            self.assertLess(x + width, app.frame("Optimist").extents[2])
        self.picture("long-texts")
        app.resize(360, 640)
        app.wait("push button", "Back")
        self.settled()
        self.picture("long-texts-narrow")

    def test_large_text(self):
        # As the desktop's setting for large text does: half as large again.
        (Path(self.home) / ".Xdefaults").write_text("Xft.dpi: 144\n")
        app = self.launch()
        self.fill(app)
        self.assertGreater(app.wait("label", "Water the plants").extents[3], 20, "the text is large")
        self.settled()
        self.picture("large-text")
        app.key("ctrl+shift+n")
        app.wait_frame("New To-Do")
        self.settled()
        self.picture("large-text-edit")

    def test_dialogs_with_large_text(self):
        (Path(self.home) / ".Xdefaults").write_text("Xft.dpi: 192\n")
        app = self.launch()
        app.key("ctrl+shift+l")
        dialog = app.wait_frame("New List")
        eventually(lambda: dialog.extents[2] >= 500, lambda: f"its title has room; it is {dialog.extents[2]} wide")
        self.picture("large-text-new-list")
        app.key("Escape")
        app.wait_no_frame("New List")
        app.key("ctrl+comma")
        dialog = app.wait_frame("Preferences")
        for title, choice in [("Reminders of Days Ring At", "09:00"), ("Button in Notifications", "Snooze 10 Minutes")]:
            def stands_below():
                above, below = (dialog.find("label", text) for text in (title, choice))
                return above and below and below.extents[1] >= above.extents[1] + above.extents[3]
            eventually(stands_below, f"{choice!r} stands below {title!r} and is not cut")
        self.settled()
        self.picture("large-text-preferences")

    def test_the_day_in_a_narrow_window_with_large_text(self):
        (Path(self.home) / ".Xdefaults").write_text("Xft.dpi: 160\n")
        app = self.launch()
        # So wide that the longest day stands in one line.
        app.resize(1200, 640)
        app.open("Today")
        day = app.wait("label", dates.long(dates.today()))
        page = app.wait("label", "Today")
        eventually(lambda: day.extents[3] < 2 * page.extents[3], "the day stands in one line")
        line = day.extents[3]
        app.resize(370, 640)
        app.wait("push button", "Back")
        day = app.wait("label", dates.long(dates.today()))
        eventually(lambda: day.extents[0] + day.extents[2] <= 370, "the day is within the window")
        # There is room for a "Friday, May 1, 2026".
        if len(dates.long(dates.today())) > 22:
            eventually(lambda: day.extents[3] > line, "the day takes more lines than in a wide window")
        self.settled()
        self.picture("narrow-day")

    def test_narrow_window(self):
        app = self.launch()
        self.fill(app)
        app.resize(360, 640)
        back = app.wait("push button", "Back")
        entry = app.entry()
        eventually(lambda: app.is_painted(back), "the way back can be seen")
        for node in [entry, app.row("Water the plants").node]:
            x, _, width, _ = node.extents
            self.assertGreaterEqual(x, 0)
            self.assertLessEqual(x + width, 360)
        self.picture("narrow-page")
        app.press("Back")
        new_list = app.wait("push button", "New List")
        eventually(lambda: app.focus_of(app.frame("Optimist")) == app.place_row("Home"), "the focus is on the place")
        eventually(lambda: new_list.extents[0] >= 0 and new_list.extents[0] + new_list.extents[2] <= 360,
                   "the main list fills the window")
        self.settled()
        self.picture("narrow-main-list")
        app.key("Return")
        app.key("ctrl+n")
        eventually(lambda: app.entry().has("focused"), "the page is back")
        app.add("in a narrow window")
        app.press("Back")
        eventually(lambda: app.focus_of(app.frame("Optimist")) == app.place_row("Home"), "back again")
        app.click(app.place_row("Important"))
        app.wait_page("Important")
        app.wait_titles(["Water the plants"])
        self.settled()
        self.picture("narrow-important")
        app.resize(900, 640)
        app.wait_gone("push button", "Back")
