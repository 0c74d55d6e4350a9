"""Synchronisation with the emulator: offline, slow, refusing and lying servers."""

import time

from harness.case import EndToEndTest
from harness.proxy import Fault, is_read, is_write
from harness.waiting import eventually, holds
from harness.watchdog import Watchdog


ON_ITS_WAY = {"not on the server yet", "being sent"}
LEFT_OVER = "Changes From Last Time"
#: What the banner says of a server that fails, and of an answer that is no server's, as a login page is.
FAILING = {"Server unavailable", "Offline"}


class ArrivalTests(EndToEndTest):
    def test_marks_go_when_the_server_has_it(self):
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.wait_synced()
        proxy.fault = Fault(holds=True, applies=is_write)
        app.add("milk")
        app.wait_row("milk", lambda row: row.mark in ON_ITS_WAY)
        proxy.fault = Fault()
        app.wait_row("milk", lambda row: row.mark == "")
        document, = self.emulator.live(self.user, "todos").values()
        self.assertEqual(document["content"], "milk")
        self.assertIs(document["done"], False)
        self.assertEqual(document["priority"], 0)
        self.assertEqual(document["listID"], app.database.lists()[0]["id"])
        app.wait_synced()

    def test_documents_of_another_client_appear(self):
        proxy = self.proxy()
        self.emulator.write(self.user, "lists", "their-list", {"id": "their-list", "name": "Shared"})
        for name, fields in {
                "t1": {"content": "plain", "date": None, "priority": 0, "done": False, "alarm": None},
                "t2": {"content": "starred", "date": "2031-05-17", "priority": 1, "done": False,
                       "alarm": "time:2031-05-17T08:00:00Z"},
                "t3": {"content": "over", "date": None, "priority": 0, "done": True, "alarm": None}}.items():
            self.emulator.write(self.user, "todos", name, {"id": name, "listID": "their-list", **fields})
        app = self.launch(*self.account(proxy.host))
        app.open("Shared")
        app.wait_titles(["plain", "starred"], ["over"])
        self.assertTrue(app.row("starred").is_starred)
        self.assertTrue(app.row("starred").has_alarm)
        self.assertEqual(app.row("starred").day, "Saturday, May 17, 2031")
        app.wait_places([("Important", 1), ("Today", 0), ("Shared", 2)])
        # Nothing of it is sent back.
        self.assertEqual(app.database.outbox(), [])
        self.assertFalse([path for _, path in proxy.requests if path.endswith(":commit")])

        self.emulator.write(self.user, "todos", "t4", {
            "id": "t4", "listID": "their-list", "content": "new one", "done": False})
        self.emulator.write(self.user, "todos", "t1", {
            "id": "t1", "listID": "their-list", "content": "plain no more", "done": False})
        app.key("F5")
        app.wait_row("new one")
        app.wait_row("plain no more")
        app.wait_no_row("plain")

    def test_two_devices(self):
        first = self.launch(*self.account())
        first.new_list("Home")
        first.add("from the first")
        first.wait_synced()
        first.close()
        second = self.launch(*self.account(), home=self.new_home())
        second.open("Home")
        second.wait_titles(["from the first"])
        second.tick("from the first")
        second.add("from the second")
        second.wait_synced()
        second.close()
        first = self.launch(*self.account())
        first.wait_titles(["from the second"], ["from the first"])
        self.assertEqual(self.emulator.contents(self.user), ["from the first", "from the second"])


class LossTests(EndToEndTest):
    def test_what_the_server_lost_comes_back(self):
        """A document goes without a trace, as with a server that is brought back from a backup."""
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("milk", "bread")
        app.wait_synced()
        names = {fields["content"]: name for name, fields in self.emulator.live(self.user, "todos").items()}
        self.emulator.erase(self.user, "todos", names["milk"])
        self.assertEqual(self.emulator.contents(self.user), ["bread"])
        app.key("F5")
        eventually(lambda: self.emulator.contents(self.user) == ["bread", "milk"], "it is sent again", 20)
        app.wait_titles(["milk", "bread"])


