"""A person who is typed with an @ into the entry of a list: offered, understood, taken back, and given the to-do."""

from harness.waiting import eventually
from test_sharing import SharedTest

BOB = "@Bob Builder, remove"


class TypedPeopleTests(SharedTest):
    def shared(self):
        list_id = self.own(self.ann, "Party", "Cake")
        self.invite(self.ann, self.bob, list_id, "writer")
        return list_id

    def open_party(self, user, left):
        app = self.window(user, left)
        eventually(lambda: self.has_place(app, "Party"), "the list", 30)
        app.focus_on("Optimist")
        app.open("Party")
        app.wait_titles(["Cake"])
        app.key("ctrl+n")
        return app

    def assignee(self, title):
        """Who has to do it, as the server has it; nothing as long as it does not have the to-do."""
        found = [fields for fields in self.emulator.live(self.ann, "todos").values() if fields["content"] == title]
        return [fields.get("assignee") for fields in found]

    def wait_assignee(self, title, wanted):
        eventually(lambda: self.assignee(title) == [wanted], lambda: f"{wanted}, it is {self.assignee(title)}", 30)

    def test_offered_and_assigned(self):
        self.shared()
        ann = self.open_party(self.ann, 0)
        ann.type("Music @bo")
        ann.wait("list item", "Bob Builder", within="Optimist")
        eventually(lambda: ann.entry().description == "Bob Builder", "the marked name is said")
        self.picture("typed-person-offered")
        ann.key("Return")
        eventually(lambda: ann.entry().text == "Music @Bob Builder ", "the name stands there")
        chip = ann.wait("push button", BOB, within="Optimist")
        eventually(lambda: ann.is_painted(chip), "the chip is painted")
        self.picture("typed-person")
        ann.key("Return")
        ann.wait_row("Music", lambda row: row.assignee == "Bob Builder")
        ann.wait_gone("push button", BOB)
        self.wait_assignee("Music", self.bob)
        # He finds it, and gives back another one, typed whole and in small letters.
        bob = self.open_party_again()
        bob.type("Candles @ann owner tomorrow")
        bob.wait("push button", "@Ann Owner, remove", within="Optimist")
        bob.wait("push button", "Due tomorrow, remove", within="Optimist")
        bob.key("Return")
        bob.wait_row("Candles", lambda row: row.assignee == "Ann Owner" and row.day)
        self.wait_assignee("Candles", self.ann)
        ann.wait_row("Candles", lambda row: row.day)

    def open_party_again(self):
        bob = self.window(self.bob, 640)
        eventually(lambda: self.has_place(bob, "Assigned to Me"), lambda: f"places {bob.places()}", 30)
        bob.focus_on("Optimist")
        bob.open("Assigned to Me")
        bob.wait_titles(["Music"])
        bob.open("Party")
        bob.wait_row("Music")
        bob.key("ctrl+n")
        return bob

    def test_a_chip_that_is_removed_is_text(self):
        self.shared()
        ann = self.open_party(self.ann, 0)
        ann.type("Ask @Bob Builder")
        ann.click(ann.wait("push button", BOB, within="Optimist"))
        ann.wait_gone("push button", BOB)
        eventually(lambda: ann.entry().has("focused"), "the focus is in the entry")
        ann.key("Return")
        ann.wait_row("Ask @Bob Builder", lambda row: not row.assignee)
        self.wait_assignee("Ask @Bob Builder", None)

    def test_nobody_of_that_name_is_text(self):
        self.shared()
        ann = self.open_party(self.ann, 0)
        ann.type("Ask @nobody tomorrow")
        ann.wait("push button", "Due tomorrow, remove", within="Optimist")
        self.assertEqual(self.people_chips(ann), [])
        ann.key("Return")
        ann.wait_row("Ask @nobody", lambda row: not row.assignee)
        self.wait_assignee("Ask @nobody", None)

    def people_chips(self, app):
        return [node.name for node in app.frame("Optimist").all("push button") if node.name.startswith("@")]
