"""The accounts: adding some, signing in and out."""

import re
import unittest
from pathlib import Path

from harness import emulator, keyring, x11, xdotool
from harness.case import EndToEndTest
from harness.identity import IdentityServer
from harness.people import People
from harness.waiting import eventually, holds

HOST = "Host (optional)"
ADD = "Add Account"
KIND = "Which Kind of Account?"
ADVANCED = (HOST, "Host for Signing In (optional)", "Host for Staying Signed In (optional)")


class AccountsCase(EndToEndTest):
    """What the tests of accounts have in common."""

    def open_dialog(self, app):
        app.key("ctrl+shift+a")
        return app.wait_frame("Accounts")

    def add(self, app):
        """Opens the dialog that adds an account, with all that can be typed into it."""
        self.open_dialog(app)
        self.choose_kind(app, "Firebase")
        frame = app.wait_frame(ADD)
        app.click(app.wait("label", "Advanced", within=ADD))
        eventually(lambda: app.find("text", ADVANCED[-1], ADD) and app.find("text", ADVANCED[-1], ADD).has_size,
                   "the advanced part is unfolded")
        return frame

    def choose_kind(self, app, name):
        """Asks for another account, and says at which kind of server."""
        app.press("Add Account…", within="Accounts")
        app.wait_frame(KIND)
        self.press(app, name, KIND)
        app.wait_no_frame(KIND)

    def fill(self, app, field, text, within=ADD):
        entry = eventually(lambda: (found := app.find("text", field, within)) and found.has_size and found,
                           f"an entry {field!r}")
        self.bring(app, entry, app.frame(within).find("scroll pane"))
        app.click(entry)
        app.key("ctrl+a")
        if text:
            app.type(text)
        else:
            app.key("BackSpace")
        if field != "Password":
            eventually(lambda: entry.text == text, lambda: f"{field} is {text!r}, {entry.text!r}")

    def bring(self, app, node, pane):
        """Turns the mouse wheel until a widget can be seen."""
        self.settle(app, node)

        def in_sight():
            (_, top, _, height), (_, y, _, own) = pane.extents, node.extents
            if top <= y and y + own <= top + height:
                return True
            left, upper, width, _ = app.place(pane)
            xdotool.click(left + width // 2, upper + height // 2, button=4 if y < top else 5)
            return False
        eventually(in_sight, f"{node} is in sight", pause=0.15)
        self.settle(app, node)

    def press(self, app, name, within, limit=20):
        """Clicks a button once it stands still. An alert keeps its buttons in a row and, for when that
        does not fit, in a column."""
        def ready():
            frame = app.frame(within)
            for node in frame.all("push button", re.compile(rf"\b{re.escape(name)}$")) if frame else []:
                (x, _, width, _), (left, _, around, _) = node.extents, node.parent.extents
                fits = min(x, left) >= 0 and max(x + width, left + around) <= frame.extents[2]
                if width > 0 and fits and node.has("sensitive"):
                    return node
            return None
        node = eventually(ready, f"a button {name!r} that can be pressed", limit)
        self.settle(app, node)
        app.click(node)

    def settle(self, app, node):
        """Waits until a widget has stopped moving."""
        places = []

        def stands():
            places.append(app.place(node))
            return len(places) > 5 and len(set(places[-5:])) == 1
        eventually(stands, "it stands")

    def connect(self, app, project, host, user):
        """Adds a server that asks nobody to sign in."""
        self.add(app)
        self.fill(app, HOST, host)
        self.fill(app, "Project ID", project)
        self.fill(app, "User ID", user)
        app.press("Connect", within=ADD)

    def close_dialog(self, app):
        app.wait_no_frame(ADD)
        # Without a window manager the keys may have gone back to the main window.
        x11.focus(app.window_of(app.frame("Accounts")))
        app.key("Escape")
        app.wait_no_frame("Accounts")

    def sign_in_again(self, app, password, picture):
        self.open_dialog(app)
        self.press(app, "Sign In Again…", "Accounts", limit=60)
        app.wait_frame("Sign In Again")
        self.picture(picture)
        app.type(password)
        app.key("Return")
        app.wait_no_frame("Sign In Again")
        app.wait_gone("push button", "Sign In Again…", limit=40)
        self.close_dialog(app)
        app.wait_synced()

    def sign_out(self, app, name, answer):
        title = f"Sign Out of {name}?"
        self.press(app, "Sign Out…", "Accounts")
        app.wait_frame(title)
        self.press(app, answer, title)
        app.wait_no_frame(title)


class AccountsTests(AccountsCase):
    def test_empty_and_wrong_fields(self):
        app = self.launch()
        self.add(app)
        self.fill(app, HOST, "127.0.0.1:8080")
        button = app.wait("push button", "Connect", within=ADD)
        self.assertFalse(button.has("sensitive"))
        self.fill(app, "Project ID", "demo")
        self.assertFalse(button.has("sensitive"))
        self.fill(app, "User ID", "ann")
        eventually(lambda: button.has("sensitive"), "Connect can be pressed")
        for field, wrong, problem in [
                ("Database (optional)", "a/b", "This is not a database ID."),
                ("Project ID", "a/b", "This is not a project ID."),
                ("User ID", "a/b", "This is not a user ID.")]:
            before = app.wait("text", field, within=ADD).text
            self.fill(app, field, wrong)
            app.press("Connect", within=ADD)
            app.wait("label", problem)
            self.fill(app, field, before)
            app.wait_gone("label", problem)
        # Another server asks people to sign in.
        self.fill(app, HOST, "no host!")
        app.wait_gone("text", "User ID", within=ADD)
        for field, text in [("API Key", "key"), ("E-Mail", "ann@example.com"), ("Password", "secret")]:
            self.fill(app, field, text)
        app.press("Sign In", within=ADD)
        app.wait("label", "Enter a host name, with a port if needed.")
        app.key("Escape")
        self.close_dialog(app)
        self.assertEqual(app.database.rows("SELECT * FROM account"), [])

    def test_the_help_copies_the_rules_and_the_commands(self):
        app = self.launch()
        self.open_dialog(app)
        self.add(app)
        key = app.wait("text", "API Key", within=ADD)
        app.click(key)
        app.key("Tab")
        app.key("space")
        app.wait("push button", "Open the Firebase Console", within=ADD)
        self.picture("firebase-help")
        app.press("Copy the Rules", within=ADD)
        app.click(key)
        app.key("ctrl+v")
        eventually(lambda: "rules_version" in key.text, "the rules can be pasted")
        app.wait("push button", "Open Google Cloud Shell", within=ADD)
        app.press("Copy the Commands", within=ADD)
        app.click(key)
        app.key("ctrl+v")
        eventually(lambda: "gcloud firestore indexes composite create" in key.text, "the commands can be pasted")

    def test_connecting_sends_what_is_here(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        app.tick("one")
        self.assertEqual(app.marks(), {})
        self.connect(app, emulator.PROJECT, self.emulator.host, self.user)
        app.wait_no_frame(ADD)
        name = f"{self.user} ({emulator.PROJECT})"
        app.wait("label", name, within="Accounts")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "two"])
        self.assertEqual([fields["name"] for fields in self.emulator.live(self.user, "lists").values()], ["Home"])
        self.assertEqual(app.titles(), (["two"], ["one"]))

        # It can be taken away: the lists stay, and are this computer's.
        self.sign_out(app, name, "Keep Lists on This Computer")
        app.wait("label", "No Accounts", within="Accounts")
        self.close_dialog(app)
        self.assertEqual(app.titles(), (["two"], ["one"]))
        app.add("only here")
        self.assertEqual(app.marks(), {})
        self.assertEqual(self.emulator.contents(self.user), ["one", "two"])

    def test_a_server_that_is_not_there(self):
        app = self.launch()
        app.new_list("Home")
        proxy = self.proxy()
        proxy.stop()
        self.connect(app, emulator.PROJECT, proxy.host, self.user)
        self.close_dialog(app)
        app.wait_banner("Offline: 1 change waiting")
        holds(lambda: not app.dialogs(), "no dialog while offline", 0.5)

    def test_two_accounts_have_lists_of_their_own(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("mine")
        app.wait_synced()
        other = self.user + "x"
        self.connect(app, emulator.PROJECT, self.emulator.host, other)
        self.close_dialog(app)
        app.key("ctrl+shift+l")
        app.wait_frame("New List")
        place = app.wait("combo box", re.compile("Location"), within="New List")
        app.type("Club")
        app.click(place)
        app.key("Down", "Return")
        app.press("Done", within="New List")
        app.wait_no_frame("New List")
        for user in (self.user, other):
            app.wait("label", f"{user} ({emulator.PROJECT})", within="Optimist")
        app.add("theirs")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(other), ["theirs"])
        self.assertEqual(self.emulator.contents(self.user), ["mine"])
        self.picture("two-accounts")

    def test_signing_out_with_changes_that_wait(self):
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.add("sent")
        app.wait_synced()
        proxy.stop()
        app.add("not sent")
        name = f"{self.user} ({emulator.PROJECT})"
        title = f"Sign Out of {name}?"
        self.open_dialog(app)
        self.press(app, "Sign Out…", "Accounts")
        app.wait_frame(title)
        app.wait("label", re.compile("^1 change has not been sent"), within=title)
        self.picture("sign-out-waiting")
        self.press(app, "Send First", title)
        app.wait("label", re.compile("^1 change could not be sent to the server.\nThe server cannot be reached"), limit=60)
        proxy.start()
        self.press(app, "Try Again", title)
        app.wait("label", re.compile("^The lists stay on the server"), limit=60)
        self.press(app, "Remove Lists from This Computer", title)
        app.wait("label", "No Accounts", within="Accounts")
        self.assertEqual(self.emulator.contents(self.user), ["not sent", "sent"])
        self.assertEqual((app.database.contents(), app.database.list_names()), ([], []))
        self.close_dialog(app)

    def test_discarded_changes_can_be_restored(self):
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.wait_synced()
        proxy.stop()
        app.add("not sent")
        self.open_dialog(app)
        self.sign_out(app, f"{self.user} ({emulator.PROJECT})", "Discard and Sign Out")
        app.wait("label", "No Accounts", within="Accounts")
        self.close_dialog(app)
        app.wait_places([("Important", 0), ("Today", 0), ("To-Do", 0)])
        app.key("ctrl+shift+t")
        app.press("Restore")
        app.wait_places([("Important", 0), ("Today", 0), ("Home", 1)])