class OfflineTests(EndToEndTest):
    def test_server_goes_and_comes_back(self):
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.add("before")
        app.wait_synced()
        proxy.stop()
        app.add("one", "two")
        app.wait_banner("Offline: 2 changes waiting")  # which moves the rows
        app.tick("before")
        app.wait_banner("Offline: 3 changes waiting")
        app.wait_titles(["one", "two"], ["before"])
        self.assertEqual(set(app.marks()), {"one", "two", "before"})
        app.key("F5")  # in vain
        holds(lambda: not app.dialogs(), "no dialog while offline", 1.5)
        app.wait_banner("Offline: 3 changes waiting")
        proxy.start()
        app.key("F5")
        app.wait_banner("")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["before", "one", "two"])
        self.assertTrue(next(fields["done"] for fields in self.emulator.live(self.user, "todos").values()
                             if fields["content"] == "before"))
        self.assertEqual(app.titles(), (["one", "two"], ["before"]))

    def test_it_comes_back_by_itself(self):
        proxy = self.proxy()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.wait_synced()
        proxy.stop()
        app.add("one")
        app.wait_banner("Offline: 1 change waiting")
        proxy.start()
        app.wait_banner("", limit=60)
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one"])

    def test_what_was_left_is_sent_at_the_next_start(self):
        proxy = self.proxy()
        proxy.stop()
        app = self.launch(*self.account(proxy.host))
        app.new_list("Home")
        app.add("one", "two")
        app.select("two")
        app.key("Delete")  # made and deleted offline: the server need never hear of it as living
        app.wait_titles(["one"])
        app.wait_banner("Offline: 3 changes waiting")
        app.close()
        proxy.start()
        app = self.launch(*self.account(proxy.host))
        app.wait_frame(LEFT_OVER)
        app.press("Save", within=LEFT_OVER)
        app.wait_no_frame(LEFT_OVER)
        app.wait_synced()
        self.assertEqual(app.titles(), (["one"], []))
        self.assertEqual(self.emulator.contents(self.user), ["one"])


class SlowTests(EndToEndTest):
    def test_nothing_waits_for_a_slow_server(self):
        proxy = self.proxy()
        path = f"{self.home}/watchdog"
        watchdog = Watchdog(path)
        app = self.launch(*self.account(proxy.host), environment={"OPTIMIST_WATCHDOG": path})
        app.new_list("Home")
        app.wait_synced()
        delay = 3
        proxy.fault = Fault(delay=delay)
        mark = watchdog.mark()
        app.key("ctrl+n")
        for text in ["one", "two", "three"]:
            started = time.monotonic()
            app.type(text)
            app.key("Return")
            app.wait_row(text)
            self.assertLess(time.monotonic() - started, 2, "the row comes long before the answer")
        self.assertEqual(set(app.marks().values()) - ON_ITS_WAY, set())
        app.tick("one")
        app.wait_titles(["two", "three"], ["one"])
        app.star("two")
        app.wait_row("two", lambda row: row.is_starred)
        self.assertTrue(app.database.outbox(), "nothing has been answered yet")
        stalls = watchdog.stalls(since=mark)
        proxy.fault = Fault()
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["one", "three", "two"])
        app.close()
        self.assertIsNotNone(watchdog.longest(), "the watchdog was awake")
        print(f"[stalls in ms: {sorted(stalls)[-5:]}, at most {watchdog.longest()}]", end=" ", flush=True)
        # Whatever waits for the server waits for all of the delay. Shorter ones are a processor that something else has.
        self.assertLess(max(stalls, default=0), delay * 1000 / 2, "milliseconds for which the main thread was blocked")


