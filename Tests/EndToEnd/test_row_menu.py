"""The menu of a row, each of its items chosen once by the mouse and once by keys; to-dos moved in their list by keys."""

import datetime
import itertools
import re

from harness import dates
from harness.waiting import eventually
from test_commands import CommandTest
from test_sharing import SharedTest

DAY, MINUTE = datetime.timedelta(days=1), datetime.timedelta(minutes=1)
SNOOZES = {"Snooze 10 Minutes": 10 * MINUTE, "Snooze 1 Hour": 60 * MINUTE}
#: A moment in the stored reminders.
MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)Z")


class RowMenuTest(CommandTest):
    def setUp(self):
        super().setUp()
        # Both keys open the menu.
        self.keys = itertools.cycle(["Menu", "shift+F10"])

    def window(self):
        self.run_well("add", "first")
        self.run_well("add", "plants", "--due", dates.today().isoformat(), "--repeat", "every day", "--remind", "0")
        app = self.launch()
        app.new_list("Garden")
        app.open("To-Do")
        app.wait_titles(["first", "plants"])
        return app

    def by_mouse(self, app, title, item):
        app.row_menu(title)
        app.choose(item)

    def by_keys(self, app, title, item):
        app.select(title)
        app.key(next(self.keys))
        app.choose_by_keys(item)

    def items(self, app):
        return [node.name for node in app.frame("Optimist").all("menu item")]

    def wait_todo(self, app, title, condition, what):
        return eventually(lambda: condition(app.database.todo(title)),
                          lambda: f"{what}: {app.database.todo(title)}")


class RowMenuTests(RowMenuTest):
    def test_each_item_by_mouse(self):
        self.choose_each(self.window(), self.by_mouse)

    def test_each_item_by_keys(self):
        app = self.window()

        def choose(app, title, item):
            app.wait_gone("menu item")
            self.by_keys(app, title, item)
        self.choose_each(app, choose)

    def choose_each(self, app, choose):
        choose(app, "plants", "Mark as Important")
        app.wait_row("plants", lambda row: row.is_starred)
        choose(app, "plants", "Remove from Important")
        app.wait_row("plants", lambda row: not row.is_starred)

        self.snooze(app, choose)

        due = dates.today() + DAY
        choose(app, "plants", "Skip This One")
        app.wait_row("plants", lambda row: row.day == dates.long(due) and row.repeats)
        choose(app, "plants", "End Repeating")
        app.wait_row("plants", lambda row: row.day == dates.long(due) and not row.repeats)

        choose(app, "plants", "Move Up")
        app.wait_titles(["plants", "first"])
        choose(app, "plants", "Move Down")
        app.wait_titles(["first", "plants"])

        choose(app, "plants", "Make a Subtask")
        app.wait_row("plants", lambda row: row.level == 2)
        choose(app, "plants", "Move Up a Level")
        app.wait_row("plants", lambda row: row.level == 1)
        choose(app, "first", "Add Subtask")
        app.wait("push button", "Subtask of “first”, remove")
        eventually(lambda: app.entry().has("focused"), "the focus is in the entry")
        app.type("second")
        app.key("Return")
        app.wait_row("second", lambda row: row.level == 2)
        app.key("Escape")
        app.wait_gone("push button", "Subtask of “first”, remove")

        choose(app, "plants", "Edit…")
        title = app.wait("text", "Title", within="Details")
        self.assertEqual(title.text, "plants")
        eventually(lambda: title.has("focused"), "the focus is in the title")
        # Escape would close the notice first, which says that nothing repeats any more.
        app.press("Close Details")
        app.wait_no_frame("Details")

        choose(app, "first", "Mark as Done")
        app.wait_titles(["plants"], ["first", "second"])
        choose(app, "second", "Mark as Not Done")
        app.wait_row("second", lambda row: not row.is_done)
        choose(app, "second", "Won’t Do")
        app.wait_row("second", lambda row: row.is_done)
        self.wait_todo(app, "second", lambda todo: todo["isCancelled"], "it is cancelled")
        choose(app, "second", "Delete")
        app.wait_no_row("second")

        choose(app, "plants", "Move to…")
        app.wait_frame("Move to List")
        app.type("gard")
        eventually(lambda: [row.name for row in app.find("list", "Lists", within="Move to List").children] == ["Garden"],
                   "one list is left")
        app.key("Return")
        app.wait_no_frame("Move to List")
        app.wait_titles([], ["first"])
        app.open("Garden")
        app.wait_titles(["plants"])

    def snooze(self, app, choose):
        """Each length. What has not rung yet rings at that time as well."""
        def added():
            stored = (app.database.todo("plants")["reminders"] or b"").decode("latin-1")
            moments = [datetime.datetime.fromisoformat(text + "+00:00") for text in MOMENT.findall(stored)]
            return [moment.astimezone() for moment in moments]
        for item, length in SNOOZES.items():
            wanted = datetime.datetime.now().astimezone() + length
            choose(app, "plants", item)
            app.wait("label", re.compile("^Rings again: "))
            # Nobody takes two minutes to choose.
            eventually(lambda: [abs(moment - wanted) < 2 * MINUTE for moment in added()] == [True],
                       lambda: f"{item}: {wanted}, there is {added()}")
            app.key("ctrl+z")
            eventually(lambda: not added(), "it is taken back")
        choose(app, "plants", "Snooze Until Tomorrow")
        eventually(lambda: [moment.time() for moment in added()] == [datetime.time(9)],
                   lambda: f"tomorrow at nine, there is {added()}")

    def test_there_is_nothing_in_it_that_does_nothing(self):
        """What neither repeats nor rings is not skipped or snoozed, and outside a list there are no subtasks."""
        app = self.window()
        always = ["Mark as Done", "Won’t Do", "Mark as Important", "Move to…", "Edit…", "Delete"]
        app.row_menu("first")
        app.wait("menu item", "Delete")
        self.assertEqual(self.items(app), [*always[:3], "Add Subtask", "Move Down", *always[3:]])
        app.key("Escape")
        app.wait_gone("menu item")
        app.star("first")
        app.wait_row("first", lambda row: row.is_starred)
        app.open("Important")
        app.row_menu("first")
        app.wait("menu item", "Delete")
        self.assertEqual(self.items(app), [*always[:2], "Remove from Important", *always[3:]])
        app.key("Escape")
        app.wait_gone("menu item")


