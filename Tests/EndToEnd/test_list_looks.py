"""Colour, emoji, place and order of lists, by keys and mouse, and on a second device."""

from harness import dragging, xdotool
from harness.case import EndToEndTest
from harness.waiting import eventually


class ListLookTests(EndToEndTest):
    def stored(self, app, name):
        return next(row for row in app.database.lists() if row["name"] == name)

    def test_color_by_keyboard(self):
        app = self.launch()
        app.key("ctrl+shift+l")
        app.wait_frame("New List")
        app.type("Garden")
        app.key("Tab", "Right", "Right")
        green = app.wait("radio button", "Green", within="New List")
        eventually(lambda: green.has("checked"), "the second color is chosen")
        self.picture("new-list")
        app.key("ctrl+Return")
        app.wait_no_frame("New List")
        app.wait_page("Garden")
        self.assertEqual(self.stored(app, "Garden")["colour"], "green")
        app.click(app.place_row("Garden"))
        app.key("F2")
        app.wait_frame("Edit List")
        app.key("Tab", "Left", "Left")
        none = app.wait("radio button", "None", within="Edit List")
        eventually(lambda: none.has("checked"), "no color is chosen")
        app.key("ctrl+Return")
        app.wait_no_frame("Edit List")
        eventually(lambda: self.stored(app, "Garden")["colour"] is None, "the color is gone")
        app.key("ctrl+z")
        eventually(lambda: self.stored(app, "Garden")["colour"] == "green", "the color is back")
        app.wait("label", "Undone: Change List “Garden”")

    def test_emoji_is_found_and_removed(self):
        app = self.launch()
        app.new_list("Garden")
        app.click(app.place_row("Garden"))
        app.key("F2")
        app.wait_frame("Edit List")
        app.press("Choose an Emoji", within="Edit List")
        eventually(lambda: app.focus_of(app.frame("Edit List")).name != "Choose an Emoji",
                   "the search of the emoji has the focus")
        app.type("grinning")
        # GTK reads its emoji a few at a time; more words would find more of them later.
        eventually(lambda: next((label for label in app.frame("Edit List").all("label")
                                 if label.name.startswith("😀") and label.has_size), None), "the emoji is found")
        app.key("Tab")
        eventually(lambda: app.focus_of(app.frame("Edit List")).role == "table cell", "the emoji has the focus")
        app.key("Return")
        eventually(lambda: any(button.name.startswith("Choose an Emoji: 😀")
                               for button in app.frame("Edit List").all("push button")), "it is chosen")
        self.picture("emoji")
        app.press("Done", within="Edit List")
        app.wait_no_frame("Edit List")
        eventually(lambda: self.stored(app, "Garden")["emoji"].startswith("😀"), "the emoji is stored")
        self.picture("sidebar")
        app.click(app.place_row("Garden"))
        app.key("F2")
        app.wait_frame("Edit List")
        app.press("Remove the Emoji", within="Edit List")
        app.wait("push button", "Choose an Emoji", within="Edit List")
        app.key("ctrl+Return")
        app.wait_no_frame("Edit List")
        eventually(lambda: self.stored(app, "Garden")["emoji"] is None, "the emoji is gone")


class ListPlaceTests(EndToEndTest):
    def fill(self, app):
        for name in ["One", "Two", "Three"]:
            app.new_list(name)
            app.wait_page(name)

    def lists(self, app):
        return [name for name in app.place_names() if name in ("One", "Two", "Three")]

    def wait_lists(self, app, *names):
        eventually(lambda: self.lists(app) == list(names), lambda: f"{names}, there is {self.lists(app)}")

    def test_by_keyboard_and_on_another_device(self):
        app = self.launch(*self.account())
        self.fill(app)
        app.wait_synced()
        app.click(app.place_row("Three"))
        app.key("alt+Up", "alt+Up")
        self.wait_lists(app, "Three", "One", "Two")
        eventually(lambda: app.focus_of(app.frame("Optimist")) == app.place_row("Three"), "the focus stays on the list")
        app.key("alt+Down")
        self.wait_lists(app, "One", "Three", "Two")
        app.wait_page("Three")
        app.key("ctrl+z")
        self.wait_lists(app, "Three", "One", "Two")
        app.wait("label", "Undone: Move List “Three”")
        app.wait_synced()
        other = self.launch(*self.account(), home=self.new_home())
        self.wait_lists(other, "Three", "One", "Two")
        other.close()
        app.close()
        app = self.launch()
        self.wait_lists(app, "Three", "One", "Two")

    def test_by_mouse(self):
        app = self.launch()
        self.fill(app)
        self.drag(app, "Three", "One", 0.2)
        self.wait_lists(app, "Three", "One", "Two")
        app.key("ctrl+z")
        self.wait_lists(app, "One", "Two", "Three")
        self.drag(app, "Three", "One", 0.2)
        self.wait_lists(app, "Three", "One", "Two")
        self.drag(app, "Three", "Two", 0.8)
        self.wait_lists(app, "One", "Two", "Three")
        # Where no list is, nothing happens.
        self.drag(app, "Three", "Today", 0.5, is_taken=False)
        self.drag(app, "Two", "One", 0.2)
        self.wait_lists(app, "Two", "One", "Three")
        app.key("ctrl+z")
        self.wait_lists(app, "One", "Two", "Three")
        app.key("ctrl+z")
        self.wait_lists(app, "Three", "One", "Two")

    def drag(self, app, name, other, part, is_taken=True):
        """Drags a list to a part of the height of another place."""
        x, y, width, height = app.place(app.place_row(name))
        _, top, _, size = app.place(app.place_row(other))
        end = int(top + size * part)
        start, goal = (x + width // 2, y + height // 2), (x + width // 2, end)
        if is_taken:
            dragging.hold(start, goal, range(x + 20, x + 30), range(end - 15, end + 15))
        else:
            xdotool.drag(start, goal)
            dragging.move_away(goal, range(x + 20, x + 30), range(end - 15, start[1] + 60))
        self.picture(f"drag-{name}-{other}")
        xdotool.release()


class ListOrderTests(EndToEndTest):
    def test_sorted_by_the_menu(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("pears", "apples", "figs")
        app.wait_titles(["pears", "apples", "figs"])
        app.press("List Menu")
        app.wait("menu item", "By Title")
        self.picture("menu")
        app.choose("By Title")
        app.wait_titles(["apples", "figs", "pears"])
        app.add("bread")
        app.wait_titles(["apples", "bread", "figs", "pears"])
        app.select("apples")
        app.key("alt+Down")
        app.wait("label", "The list is sorted. Choose “By Hand” in its menu to move to-dos.")
        app.wait_titles(["apples", "bread", "figs", "pears"])
        app.wait_synced()
        other = self.launch(*self.account(), home=self.new_home())
        other.open("Home")
        other.wait_titles(["apples", "bread", "figs", "pears"])
        other.close()
        app.key("ctrl+z")
        app.key("ctrl+z")
        app.wait_titles(["pears", "apples", "figs"])
