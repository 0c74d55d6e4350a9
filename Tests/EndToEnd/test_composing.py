"""Letters that are composed of several keys: they arrive whole everywhere, and until then the keys are the input method's.

The input method is the toolkit's own, which takes the number of a letter: Ctrl+Shift+U begins, Enter takes the letter.
"""

from harness.waiting import eventually
from test_commands import CommandTest

#: The keys of a letter but for the one that takes it.
A = ["ctrl+shift+u", "3", "0", "4", "2"]
JAPANESE, KOREAN = "庭の花に水をやる", "정원의 꽃에 물 주기"
#: Of two parts, and beyond the first 65536 letters.
FAMILY = "𠮷野家で👍🏽"


class ComposingTest(CommandTest):
    def focus(self, app):
        return app.focus_of(app.frame("Optimist"))

    def wait_focus(self, app, role, name):
        def there():
            focus = self.focus(app)
            return focus and focus.role == role and focus.is_called(name)
        eventually(there, lambda: f"the focus is on {role} {name!r}, it is on {self.focus(app)}")

    def wait_text(self, node, text):
        eventually(lambda: node.text == text, lambda: f"{text!r}, it is {node.text!r}")


class ArrivingTests(ComposingTest):
    def test_in_the_entry_and_in_lists(self):
        app = self.launch()
        for name in (JAPANESE, KOREAN):
            app.new_list(name)
            app.wait_page(name)
            app.add(KOREAN, JAPANESE, FAMILY)
            app.wait_titles([KOREAN, JAPANESE, FAMILY])
        self.assertEqual(app.database.list_names(), [JAPANESE, KOREAN])
        self.assertEqual(self.titles(), [KOREAN, JAPANESE, FAMILY] * 2)
        self.picture("composed")
        # They are found by the beginnings of their words.
        app.select(FAMILY)
        app.key("ctrl+shift+m")
        app.wait_frame("Move to List")
        app.type(JAPANESE[:2])
        lists = lambda: [row.name for row in app.find("list", "Lists", within="Move to List").children]
        eventually(lambda: lists() == [JAPANESE], lambda: f"one list is left: {lists()}")
        app.key("Return")
        app.wait_no_frame("Move to List")
        app.wait_titles([KOREAN, JAPANESE])

    def test_in_the_details(self):
        self.run_well("add", "task")
        app = self.launch()
        app.resize(1100, 880)
        app.open_details("task")
        app.key("ctrl+a")
        app.type(JAPANESE)
        self.wait_text(app.wait("text", "Title"), JAPANESE)
        app.click(app.wait("text", "Add Subtask", within="Details"))
        app.type(FAMILY)
        app.key("Return")
        app.wait("check box", f"Completed: {FAMILY}", within="Details")
        notes = app.wait("text", "Notes", within="Details")
        app.click(notes)
        app.type(KOREAN)
        app.key("Return")
        app.type(FAMILY)
        self.wait_text(notes, f"{KOREAN}\n{FAMILY}")
        app.click(app.wait("text", "Add Tag", within="Details"))
        app.type("집")
        app.key("Return")
        app.wait("push button", "Remove Tag “집”", within="Details")
        app.close_details()
        app.wait_row(JAPANESE, lambda row: row.has_notes and row.tags == ["집"])
        todo = app.database.todo(JAPANESE)
        self.assertEqual(todo["notes"], f"{KOREAN}\n{FAMILY}")
        self.assertEqual(app.database.todo(FAMILY)["parent"], todo["id"])


class KeyTests(ComposingTest):
    """What Enter, Escape and the arrows do while something is composed."""

    def test_enter_takes_the_letter_and_adds_nothing(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("tea")
        entry = app.entry()
        app.key(*A, "Return")
        self.wait_text(entry, "teaあ")
        app.key(*A, "Return")
        self.wait_text(entry, "teaああ")
        self.assertEqual(app.titles(), ([], []))
        app.key("Return")
        app.wait_titles(["teaああ"])

    def test_enter_in_a_dialog_takes_the_letter(self):
        app = self.launch()
        app.key("ctrl+shift+l")
        app.wait_frame("New List")
        app.key(*A, "Return", *A, "Return", "Return")
        app.wait_no_frame("New List")
        app.wait_page("ああ")

    def test_enter_in_the_notes_begins_no_line(self):
        self.run_well("add", "task")
        app = self.launch()
        app.resize(1100, 880)
        app.open_details("task")
        notes = app.wait("text", "Notes", within="Details")
        app.click(notes)
        app.key(*A, "Return")
        self.wait_text(notes, "あ")
        app.key("Return", *A, "Return")
        self.wait_text(notes, "あ\nあ")

    def test_enter_in_the_title_takes_the_letter(self):
        self.run_well("add", "task")
        app = self.launch()
        title = app.open_details("task")
        app.key("End", *A, "Return")
        self.wait_text(title, "taskあ")
        self.wait_focus(app, "text", "Title")
        app.key("Return")
        app.wait_titles(["taskあ"])
        self.wait_focus(app, "list item", "taskあ")

    def test_arrows_in_the_entry_do_not_leave_it(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.type("tea ~h")
        app.wait("list item", "Home", within="Optimist")
        app.key(*A, "Down", "Up", "Return")
        self.wait_text(app.entry(), "tea ~hあ")
        app.key(*A, "Down", "Return")
        self.wait_text(app.entry(), "tea ~hああ")
        self.wait_focus(app, "text", "New to-do")
        app.wait_titles(["one"])

    def test_escape_drops_what_is_composed_and_nothing_else(self):
        app = self.launch()
        app.new_list("Home")
        app.type("tea tomorrow ")
        app.wait("push button", "Due tomorrow, remove")
        app.key(*A, "Escape")
        app.type("x")
        self.wait_text(app.entry(), "tea tomorrow x")
        app.wait("push button", "Due tomorrow, remove")

    def test_arrows_in_a_choice_are_not_its_own(self):
        app = self.launch()
        for name in ("one", "two", "three", "four"):
            app.new_list(name)
        app.add("task")
        app.select("task")
        app.key("ctrl+shift+m")
        app.wait_frame("Move to List")
        rows = lambda: app.find("list", "Lists", within="Move to List").children
        eventually(lambda: rows() and rows()[0].has("selected"), "the first one is marked")
        app.key(*A, "Down", "Escape", "Down")
        eventually(lambda: rows()[1].has("selected"), "the second one is marked")
        app.key("Escape")
        app.wait_no_frame("Move to List")
