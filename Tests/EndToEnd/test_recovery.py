"""The trash and the recent conflicts."""

from harness.case import EndToEndTest
from harness.waiting import eventually

TITLE = "Trash and Conflicts"


class RecoveryTests(EndToEndTest):
    def test_restoring_by_keyboard(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        for title in ["one", "two"]:
            app.select(title)
            app.key("Delete")
            app.wait_no_row(title)
        app.key("ctrl+shift+t")
        frame = app.wait_frame(TITLE)
        trash = app.wait("list", "Trash", within=TITLE)
        eventually(lambda: len(trash.children) == 2, "two things are in the trash")
        self.assertTrue(trash.children[0].name.startswith("two, Home, Deleted · "), trash.children[0].name)
        eventually(lambda: (focus := app.focus_of(frame)) and focus.role == "list item", "the first row has the focus")
        self.picture("trash")
        app.key("Down")
        eventually(lambda: any(row.has("selected") for row in trash.children), "a row is chosen")
        if trash.children[0].has("selected"):
            app.key("Down")  # in newer versions of GTK the first key only begins
        eventually(lambda: trash.children[1].has("focused"), "the second row has the focus")
        app.key("Return")
        eventually(lambda: [item.name[:3] for item in trash.children] == ["two"], "one is back")
        self.assertEqual(app.titles(), (["one"], []))
        # The focus is on what is left.
        eventually(lambda: (focus := app.focus_of(frame)) and focus.role == "list item", "the next row has the focus")
        app.key("Return")
        app.wait("label", "The Trash Is Empty", within=TITLE)
        app.key("Escape")
        app.wait_no_frame(TITLE)
        app.wait_titles(["one", "two"])
        self.assertEqual(app.database.rows("SELECT * FROM trash"), [])

    def test_a_list_comes_back_with_its_todos(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        app.click(app.place_row("Home"))
        app.key("Delete")
        app.wait_frame("Delete “Home”?")
        app.press("Delete", within="Delete “Home”?")
        app.wait_places([("Important", 0), ("Today", 0), ("To-Do", 0)])
        app.key("ctrl+shift+t")
        app.wait_frame(TITLE)
        app.press("Restore", within=TITLE)
        app.wait_places([("Important", 0), ("Today", 0), ("Home", 2)])

    def test_emptying_asks(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        app.select("one")
        app.key("Delete")
        app.wait_no_row("one")
        app.key("ctrl+shift+t")
        for answer, count in [("Cancel", 1), ("Empty Trash", 0)]:
            app.press("Empty Trash…", within=TITLE)
            app.wait_frame("Empty the Trash?")
            app.press(answer, within="Empty the Trash?")
            app.wait_no_frame("Empty the Trash?")
            eventually(lambda: len(app.database.rows("SELECT * FROM trash")) == count, f"{count} in the trash")
        app.wait("label", "The Trash Is Empty", within=TITLE)

    def test_a_value_that_gave_way(self):
        """Two devices change a title at the same time; the other one's can be taken after all."""
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.add("milk")
        app.wait_synced()
        proxy.stop()
        app.open_details("milk")
        app.key("ctrl+a")
        app.type("bread")
        app.key("Return")
        app.wait_row("bread")
        (name, fields), = self.emulator.live(self.user, "todos").items()
        other = self.launch(*self.account(), home=self.new_home())
        other.open("Home")
        other.open_details("milk")
        other.key("ctrl+a")
        other.type("butter")
        other.key("Return")
        other.wait_row("butter")
        other.wait_synced()
        other.close()
        self.apps.remove(other)
        proxy.start()
        app.key("F5")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["bread"])
        app.press("Main Menu")
        app.choose("Trash and Conflicts…")
        app.wait_frame(TITLE)
        app.click(app.wait("page tab", "Conflicts", within=TITLE))
        app.wait("label", "Title, kept: bread", within=TITLE)
        app.wait("label", "Title on the other device: butter", within=TITLE)
        self.picture("conflicts")
        app.press("Restore This Value", within=TITLE)
        app.wait("label", "No Conflicts", within=TITLE)
        app.key("Escape")
        app.wait_row("butter")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["butter"])
