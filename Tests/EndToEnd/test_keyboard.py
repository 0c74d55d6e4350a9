"""Everything by keyboard, and everything has a name for screen readers."""

import datetime
import re

from harness import dates, xdotool
from harness.case import EndToEndTest
from harness.tree import Gone
from harness.waiting import eventually

CONTROLS = ("push button", "toggle button", "check box", "text", "spin button", "combo box", "radio button",
            "switch", "link")
#: Parts of the toolkit that are no stop of the Tab key: the window manager's keys stand for them.
WINDOW_BUTTONS = ("Minimize", "Maximize", "Close")


def controls(frame):
    """The widgets of a window that can be used now."""
    found = []
    for node in frame.walk():
        try:
            if (node.seen_role in CONTROLS and node.was("focusable") and node.was("sensitive") and node.has_size
                    and not (node.seen_name in WINDOW_BUTTONS and "the window" in node.description)):
                found.append(node)
        except Gone:
            continue
    return found


class KeyboardTests(EndToEndTest):
    def walk(self, app, frame, key="Tab", limit=60):
        """Presses Tab until the focus is where it began; the widgets that had it, in order.

        The toolkit does not tell when the focus is in an AdwEntryRow: what is typed shows which one it is.
        """
        # To look at all widgets after each key takes long.
        able = [node for node in frame.walk() if node.was("focusable")]
        stops = []
        app.take_keys()
        for _ in range(limit):
            xdotool.key(key)
            stop = self.focus(app, frame, able)
            if stops and stop == stops[0]:
                return stops
            stops.append(stop)
        self.fail(f"the focus does not come back: {stops}")

    def focus(self, app, frame, able):
        """The widget with the focus: one of those that can have it, or else any of the window."""
        # The event of the key has been dealt with when the window answers a question that came later.
        frame.name
        for node in able:
            if node.has("focused"):
                return node
        entries = [node for node in able if node.role == "text" and node.has_size]
        before = [node.text for node in entries]
        xdotool.key("End", "z")  # what Tab has selected must not be replaced

        def changed():
            for node, text in zip(entries, before):
                if node.text != text:
                    return node
            return app.focus_of(frame)
        found = eventually(changed, "some widget has the focus", 5)
        xdotool.key("BackSpace")
        return found

    def check(self, app, frame):
        """Every control has a name and is reached by Tab, forwards and backwards."""
        wanted = eventually(lambda: controls(frame), "controls")
        unnamed = [(node, node.raw_name, node.extents) for node in wanted if not node.name]
        self.assertEqual(unnamed, [], "controls without a name")
        stops = self.walk(app, frame)
        # Of several radio buttons the chosen one is the stop; the arrow keys go to the others.
        wanted = [node for node in wanted if node.role != "radio button" or node.has("checked")]
        missed = [node for node in wanted if node not in stops]
        self.assertEqual(missed, [], f"not reached by Tab; reached: {stops}")
        back = self.walk(app, frame, "shift+Tab")
        missed = [node for node in wanted if node not in back]
        self.assertEqual(missed, [], f"not reached by Shift+Tab; reached: {back}")

    def test_main_window(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.key("ctrl+n")
        app.type("x")  # so that the button can be pressed
        self.check(app, app.frame("Optimist"))

    def test_day_page(self):
        app = self.launch()
        app.open("Today")
        app.press("Next Day")
        self.check(app, app.frame("Optimist"))

    def test_new_list(self):
        app = self.launch()
        app.key("ctrl+shift+l")
        self.check(app, app.wait_frame("New List"))

    def test_edit(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.open_details("one")
        app.type(" more")
        app.click(app.wait("text", "Add Subtask", within="Details"))
        app.type("part")
        app.key("Return")
        app.wait("check box", "Completed: part", within="Details")
        app.press("Add Reminder", within="Details")
        app.choose("Day and Time")
        app.wait("push button", re.compile("^Remove “"), within="Details")
        self.check(app, app.frame("Optimist"))

    def test_accounts(self):
        app = self.launch(*self.account())
        app.key("ctrl+shift+a")
        app.wait("push button", "Sign Out…")
        self.check(app, app.wait_frame("Accounts"))

    def test_add_account(self):
        app = self.launch()
        app.key("ctrl+shift+a")
        app.press("Add Account…")
        app.wait_frame("Which Kind of Account?")
        app.key("alt+f")
        frame = app.wait_frame("Add Account")
        for text in ["demo", "key", "ann@example.com", "secret"]:
            app.type(text)
            app.key("Tab")
            if text == "key":  # past the help
                app.key("Tab")
        button = app.wait("push button", "Sign In", within="Add Account")
        eventually(lambda: button.has("sensitive"), "it can be pressed")
        self.check(app, frame)
        app.press("Create Account", within="Add Account")
        app.wait("push button", "Sign In Instead")
        app.type("ann")  # so that the button can be pressed
        self.check(app, frame)

    def test_add_caldav_account(self):
        app = self.launch()
        app.key("ctrl+shift+a")
        app.press("Add Account…")
        app.wait_frame("Which Kind of Account?")
        app.key("Return")
        frame = app.wait_frame("Add Account")
        for text in ["example.org", "ann", "secret"]:  # so that the button can be pressed
            app.type(text)
            app.key("Tab")
        app.wait("push button", "Sign In")
        self.check(app, frame)

    def test_quitting_with_the_focus_in_a_dialog(self):
        """Nothing complains when the app is closed over it."""
        for keys, title in [("ctrl+shift+l", "New List"), ("ctrl+shift+n", "New To-Do"),
                            ("ctrl+comma", "Preferences"),
                            ("ctrl+shift+a", "Accounts")]:
            with self.subTest(title):
                app = self.launch()
                app.key(keys)
                app.wait_frame(title)
                if title == "Accounts":
                    app.press("Add Account…")
                    app.wait_frame("Which Kind of Account?")
                    app.key("Return")
                    app.wait_frame("Add Account")
                app.type("typed")
                self.assertEqual(app.close(), 0)
                self.apps.remove(app)

    def test_trash(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.select("one")
        app.key("Delete")
        app.wait_no_row("one")
        app.key("ctrl+shift+t")
        app.wait("push button", "Restore")
        self.check(app, app.wait_frame("Trash and Conflicts"))

    def test_alert(self):
        app = self.launch()
        app.new_list("Home")
        app.click(app.place_row("Home"))
        app.key("Delete")
        self.check(app, app.wait_frame("Delete “Home”?"))

    def test_a_day_without_the_mouse(self):
        """From the first list to ticking, starring, editing and deleting, with keys alone."""
        app = self.launch()
        app.key("ctrl+shift+l")
        app.wait_frame("New List")
        app.type("Home")
        app.key("Return")
        app.wait_page("Home")
        app.key("ctrl+n")
        for text in ["one", "two", "three"]:
            app.type(text)
            app.key("Return")
        app.wait_titles(["one", "two", "three"])

        app.key("Tab")
        self.wait_focus(app, "list item", "one")
        app.key("space")
        app.wait_titles(["two", "three"], ["one"])
        self.wait_focus(app, "list item", "two")
        app.key("space")
        app.wait_titles(["three"], ["one", "two"])
        self.wait_focus(app, "list item", "three")
        app.key("Menu")
        app.choose_by_keys("Mark as Important")
        app.wait_row("three", lambda row: row.is_starred)
        app.wait_gone("menu item")
        self.wait_focus(app, "list item", "three, important")
        app.key("F2")
        app.wait_frame("Details")
        app.key("ctrl+a")
        app.type("third")
        app.key("Return")
        app.wait_row("third")
        self.wait_focus(app, "list item", "third, important")
        app.key("ctrl+i")
        self.wait_focus(app, "list item", "third")
        app.key("Delete")
        app.wait_titles([], ["one", "two"])

    def wait_focus(self, app, role, name):
        """Waits until the focus of the main window is there."""
        frame = app.frame("Optimist")

        def there():
            focus = app.focus_of(frame)
            return focus and focus.role == role and focus.is_called(name)
        eventually(there, lambda: f"the focus is on {role} {name!r}, it is on {app.focus_of(frame)}", 5)

    def launch_with_rows(self):
        """Two open rows, two done ones, and the focus in the entry."""
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two", "three", "four")
        # One after the other: the second moves up when the first is done.
        app.tick("three")
        app.wait_titles(["one", "two", "four"], ["three"])
        app.tick("four")
        app.wait_titles(["one", "two"], ["three", "four"])
        return app

    def test_arrows_from_the_entry_through_all_rows(self):
        app = self.launch_with_rows()
        rows = ["one", "two", "three, completed", "four, completed"]
        for name in rows:
            app.key("Down")
            self.wait_focus(app, "list item", name)
        for name in reversed(rows[:-1]):
            app.key("Up")
            self.wait_focus(app, "list item", name)
        app.key("Up")
        self.wait_focus(app, "text", "New to-do")

    def test_the_rows_are_one_stop(self):
        app = self.launch_with_rows()
        app.key("Tab")
        self.wait_focus(app, "list item", "one")
        app.key("Down")
        self.wait_focus(app, "list item", "two")
        app.key("Tab")
        self.wait_focus(app, "push button", "Contents")
        # Back into the list, where GTK 4.8 goes to the row that had the focus and newer versions to the last one.
        app.key("shift+Tab")
        self.wait_focus(app, "list item", re.compile("^(two|four, completed)$"))
        app.key("shift+Tab")
        self.wait_focus(app, "text", "New to-do")

    def test_between_the_panes(self):
        app = self.launch_with_rows()
        app.key("F6")
        self.wait_focus(app, "list item", "Home, 2 open to-dos")
        app.key("F6")
        self.wait_focus(app, "list item", "one")
        app.key("Down", "shift+F6")
        self.wait_focus(app, "list item", "Home, 2 open to-dos")
        app.key("shift+F6")
        self.wait_focus(app, "list item", "two")

    def test_a_window_made_narrow_or_wide_keeps_the_focus(self):
        """After a start, when no place was chosen yet, and with a word begun in the entry."""
        self.launch_with_rows().close()
        app = self.launch()
        app.key("ctrl+n")
        app.type("a word")
        app.resize(400, 640)
        app.type(" and another")
        eventually(lambda: app.is_painted(app.entry()) and app.entry().text == "a word and another", "typing goes on")
        app.resize(900, 640)
        app.type(", and more")
        eventually(lambda: app.entry().text == "a word and another, and more", "and on")
        for title, width in [("one", 400), ("two", 900)]:
            app.select(title)
            app.resize(width, 640)
            self.wait_focus(app, "list item", title)
        app.key("F6")
        self.wait_focus(app, "list item", "Home, 2 open to-dos")
        app.resize(400, 640)
        self.wait_focus(app, "list item", "Home, 2 open to-dos")
        eventually(lambda: app.is_painted(app.place_row("Home")), "the main list fills the window")

    def test_the_mouse_takes_no_focus_from_the_entry(self):
        app = self.launch_with_rows()
        app.star("two")
        app.wait_row("two", lambda row: row.is_starred)
        self.wait_focus(app, "text", "New to-do")

    def test_the_calendar_goes_on_from_its_day(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.key("Down", "F2")
        app.wait_frame("Details")
        today = dates.today()
        for keys, days in [(["Right", "Right"], 2), (["Down", "Left"], 8)]:
            app.press("Choose a Day", within="Details")
            app.wait("label", "15", within="Details")
            app.key(*keys, "Return")
            wanted = dates.long(today + datetime.timedelta(days=days))
            app.wait("label", wanted, within="Details")

    def test_notes_are_kept_by_a_pause(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.key("Down", "F2")
        app.wait_frame("Details")
        notes = app.wait("text", "Notes", within="Details")
        # What has the focus is scrolled to.
        for _ in range(60):
            if app.focus_of(app.frame("Optimist")) == notes:
                break
            app.key("Tab")
        app.type("from the shop")
        app.key("Return", "ctrl+Return")
        app.type("x")
        eventually(lambda: [row["notes"] for row in app.database.todos()] == ["from the shop\nx"],
                   lambda: f"the notes on disk, not {[row['notes'] for row in app.database.todos()]}")
        self.assertTrue(app.frame("Details"), "there is no link that Ctrl+Enter could open")
