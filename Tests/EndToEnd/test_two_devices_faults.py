"""Two devices of one user while the program is killed, the network is cut and the server falls over,
each in the middle of sending. In the end everything is there, and once."""

import random
import re
import time

from harness.case import Options
from harness.device import TwoDevicesTest
from harness.emulator import Emulator
from harness.offline import Offline
from harness.waiting import eventually

LEFT_OVER = "Changes From Last Time"
#: The names of the button that opens the state of synchronisation.
STATUS = re.compile(r"^(Up to date|Syncing|\d+ changes? waiting|Offline|Problem with synchronization)")


class KillTests(TwoDevicesTest):
    ROUNDS = 50
    NEW, RENAMED, DELETED = 4, 2, 1

    def setUp(self):
        super().setUp()
        self.seed = random.randrange(1 << 32)
        self.random = random.Random(self.seed)
        self.wanted = {}  # titles by ID
        self.unanswered = self.unsent = 0

    def test_kills_in_mid_push(self):
        """kill -9 fifty times, at a random moment after the program began to send, or to start."""
        self.begin_and_close()
        print(f"[seed {self.seed}:", end=" ", flush=True)
        for number in range(self.ROUNDS):
            self.edit(number)
            self.run_and_kill(is_sending=number % 5 < 4)
        self.edit(self.ROUNDS)
        print(f"{self.unanswered} kills before an answer, {self.unsent} with something to send]", end=" ", flush=True)
        self.answer_the_question()
        self.right.launch()
        self.check(self.wanted.values(), limit=60)
        self.assertEqual(set(self.left.todos()), set(self.wanted), f"seed {self.seed}")

    def begin_and_close(self):
        app = self.left.launch()
        app.new_list("Home")
        app.wait_synced()
        self.left.close()
        self.left.save_unsent_changes(True)

    def edit(self, number):
        """What a person did since the last time: new to-dos, other titles, deletions."""
        titles = [f"round {number} to-do {count}" for count in range(self.NEW)]
        with Offline(self.left.database.path) as offline:
            for name in self.random.sample(sorted(self.wanted), min(self.RENAMED, len(self.wanted))):
                self.wanted[name] += f", {number}"
                offline.rename(name, self.wanted[name])
            for name in self.random.sample(sorted(self.wanted), min(self.DELETED, len(self.wanted))):
                del self.wanted[name]
                offline.delete(name)
            self.wanted.update(zip(offline.enter(offline.list_id("Home"), titles), titles))

    def run_and_kill(self, is_sending):
        before = self.left.relay.commits
        longest = self.random.choice([0.05, 0.2, 0.8]) if is_sending else 1
        process = self.left.run()
        if is_sending:
            self.left.relay.wait_commit(before)
        # Any moment: this is what is tested, not a wait for something.
        time.sleep(self.random.uniform(0, longest))
        self.assertTrue(process.is_running, f"seed {self.seed}")
        process.kill()
        rows = self.left.database.rows
        is_unanswered = bool(rows("SELECT 1 FROM inFlightWrite WHERE isSending = 1 LIMIT 1"))
        self.unanswered += is_unanswered and self.left.relay.commits > before
        self.unsent += not self.left.is_idle()

    def answer_the_question(self):
        """The last start asks what is to become of the changes, and is answered by keyboard."""
        self.left.save_unsent_changes(False)
        app = self.left.launch()
        app.wait_frame(LEFT_OVER)
        app.key("alt+s")
        app.wait_no_frame(LEFT_OVER)


class OutageTests(TwoDevicesTest):
    COUNT = 300  # several batches even of those that grow after a failure

    def fill(self):
        """The left device has plenty to send, offline, with its window open."""
        self.begin("first")
        self.cut(self.left)
        self.left.close()
        titles = [f"todo {number}" for number in range(self.COUNT)]
        with Offline(self.left.database.path) as offline:
            offline.enter(offline.list_id("Home"), titles)
        self.left.save_unsent_changes(True)
        self.left.launch().wait_banner(f"Offline: {self.COUNT} changes waiting")
        return ["first", *titles]

    def status_button(self, app):
        frame = app.frame("Optimist")
        for button in frame.all("push button") if frame else []:
            if button.has_size and STATUS.match(button.name):
                return button
        return None

    def has_given_up(self, app):
        """Whether a round has ended without reaching the server."""
        button = self.status_button(app)
        return bool(button) and button.name != "Syncing" and app.banner().startswith("Offline: ")

    def test_the_network_is_cut_in_mid_push(self):
        """In the middle of requests and before answers, of the first write and of later ones."""
        wanted = self.fill()
        relay, app = self.left.relay, self.left.app
        # After a failure one change is sent, then more and more: the fourth batch is a large one.
        for moment, passing in [("request", 0), ("answer", 0), ("request", 3), ("answer", 3)]:
            relay.cut_at(moment, passing)
            self.connect(self.left)
            app.key("F5")  # after several failures the next attempt by itself can be a minute away
            relay.wait_cut()
            eventually(lambda: self.has_given_up(app), lambda: f"offline; the banner says {app.banner()!r}", 90)
        self.assertFalse(self.left.is_idle(), "there is still something to send")
        self.connect(self.left)
        app.key("F5")
        self.check(wanted, limit=150)
        self.assertEqual(len(self.server.documents(self.user, "todos")), len(wanted))
        self.assertEqual(self.left.database.rows("SELECT * FROM syncConflict"), [])


class LostServerTests(OutageTests):
    """A server that falls over in mid-push and comes back with nothing: it keeps its data in memory only."""

    COUNT = 150  # a server that has just started takes its time for each
    test_the_network_is_cut_in_mid_push = None

    def setUp(self):
        self.own = None
        super().setUp()
        self.addCleanup(lambda: self.own.stop())

    def set_up_devices(self, host):
        self.own = Emulator(Options.output / "emulator-own.log")
        super().set_up_devices(self.own.host)

    @property
    def server(self):
        return self.own

    def test_everything_is_brought_back(self):
        wanted = self.fill()
        relay = self.left.relay
        commits = relay.commits
        self.connect(self.left)
        relay.wait_commit(commits)
        self.own.stop()
        self.cut()
        self.own = Emulator(Options.output / "emulator-own.log")
        for device in self.devices:
            # The address that the app knows stays.
            device.relay.target = self.own.host
        self.connect()
        eventually(self.left.is_idle, lambda: f"what waited is sent; {self.waiting()}", 60)
        for device in self.devices:
            self.resync(device.app)
        self.check(wanted, limit=60)
        self.assertEqual(self.left.database.rows("SELECT * FROM syncConflict"), [])

    def resync(self, app):
        """Chooses Resync Everything behind the button of synchronisation."""
        app.click(eventually(lambda: self.status_button(app), "the button of synchronisation"))
        app.click_in_popover("push button", "Resync Everything")
        app.key("Escape")
