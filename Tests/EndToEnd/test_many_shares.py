"""More shared lists than anybody has: they cost neither a thread nor a connection each."""

import os
import time

from harness.case import EndToEndTest, Options
from harness.database import Database
from harness.shares import Shares
from harness.terminal import Terminal
from harness.usage import Usage
from harness.waiting import eventually

#: The limits are the same for any number: 60 descriptors, and 20 threads at rest. The test does not wait for a thousand
#: lists; SHARES=1000 in the environment plays those.
COUNT = int(os.environ.get("SHARES", "100"))
#: While it works, threads are added that the libraries start for a moment, with or without shared lists: GRDB has one for
#: each of its queues that has something to do, and GLib's pool grows on a busy computer. One for each list would be too many.
DESCRIPTORS, THREADS, POOL, THREADS_AT_REST = 60, 30, COUNT // 2, 20
LIMIT = 60 + COUNT


class ManySharesTests(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.shares = Shares(self.emulator, self.user, COUNT)
        self.database = Database(self.database_path)

    def synced(self):
        """How many lists of others have been read in full."""
        found, = self.database.rows(
            "SELECT COUNT(*) AS count FROM account JOIN syncState ON account = account.id"
            " WHERE parent IS NOT NULL AND lastSyncAt IS NOT NULL")
        return found["count"]

    def check(self, usage, what):
        text = f"{what}, {COUNT} shared lists: {usage}"
        (Options.output / "many-shares.txt").open("a").write(text + "\n")
        self.assertLess(usage.descriptors, DESCRIPTORS, text)
        self.assertLess(usage.threads, THREADS, text)
        self.assertLess(usage.pool, POOL, text)

    def rests(self, usage):
        eventually(lambda: 0 < usage.now < THREADS_AT_REST, lambda: f"few threads at rest, there are {usage.now}", 40)

    def test_a_window(self):
        begin = time.monotonic()
        app = self.launch(*self.account())
        usage = Usage(app.process.pid)
        eventually(lambda: self.synced() == COUNT, lambda: f"{self.synced()} of {COUNT} are read", LIMIT, pause=0.2)
        spent = time.monotonic() - begin
        self.assertEqual(len(self.database.contents()), COUNT)

        # The user's own edit waits behind nothing, wherever the list stands in line.
        terminal = Terminal(Options.binary, self.home)
        app.key("ctrl+r")
        last = COUNT - 1
        self.assertEqual(terminal.run("add", "-l", f"Shared {last}", "Mine").code, 0)
        eventually(lambda: "Mine" in self.shares.contents(last), "the edit is at the server", 30)
        # Something new is told at once for as many lists as the server can be asked about.
        told = [number for number in range(COUNT) if number % (COUNT // 10) == 0]
        for number in told:
            self.shares.add(number, f"New {number}")
        app.key("ctrl+r")
        eventually(lambda: {f"New {number}" for number in told} <= set(self.database.contents()),
                   "what the owners add is read", LIMIT, pause=0.2)
        self.rests(usage)
        self.check(usage.stop(), f"window, at rest {usage.now} threads, all read after {spent:.1f} s")
        begin = time.monotonic()
        self.assertEqual(app.close(), 0)
        self.assertLess(time.monotonic() - begin, 15, "the window ends in time")

        # A second start finds everything and reads it again.
        self.shares.add(0, "Later")
        app = self.launch(*self.account())
        usage = Usage(app.process.pid)
        eventually(lambda: "Later" in self.database.contents(), "the news since", LIMIT, pause=0.2)
        self.rests(usage)
        self.check(usage.stop(), "second start")

    def test_a_command(self):
        app = self.launch(*self.account())
        eventually(lambda: self.database.rows("SELECT id FROM account"), "the account is set up")
        self.assertEqual(app.close(), 0)
        begin = time.monotonic()
        process = Terminal(Options.binary, self.home).start("sync")
        usage = Usage(process.pid)
        out, err = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, err), (0, b""), out)
        self.check(usage.stop(), f"optimist sync, all read after {time.monotonic() - begin:.1f} s")
        self.assertEqual(self.synced(), COUNT)
