"""Making, renaming and deleting lists."""

from harness.case import EndToEndTest
from harness.waiting import eventually, holds


class NewListTests(EndToEndTest):
    def test_empty_name_becomes_untitled_list(self):
        app = self.launch()
        app.key("ctrl+shift+l")
        entry = app.wait("text", "List Name")
        self.assertEqual(entry.text, "")
        app.key("Return")
        app.wait_no_frame("New List")
        app.wait_page("Untitled List")
        app.new_list("   ")
        app.wait_page("Untitled List (1)")
        self.assertEqual(app.database.list_names(), ["Untitled List", "Untitled List (1)"])

    def test_placeholder(self):
        app = self.launch()
        app.key("ctrl+shift+l")
        entry = app.wait("text", "List Name")
        # What stands in grey in the empty entry can be seen, not read: type over it, and it is gone.
        self.assertTrue(app.is_painted(entry))
        self.picture("new-list-placeholder")
        app.key("Escape")
        app.wait_no_frame("New List")

    def test_name_is_trimmed(self):
        app = self.launch()
        app.new_list("   Groceries  ")
        app.wait_page("Groceries")
        self.assertEqual(app.database.list_names(), ["Groceries"])

    def test_duplicates_get_numbers(self):
        app = self.launch()
        for _ in range(3):
            app.new_list("Home")
        app.wait("label", "“Home” already exists. The new list is called “Home (2)”.")
        app.wait_places([("Important", 0), ("Today", 0), ("Home", 0), ("Home (1)", 0), ("Home (2)", 0)])
        self.assertEqual(app.database.list_names(), ["Home", "Home (1)", "Home (2)"])

    def test_cancel_and_escape_make_nothing(self):
        app = self.launch()
        app.key("ctrl+shift+l")
        app.wait_frame("New List")
        app.type("never")
        app.press("Cancel", within="New List")
        app.wait_no_frame("New List")
        app.key("ctrl+shift+l")
        app.wait_frame("New List")
        app.type("never")
        app.key("Escape")
        app.wait_no_frame("New List")
        self.assertEqual(app.place_names(), ["Important", "Today", "To-Do"])
        self.assertEqual(app.database.last_outbox_number(), 0)
        self.assertEqual(app.database.lists(), [])

    def test_reserved_name_in_any_case(self):
        app = self.launch()
        for typed in ["important", "Important", "  IMPORTANT "]:
            app.key("ctrl+shift+l")
            app.wait_frame("New List")
            app.type(typed)
            app.key("Return")
            app.wait_frame("Reserved Name")
            app.wait("label", f"The name “{typed.strip()}” is reserved. Please choose another one.")
            app.press("Close", within="Reserved Name")
            app.wait_no_frame("Reserved Name")
            self.assertEqual(app.wait("text", "List Name").text, typed)  # it can be mended
            app.key("Escape")
            app.wait_no_frame("New List")
        self.assertEqual(app.database.lists(), [])


class RenameListTests(EndToEndTest):
    def rename(self, app, old, new, start):
        start()
        app.wait_frame("Edit List")
        self.assertEqual(app.wait("text", "List Name").text, old)
        app.key("ctrl+a")
        app.type(new)
        app.key("Return")

    def test_by_F2_menu_of_the_row_and_menu_of_the_page(self):
        app = self.launch()
        app.new_list("One")
        app.click(app.place_row("One"))

        self.rename(app, "One", "Two", lambda: app.key("F2"))
        app.wait_no_frame("Edit List")
        app.wait_page("Two")

        def row_menu():
            app.click(app.place_row("Two"), button=3)
            app.choose("Edit…")
        self.rename(app, "Two", "Three", row_menu)
        app.wait_no_frame("Edit List")
        app.wait_page("Three")

        def page_menu():
            app.press("List Menu")
            app.choose("Edit List…")
        self.rename(app, "Three", "Four", page_menu)
        app.wait_no_frame("Edit List")
        app.wait_page("Four")
        app.wait_places([("Important", 0), ("Today", 0), ("Four", 0)])
        self.assertEqual(app.database.list_names(), ["Four"])

    def test_to_its_own_name_writes_nothing(self):
        app = self.launch(*self.account())
        app.new_list("Same")
        app.wait_synced()
        before = app.database.lists(), app.database.last_outbox_number()
        app.click(app.place_row("Same"))
        for typed in ["Same", "  Same "]:
            self.rename(app, "Same", typed, lambda: app.key("F2"))
            app.wait_no_frame("Edit List")
        self.assertEqual((app.database.lists(), app.database.last_outbox_number()), before)

    def test_to_the_name_of_another_list(self):
        app = self.launch()
        app.new_list("Taken")
        app.new_list("Other")
        app.click(app.place_row("Other"))
        self.rename(app, "Other", "Taken", lambda: app.key("F2"))
        app.wait_page("Taken (1)")
        self.assertEqual(app.database.list_names(), ["Taken", "Taken (1)"])

    def test_to_the_reserved_name(self):
        app = self.launch()
        app.new_list("Plain")
        before = app.database.lists()
        app.click(app.place_row("Plain"))
        self.rename(app, "Plain", "iMPORTANT", lambda: app.key("F2"))
        app.dismiss("Reserved Name")
        app.key("Escape")
        app.wait_no_frame("Edit List")
        self.assertEqual(app.database.lists(), before)

    def test_important_and_today_cannot_be_renamed(self):
        app = self.launch()
        for place in ["Important", "Today"]:
            app.open(place)
            app.key("F2")
            app.click(app.place_row(place), button=3)
            holds(lambda: not app.dialogs() and app.find("menu") is None, "nothing opens", 0.3)


