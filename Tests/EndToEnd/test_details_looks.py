"""The details of a to-do that has everything, in letters of twice the size and 360 pixels: nothing is cut, nothing outside."""

from pathlib import Path

from harness import dates, screenshot, xdotool
from harness.waiting import steady
from test_commands import CommandTest

WIDTH, HEIGHT = 360, 640
TITLE = "Write to everybody who is coming to the party in the garden"
PARTS = {"Title", "Status", "Priority", "Find out the address of the neighbours", "Due", "Start", "Repeat", "Every",
         "Unit", "Wednesday", "Counts From", "The Date", "Ends", "Never", "1 day before it is due", "Notes", "household",
         "Link", "Open Link", "List", "Part Of"}
ROLES = {"label", "push button", "check box", "text", "combo box", "image", "spin button", "list item"}


class DetailsLooksTests(CommandTest):
    def fill(self):
        # The one button of a GNOME desktop.
        settings = Path(self.home) / "config/gtk-4.0/settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("[Settings]\ngtk-decoration-layout=:close\n")
        today = dates.today().isoformat()
        self.run_well("add", "A party in the garden of our grandparents")
        self.run_well("add", TITLE, "--due", f"{today}T17:30", "--start", today, "--repeat", "every second wednesday",
                      "--remind", "1d", "--remind", "0", "--priority", "medium", "--tag", "household",
                      "--tag", "Rechtsschutzversicherungsgesellschaften", "--url", "https://example.org/a/long/address?of=a&page",
                      "--notes", "Bring:\n" + "https://example.org/" + "x" * 60,
                      "--parent", self.id_of("A party in the garden of our grandparents"))
        self.run_well("add", "Find out the address of the neighbours", "--parent", self.id_of(TITLE))

    def open(self, scale):
        self.fill()
        (Path(self.home) / ".Xdefaults").write_text(f"Xft.dpi: {96 * scale}\n")
        app = self.launch()
        app.resize(900, HEIGHT)
        app.open("To-Do")
        app.resize(WIDTH, HEIGHT)
        # Newer libadwaita moves the focus when the panes fold.
        app.select(TITLE)
        app.key("F2")
        app.wait("push button", "Back", within="Details")
        return app

    def pictures(self, app, pane, name):
        """The details from the top to the end."""
        before = None
        for number in range(1, 20):
            now = steady(lambda: screenshot.pixels(pane), "the details stand still", times=5)
            if now == before:
                return
            before = now
            self.picture(f"details-{name}-{number}")
            xdotool.click(pane[0] + 4, pane[1] + pane[3] // 2, button=5, times=4)

    def check(self, app, name):
        form = app.frame("Details")
        pane = app.place(form.find("scroll pane"))
        self.pictures(app, pane, name)
        seen, outside = set(), []
        for node in form.walk():
            if node.seen_role in ROLES and node.has_size:
                x, _, width, _ = node.extents
                seen.add(node.seen_name)
                if x < 0 or x + width > WIDTH:
                    outside.append((node, node.extents))
        self.assertEqual(outside, [])
        for title, choice in (("Counts From", "The Date"), ("Ends", "Never")):
            above, below = (form.find("label", text).extents for text in (title, choice))
            self.assertGreaterEqual(below[1], above[1] + above[3], f"{choice!r} stands below {title!r} and is not cut")
        self.assertEqual(PARTS - seen, set(), "all of it was looked at")
        self.assertEqual(app.frame("Optimist").extents[2:], (WIDTH, HEIGHT), "the window is as wide as it was made")

    def test_letters_of_twice_the_size(self):
        app = self.open(2)
        self.check(app, "large")

    def test_a_narrow_window(self):
        app = self.open(1)
        self.check(app, "narrow")
