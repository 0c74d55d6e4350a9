"""The details beside the list: everything about one to-do, new or old; deleting and undoing."""

import datetime
import re
import zoneinfo

from harness import dates
from harness.case import EndToEndTest
from harness.waiting import eventually


class EditTest(EndToEndTest):
    def title_entry(self, app):
        return app.wait("text", "Title")

    def set_title(self, app, text):
        """Writes the title, which has the focus when the details open."""
        app.key("ctrl+a")
        app.type(text)
        entry = self.title_entry(app)
        eventually(lambda: entry.text == text, lambda: f"title {text!r}, it is {entry.text!r}")

    def choose_in_row(self, app, row, *keys, within="Details"):
        """Opens a row with a choice, and moves to another one."""
        app.click(app.find("list item", row, within=within) or app.wait("combo box", row, within=within))
        eventually(app.has_popover, "the choice is open")
        app.key(*keys, "Return")
        # A key that comes while it closes is its own.
        app.let_popovers_close()

    def wait_stored(self, app, title, limit=20):
        return eventually(lambda: app.database.todo(title), lambda: f"{title!r} in {app.database.contents()}", limit)


class OpeningTests(EditTest):
    def test_by_double_click_enter_F2_and_menu(self):
        app = self.launch()
        app.new_list("Home")
        app.add("task")

        def double_click():
            app.click(app.wait_row("task").node, times=2)

        def with_key(key):
            app.select("task")
            app.key(key)
        for way in [double_click, lambda: with_key("Return"), lambda: with_key("F2")]:
            way()
            app.wait_frame("Details")
            self.assertEqual(self.title_entry(app).text, "task")
            app.close_details()
            eventually(lambda: app.row("task").node.has("focused"), "the focus is back in the row")
        app.row_menu("task")
        app.choose("Edit…")
        app.wait_frame("Details")
        self.assertTrue(app.row("task").node.has("selected"))
        app.press("Close Details")
        app.wait_no_frame("Details")
        self.assertEqual(app.database.contents(), ["task"])

    def test_choosing_another_row_shows_that_one(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two", "three")
        app.open_details("one")
        self.set_title(app, "first")
        app.click(app.wait_row("two").node)
        eventually(lambda: self.title_entry(app).text == "two", "the details of the other row")
        app.wait_stored(["first", "two", "three"])
        app.key("Down")
        eventually(lambda: self.title_entry(app).text == "three", "the details of the next row")
        self.assertTrue(app.row("three").node.has("focused"))
        app.key("F6")
        eventually(lambda: self.title_entry(app).has("focused"), "the focus is in the details")
        app.key("F6", "F6")
        eventually(lambda: app.row("three").node.has("focused"), "round the panes to the rows")
        app.key("Delete")
        app.wait_no_frame("Details")
        app.wait_titles(["first", "two"])

    def test_white_space_is_no_title(self):
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        app.open_details("task")
        self.set_title(app, "   ")
        app.key("Tab")
        eventually(lambda: self.title_entry(app).text == "task", "the title is back")
        app.close_details()
        self.assertEqual(app.database.contents(), ["task"])

    def test_looking_changes_nothing(self):
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        # A row is on screen before it is stored.
        app.wait_stored(["task"])
        before = app.database.todos(), app.database.last_outbox_number()
        app.open_details("task")
        app.close_details()
        self.assertEqual((app.database.todos(), app.database.last_outbox_number()), before)

    def test_a_page_of_their_own_in_a_narrow_window(self):
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        app.resize(800, 640)
        app.open_details("task")
        self.picture("details-800")
        # At once, as by the keys of a tiling window manager.
        app.resize(360, 640)
        app.wait("push button", "Back", within="Details")
        self.picture("details-360")
        app.press("Back", within="Details")
        app.wait_no_frame("Details")
        app.wait_titles(["task"])


class SavingTests(EditTest):
    def test_everything_is_saved(self):
        app = self.launch(*self.account(), environment={"TZ": "Asia/Seoul"})
        app.new_list("Home")
        app.add("task")
        app.wait_synced()
        app.resize(950, 880)
        app.open_details("task")
        self.set_title(app, "better")
        self.choose_in_row(app, "Priority", "Down", "Down", "Down")
        app.wait_row("better", lambda row: row.is_starred)
        app.click(app.wait("text", "Notes"))
        app.type("line one")
        app.key("Return")
        app.type("line two")

        app.press("Choose a Day", within="Details")
        app.click_in_popover("label", "15")
        day = dates.in_this_month(15)
        app.wait("label", dates.long(day), within="Details")

        app.press("Add Reminder", within="Details")
        app.choose("Day and Time")
        app.press(re.compile("^Day of “"), within="Details")
        app.click_in_popover("label", "15")
        app.press(re.compile("^Time of “"), within="Details")
        eventually(lambda: app.focus_of(app.frame("Optimist")).role == "spin button", "the hour has the focus")
        app.key("ctrl+a")
        app.type("14")
        app.key("Tab", "ctrl+a")
        app.type("30")
        app.key("Tab", "Escape")
        # Escape closes the details only once the popover has gone.
        app.let_popovers_close()
        self.picture("edit-everything")
        app.close_details()

        row = app.wait_row("better")
        self.assertTrue(row.is_starred)
        self.assertTrue(row.has_alarm)
        self.assertEqual(row.day, dates.long(day))
        todo = app.database.todo("better")
        moment = datetime.datetime(day.year, day.month, day.day, 14, 30, tzinfo=zoneinfo.ZoneInfo("Asia/Seoul"))
        self.assertEqual(todo["notes"], "line one\nline two")
        self.assertEqual(todo["priority"], 1)
        self.assertEqual(todo["dueDay"], day.isoformat())
        self.assertIn(moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ Asia/Seoul").encode(),
                      todo["reminders"])
        app.wait_synced()
        document = self.emulator.documents(self.user, "todos")[todo["id"]]
        self.assertEqual(document["content"], "better")
        self.assertEqual(document["notes"], "line one\nline two")
        self.assertEqual(document["date"], day.isoformat())
        self.assertEqual(document["priority"], 1)
        self.assertEqual(document["alarm"],
                         moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))

        # Taking it all back.
        app.open_details("better")
        app.press("No Day", within="Details")
        app.press(re.compile("^Remove “"), within="Details")
        app.wait_row("better", lambda row: not row.has_alarm)
        self.choose_in_row(app, "Priority", "Up", "Up", "Up")
        app.wait_row("better", lambda row: not row.is_starred)
        app.close_details()
        app.wait_row("better", lambda row: not row.is_starred and not row.day and not row.has_alarm)
        todo = app.database.todo("better")
        self.assertEqual((todo["dueDay"], todo["reminders"], todo["priority"]), (None, None, 0))

    def test_enter_in_the_title_goes_back_to_the_row(self):
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        app.open_details("task")
        self.set_title(app, "renamed")
        app.key("Return")
        app.wait_titles(["renamed"])
        eventually(lambda: app.row("renamed").node.has("focused"), "the focus is back in the row")
        self.assertTrue(app.frame("Details"), "they stay open")

    def test_what_is_typed_is_kept_by_a_pause_and_by_closing_the_window(self):
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        app.open_details("task")
        self.set_title(app, "better")
        self.wait_stored(app, "better")
        self.assertTrue(self.title_entry(app).has("focused"))
        app.type(" still")
        self.assertEqual(app.close(), 0)
        self.apps.remove(app)
        self.assertEqual(app.database.contents(), ["better still"])

    def test_undo_in_the_details(self):
        """Typing that is not kept goes first, then what was kept, also in the text that has the focus."""
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        app.open_details("task")
        self.set_title(app, "better")
        self.wait_stored(app, "better")
        app.key("ctrl+z")
        self.wait_stored(app, "task")
        entry = self.title_entry(app)
        eventually(lambda: entry.text == "task", lambda: f"the title is back; {entry.text!r}")
        app.key("ctrl+shift+z")
        self.wait_stored(app, "better")
        eventually(lambda: entry.text == "better", lambda: f"the title again; {entry.text!r}")