class SigningInTests(AccountsCase):
    """With e-mail address and password."""

    def setUp(self):
        super().setUp()
        if reason := keyring.missing():
            raise unittest.SkipTest(reason)
        self.identity = IdentityServer()
        self.addCleanup(self.identity.stop)
        self.keyring = keyring.Keyring()
        self.addCleanup(self.keyring.stop)
        self.email = "ann@example.com"

    def fill_in(self, app, password="secret-1", email=None, key=None):
        self.add(app)
        for field, text in zip(ADVANCED, (self.emulator.host, self.identity.host, self.identity.host)):
            self.fill(app, field, text)
        for field, text in [("Project ID", emulator.PROJECT), ("API Key", key or self.identity.api_key),
                            ("E-Mail", email or self.email), ("Password", password)]:
            self.fill(app, field, text)

    def account_row(self, app):
        found = app.database.rows("SELECT id FROM account")
        return found[0]["id"] if found else ""

    def everything_kept(self, app):
        """All that the app has written down, as one text."""
        parts = []
        for folder in ("data", "config", "state", "cache"):
            for path in (Path(self.home) / folder).rglob("*"):
                if path.is_file():
                    parts.append(path.read_bytes())
        return b"".join(parts) + self.log.read_bytes()

    def test_signing_in(self):
        user = self.identity.add(self.email, "secret-1")
        app = self.launch()
        app.new_list("Home")
        app.add("one")
        self.fill_in(app, password="wrong-password")
        app.press("Sign In", within=ADD)
        app.wait("label", "The e-mail address or the password is wrong.", within=ADD)
        self.picture("wrong-password")
        # What was typed stays, and the focus is in the password.
        self.assertEqual(app.wait("text", "E-Mail", within=ADD).text, self.email)
        app.key("ctrl+a")
        app.type("secret-1")
        app.key("Return")
        app.wait_no_frame(ADD)
        app.wait("label", self.email, within="Accounts")
        self.picture("signed-in")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(user), ["one"])
        secret = self.keyring.secret(self.account_row(app))
        self.assertTrue(secret.startswith("refresh/"))
        kept = self.everything_kept(app)
        for text in ("secret-1", "wrong-password", secret):
            self.assertNotIn(text.encode(), kept, "a secret was written down")

        # The next run needs no password.
        self.close_dialog(app)
        app.close()
        app = self.launch()
        app.open("Home")
        app.add("two")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(user), ["one", "two"])

        # Signing out removes the secret.
        account = self.account_row(app)
        self.open_dialog(app)
        self.sign_out(app, self.email, "Keep Lists on This Computer")
        app.wait("label", "No Accounts", within="Accounts")
        eventually(lambda: self.keyring.secret(account) == "", "the secret is gone")
        self.close_dialog(app)

    def test_creating_an_account(self):
        app = self.launch()
        self.fill_in(app, password="short")
        app.press("Create Account", within=ADD)
        switch = eventually(  # what it is called differs between versions of GTK
            lambda: next(filter(None, (app.find(role, "Others Can Find Me", ADD) for role in ("check box", "switch"))), None),
            "a switch")
        self.assertFalse(switch.has("checked"), "the private choice is the first")
        self.picture("sign-up")
        app.type("e.mail@example.org")  # the focus is there
        app.press("Create", within=ADD)
        app.wait("label", re.compile("^A user name cannot contain “@”"), within=ADD)
        self.fill(app, "User Name", "annie")
        app.press("Create", within=ADD)
        app.wait("label", re.compile("^This password is too weak"), within=ADD)
        app.key("ctrl+a")
        app.type("long enough")
        app.press("Create", within=ADD)
        app.wait_no_frame(ADD)
        app.wait("label", self.email, within="Accounts")
        self.close_dialog(app)
        app.new_list("Home")
        app.wait_synced()
        user = self.identity.users[self.email].id
        self.assertEqual([fields["name"] for fields in self.emulator.live(user, "lists").values()], ["Home"])
        people = People(self.emulator)
        people.names.append(user)
        self.addCleanup(people.remove)
        eventually(lambda: people.read(user) == {"username": "annie", "fullname": "", "findable": False},
                   lambda: f"the profile on the server: {people.read(user)}")

    def test_problems_stand_in_the_dialog(self):
        self.identity.add(self.email, "secret-1")
        app = self.launch()
        self.fill_in(app, key="another-key")
        app.press("Sign In", within=ADD)
        app.wait("label", "The server does not accept this API key.", within=ADD)
        self.fill(app, "API Key", self.identity.api_key)
        app.press("Create Account", within=ADD)
        self.fill(app, "User Name", "ann")
        app.press("Create", within=ADD)
        app.wait("label", re.compile("^There is an account with this e-mail"), within=ADD)
        app.press("Sign In Instead", within=ADD)
        self.identity.stop()
        app.press("Sign In", within=ADD)
        app.wait("label", "The server cannot be reached.", within=ADD)
        self.identity.start()
        self.identity.disable(self.email)
        app.press("Sign In", within=ADD)
        app.wait("label", "An administrator has disabled this user.", within=ADD)
        self.assertEqual(app.database.rows("SELECT * FROM account"), [])

    def test_signing_in_again_keeps_what_waits(self):
        user = self.identity.add(self.email, "secret-1")
        app = self.launch()
        self.fill_in(app)
        app.press("Sign In", within=ADD)
        self.close_dialog(app)
        app.new_list("Home")
        app.add("one")
        app.wait_synced()
        app.close()
        self.identity.revoke(self.email)
        app = self.launch()
        app.open("Home")
        app.add("two")
        app.dismiss("Changes Were Not Sent", limit=60)
        self.sign_in_again(app, "secret-1", "sign-in-again")
        self.assertEqual(self.emulator.contents(user), ["one", "two"])
