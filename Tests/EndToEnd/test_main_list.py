"""The main list: places in order, counts, the number of lists."""

from pathlib import Path

from harness.case import EndToEndTest
from harness.waiting import eventually


class MainListTests(EndToEndTest):
    def test_first_start(self):
        """One list is open, and the first to-do makes it."""
        app = self.launch()
        app.wait_places([("Important", 0), ("Today", 0), ("To-Do", 0)])
        app.wait_page("To-Do")
        app.wait("label", "What Is There to Do?")
        self.picture("first-start")
        self.assertEqual(app.database.lists(), [])
        app.key("ctrl+n")
        app.type("milk")
        app.key("Return")
        app.type("bread")  # what is typed meanwhile stays
        app.key("Return")
        app.wait_titles(["milk", "bread"])
        app.wait_places([("Important", 0), ("Today", 0), ("To-Do", 2)])
        self.assertEqual([row["name"] for row in app.database.lists()], ["To-Do"])
        self.assertEqual(app.close(), 0)
        app = self.launch()
        app.wait_page("To-Do")
        app.wait_titles(["milk", "bread"])

    def test_places_counts_and_footer(self):
        app = self.launch()
        self.assertEqual(app.footer(), "")
        app.new_list("Home")
        app.wait_footer("You have 1 custom list.")
        app.new_list("Work")
        app.wait_footer("You have 2 custom lists.")
        app.wait_page("Work")
        app.add("one", "two", "three")
        app.tick("two")
        app.star("three")
        wanted = [("Important", 1), ("Today", 0), ("Home", 0), ("Work", 2)]
        app.wait_places(wanted)
        self.assertEqual(app.close(), 0)
        app = self.launch()
        app.wait_places(wanted)
        app.wait_footer("You have 2 custom lists.")
        app.wait_page("Work")  # the page of last time
        self.assertEqual(app.titles(), (["one", "three"], ["two"]))

    def test_new_list_button(self):
        app = self.launch()
        app.press("New List")
        app.wait_frame("New List")
        app.type("From the button")
        app.press("Done", within="New List")
        app.wait_no_frame("New List")
        app.wait_page("From the button")
        self.assertEqual(app.database.list_names(), ["From the button"])

    def test_menu_of_the_window(self):
        app = self.launch()
        app.key("F10")
        app.choose("New List…")
        app.wait_frame("New List")
        app.key("Escape")
        app.wait_no_frame("New List")
        app.key("F10")
        app.choose("Accounts…")
        app.wait_frame("Accounts")
        app.key("Escape")
        app.wait_no_frame("Accounts")
        app.key("F10")
        app.choose("New To-Do with Details…")
        app.wait_frame("New To-Do")
        app.key("Escape")
        app.wait_no_frame("New To-Do")
        app.key("F10")
        app.choose("Preferences")
        app.wait_frame("Preferences")
        app.key("Escape")
        app.wait_no_frame("Preferences")
        app.key("F10")
        app.choose("About Optimist")
        app.wait("label", "The Optimist Authors")
        app.key("Escape")
        app.wait_gone("label", "The Optimist Authors")

    def test_arrow_keys_open_places(self):
        app = self.launch()
        app.new_list("Home")
        app.new_list("Work")
        app.open("Important")
        app.key("Down")
        app.wait_page("Today")
        app.key("Down")
        app.wait_page("Home")
        app.key("Down")
        app.wait_page("Work")

    def test_a_new_home_has_the_first_list_when_it_is_needed(self):
        app = self.launch()
        app.open("Important")
        app.add("without a list")
        app.wait_places([("Important", 1), ("Today", 0), ("To-Do", 1)])
        app.wait_footer("You have 1 custom list.")


class WindowButtonTests(EndToEndTest):
    def test_at_the_start_they_are_there_in_a_narrow_window_with_details(self):
        settings = Path(self.home) / "config/gtk-4.0/settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text("[Settings]\ngtk-decoration-layout=close,minimize:\n")
        app = self.launch()
        app.new_list("Home")
        app.add("task")
        app.open_details("task")
        app.resize(400, 600)

        def close():
            return [node for node in app.frame("Details").walk() if node.seen_name == "Close"
                    and node.seen_role == "push button" and app.is_painted(node)]
        eventually(close, "the window can be closed")
