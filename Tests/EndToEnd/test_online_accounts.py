"""An account that GNOME's settings know is added with one click, by the real GNOME Online Accounts."""

import re
import unittest

from harness import online_accounts
from harness.caldav import PASSWORD, USER
from harness.online_accounts import OnlineAccounts
from harness.waiting import eventually
from test_accounts import ADD
from test_caldav_accounts import CalDAVAccountsCase

ACCOUNTS = "Accounts"


class OnlineAccountTests(CalDAVAccountsCase):
    def setUp(self):
        super().setUp()
        if reason := online_accounts.missing():
            raise unittest.SkipTest(reason)
        self.radicale = self.server()
        self.radicale.make_list("groceries", "Groceries")
        self.online = OnlineAccounts(self.keyring, self.radicale.url, PASSWORD)
        self.addCleanup(self.online.stop)

    def test_adding_and_a_password_changed_in_the_settings(self):
        app = self.launch()
        self.open_dialog(app)
        app.wait("label", f"{USER}@home", within=ACCOUNTS)
        self.picture("online-accounts")
        self.press(app, "Add", ACCOUNTS)
        app.wait("label", f"{USER} (127.0.0.1:{self.radicale.port})", within=ACCOUNTS, limit=40)
        app.wait_gone("label", f"{USER}@home")
        self.assertEqual(self.secret(app), PASSWORD)
        self.close_dialog(app)
        app.open("Groceries")
        app.add("milk")
        app.wait_synced()
        self.assertEqual(self.radicale.titles(), ["milk"])

        self.radicale.set_password("another")
        self.online.set_password("another")
        app.add("salt")
        app.dismiss("Changes Were Not Sent", limit=60)
        self.open_dialog(app)
        self.press(app, "Sign In Again…", ACCOUNTS, limit=60)
        app.wait_gone("push button", "Sign In Again…", limit=40)
        eventually(lambda: self.secret(app) == "another", "the new password is kept")
        self.close_dialog(app)
        app.wait_synced()
        self.assertEqual(self.radicale.titles(), ["milk", "salt"])

    def test_a_password_that_is_wrong_in_the_settings(self):
        self.online.set_password("wrong")
        app = self.launch()
        self.open_dialog(app)
        app.wait("label", f"{USER}@home", within=ACCOUNTS)
        self.press(app, "Add", ACCOUNTS)
        app.wait("label", re.compile("^The user name or the password is wrong"), within=ADD, limit=40)
        self.picture("online-accounts-wrong")
        # The focus is in the password.
        app.type(PASSWORD)
        app.key("Return")
        app.wait_no_frame(ADD)
        app.wait("label", f"{USER} (127.0.0.1:{self.radicale.port})", within=ACCOUNTS)
        self.close_dialog(app)
