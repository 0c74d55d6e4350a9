"""The to-do list: adding, ticking, starring, order."""

from pathlib import Path

from harness import screenshot, x11
from harness.case import EndToEndTest
from harness.waiting import eventually, holds


class AddTests(EndToEndTest):
    def test_by_enter_and_by_button(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("by enter")
        app.key("Return")
        app.wait_titles(["by enter"])
        app.type("by button")
        app.press("Add")
        app.wait_titles(["by enter", "by button"])
        app.wait_stored(["by enter", "by button"])
        eventually(lambda: app.entry().has("focused"), "the focus is back in the entry")

    def test_blank_text_adds_nothing(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        button = app.wait("push button", "Add", within="Optimist")
        self.assertFalse(button.has("sensitive"))
        for blank in ["", "   "]:
            app.type(blank)
            eventually(lambda: app.entry().text == blank, "the text is in the entry")
            self.assertFalse(button.has("sensitive"))
            app.key("Return")
        app.type("x")
        eventually(lambda: button.has("sensitive"), "the button can be pressed")
        app.key("BackSpace")
        eventually(lambda: not button.has("sensitive"), "the button cannot be pressed")
        self.assertEqual(app.database.todos(), [])
        self.assertEqual(app.rows(), ([], []))

    def test_entry_is_ready_for_the_next_one(self):
        app = self.launch()
        app.new_list("Home")
        app.add("first")
        entry = app.entry()
        self.assertEqual(entry.text, "")
        self.assertTrue(entry.has("focused"))
        self.assertFalse(app.wait("push button", "Add", within="Optimist").has("sensitive"))

    def test_ten_in_a_row_arrive_in_order(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.key("ctrl+n")
        wanted = [f"todo {number}" for number in range(10)]
        for text in wanted:
            app.type(text)
            app.key("Return")
        app.wait_titles(wanted)
        app.wait_stored(wanted)
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), wanted)
        self.assertEqual(app.titles(), (wanted, []))

    def test_text_is_trimmed(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("  milk  ")
        app.key("Return")
        app.wait_titles(["milk"])
        app.wait_stored(["milk"])


class TickTests(EndToEndTest):
    def test_ticking_moves_the_row_and_back(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two", "three")
        app.tick("two")
        app.wait_titles(["one", "three"], ["two"])
        self.assertTrue(app.wait("list item", "Tasks done!"))
        done = app.database.todo("two")
        self.assertEqual(done["isDone"], 1)
        self.assertIsNotNone(done["completedAt"])
        self.assertTrue(app.row("two").node.find("check box").has("checked"))
        app.tick("one")
        app.wait_titles(["three"], ["one", "two"])  # oldest first there too
        app.tick("two")
        app.wait_titles(["two", "three"], ["one"])  # at its old place
        self.assertEqual(app.database.todo("two")["isDone"], 0)
        self.assertIsNone(app.database.todo("two")["completedAt"])
        app.tick("one")
        app.wait_titles(["one", "two", "three"])
        app.wait_gone("list item", "Tasks done!")

    def test_space_ticks_the_row_with_the_focus(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        app.select("one")
        app.key("space")
        app.wait_titles(["two"], ["one"])

    def test_menu_ticks_and_stars(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        app.row_menu("one")
        app.choose("Mark as Done")
        app.wait_titles(["two"], ["one"])
        app.row_menu("one")
        app.choose("Mark as Not Done")
        app.wait_titles(["one", "two"])
        app.row_menu("two")
        app.choose("Mark as Important")
        app.wait_row("two", lambda row: row.is_starred)
        app.row_menu("two")
        app.choose("Remove from Important")
        app.wait_row("two", lambda row: not row.is_starred)


class StarTests(EndToEndTest):
    def test_a_menu_leaves_its_row_as_it_was(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")

        def background(title):
            x, y, width, height = app.place(app.row(title).node)
            return screenshot.pixels((x + width // 2, y, 8, height))
        # Press and release at the same moment: a row that hears of the press alone stays grey.
        app.row_menu("one")
        app.wait("menu item", "Mark as Done")
        app.key("Escape")
        app.wait_gone("menu item")
        x11.point(*app.place(app.entry())[:2])
        eventually(lambda: background("one") == background("two"), "the row looks like the other")

    def test_important_page_shows_stars_of_any_list(self):
        app = self.launch()
        app.new_list("Home")
        app.add("wash", "cook")
        app.star("wash")
        app.wait_row("wash", lambda row: row.is_starred)
        app.new_list("Work")
        app.add("call", "mail")
        app.star("mail")
        app.wait_row("mail", lambda row: row.is_starred)
        eventually(lambda: app.database.todo("mail")["priority"] == 1, "the star is stored")
        app.open("Important")
        app.wait_titles(["wash", "mail"])
        app.wait_places([("Important", 2), ("Today", 0), ("Home", 2), ("Work", 2)])
        app.star("wash")
        app.wait_titles(["mail"])
        self.assertNotIn(app.database.todo("wash")["priority"], [1, 2, 3, 4])
        app.tick("mail")
        app.wait_titles([], ["mail"])
        app.wait_places([("Important", 0), ("Today", 0), ("Home", 2), ("Work", 1)])
        app.open("Home")
        app.wait_titles(["wash", "cook"])
        self.assertFalse(app.row("wash").is_starred)

    def test_adding_on_the_important_page_stars(self):
        app = self.launch()
        app.new_list("Home")
        app.open("Important")
        app.add("urgent")
        self.assertTrue(app.row("urgent").is_starred)
        todo = app.database.todo("urgent")
        self.assertEqual(todo["priority"], 1)
        self.assertEqual(todo["listID"], app.database.lists()[0]["id"])


class EmptyPageTests(EndToEndTest):
    def test_status_pages(self):
        app = self.launch()
        app.open("Important")
        for place, title in [("Important", "Nothing Important"), ("Today", "Nothing Planned")]:
            app.open(place)
            label = app.wait("label", title)
            eventually(lambda: app.is_painted(label), f"{title} can be seen")
            self.picture(f"empty-{place.lower()}")
        app.new_list("Home")
        label = app.wait("label", "No To-Dos")
        eventually(lambda: app.is_painted(label), "No To-Dos can be seen")
        app.add("something")
        eventually(lambda: not app.is_painted(label), "No To-Dos has made room for the rows")
        app.select("something")
        app.key("Delete")
        app.wait_no_row("something")
        eventually(lambda: app.is_painted(app.wait("label", "No To-Dos")), "No To-Dos is back")


class RowTests(EndToEndTest):
    def test_order_survives_a_restart(self):
        app = self.launch()
        app.new_list("Home")
        app.add("c", "a", "b", "z")
        app.tick("b")
        app.tick("c")
        app.wait_titles(["a", "z"], ["c", "b"])
        app.close()
        app = self.launch()
        app.wait_titles(["a", "z"], ["c", "b"])

    def test_nothing_is_marked_without_a_server(self):
        app = self.launch()
        app.new_list("Home")
        app.add("alone")
        eventually(lambda: app.marks() == {}, "no marks")
        holds(lambda: app.marks() == {} and app.banner() == "", "no marks, no banner", 0.5)


class NoAnimationsTests(EndToEndTest):
    """With the setting "Animations" of the desktop off, GTK tells the end of a transition before its beginning returns."""

    def test_chips_come_and_go(self):
        settings = Path(self.home) / "config/gtk-4.0/settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text("[Settings]\ngtk-enable-animations=0\n")
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        for _ in range(2):
            app.type("tea tomorrow")
            chip = app.wait("push button", "Due tomorrow, remove")
            eventually(lambda: app.is_painted(chip), "the chip is painted")
            app.key("Return")
            app.wait_gone("push button", "Due tomorrow, remove")
        app.wait_titles(["tea", "tea"])
