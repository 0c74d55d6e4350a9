"""The state of synchronisation: the button in the header bar with its popover, and changes from last time."""

import re

from harness.case import EndToEndTest
from harness.proxy import Fault, is_write
from harness.waiting import eventually, holds

BUTTON = re.compile(
    r"^(Lists are on this computer only|Up to date|Syncing|\d+ changes? waiting|Offline(: .*)?"
    r"|Problem with synchronization(: .*)?)$")
RULE = "!('content' in request.resource.data) || request.resource.data.content != 'bad'"
QUESTION = "Changes From Last Time"


class StatusTest(EndToEndTest):
    def button(self, app):
        return app.find("push button", BUTTON, within="Optimist")

    def condition(self, app):
        button = self.button(app)
        return button.name if button else ""

    def wait_condition(self, app, text, limit=30):
        eventually(lambda: self.condition(app) == text,
                   lambda: f"the button says {text!r}, it says {self.condition(app)!r}", limit)

    def open_details(self, app, key="Return"):
        """By keyboard: Tab to the button, then a key."""
        def focused():
            button = self.button(app)
            return button and button.has("focused")
        app.key("ctrl+n")
        for _ in range(40):
            if focused():
                break
            app.key("shift+Tab")
            app.frame("Optimist").name  # answered after the key
        self.assertTrue(focused(), "the button is reached by keyboard")
        app.key(key)
        self.wait_open(app)

    def wait_open(self, app):
        eventually(lambda: self.details(app), "the popover is open")

    def details(self, app):
        """Something of the popover that can be seen."""
        for name in ["Sync Now", "Accounts…"]:
            found = app.find("push button", name, within="Optimist")
            if found and found.has_size:
                return found
        return None

    def wait_closed(self, app):
        eventually(lambda: self.details(app) is None, "the popover is closed")

    def texts(self, app):
        return [label.seen_name for label in app.frame("Optimist").all("label")]


class DetailsTests(StatusTest):
    def test_without_an_account(self):
        app = self.launch()
        app.new_list("Home")
        self.wait_condition(app, "Lists are on this computer only")
        self.open_details(app)
        self.assertIn("Your lists are on this computer only.", self.texts(app))
        app.key("Escape")
        self.wait_closed(app)
        eventually(lambda: self.button(app).has("focused"), "the focus is back")
        app.key("space")
        self.wait_open(app)
        app.key("Return")
        app.wait_frame("Accounts")
        app.key("Escape")
        app.wait_no_frame("Accounts")

    def test_it_tells_how_things_stand(self):
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.wait_synced()
        self.wait_condition(app, "Up to date")
        self.open_details(app)
        eventually(lambda: "Last synced just now" in self.texts(app), lambda: f"{self.texts(app)}")
        self.picture("status-up-to-date")
        app.key("Escape")
        proxy.stop()
        app.add("one", "two")
        self.wait_condition(app, "Offline: 2 changes waiting")
        self.open_details(app, "space")
        for text in ["one", "two", "2 changes waiting", "The server cannot be reached."]:
            eventually(lambda: text in self.texts(app), lambda: f"{text!r} in {self.texts(app)}")
        self.assertNotIn("Last synced just now", self.texts(app))
        self.picture("status-offline")
        proxy.start()
        app.click_in_popover("push button", "Sync Now")
        self.wait_condition(app, "Up to date")
        app.wait_synced()
        # The app tries by itself as well: if the popover changed its size under the mouse, the click closed it.
        if not self.details(app):
            self.open_details(app)
        eventually(lambda: "Everything is up to date" in self.texts(app), lambda: f"{self.texts(app)}")
        app.key("Escape")
        self.wait_closed(app)

    def test_a_refused_change_is_discarded(self):
        self.set_rules(RULE)
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("good", "bad")
        alert = "“bad” Was Not Accepted"
        app.wait_frame(alert)
        app.press("Keep for Later", within=alert)
        app.wait_no_frame(alert)
        self.wait_condition(app, "Problem with synchronization: 1 change waiting")
        self.open_details(app)
        app.wait("push button", "Discard: bad")
        self.assertIn("The server does not allow this change.", self.texts(app))
        self.picture("status-refused")
        app.click_in_popover("push button", "Try again: bad")
        # In vain; no alert stands over the popover.
        holds(lambda: not app.dialogs(), "no alert while the reason can be read", 1.5)
        app.click_in_popover("push button", "Discard: bad")
        question = "Discard the Change to “bad”?"
        app.wait_frame(question)
        self.wait_closed(app)
        app.press("Discard", within=question)
        app.wait_no_frame(question)
        app.wait_titles(["good"])
        app.wait_synced()
        self.wait_condition(app, "Up to date")
        self.assertEqual(self.emulator.contents(self.user), ["good"])

    def test_why_something_could_not_be_read(self):
        """A number stands where a title should be, as another program wrote it."""
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("one")
        app.wait_synced()
        for name, content in [("odd", 5), ("<b>bold", True)]:
            self.emulator.write(self.user, "todos", name, {
                "id": name, "listID": app.database.lists()[0]["id"], "content": content, "done": False})
        app.key("F5")
        eventually(lambda: len(app.database.rows("SELECT 1 FROM unreadable")) == 2, "both are known")
        self.open_details(app)
        text = "2 records on the server could not be read and were left as they are."
        eventually(lambda: text in self.texts(app), lambda: f"{self.texts(app)}")
        self.picture("status-unreadable")
        app.click_in_popover("push button", "Why?")
        title = "Unreadable Records"
        dialog = app.wait_frame(title)
        for part in ["To-do odd: ", "To-do <b>bold: "]:
            self.assertTrue(any(part in label.seen_name for label in dialog.all("label")), part)
        self.picture("status-unreadable-why")
        app.key("Escape")
        app.wait_no_frame(title)
        self.assertEqual(app.titles(), (["one"], []))

    def test_resync_everything(self):
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("one")
        app.wait_synced()
        self.open_details(app)
        # Sent by nobody: a client that leaves out what tells others of the change.
        self.emulator.write(self.user, "todos", "t", {
            "id": "t", "listID": app.database.lists()[0]["id"], "content": "theirs", "done": False})
        app.click_in_popover("push button", "Resync Everything")
        app.wait_row("theirs")
        app.wait_row("one")
        app.key("Escape")
        self.wait_closed(app)

    def test_narrow(self):
        self.set_rules(RULE)
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("bad")
        alert = "“bad” Was Not Accepted"
        app.wait_frame(alert)
        app.press("Keep for Later", within=alert)
        app.wait_no_frame(alert)
        app.resize(360, 640)
        app.wait("push button", "Back")
        self.open_details(app)
        app.wait("push button", "Discard: bad")
        self.picture("status-narrow")
        app.key("Escape")
        self.wait_closed(app)


