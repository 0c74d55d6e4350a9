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

    def retitle(self, app, titles):
        for title, new in titles.items():
            app.open_details(title)
            app.key("ctrl+a")
            app.type(new)
            app.key("Return")
            app.wait_row(new)

    def conflicts(self, titles):
        """Two devices change titles at the same time; the first one shows which of them gave way. `titles` are the first
        title, what it becomes here and what it becomes there."""
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.add(*titles)
        app.wait_synced()
        proxy.stop()
        self.retitle(app, {title: here for title, (here, _) in titles.items()})
        other = self.launch(*self.account(), home=self.new_home())
        other.open("Home")
        self.retitle(other, {title: there for title, (_, there) in titles.items()})
        other.wait_synced()
        other.close()
        self.apps.remove(other)
        proxy.start()
        app.key("F5")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), sorted(here for here, _ in titles.values()))
        app.press("Main Menu")
        app.choose("Trash and Conflicts…")
        app.wait_frame(TITLE)
        app.click(app.wait("page tab", "Conflicts", within=TITLE))
        return app

    def test_delete_dismisses_the_conflict_with_the_focus(self):
        app = self.conflicts({"milk": ("bread", "butter"), "tea": ("coffee", "cocoa")})
        rows = app.wait("list", "Recent Conflicts", within=TITLE)
        eventually(lambda: len(rows.children) == 2, "two conflicts")
        second = rows.children[1].name

        def is_in_second():
            focus = app.focus_of(app.wait_frame(TITLE))
            return focus is not None and focus.name == "Dismiss" and focus.extents[1] > rows.children[1].extents[1]
        for _ in range(12):
            if is_in_second():
                break
            app.key("Tab")
        eventually(is_in_second, "the button of the second conflict has the focus")
        app.key("Delete")
        eventually(lambda: len(rows.children) == 1, "one conflict")
        self.assertNotEqual(rows.children[0].name, second)

    def test_a_value_that_gave_way(self):
        """The other one's can be taken after all."""
        app = self.conflicts({"milk": ("bread", "butter")})
        app.wait("label", "Title, kept: bread", within=TITLE)
        app.wait("label", "Title on the other device: butter", within=TITLE)
        self.picture("conflicts")
        app.press("Restore This Value", within=TITLE)
        app.wait("label", "No Conflicts", within=TITLE)
        app.key("Escape")
        app.wait_row("butter")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["butter"])