class ClosedMenuTests(CommandTest):
    def test_a_click_counts_right_after_a_menu_was_closed(self):
        """On X11 GTK can take the mouse for one over a menu that has just closed."""
        self.run_well("add", "one")
        app = self.launch()
        app.open("To-Do")
        for is_done in [True, False] * 6:
            # The menu opens below the mouse, and closes before it has heard of it.
            app.point_at("push button", "Main Menu", below=60)
            app.key("F10", "Escape")
            app.wait_gone("menu item")
            app.click(app.wait_row("one").node.find("check box"))
            app.wait_row("one", lambda row: row.is_done == is_done, limit=3)


class ReadOnlyMenuTests(SharedTest):
    def test_what_can_only_be_read_is_shown(self):
        list_id = self.own(self.ann, "Party", "Cake")
        self.invite(self.ann, self.bob, list_id, "reader")
        bob = self.window(self.bob, 640)
        eventually(lambda: self.has_place(bob, "Party"), "the list at Bob's", 30)
        bob.open("Party")
        bob.wait_titles(["Cake"])
        bob.row_menu("Cake")
        bob.wait("menu item", "Show…")
        self.assertEqual([node.name for node in bob.frame("Optimist").all("menu item")], ["Show…"])
        bob.choose("Show…")
        bob.wait("text", "Title", within="Details")
        # Keys do no more than the menu.
        bob.close_details()
        bob.select("Cake")
        bob.key("Delete", "ctrl+i", "space", "F2")
        bob.wait("text", "Title", within="Details")
        bob.wait_row("Cake", lambda row: not row.is_starred and not row.is_done)
        self.assertEqual(self.emulator.contents(self.ann), ["Cake"])


class MovingTests(CommandTest):
    def wait_focused(self, app, title):
        eventually(lambda: app.row(title).node.has("focused"), f"the row {title!r} has the focus")

    def move(self, app, key, *titles, focus):
        app.key(key)
        app.wait_titles(titles)
        self.wait_focused(app, focus)

    def test_up_and_down_by_keys_and_on_another_device(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("a", "b", "c", "d")
        app.tick("d")
        app.wait_titles(["a", "b", "c"], ["d"])
        app.wait_synced()
        app.select("c")

        def move(key, *titles):
            app.key(key)
            app.wait_titles(titles, ["d"])
            self.wait_focused(app, "c")
        move("alt+Up", "a", "c", "b")
        move("alt+Up", "c", "a", "b")
        # At the ends there is nowhere to go: the last key says that those before it have done nothing.
        app.key("alt+Up", "alt+Up")
        move("alt+Down", "a", "c", "b")
        move("alt+Down", "a", "b", "c")
        app.key("alt+Down", "alt+Down")
        move("alt+KP_Up", "a", "c", "b")
        app.key("ctrl+z")
        app.wait_titles(["a", "b", "c"], ["d"])
        app.key("ctrl+shift+z")
        app.wait_titles(["a", "c", "b"], ["d"])
        app.wait_synced()
        other = self.launch(*self.account(), home=self.new_home())
        other.open("Home")
        other.wait_titles(["a", "c", "b"], ["d"])
        other.close()
        app.close()
        app = self.launch()
        app.wait_titles(["a", "c", "b"], ["d"])

    def test_a_branch_moves_whole_and_among_its_like(self):
        app = self.launch()
        app.new_list("Home")
        app.add("a", "b", "c", "d")
        for title in "bc":
            app.select(title)
            app.key("ctrl+bracketright")
            app.wait_row(title, lambda row: row.level == 2)
        app.select("d")
        self.move(app, "alt+Up", *"dabc", focus="d")
        app.select("a")
        self.move(app, "alt+Up", *"abcd", focus="a")
        app.select("c")
        self.move(app, "alt+Up", *"acbd", focus="c")
        # The first among its parent's subtasks goes no further up, nor does the last one go out below.
        app.key("alt+Up")
        self.move(app, "alt+Down", *"abcd", focus="c")
        app.key("alt+Down", "ctrl+bracketleft")
        app.wait_row("c", lambda row: row.level == 1)
        app.wait_titles([*"abcd"])
        # There is nothing above the first row whose subtask it could become, and a to-do of its own goes no further out.
        app.select("a")
        app.key("ctrl+bracketright", "ctrl+bracketleft", "alt+Down")
        app.wait_titles([*"cabd"])
        self.assertEqual([app.row(title).level for title in "cabd"], [1, 1, 2, 1])