class RefusalTests(EndToEndTest):
    """Rules that refuse to-dos which say "bad"."""

    RULE = "!('content' in request.resource.data) || request.resource.data.content != 'bad'"
    ALERT = "“bad” Was Not Accepted"

    def begin(self):
        self.set_rules(self.RULE)
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("good")
        app.wait_synced()
        return app

    def test_discard_takes_back_what_was_never_accepted(self):
        app = self.begin()
        app.add("fine", "bad")
        alert = app.wait_frame(self.ALERT)
        self.assertIn("The server does not allow this change.", [label.seen_name for label in alert.all("label")])
        self.assertIsNone(alert.find("label", "PERMISSION_DENIED (status 403)"))
        app.key("alt+e")
        app.wait("label", "PERMISSION_DENIED (status 403)", within=self.ALERT)
        names = [button.seen_name for button in alert.all("push button") if button.has_size]
        self.assertEqual(sorted(names), ["Details", "Discard Change", "Keep for Later", "Try Again"])
        self.picture("refused")
        app.press("Discard Change", within=self.ALERT)
        app.wait_no_frame(self.ALERT)
        app.wait_titles(["good", "fine"])
        app.wait_synced()
        self.assertEqual(app.database.contents(), ["good", "fine"])
        self.assertEqual(self.emulator.contents(self.user), ["fine", "good"])
        self.assertEqual(app.dialogs(), [])

    def test_discard_restores_what_the_server_has(self):
        app = self.begin()
        todo = app.database.todo("good")
        app.open_details("good")
        app.key("ctrl+a")
        app.type("bad")
        app.key("Return")
        app.wait_frame(self.ALERT)
        self.assertEqual(app.wait_row("bad").mark, "refused by the server")
        app.press("Discard Change", within=self.ALERT)
        app.wait_titles(["good"])
        app.wait_synced()
        self.assertEqual(app.database.todo("good")["id"], todo["id"])
        self.assertEqual(self.emulator.contents(self.user), ["good"])

    def test_keep_for_later_stays_marked_and_harms_nothing_else(self):
        app = self.begin()
        app.add("bad")
        app.wait_frame(self.ALERT)
        app.press("Keep for Later", within=self.ALERT)
        app.wait_no_frame(self.ALERT)
        app.wait_row("bad", lambda row: row.mark == "refused by the server")
        app.add("another")
        app.wait_row("another", lambda row: row.mark == "")
        self.assertEqual(self.emulator.contents(self.user), ["another", "good"])
        holds(lambda: not app.dialogs(), "it is told once", 1)
        app.close()
        app = self.launch(*self.account())
        app.wait_row("bad", lambda row: row.mark == "refused by the server")
        app.dismiss(LEFT_OVER)
        app.wait_row("bad", lambda row: row.mark == "refused by the server")
        holds(lambda: not app.dialogs(), "a new run asks about it once", 1)

    def test_try_again(self):
        app = self.begin()
        app.add("bad")
        first = app.wait_frame(self.ALERT)
        app.press("Try Again", within=self.ALERT)
        # In vain: asked again, and nothing is lost. The first alert may still be on its way out.
        eventually(lambda: app.frame(self.ALERT) not in (None, first), "the alert comes back")
        self.emulator.set_rules()
        app.press("Try Again", within=self.ALERT)
        app.wait_no_frame(self.ALERT)
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["bad", "good"])


