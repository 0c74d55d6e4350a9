"""Subtasks in the window: the keys, the mouse, the menu, and what a screen reader is told."""

import gettext
import unittest

from harness import dragging, xdotool
from harness.waiting import eventually
from test_commands import CommandTest

INDENT, OUTDENT = "ctrl+bracketright", "ctrl+bracketleft"


class TreeTests(CommandTest):
    def shape(self):
        """The titles of all to-dos as they are stored, with what they are parts of."""
        todos = self.listed("--all")
        names = {todo["id"]: todo["title"] for todo in todos}
        return {todo["title"]: names.get(todo.get("parent")) for todo in todos}

    def wait_shape(self, **wanted):
        def right():
            shape = self.shape()
            return all(shape.get(title) == parent for title, parent in wanted.items())
        eventually(right, lambda: f"parents {wanted}, they are {self.shape()}")

    def window(self, *titles):
        app = self.launch()
        app.new_list("Home")
        app.add(*titles)
        return app

    def tree(self):
        """a with the subtask b, which has the subtask c; and d."""
        app = self.window("a", "b", "c", "d")
        app.select("b")
        app.key(INDENT)
        app.wait_row("b", lambda row: row.level == 2)
        app.select("c")
        app.key(INDENT)
        app.wait_row("c", lambda row: row.level == 2)
        app.key(INDENT)
        app.wait_row("c", lambda row: row.level == 3)
        return app

    def test_levels_by_keys_and_back(self):
        app = self.tree()
        a = app.wait_row("a", lambda row: row.progress == (0, 1))
        self.assertEqual((a.level, a.is_expanded), (1, True))
        self.assertTrue(a.node.has("expanded"))
        self.wait_shape(a=None, b="a", c="b", d=None)
        app.wait_titles(["a", "b", "c", "d"])
        self.wait_focused(app, "c")  # the focus goes where the row goes
        app.key(OUTDENT)
        app.wait_row("c", lambda row: row.level == 2)
        app.key("ctrl+z")
        app.wait_row("c", lambda row: row.level == 3)
        app.key("ctrl+z", "ctrl+z", "ctrl+z")
        app.wait_row("b", lambda row: row.level == 1)
        self.wait_shape(a=None, b=None, c=None, d=None)
        app.wait_titles(["a", "b", "c", "d"])

    @unittest.skipUnless(gettext.find("gtk40", "/usr/share/locale", ["he"]), "the toolkit's translations are not installed")
    def test_a_tree_is_mirrored_from_right_to_left(self):
        app = self.tree()
        app.resize(960, 680)

        def parts():
            """What stands in the rows of the tree and beside it."""
            for title in "abcd":
                node = app.wait_row(title).node
                for part in [node.find("check box"), *node.all("push button")]:
                    yield title, node.extents, part.extents
        wanted = [(title, x - left, size) for title, (left, _, _, _), (x, _, size, _) in parts()]
        app.close()
        # No translation of ours, but the toolkit's direction.
        app = self.launch(environment={"LANGUAGE": "he"})
        app.resize(960, 680)
        found = [(title, left + width - x - size, size)
                 for title, (left, _, width, _), (x, _, size, _) in parts()]
        self.assertEqual(found, wanted)

    def test_collapsed_over_a_restart(self):
        app = self.tree()
        app.select("a")
        app.key("Left")
        app.wait_titles(["a", "d"])
        self.assertFalse(app.wait_row("a").is_expanded)
        app.close()
        app = self.launch()
        app.wait_titles(["a", "d"])
        app.select("a")
        app.key("Right")
        app.wait_titles(["a", "b", "c", "d"])
        app.key("Right")
        self.wait_focused(app, "b")
        app.key("Left", "Left")
        self.wait_focused(app, "a")
        app.click(app.wait_row("a").node.find("push button", "Subtasks of a"))
        app.wait_titles(["a", "d"])

    def wait_focused(self, app, title):
        eventually(lambda: app.row(title).node.has("focused"), f"the row {title!r} has the focus")

    def test_done_subtasks_stay(self):
        app = self.tree()
        app.tick("c")
        app.wait_row("c", lambda row: row.is_done)
        app.wait_titles(["a", "b", "c", "d"])
        app.wait_row("b", lambda row: row.progress == (1, 1))
        app.tick("a")
        app.wait_titles(["d"], ["a", "b", "c"])
        app.key("ctrl+z")
        app.wait_titles(["a", "b", "c", "d"])

    def test_new_subtasks(self):
        app = self.window("a", "d")
        app.select("a")
        app.key("shift+Return")
        app.wait("push button", "Subtask of “a”, remove")
        app.type("b")
        app.key("Return")
        app.type("c")
        app.key("Return")
        app.wait_titles(["a", "b", "c", "d"])
        app.wait_row("a", lambda row: row.progress == (0, 2))
        app.key("Escape")
        app.wait_gone("push button", "Subtask of “a”, remove")
        app.type("e")
        app.key("Return")
        app.wait_titles(["a", "b", "c", "d", "e"])
        self.wait_shape(b="a", c="a", e=None)

    def test_moving_to_another_list(self):
        app = self.tree()
        app.new_list("Garden")
        app.new_list("Office")
        app.open("Home")
        app.select("a")
        app.key("ctrl+shift+m")
        app.wait_frame("Move to List")
        app.type("gard")
        eventually(lambda: [row.name for row in app.find("list", "Lists", within="Move to List").children] == ["Garden"],
                   "one list is left")
        self.picture("move-to")
        app.key("Return")
        app.wait_no_frame("Move to List")
        app.wait_titles(["d"])
        app.open("Garden")
        app.wait_titles(["a", "b", "c"])
        app.wait_row("c", lambda row: row.level == 3)
        app.key("ctrl+z")
        app.wait_titles([])
        app.open("Home")
        app.wait_titles(["a", "b", "c", "d"])

    def test_alone_a_subtask_names_its_parent(self):
        app = self.tree()
        app.select("c")
        app.key("ctrl+i")
        app.select("a")
        app.key("ctrl+i")
        app.open("Important")
        app.wait_titles(["a", "c"])
        app.wait_row("c", lambda row: (row.parent, row.level) == ("b", 1))
        app.wait_row("a", lambda row: row.progress == (0, 1))

    def test_the_menu(self):
        app = self.window("a", "b")
        app.row_menu("a")
        app.wait("menu item", "Move to…")
        self.assertIsNone(app.find("menu item", "Make a Subtask"), "there is nothing above it")
        app.key("Escape")
        app.wait_gone("menu item")
        for item, level in [("Make a Subtask", 2), ("Move Up a Level", 1)]:
            app.row_menu("b")
            app.choose(item)
            app.wait_row("b", lambda row: row.level == level)
            app.wait_gone("menu item")
        app.row_menu("b")
        app.choose("Add Subtask")
        app.wait("push button", "Subtask of “b”, remove")
        app.type("c")
        app.key("Return")
        app.wait_row("c", lambda row: row.level == 2)
        app.select("b")
        app.key("minus")
        app.wait_titles(["a", "b"])
        app.key("plus")
        app.wait_titles(["a", "b", "c"])

    # The mouse

    def point(self, app, title, part):
        """A point in a row; `part` of its height from the top."""
        places = []

        def stands():
            # After a change the rows are placed one after the other.
            tops = [app.place(app.row(name).node)[1] for name in app.titles()[0]]
            places.append(app.place(app.row(title).node))
            return tops == sorted(set(tops)) and places[-2:] == places[-1:] * 2
        eventually(stands, lambda: f"{title} stands still, it was at {places[-3:]}")
        x, y, width, height = places[-1]
        return x + width // 2, y + height * part

    def hold(self, app, title, goal, mark=None, is_dark=False):
        """Drags a row to a point, and waits until the window shows where it would go; at another height, perhaps."""
        x, y = (int(value) for value in (goal[0], mark or goal[1]))
        dragging.hold(self.point(app, title, 0.5), goal, range(x - 90, x - 80), range(y - 30, y + 30), is_dark)

    def drag(self, app, title, goal, mark=None):
        self.hold(app, title, goal, mark)
        xdotool.release()

    def test_dropped_between_and_onto(self):
        app = self.window("a", "b", "c", "d")
        self.drag(app, "c", self.point(app, "a", 0.1))
        app.wait_titles(["c", "a", "b", "d"])
        self.drag(app, "c", self.point(app, "d", 0.5))
        app.wait_titles(["a", "b", "d", "c"])
        app.wait_row("c", lambda row: row.level == 2)
        self.wait_shape(a=None, b=None, c="d", d=None)
        x, y = self.point(app, "c", 1)
        self.drag(app, "a", (x, y + 120), mark=y)  # below the last row
        app.wait_titles(["b", "d", "c", "a"])
        app.wait_row("a", lambda row: row.level == 1)
        self.drag(app, "b", self.point(app, "d", 0.9))  # right below an expanded row
        app.wait_titles(["d", "b", "c", "a"])
        app.wait_row("b", lambda row: row.level == 2)
        for titles in ["bdca", "abdc", "cabd", "abcd"]:
            app.key("ctrl+z")
            app.wait_titles(list(titles))
        self.wait_shape(a=None, b=None, c=None, d=None)

    def test_dropped_onto_a_list(self):
        app = self.window("a", "b")
        app.new_list("Garden")
        app.open("Home")
        x, y, width, height = app.place(app.place_row("Garden"))
        self.drag(app, "a", (x + width // 2, y + height // 2))
        app.wait_titles(["b"])
        app.wait_places([("Important", 0), ("Today", 0), ("Home", 1), ("Garden", 1)])

    def test_where_it_would_go_is_shown(self):
        for scheme in ["light", "dark"]:
            app = self.launch(environment={"ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}"})
            if scheme == "light":
                app.new_list("Home")
                app.add("Plan the party", "Bake a cake", "Flour", "Choose the music", "Write to everybody who is coming")
                for title, times in [("Bake a cake", 1), ("Flour", 2), ("Choose the music", 1)]:
                    app.select(title)
                    app.key(*[INDENT] * times)
                    app.wait_row(title, lambda row: row.level == times + 1)
                app.tick("Flour")
                app.wait_row("Bake a cake", lambda row: row.progress == (1, 1))
            app.resize(1000, 700)
            app.wait_row("Flour", lambda row: row.level == 3)
            self.picture(f"tree-{scheme}")
            for part, name in [(0.1, "before"), (0.5, "onto"), (0.9, "after")]:
                goal = self.point(app, "Choose the music", part)
                self.hold(app, "Write to everybody who is coming", goal, is_dark=scheme == "dark")
                self.picture(f"tree-{scheme}-{name}")
                # The header bar takes nothing.
                dragging.move_away((500, 28), range(510, 520), range(110, 400), is_dark=scheme == "dark")
                xdotool.release()
            app.resize(360, 640)
            app.show_page("Home")
            eventually(lambda: app.is_painted(app.row("Flour").node), "the page is shown")
            self.picture(f"tree-{scheme}-narrow")
            app.close()


