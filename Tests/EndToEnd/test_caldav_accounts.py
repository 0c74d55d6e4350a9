"""An account at a CalDAV server, added in the window with real keys and used from both sides."""

import re

from harness.caldav import PASSWORD, USER
from harness.caldav_case import CalDAVCase
from harness.waiting import eventually
from test_accounts import ADD, KIND, AccountsCase

TRUST = "Trust This Server?"
RENEWED = "Trust the New Certificate?"
MISSING = "Remove To-Dos of “Groceries”?"


class CalDAVAccountsCase(CalDAVCase, AccountsCase):
    def secret(self, app):
        found = app.database.rows("SELECT id FROM account")
        return self.keyring.secret(found[0]["id"]) if found else ""


class CalDAVAccountTests(CalDAVAccountsCase):
    def type_in(self, app, server, password=PASSWORD):
        """Adds the account with the keyboard alone."""
        self.open_dialog(app)
        app.key("Return")
        app.wait_frame(KIND)
        self.picture("account-kind")
        app.key("Return")
        app.wait_frame(ADD)
        app.wait("text", "Server Address or E-Mail", within=ADD)
        app.type(server.url)
        app.key("Tab")
        app.type(USER)
        app.key("Tab")
        app.type(password)
        app.key("Return")

    def test_adding_and_using(self):
        server = self.server()
        server.make_list("groceries", "Groceries")
        server.put("groceries/one", "bread")
        app = self.launch()
        self.type_in(app, server, password="wrong")
        app.wait("label", re.compile("^The user name or the password is wrong"), within=ADD, limit=40)
        self.picture("caldav-wrong-password")
        # The focus is in the password.
        app.key("ctrl+a")
        app.type(PASSWORD)
        app.key("Return")
        app.wait_no_frame(ADD)
        app.wait("label", f"{USER} (127.0.0.1:{server.port})", within="Accounts")
        self.picture("caldav-signed-in")
        self.assertIsNone(app.find("push button", "My Profile…", within="Accounts"))
        self.assertEqual(self.secret(app), PASSWORD)
        self.close_dialog(app)
        app.open("Groceries")
        app.wait_titles(["bread"])
        app.add("milk")
        app.wait_synced()
        self.assertEqual(server.titles(), ["bread", "milk"])
        server.put("groceries/one", "rye bread")
        app.key("F5")
        app.wait_row("rye bread")
        self.assertNotIn("Assigned to Me", app.place_names())

        # The next run needs no password.
        app.close()
        app = self.launch()
        app.open("Groceries")
        app.add("salt")
        app.wait_synced()
        self.assertEqual(server.titles(), ["milk", "rye bread", "salt"])
        self.open_dialog(app)
        self.sign_out(app, f"{USER} (127.0.0.1:{server.port})", "Remove Lists from This Computer")
        app.wait("label", "No Accounts", within="Accounts")
        self.assertEqual(app.database.contents(), [])
        self.assertEqual(server.titles(), ["milk", "rye bread", "salt"])
        self.close_dialog(app)

    def test_a_certificate_is_trusted_by_choice(self):
        server = self.server(is_secure=True)
        server.make_list("groceries", "Groceries")
        app = self.launch()
        self.type_in(app, server)
        app.wait_frame(TRUST, limit=40)
        groups = re.findall("....", server.fingerprint)
        app.wait("label", re.compile(" ".join(groups)), within=TRUST)
        self.picture("caldav-certificate")
        app.key("Escape")
        app.wait_no_frame(TRUST)
        app.wait("label", "The server’s certificate is not trusted.", within=ADD)
        self.assertEqual(app.database.rows("SELECT * FROM account"), [])
        app.key("Return")
        app.wait_frame(TRUST, limit=40)
        self.press(app, "Trust", TRUST)
        app.wait_no_frame(ADD)
        self.close_dialog(app)
        app.open("Groceries")
        app.add("milk")
        app.wait_synced()
        self.assertEqual(server.titles(), ["milk"])

        # A renewed one is asked about.
        server.renew_certificate()
        app.key("F5")
        app.wait_frame(RENEWED, limit=40)
        groups = re.findall("....", server.fingerprint)
        app.wait("label", re.compile("New SHA-256 fingerprint: " + " ".join(groups)), within=RENEWED)
        self.picture("caldav-certificate-renewed")
        self.press(app, "Trust", RENEWED)
        app.wait_no_frame(RENEWED)
        app.add("salt")
        app.wait_synced()
        self.assertEqual(server.titles(), ["milk", "salt"])

    def test_missing_todos_are_asked_about(self):
        server = self.server()
        server.make_list("groceries", "Groceries")
        titles = [f"item {number}" for number in range(10, 22)]
        for title in titles:
            server.put("groceries/" + title.replace(" ", "-"), title)
        app = self.launch()
        self.type_in(app, server)
        app.wait_no_frame(ADD)
        self.close_dialog(app)
        app.open("Groceries")
        eventually(lambda: self.contents(app) == titles, "all to-dos are here")
        for title in titles[:7]:
            server.ask("DELETE", "groceries/" + title.replace(" ", "-") + ".ics")
        app.key("F5")
        app.wait_frame(MISSING, limit=40)
        app.wait("label", re.compile("^7 of 12 to-dos in “Groceries” are missing on the server"), within=MISSING)
        self.picture("caldav-missing")
        app.key("Escape")
        app.wait_no_frame(MISSING)
        self.assertEqual(self.contents(app), titles)

        # The next run asks again.
        app.close()
        app = self.launch()
        app.wait_frame(MISSING, limit=40)
        self.press(app, "Remove Here", MISSING)
        eventually(lambda: self.contents(app) == titles[7:], "what was missing is removed")
        self.assertEqual(server.titles(), titles[7:])

    def contents(self, app):
        return [row["content"] for row in app.database.rows("SELECT content FROM todo ORDER BY content")]

    def test_a_new_password(self):
        server = self.server()
        server.make_list("groceries", "Groceries")
        app = self.launch()
        self.type_in(app, server)
        app.wait_no_frame(ADD)
        self.close_dialog(app)
        app.open("Groceries")
        app.wait_synced()
        server.set_password("another")
        app.add("milk")
        app.dismiss("Changes Were Not Sent", limit=60)
        self.sign_in_again(app, "another", "caldav-sign-in-again")
        self.assertEqual(server.titles(), ["milk"])
        eventually(lambda: self.secret(app) == "another", "the new password is kept")

    def test_a_new_user_name(self):
        server = self.server()
        server.make_list("groceries", "Groceries")
        server.put("groceries/one", "bread")
        app = self.launch()
        self.type_in(app, server)
        app.wait_no_frame(ADD)
        self.close_dialog(app)
        app.open("Groceries")
        app.wait_titles(["bread"])
        account = app.database.rows("SELECT id FROM account")
        server.rename_user("anna")
        app.add("milk")
        app.dismiss("Changes Were Not Sent", limit=60)
        self.open_dialog(app)
        self.press(app, "Sign In Again…", "Accounts", limit=60)
        app.wait_frame("Sign In Again")
        app.wait("text", "User Name", within="Sign In Again")
        self.assertIsNone(app.find("text", "Server Address or E-Mail", within="Sign In Again"))
        # The focus is in the password, for that is what changes most often.
        app.type(PASSWORD)
        app.key("shift+Tab")
        app.key("ctrl+a")
        app.type("anna")
        eventually(lambda: app.find("text", "User Name", "Sign In Again").text == "anna", "the name is typed")
        self.picture("caldav-new-user-name")
        app.key("Return")
        app.wait_no_frame("Sign In Again")
        app.wait("label", f"anna (127.0.0.1:{server.port})", within="Accounts", limit=40)
        app.wait_gone("push button", "Sign In Again…", limit=40)
        self.close_dialog(app)
        app.wait_synced()
        self.assertEqual(server.titles(), ["bread", "milk"])
        app.wait_titles(["bread", "milk"])
        self.assertEqual(app.database.rows("SELECT id FROM account"), account)