class DeleteListTests(EndToEndTest):
    def asked(self, app, name, detail):
        alert = app.wait_frame(f"Delete “{name}”?")

        def text():
            return " ".join(label.seen_name for label in alert.all("label"))
        # Newer versions of libadwaita fill an alert when it is shown.
        eventually(lambda: detail in text(), lambda: f"{detail!r}, it says {text()!r}")

    def test_cancel_keeps_and_delete_removes(self):
        app = self.launch(*self.account())
        app.new_list("Keep")
        app.new_list("Drop")
        app.wait_page("Drop")
        app.add("a", "b")
        app.tick("b")
        app.wait_synced()
        lists = {row["name"]: row["id"] for row in app.database.lists()}
        todos = {row["content"]: row["id"] for row in app.database.todos()}

        app.click(app.place_row("Drop"))
        app.key("Delete")
        self.asked(app, "Drop", "Its 2 to-dos will also be deleted.")
        app.key("Escape")
        app.wait_no_frame("Delete “Drop”?")
        app.key("Delete")
        self.asked(app, "Drop", "2 to-dos")
        app.press("Cancel", within="Delete “Drop”?")
        app.wait_no_frame("Delete “Drop”?")
        self.assertEqual(app.database.list_names(), ["Keep", "Drop"])
        self.assertEqual(app.titles(), (["a"], ["b"]))

        app.press("List Menu")
        app.choose("Delete List…")
        self.asked(app, "Drop", "2 to-dos")
        app.press("Delete", within="Delete “Drop”?")
        app.wait_no_frame("Delete “Drop”?")
        app.wait_places([("Important", 0), ("Today", 0), ("Keep", 0)])
        app.wait_page("Keep")
        self.assertEqual(app.database.list_names(), ["Keep"])
        self.assertEqual(app.database.todos(), [])
        app.wait_synced()
        self.assertEqual([fields["name"] for fields in self.emulator.live(self.user, "lists").values()], ["Keep"])
        self.assertEqual(self.emulator.live(self.user, "todos"), {})
        # Tombstones, so that other devices hear of it.
        self.assertIs(self.emulator.documents(self.user, "lists")[lists["Drop"]]["deleted"], True)
        for name in ["a", "b"]:
            self.assertIs(self.emulator.documents(self.user, "todos")[todos[name]]["deleted"], True)

    def test_one_and_none(self):
        app = self.launch()
        app.new_list("Lonely")
        app.add("single")
        app.click(app.place_row("Lonely"), button=3)
        app.choose("Delete…")
        self.asked(app, "Lonely", "Its 1 to-do will also be deleted.")
        app.press("Delete", within="Delete “Lonely”?")
        app.wait_footer("")
        app.new_list("Hollow")
        app.click(app.place_row("Hollow"))
        app.key("Delete")
        self.asked(app, "Hollow", "The list is empty.")
        app.press("Delete", within="Delete “Hollow”?")
        app.wait_footer("")
        eventually(lambda: app.database.lists() == [], "no list is left")
