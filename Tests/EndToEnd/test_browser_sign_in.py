"""Signing in at a Nextcloud through the browser, in the window and in a terminal."""

import re
import signal
import sqlite3
from contextlib import closing

from harness import x11
from harness.caldav import USER
from harness.login_flow import APP_PASSWORD, TOKEN, Browser, LoginFlowServer
from harness.waiting import eventually
from test_accounts import ADD, KIND
from test_caldav_accounts import CalDAVAccountsCase
from test_caldav_commands import CalDAVCommandTest
from test_commands import NOT_FOUND, USAGE

BROWSER = "Sign In in the Browser"
WAITING = re.compile("^Sign in in the browser")


def nextcloud(test, **options):
    """A Nextcloud and the Radicale behind it, which has a list."""
    radicale = test.server()
    radicale.make_list("groceries", "Groceries")
    radicale.put("groceries/one", "bread")
    cloud = LoginFlowServer(radicale, **options)
    test.addCleanup(cloud.stop)
    return cloud


class BrowserSignInTests(CalDAVAccountsCase):
    """In the window."""

    def begin(self, app, cloud):
        self.open_dialog(app)
        app.key("Return")
        app.wait_frame(KIND)
        app.key("Return")
        app.wait_frame(ADD)
        app.wait("text", "Server Address or E-Mail", within=ADD)
        app.type(cloud.url)
        self.assertEqual(cloud.requests, [], "nobody is asked while it is typed")
        app.key("Return")
        app.wait("push button", BROWSER, within=ADD)

    def test_signing_in_and_again(self):
        cloud = nextcloud(self)
        browser = Browser(self.home)
        app = self.launch()
        self.begin(app, cloud)
        self.picture("browser-offered")
        # The focus has gone to the button.
        app.key("Return")
        app.wait("label", WAITING, within=ADD)
        eventually(lambda: cloud.visits, "the browser shows the page")
        self.picture("browser-waiting")
        self.assertEqual(app.database.rows("SELECT * FROM account"), [])
        cloud.grant()
        app.wait_no_frame(ADD)
        app.wait("label", re.compile("^" + USER), within="Accounts")
        self.assertEqual(self.secret(app), APP_PASSWORD)
        self.assertEqual(len(browser.opened), 1)
        self.close_dialog(app)
        app.open("Groceries")
        app.wait_titles(["bread"])
        app.add("milk")
        app.wait_synced()
        self.assertEqual(cloud.radicale.titles(), ["bread", "milk"])

        # Somebody has revoked the password on the server.
        cloud.radicale.set_password("another")
        app.add("salt")
        app.dismiss("Changes Were Not Sent", limit=60)
        self.open_dialog(app)
        self.press(app, "Sign In Again…", "Accounts", limit=60)
        app.wait_frame("Sign In Again")
        self.press(app, BROWSER, "Sign In Again")
        eventually(lambda: len(cloud.visits) == 2, "the browser shows the page again")
        cloud.grant()
        app.wait_no_frame("Sign In Again")
        app.wait_gone("push button", "Sign In Again…", limit=40)
        self.close_dialog(app)
        app.wait_synced()
        self.assertEqual(cloud.radicale.titles(), ["bread", "milk", "salt"])
        said = self.log.read_text(errors="replace") if self.log.exists() else ""
        self.assertFalse(TOKEN in said or APP_PASSWORD in said, "nothing secret is in the log")
        with closing(sqlite3.connect(self.database_path)) as database:
            self.assertNotIn(APP_PASSWORD, "\n".join(database.iterdump()))

    def test_cancelling_and_a_server_that_sends_elsewhere(self):
        cloud = nextcloud(self)
        browser = Browser(self.home)
        app = self.launch()
        self.begin(app, cloud)
        app.key("Return")
        app.wait("label", WAITING, within=ADD)
        app.key("Escape")
        app.wait_gone("label", WAITING)
        polls = lambda: sum(path.endswith("/poll") for _, path in cloud.requests)
        eventually(lambda: app.find("push button", BROWSER, ADD), "it is offered still")
        before = polls()
        cloud.other = "http://localhost:1"
        self.press(app, BROWSER, ADD)
        app.wait("label", re.compile("at another address, http://localhost:1"), within=ADD)
        self.picture("browser-elsewhere")
        self.assertEqual(len(browser.opened), 1)
        self.assertEqual(polls(), before, "nobody waits any more")
        app.key("Escape")
        app.wait_no_frame(ADD)
        self.close_dialog(app)

    def test_without_a_browser_the_address_can_be_copied(self):
        cloud = nextcloud(self)
        app = self.launch()
        self.begin(app, cloud)
        app.key("Return")
        app.wait("label", re.compile("^No browser could be opened"), within=ADD)
        app.wait("push button", "Copy Address", within=ADD)
        self.picture("browser-missing")
        cloud.grant()
        app.wait_no_frame(ADD)
        self.close_dialog(app)


    def test_a_narrow_dark_window(self):
        cloud = nextcloud(self)
        app = self.launch(environment={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        self.begin(app, cloud)
        window = app.window_of(app.frame(ADD))

        def is_narrow():
            x11.resize(window, 360, 480)
            return x11.geometry(window)[2] == 360
        eventually(is_narrow, "the dialog is as wide as a phone")
        app.key("Return")
        app.wait("label", re.compile("^No browser could be opened"), within=ADD)
        self.picture("browser-dark-360")


class BrowserCommandTests(CalDAVCommandTest):
    """In a terminal."""

    def begin(self, cloud):
        process = self.terminal.start("accounts", "add", "caldav", cloud.url + "/", "--browser")
        lines = [process.stdout.readline().decode().rstrip("\n") for _ in range(2)]
        self.assertEqual(lines[0], "Open this address in a browser and sign in there:")
        self.assertTrue(lines[1].startswith(cloud.url + "/login/v2/flow/"), lines)
        return process

    def test_adding(self):
        cloud = nextcloud(self)
        process = self.begin(cloud)
        cloud.grant()
        answer = self.terminal.end(process)
        self.assertEqual((answer.code, answer.err), (0, ""))
        self.assertIn("Added: " + USER, answer.out)
        account, = self.accounts()
        self.assertEqual(self.keyring.secret(account["id"]), APP_PASSWORD)
        self.run_well("sync")
        self.assertEqual(self.titles("Groceries"), ["bread"])
        self.assertFalse(TOKEN in answer.out or APP_PASSWORD in answer.out)

    def test_control_c_ends_the_wait(self):
        cloud = nextcloud(self)
        process = self.begin(cloud)
        process.send_signal(signal.SIGINT)
        answer = self.terminal.end(process)
        self.assertEqual(answer.code, 130)
        self.assertEqual(self.accounts(), [])

    def test_what_is_not_offered(self):
        server = self.server()
        self.run_badly(NOT_FOUND, "accounts", "add", "caldav", server.url, "--browser")
        for words in [("--user", USER), ("--password-stdin",)]:
            self.run_badly(USAGE, "accounts", "add", "caldav", server.url, "--browser", *words)