class UnsentChangesTests(StatusTest):
    def leave(self, count=2):
        """A run that ends by force, with changes that the server never got."""
        self.front = self.proxy()
        app = self.launch(*self.account(self.front.host))
        app.new_list("Home")
        app.wait_synced()
        self.front.stop()
        self.titles = [f"left {number}" for number in range(1, count + 1)]
        app.add(*self.titles)
        app.wait_banner(f"Offline: {count} changes waiting" if count > 1 else "Offline: 1 change waiting")
        app.process.kill()
        return self.titles

    def again(self):
        return self.launch(*self.account(self.front.host))

    def question(self, app, title=QUESTION):
        frame = app.wait_frame(title)
        eventually(lambda: len(frame.all("label")) > 2, "the question is there")
        return " ".join(label.seen_name for label in frame.all("label"))

    def test_later_keeps_them_until_they_are_asked_for(self):
        titles = self.leave()
        self.front.start()
        app = self.again()
        text = self.question(app)
        self.assertIn("Changes from last time have not been saved to the server. Save them now?", text)
        self.assertIn("2 changes are waiting.", text)
        self.picture("left-over")
        app.press("Later", within=QUESTION)
        app.wait_no_frame(QUESTION)
        app.add("new")
        app.wait_row("new", lambda row: row.mark == "")
        self.assertEqual(self.emulator.contents(self.user), ["new"])
        self.wait_condition(app, "2 changes waiting")
        self.open_details(app)
        for title in titles:
            app.wait("push button", f"Discard: {title}")
        self.picture("status-left-over")
        app.click_in_popover("push button", "Sync Now")
        app.wait_synced()
        app.key("Escape")
        self.assertEqual(self.emulator.contents(self.user), sorted([*titles, "new"]))

    def test_save_in_vain_then_save(self):
        titles = self.leave()
        app = self.again()
        self.question(app)
        app.key("Return")
        for _ in range(2):
            text = self.question(app, "Error")
            self.assertIn("The server cannot be reached.", text)
            self.assertIn("2 changes are waiting.", text)
            app.press("Save", within="Error")
            app.wait_no_frame("Error")
        self.question(app, "Error")
        self.picture("left-over-error")
        self.front.start()
        app.press("Save", within="Error")
        app.wait_no_frame("Error")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), titles)
        holds(lambda: not app.dialogs(), "all is said", 1)

    def test_a_refusal_is_an_error_too(self):
        self.leave(1)
        self.set_rules("!('content' in request.resource.data)")
        self.front.start()
        app = self.again()
        self.question(app)
        app.press("Save", within=QUESTION)
        text = self.question(app, "Error")
        self.assertIn("“left 1”", text)
        self.assertIn("The server does not allow this change.", text)
        self.assertEqual(len(app.dialogs()), 1, "no other alert over it")
        app.press("Later", within="Error")
        app.wait_no_frame("Error")
        holds(lambda: not app.dialogs(), "it has been told", 1)
        app.wait_row("left 1", lambda row: row.mark == "refused by the server")

    def test_discard(self):
        self.leave()
        self.front.start()
        app = self.again()
        self.question(app)
        app.press("Discard…", within=QUESTION)
        sure = "Discard 2 Changes From Last Time?"
        app.wait_frame(sure)
        app.press("Cancel", within=sure)
        app.wait_no_frame(sure)
        self.question(app)
        app.press("Discard…", within=QUESTION)
        app.wait_frame(sure)
        app.press("Discard", within=sure)
        app.wait_no_frame(sure)
        app.wait_titles([])
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), [])
        self.assertEqual({row["title"] for row in app.database.rows("SELECT title FROM trash")}, set(self.titles))

    def test_without_asking(self):
        titles = self.leave()
        app = self.again()
        self.question(app)
        app.click(app.wait("check box", "Save changes from last time without asking", within=QUESTION))
        app.press("Later", within=QUESTION)
        app.wait_no_frame(QUESTION)
        app.close()
        self.front.start()
        app = self.again()
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), titles)
        self.assertEqual(app.dialogs(), [])


class ClosingTests(StatusTest):
    def test_what_was_typed_last_arrives(self):
        front = self.proxy()
        app = self.launch(*self.account(front.host))
        app.new_list("Home")
        app.add("first")
        app.wait_synced()
        front.fault = Fault(delay=1, applies=is_write)
        app.add("last")
        app.close()
        self.assertEqual(self.emulator.contents(self.user), ["first", "last"])
