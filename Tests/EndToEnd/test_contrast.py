"""The contrast of what stands below titles, of what is understood in the entry, and of the details, in every light."""

import json

from harness import contrast, screenshot, x11, xdotool
from harness.waiting import eventually, steady
from test_commands import CommandTest
from test_row_looks import RowLooksTest

CHIPS = ["Due tomorrow, remove", "Medium priority, remove", "#home, remove", "Every week, remove"]
#: So many colours the style sheet has for tags.
COLORS = 8


def color(tag):
    """Which of them a tag has: the FNV-1a hash of its bytes (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv)."""
    number = 2166136261
    for byte in tag.encode():
        number = (number ^ byte) * 16777619 % 2 ** 32
    return number % COLORS


def in_each_light(test, look):
    """Starts the app in each combination of light and contrast, and looks at it."""
    for scheme in ["light", "dark"]:
        for high in ["0", "1"]:
            with test.subTest(scheme=scheme, high_contrast=high):
                app = test.launch(environment={
                    "ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}", "ADW_DEBUG_HIGH_CONTRAST": high})
                app.resize(1250, 880)
                app.open("To-Do")
                look(app, f"{scheme}-{high}")
                app.close()


class ContrastTests(RowLooksTest):
    def setUp(self):
        super().setUp()
        self.fill()
        self.run_well("edit", self.id_of("Pay the rent"), "--url", "https://example.org/", "--remind", "1d",
                      "--tag", "household", "--tag", "money", "--priority", "high")
        self.run_well("add", "Ask the landlord", "--parent", self.id_of("Pay the rent"))

    def check(self, found, *names):
        """Whether nothing is too pale, and these were looked at."""
        for name in names:
            self.assertTrue([seen for seen in found if f"'{name}'" in seen], f"{name} among {sorted(found)}")
        self.assertEqual(contrast.too_low(found), {})

    def test_rows_and_chips(self):
        in_each_light(self, self.look_at_rows)

    def look_at_rows(self, app, name):
        app.key("ctrl+n")
        app.type("tea tomorrow !! #home every week")
        for chip in CHIPS:
            eventually(lambda: app.is_painted(app.wait("push button", chip)), f"{chip} is painted")
        self.settled()
        self.picture(f"contrast-rows-{name}")
        self.check(contrast.measure(app, app.frame("Optimist")), "Overdue", "Yesterday, 17:30", "Tomorrow, 08:15",
                   "0 of 1", *CHIPS)
        app.key("ctrl+a", "BackSpace")
        # On the colour of the row that is chosen, with the mouse on it and without.
        app.select("Pay the rent")
        for place in [app.place(app.row("Pay the rent").node)[:2], [side - 5 for side in x11.size()]]:
            x11.point(place[0] + 4, place[1] + 4)
            self.settled()
            self.check(contrast.measure(app, app.row("Pay the rent").node), "Overdue", "Yesterday, 17:30", "0 of 1")

    def test_details(self):
        in_each_light(self, self.look_at_details)

    def look_at_details(self, app, name):
        app.open_details("Pay the rent")
        form = app.frame("Details")
        pane = app.place(form.find("scroll pane"))

        def measure(end):
            steady(lambda: screenshot.pixels(pane), "the details stand still", times=5)
            self.picture(f"contrast-details-{end}-{name}")
            return contrast.measure(app, form, pane)
        top = measure("top")
        xdotool.click(pane[0] + 4, pane[1] + pane[3] // 2, button=5, times=40)
        self.check({**top, **{node: min(pair, top.get(node, pair)) for node, pair in measure("end").items()}},
                   "Due", "Repeat", "Status", "household", "1 day before it is due", "Ask the landlord", "Notes")
        app.close_details()


class DialogContrastTests(CommandTest):
    """Of each kind of dialog one: a form, a page of switches, a list, a question."""

    def setUp(self):
        super().setUp()
        self.run_well("delete", json.loads(self.run_well("add", "Water the plants", "--json"))[0]["id"])

    def test_dialogs(self):
        in_each_light(self, self.look_at_dialogs)

    def look_at_dialogs(self, app, name):
        for keys, title, texts in [
                ("ctrl+comma", "Preferences", ["Preferences"]),
                ("ctrl+shift+l", "New List", ["Cancel"]),
                ("ctrl+shift+t", "Trash and Conflicts", ["Water the plants", "Restore"]),
                ("ctrl+shift+a", "Accounts", ["Add Account…"])]:
            app.key(keys)
            self.look_at_dialog(app, title, texts, name)
            if title == "Accounts":
                app.press("Add Account…")
                self.look_at_dialog(app, "Which Kind of Account?", [], name)
                app.key("alt+f")
                self.look_at_dialog(app, "Add Account", ["Cancel", "Where Do I Find These?"], name)
                app.key("Escape")
                app.wait_no_frame("Add Account")
            app.key("Escape")
            app.wait_no_frame(title)

    def look_at_dialog(self, app, title, texts, name):
        frame = app.wait_frame(title)
        self.settled()
        self.picture(f"contrast-{title.split()[0].lower()}-{name}")
        found = contrast.measure(app, frame, app.place(frame))
        for text in texts:
            self.assertTrue([seen for seen in found if text in seen], f"{text} among {sorted(found)}")
        self.assertEqual(contrast.too_low(found), {}, title)


class TagTests(CommandTest):
    def test_every_color_of_a_tag(self):
        """The tags of rows are told with the row, not by themselves: they stand below the titles."""
        self.tags = [next(tag for tag in (f"mm{number}" for number in range(99)) if color(tag) == wanted)
                     for wanted in range(COLORS)]
        for tag in self.tags:
            self.run_well("add", f"to-do {tag}", "--tag", tag)
        in_each_light(self, self.look_at_tags)

    def look_at_tags(self, app, name):
        app.wait_row(f"to-do {self.tags[-1]}")
        self.settled()
        self.picture(f"contrast-tags-{name}")
        found = {tag: self.tag_contrast(app, tag) for tag in self.tags}
        app.select(f"to-do {self.tags[0]}")
        for tag in self.tags:
            eventually(lambda: app.row(f"to-do {tag}").node.has("focused"), "the next row has the focus")
            self.settled()
            found[f"{tag}, chosen"] = self.tag_contrast(app, tag)
            app.key("Down")
        self.assertEqual({tag: seen for tag, seen in found.items() if not 4.5 <= seen <= 21}, {})

    def tag_contrast(self, app, tag):
        title = app.row(f"to-do {tag}").node.find("label", f"to-do {tag}")
        x, y, _, height = app.place(title)
        # The inside of the tag, without the round ends.
        inside = x + 6, y + height + 2, 20, 11
        screen = screenshot.Screen()
        self.assertNotEqual(screen.pixel(x + 8, y + height + 2), screen.pixel(x + 300, y + height + 2), "a tag is here")
        return screen.contrast(inside)
