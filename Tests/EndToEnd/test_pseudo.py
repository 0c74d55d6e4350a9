"""The main window, the details and the dialogs that keys open in a language of long words: nothing is left in English,
and the main window and the details fit into 360 pixels."""

import datetime
import re

from harness import pseudo
from harness.case import EndToEndTest, Options
from harness.waiting import eventually, steady

#: What somebody typed, what is called so everywhere, and what the calendar says in the words of the C library.
NAMES = {"Optimist", "Home", "milk", "party", "cake", "GNOME", "CalDAV", "Firebase", "Cloud", "Firestore", "Google", "https", "GTK",
         *(datetime.date(2026, 11, day).strftime(form) for day in range(1, 8) for form in ("%A", "%a")),
         *(datetime.date(2026, month, 1).strftime(form) for month in range(1, 13) for form in ("%B", "%b"))}
#: What GTK and libadwaita say themselves, in the languages that they know.
TOOLKIT = {"Minimize", "Maximize", "Close", "Restore", "Search", "Shortcuts", "Shift", "Alt", "Delete", "Menu",
           "Escape"}
ROLES = {"label", "push button", "check box", "text", "combo box", "image"}
WIDTH, HEIGHT = 360, 640


class PseudoTests(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.app = self.launch(environment=pseudo.environment(Options.binary, self.new_home()))

    def press(self, keys):
        """Opens a window by its keys."""
        before = {frame.reference for frame in self.app.frames}
        self.app.key(keys)
        return eventually(lambda: next((frame for frame in self.app.frames if frame.reference not in before), None),
                          f"the window of {keys}")

    def fill(self):
        app = self.app
        self.press("ctrl+shift+l")
        app.type("Home")
        app.key("Return")
        eventually(lambda: app.database.list_names() == ["Home"] and not app.dialogs(), "the list is made")
        app.key("ctrl+n")
        for title in ["milk", "party", "cake"]:
            app.type(title)
            app.key("Return")
            app.wait("list item", re.compile(f"^{title}"))

    def check(self, name):
        """Looks at every window that is open."""
        steady(lambda: self.app.outline(), "the windows stand still")
        self.picture(f"pseudo-{name}")
        seen, english, outside = 0, [], []
        for frame in self.app.frames:
            left, _, width, _ = frame.extents
            right = max(left, 0) + width
            for node in frame.descend():
                if not node.has_size:
                    continue
                seen += bool(node.seen_name)
                x, _, width, _ = node.extents
                if self.english(node.seen_name):
                    english.append(node)
                if node.seen_role in ROLES and not (x >= max(left, 0) and x + width <= right):
                    outside.append((node, node.extents))
        self.assertEqual((english, outside), ([], []), name)
        self.assertGreater(seen, 10, f"{name}: what has a name")

    @staticmethod
    def english(text):
        return [word for word in pseudo.ENGLISH.findall(text) if len(word) > 2 and word not in NAMES | TOOLKIT]

    def test_the_main_window(self):
        self.fill()
        self.check("page")

    def test_a_narrow_window(self):
        # Before there is anything: what is hidden keeps its size of before.
        self.app.resize(WIDTH, HEIGHT)
        self.fill()
        self.check("page-narrow")
        self.open_details()
        self.check("details-narrow")

    def test_the_details(self):
        self.fill()
        self.open_details()
        self.check("details")

    def open_details(self):
        self.app.click(self.app.wait("list item", re.compile("^party")))
        self.press("F2")

    def test_the_windows(self):
        self.fill()
        for keys, name in [("ctrl+comma", "preferences"), ("ctrl+shift+l", "new-list"), ("ctrl+o", "contents"),
                           ("ctrl+shift+a", "accounts"), ("ctrl+shift+t", "trash"), ("ctrl+question", "shortcuts")]:
            self.press(keys)
            self.check(name)
            self.app.key("Escape")
            eventually(lambda: not self.app.dialogs(), f"{name} is closed")
