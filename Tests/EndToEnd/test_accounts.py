"""The accounts dialog."""

from harness import emulator
from harness.case import EndToEndTest
from harness.waiting import eventually, holds

HOST = "Host (optional)"


class AccountsTests(EndToEndTest):
    def open_dialog(self, app):
        app.key("ctrl+comma")
        return app.wait_frame("Accounts")

    def fill(self, app, field, text):
        entry = app.wait("text", field, within="Accounts")
        app.click(entry)
        app.key("ctrl+a")
        if text:
            app.type(text)
        else:
            app.key("BackSpace")
        eventually(lambda: entry.text == text, lambda: f"{field} is {text!r}, {entry.text!r}")

    def connect(self, app, project, host, user):
        self.open_dialog(app)
        self.fill(app, "Project ID", project)
        self.fill(app, HOST, host)
        self.fill(app, "User ID", user)
        app.press("Connect", within="Accounts")

    def test_empty_and_wrong_fields(self):
        app = self.launch()
        self.open_dialog(app)
        button = app.wait("push button", "Connect")
        self.assertFalse(button.has("sensitive"))
        self.fill(app, "Project ID", "demo")
        self.assertFalse(button.has("sensitive"))
        self.fill(app, "User ID", "ann")
        eventually(lambda: button.has("sensitive"), "Connect can be pressed")
        for field, wrong, problem in [
                (HOST, "no host!", "Enter a host name, with a port if needed."),
                (HOST, "127.0.0.1:99999", "Enter a host name, with a port if needed."),
                ("Project ID", "a/b", "This is not a project ID."),
                ("User ID", "a/b", "This is not a user ID.")]:
            before = app.wait("text", field, within="Accounts").text
            self.fill(app, field, wrong)
            app.press("Connect", within="Accounts")
            app.wait("label", problem)
            self.fill(app, field, before)
            app.wait_gone("label", problem)
        app.key("Escape")
        app.wait_no_frame("Accounts")
        self.assertEqual(app.database.rows("SELECT * FROM account"), [])

    def test_connecting_sends_what_is_here(self):
        app = self.launch()
        app.new_list("Home")
        app.add("one", "two")
        app.tick("one")
        self.assertEqual(app.marks(), {})
        self.connect(app, emulator.PROJECT, self.emulator.host, self.user)
        app.wait_no_frame("Accounts")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "two"])
        self.assertEqual([fields["name"] for fields in self.emulator.live(self.user, "lists").values()], ["Home"])
        self.assertEqual(app.titles(), (["two"], ["one"]))

        # Again: nothing is sent twice; the account can be taken away.
        number = app.database.last_outbox_number()
        self.open_dialog(app)
        eventually(lambda: app.wait("text", "User ID", within="Accounts").text == self.user, "the account is shown")
        app.press("Connect", within="Accounts")
        app.wait_no_frame("Accounts")
        self.assertEqual(app.database.last_outbox_number(), number)
        self.open_dialog(app)
        app.press("Remove Account…", within="Accounts")
        app.wait_frame("Remove the Account?")
        app.press("Remove", within="Remove the Account?")
        app.wait_no_frame("Accounts")
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
        app.wait_no_frame("Accounts")
        app.wait_banner("Offline: 1 change waiting")
        holds(lambda: not app.dialogs(), "no dialog while offline", 0.5)

    def test_changing_the_server_asks_and_keeps_everything(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("mine")
        app.wait_synced()
        other = self.user + "x"
        self.connect(app, emulator.PROJECT, self.emulator.host, other)
        app.wait_frame("Change the Server?")
        app.press("Change", within="Change the Server?")
        app.wait_no_frame("Accounts")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(other), ["mine"])
        self.assertEqual(self.emulator.contents(self.user), ["mine"])
        self.assertEqual(app.titles(), (["mine"], []))