class FailingServerTests(EndToEndTest):
    LIMIT = 60  # a server that fails is tried several times, with growing pauses, before anybody is asked

    def begin(self):
        self.front = self.proxy()
        app = self.launch(*self.account(self.front.host))
        app.new_list("Home")
        app.add("good")
        app.wait_synced()
        return app

    def test_three_tries_then_an_alert(self):
        app = self.begin()
        self.front.fault = Fault(status=500, body=b"{}", applies=is_write)
        app.add("stuck")
        alert = "“stuck” Was Not Sent"
        app.wait_frame(alert, self.LIMIT)
        self.assertGreaterEqual(self.front.fault.struck, 3)
        app.wait_banner("Not synced: 1 change waiting")
        app.press("Keep for Later", within=alert)
        app.wait_no_frame(alert)
        # It is tried again now and then.
        self.assertIn(app.wait_row("stuck").mark, ("not on the server yet", "being sent"))
        self.front.fault = Fault()
        app.key("F5")
        app.wait_banner("")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["good", "stuck"])

    def test_try_again_and_discard(self):
        app = self.begin()
        alert = "“stuck” Was Not Sent"
        self.front.fault = Fault(status=503, applies=is_write)
        app.add("stuck")
        app.wait_frame(alert, self.LIMIT)
        self.front.fault = Fault()
        app.press("Try Again", within=alert)
        app.wait_no_frame(alert)
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["good", "stuck"])

        alert = "“gone” Was Not Sent"
        self.front.fault = Fault(status=500, applies=is_write)
        app.add("gone")
        app.wait_frame(alert, self.LIMIT)
        app.press("Discard Change", within=alert)
        app.wait_titles(["good", "stuck"])
        self.front.fault = Fault()
        app.key("F5")
        app.wait_banner("")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["good", "stuck"])

    def test_lost_answers_make_no_duplicates(self):
        app = self.begin()
        self.front.fault = Fault(lose_answer=True, applies=is_write, times=2)
        app.add("once", "twice")
        app.open_details("good")
        app.key("ctrl+a")
        app.type("better")
        app.key("Return")
        app.wait_titles(["better", "once", "twice"])
        app.wait_synced()
        self.assertEqual(self.front.fault.struck, 2)
        self.assertEqual(self.emulator.contents(self.user), ["better", "once", "twice"])
        self.assertEqual(len(self.emulator.documents(self.user, "todos")), 3)


class LyingServerTests(EndToEndTest):
    DOCUMENT = (b'[{"document":{"name":"projects/demo-optimist/databases/(default)/documents/users/%s/todos/x",'
                b'"fields":{"content":{"integerValue":"1"},"listID":{"stringValue":"l"}},'
                b'"createTime":"2026-01-01T00:00:00Z","updateTime":"2026-01-01T00:00:00Z"},'
                b'"readTime":"2026-01-01T00:00:00Z"}]')
    ANSWERS = {
        "empty": b"",
        "web page": b"<!doctype html><title>Sign in to the Wi-Fi</title>",
        "other JSON": b'{"lists":[]}',
        "empty array": b"[]",
        "cut off": b'[{"document":{"name":"projects/demo-opt',
        "no text": b"\xff\xfe\x00\x01" * 100,
        "deep": b"[" * 100_000,
        "foreign": DOCUMENT % b"somebody-else",
    }

    def test_nothing_of_a_senseless_answer_is_applied(self):
        app = self.start()
        for name, body in {**self.ANSWERS, "wrong type": self.DOCUMENT % self.user.encode()}.items():
            with self.subTest(name):
                self.bear(app, Fault(status=200, body=body, headers=[("Content-Type", "application/json")],
                                     applies=is_read))
        self.recover(app)

    def test_huge_and_endless_answers(self):
        app = self.start()
        self.bear(app, Fault(status=200, body=b"[" + b" " * 100_000_000 + b"]", applies=is_read), limit=120)
        self.bear(app, Fault(endless=b'{"document":{}},', applies=is_read), limit=120)
        self.recover(app)

    def start(self):
        self.front = self.proxy()
        app = self.launch(*self.account(self.front.host))
        app.new_list("Home")
        app.add("mine")
        app.tick("mine")
        app.wait_synced()
        self.before = app.database.lists(), app.database.todos()
        return app

    def bear(self, app, fault, limit=20):
        """Pulls such an answer: told in the banner, and nothing else changes."""
        self.front.fault = Fault()
        app.key("F5")
        app.wait_banner("")
        self.front.fault = fault
        app.key("F5")
        eventually(lambda: app.banner() in FAILING,
                   lambda: f"the banner tells it, it says {app.banner()!r}", limit)
        self.assertTrue(app.process.is_running)
        self.assertEqual((app.database.lists(), app.database.todos()), self.before)
        self.assertEqual(app.titles(), ([], ["mine"]))

    def recover(self, app):
        self.front.fault = Fault()
        app.key("F5")
        app.wait_banner("")
        app.add("still alive")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["mine", "still alive"])
