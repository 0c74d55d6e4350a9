"""kill -9 at any moment: what was shown as saved is there again, and on the server once."""

import random
import time

from harness.case import EndToEndTest
from harness.proxy import Fault, is_write


LEFT_OVER = "Changes From Last Time"


class CrashTests(EndToEndTest):
    ROUNDS = 10

    def setUp(self):
        super().setUp()
        self.seed = random.randrange(1 << 32)
        self.random = random.Random(self.seed)

    def crash_often(self, arguments=(), before_round=lambda number: None, answer="Save"):
        """Adds a to-do, kills the app as soon as its row counts as saved or a moment later, starts again."""
        app = self.launch(*arguments)
        app.new_list("Home")
        wanted = []
        for number in range(self.ROUNDS):
            before_round(number)
            text = f"todo {number}"
            app.key("ctrl+n")
            app.type(text)
            app.key("Return")
            app.wait_row(text, lambda row: row.mark != "saving")
            # Any moment of the way to the server: this is what is tested, not a wait for something.
            time.sleep(self.random.uniform(0, 0.25))
            app.process.kill()
            wanted.append(text)
            is_left_over = bool(app.database.outbox())
            app = self.launch(*arguments)
            if is_left_over:
                app.wait_frame(LEFT_OVER)
                app.press(answer, within=LEFT_OVER)
                app.wait_no_frame(LEFT_OVER)
            app.wait_titles(wanted)
        self.assertEqual(app.database.contents(), wanted, f"seed {self.seed}")
        return app, wanted

    def test_saved_rows_survive_without_a_server(self):
        self.crash_often()

    def test_saved_rows_survive_and_arrive_once(self):
        app, wanted = self.crash_often(self.account())
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), wanted, f"seed {self.seed}")
        self.assertEqual(len(self.emulator.documents(self.user, "todos")), len(wanted))

    def test_also_when_the_answers_were_lost(self):
        proxy = self.proxy()

        def lose(number):
            proxy.fault = Fault(lose_answer=number % 2 == 0, delay=self.random.choice([0, 0.1]), applies=is_write)
        app, wanted = self.crash_often(self.account(proxy.host), lose, answer="Later")
        proxy.fault = Fault()
        app.key("F5")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), wanted, f"seed {self.seed}")
        self.assertEqual(len(self.emulator.documents(self.user, "todos")), len(wanted))