class FieldTests(EditTest):
    def test_times_tags_link_and_status(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("task")
        app.resize(950, 880)
        app.open_details("task")
        app.press("Choose a Day", within="Details")
        app.click_in_popover("label", "15")
        day = dates.in_this_month(15)
        app.wait("label", dates.long(day), within="Details")

        def open_time():
            app.press("Choose a Time", within="Details")
            eventually(lambda: app.focus_of(app.frame("Optimist")).role == "spin button", "the hour has the focus")
        open_time()
        # Who only looks changes nothing.
        app.key("Escape")
        app.let_popovers_close()
        app.wait("label", dates.long(day), within="Details")
        open_time()
        app.key("ctrl+a")
        app.type("17")
        app.key("Tab", "Escape")
        app.wait("label", dates.long(day) + " at 17:00", within="Details")
        app.click(app.wait("text", "Add Tag", within="Details"))
        app.type("#home")
        app.key("Return")
        app.type("shop")
        app.key("Return")
        app.press("Remove Tag “home”", within="Details")
        app.wait_gone("push button", "Remove Tag “home”")
        # The focus has gone from the tag to the entry before the link.
        app.key("Tab")
        app.type("https://example.org/")
        app.wait("push button", "Open Link", within="Details")
        self.picture("details-fields")
        app.close_details()
        app.wait_synced()
        document, = self.emulator.live(self.user, "todos").values()
        self.assertEqual(document["tags"], {"values": [{"stringValue": "shop"}]})
        self.assertEqual(document["url"], "https://example.org/")
        self.assertEqual(document["date"], day.isoformat())
        app.open_details("task")
        self.choose_in_row(app, "Status", "Down", "Down")
        app.wait_titles([], ["task"])
        app.wait_synced()

    def test_known_tags_are_offered(self):
        app = self.launch()
        app.new_list("Errands")
        app.add("task")
        app.key("ctrl+n")
        app.type("other #Shopping #garden")
        app.key("Return")
        app.wait_row("other", lambda row: sorted(row.tags) == ["Shopping", "garden"])
        app.resize(1100, 880)
        app.open_details("task")
        entry = app.wait("text", "Add Tag", within="Details")
        app.click(entry)
        app.type("sh")
        app.wait("list item", "Shopping")
        app.key("Down")
        eventually(lambda: entry.description == "Shopping", lambda: f"the marked name is said: {entry.description!r}")
        self.picture("details-tags-offered")
        app.key("Return")
        app.wait("push button", "Remove Tag “Shopping”", within="Details")
        app.wait_gone("list item", "Shopping")
        eventually(lambda: entry.text == "", lambda: f"the entry is empty: {entry.text!r}")
        # Escape closes the names and nothing else.
        app.type("ga")
        app.wait("list item", "garden")
        app.key("Escape")
        app.wait_gone("list item", "garden")
        self.assertEqual(entry.text, "ga")
        # The entry has the focus still, and Enter adds what is typed where no name is marked.
        app.key("Return")
        app.wait("push button", "Remove Tag “ga”", within="Details")
        app.type("gar")
        app.wait("list item", "garden")
        app.click_in_popover("list item", "garden")
        app.wait("push button", "Remove Tag “garden”", within="Details")
        app.close_details()
        app.wait_row("task", lambda row: sorted(row.tags) == ["Shopping", "ga", "garden"])


class CreatingTests(EditTest):
    def test_with_a_choice_of_lists(self):
        app = self.launch()
        app.new_list("Home")
        app.new_list("Work")
        app.open("Home")
        app.press("New To-Do with Details")
        app.wait_frame("New To-Do")
        app.type("in the open list")
        app.key("Return")
        app.wait_row("in the open list")
        app.wait_frame("Details")

        app.key("ctrl+shift+n")
        app.wait_frame("New To-Do")
        app.type("in the other list")
        self.choose_in_row(app, "List", "Down", within="New To-Do")
        app.close_details("New To-Do")
        app.open("Work")
        app.wait_titles(["in the other list"])
        lists = {row["name"]: row["id"] for row in app.database.lists()}
        self.assertEqual(app.database.todo("in the open list")["listID"], lists["Home"])
        self.assertEqual(app.database.todo("in the other list")["listID"], lists["Work"])

    def test_begins_with_what_was_typed(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("half a thought")
        app.key("ctrl+shift+n")
        app.wait_frame("New To-Do")
        eventually(lambda: self.title_entry(app).text == "half a thought", "the text is taken over")
        app.close_details("New To-Do")
        app.wait_titles(["half a thought"])
        self.assertEqual(app.entry().text, "")


class UndoTests(EditTest):
    """Ctrl+Z and Ctrl+Shift+Z: whatever was done, in the window and on the server."""

    def undo_item(self, app, label):
        """The item of the main menu that begins with a word, as it is read out."""
        app.key("F10")
        name = app.wait("menu item", re.compile("^" + label)).name
        app.key("Escape")
        app.wait_gone("menu item", name)
        return name

    def test_the_menu_names_a_title_as_it_is(self):
        app = self.launch()
        app.new_list("Home")
        title = "fix __init__ in my_file & <b>"
        app.key("ctrl+n")
        app.type(title)
        app.key("Return")
        eventually(lambda: app.database.contents() == [title], "it is stored")
        app.key("F10")
        item = app.wait("menu item", re.compile("^Undo: Add"))
        self.picture("undo")
        # As a screen reader tells it, with the underscores.
        self.assertEqual(item.raw_name, f"Undo: Add “{title}”")
        app.key("Escape")
        app.wait_gone("menu item", item.name)

    def test_by_keys(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("one", "two")
        app.wait_synced()
        # The focus is in the empty entry.
        app.key("ctrl+z")
        app.wait_titles(["one"])
        app.wait("label", "Undone: Add “two”")
        self.assertEqual(self.undo_item(app, "Undo"), "Undo: Add “one”")
        self.assertEqual(self.undo_item(app, "Redo"), "Redo: Add “two”")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one"])
        app.key("ctrl+shift+z")
        app.wait_titles(["one", "two"])
        app.tick("one")
        app.wait_titles(["two"], ["one"])
        app.key("ctrl+z")
        app.wait_titles(["one", "two"])
        app.key("ctrl+z", "ctrl+z", "ctrl+z")
        app.wait_places([("Important", 0), ("Today", 0), ("To-Do", 0)])
        app.wait_synced()
        self.assertEqual(self.emulator.live(self.user, "lists"), {})
        app.key("ctrl+shift+z", "ctrl+shift+z", "ctrl+shift+z", "ctrl+shift+z")
        app.click(app.place_row("Home"))
        app.wait_titles(["two"], ["one"])
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "two"])

    def test_what_is_typed_goes_first(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.type("tw")
        app.key("ctrl+z")
        eventually(lambda: app.entry().text == "", lambda: f"the entry: {app.entry().text!r}")
        app.wait_titles(["one"])
        app.key("ctrl+z")
        app.wait_titles([])
        app.key("ctrl+shift+z")
        app.wait_titles(["one"])

    def test_a_list(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        app.new_list("Work")
        app.click(app.place_row("Home"))
        app.key("Delete")
        app.wait_frame("Delete “Home”?")
        app.press("Delete", within="Delete “Home”?")
        app.wait("label", "“Home” deleted")
        app.press("Undo")
        app.click(app.place_row("Home"))
        app.wait_titles(["one", "two"])
        self.picture("undone")


class DeletingTests(EditTest):
    def test_by_key_and_menu_and_undo(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("one", "two", "three")
        app.wait_synced()
        one = app.database.todo("one")
        app.select("one")
        app.key("Delete")
        app.wait_titles(["two", "three"])
        app.wait("label", "“one” deleted")
        self.assertIsNone(app.database.todo("one"))
        app.press("Undo")
        app.wait_titles(["one", "two", "three"])
        back = app.database.todo("one")
        self.assertEqual(back["id"], one["id"])
        self.assertEqual(back["position"], one["position"])
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "three", "two"])

        app.row_menu("two")
        app.choose("Delete")
        app.wait_titles(["one", "three"])
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "three"])
        tombstones = [fields for fields in self.emulator.documents(self.user, "todos").values() if fields["deleted"]]
        self.assertEqual(len(tombstones), 1)
        self.assertNotIn("content", tombstones[0])

        # Also when the server has heard of the deletion before.
        app.press("Undo")
        app.wait_titles(["one", "two", "three"])
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "three", "two"])
        self.assertEqual(len(self.emulator.documents(self.user, "todos")), 3)
