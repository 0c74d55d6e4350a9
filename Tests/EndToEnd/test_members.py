"""Inviting, changing a role and removing, each taken back and done again in the window; the other person sees it."""

import re

from harness.waiting import eventually
from test_sharing import SharedTest

BOB = re.compile("^Bob Builder")
INVITATION = re.compile("^Invitation from Ann Owner")


class MembersUndoTests(SharedTest):
    def roles(self):
        """What the server knows of the members of Ann's lists."""
        return {fields["user"]: fields["role"] for fields in self.emulator.live(self.ann, "members").values()}

    def wait_roles(self, **roles):
        wanted = {getattr(self, name): role for name, role in roles.items()}
        eventually(lambda: self.roles() == wanted, lambda: f"members {wanted}, there are {self.roles()}", 30)

    def open_members(self, app, name):
        app.focus_on("Optimist")
        self.menu_of_place(app, name, "Share…")
        app.wait_frame("Members")

    def close_members(self, app):
        app.focus_on("Members")
        # Escape would only take away a notice.
        app.press("Close", within="Members")
        app.wait_no_frame("Members")

    def press_in_main(self, app, key, text):
        """Presses a key in the main window, which says what it did."""
        app.focus_on("Optimist")
        app.key(key)
        app.wait("label", text, within="Optimist")

    def shared(self, role):
        """Both windows, with a list that Bob has accepted."""
        list_id = self.own(self.ann, "Party", "Cake")
        self.invite(self.ann, self.bob, list_id, role)
        ann, bob = self.both()
        for app in (ann, bob):
            eventually(lambda: self.has_place(app, "Party"), "the list", 30)
            app.focus_on("Optimist")
            app.open("Party")
            app.wait_titles(["Cake"])
        return ann, bob

    def test_inviting(self):
        self.own(self.ann, "Party", "Cake")
        ann, bob = self.both()
        eventually(lambda: self.has_place(ann, "Party"), "the list", 30)
        self.open_members(ann, "Party")
        ann.press("Invite…", within="Members")
        ann.wait_frame("Invite Somebody")
        ann.wait("entry", "Search People")
        ann.type("builder")
        people = lambda: ann.find("list", "People", within="Invite Somebody")
        eventually(lambda: people() and people().children and people().children[0].is_called(BOB), "Bob is found")
        ann.key("Return")
        ann.wait_no_frame("Invite Somebody")
        ann.wait("list item", BOB, within="Members")
        self.wait_roles(bob="writer")
        bob.wait("push button", INVITATION, within="Optimist", limit=30)
        self.close_members(ann)

        self.press_in_main(ann, "ctrl+z", "Undone: Change Members")
        self.wait_roles()
        bob.wait_gone("push button", INVITATION, limit=30)
        self.press_in_main(ann, "ctrl+shift+z", "Redone: Change Members")
        self.wait_roles(bob="writer")
        bob.wait("push button", INVITATION, within="Optimist", limit=30)

    def test_changing_a_role(self):
        ann, bob = self.shared("writer")
        self.open_members(ann, "Party")
        ann.wait("list item", BOB, within="Members")
        ann.click(ann.wait("combo box", "What Bob Builder may do", within="Members"))
        eventually(ann.has_popover, "the choice is open")
        ann.key("Down", "Return")
        self.wait_roles(bob="reader")
        bob.wait_gone("text", "New to-do")
        # In the dialog, too.
        ann.focus_on("Members")
        ann.key("ctrl+z")
        ann.wait("label", "Undone: Change Members", within="Members")
        self.wait_roles(bob="writer")
        ann.key("ctrl+shift+z")
        self.wait_roles(bob="reader")
        self.close_members(ann)

        self.press_in_main(ann, "ctrl+z", "Undone: Change Members")
        self.wait_roles(bob="writer")
        bob.wait("text", "New to-do", within="Optimist")
        bob.focus_on("Optimist")
        bob.add("Candles")
        ann.wait_row("Candles")
        self.press_in_main(ann, "ctrl+shift+z", "Redone: Change Members")
        self.wait_roles(bob="reader")
        bob.wait_gone("text", "New to-do")

    def test_removing(self):
        ann, bob = self.shared("reader")
        self.open_members(ann, "Party")
        ann.press("Remove", within="Members")
        ann.wait("label", "“Bob Builder” removed", within="Members")
        self.wait_roles()
        eventually(lambda: not self.has_place(bob, "Party"), lambda: f"gone from Bob's: {bob.places()}", 30)
        ann.press("Undo", within="Members")
        ann.wait("list item", BOB, within="Members")
        self.wait_roles(bob="reader")
        # Whoever was removed is asked anew.
        bob.wait("push button", INVITATION, within="Optimist", limit=30)
        self.assertFalse(self.has_place(bob, "Party"))

        ann.press("Remove", within="Members")
        self.wait_roles()
        bob.wait_gone("push button", INVITATION, limit=30)
        self.close_members(ann)
        self.press_in_main(ann, "ctrl+z", "Undone: Change Members")
        self.wait_roles(bob="reader")
        bob.focus_on("Optimist")
        bob.press(INVITATION, within="Optimist", limit=30)
        bob.wait_frame("Invitations")
        bob.press("Accept", within="Invitations")
        bob.key("Escape")
        bob.wait_no_frame("Invitations")
        eventually(lambda: self.has_place(bob, "Party"), lambda: f"back at Bob's: {bob.places()}", 30)
        bob.open("Party")
        bob.wait_titles(["Cake"])
        bob.wait_gone("text", "New to-do")
