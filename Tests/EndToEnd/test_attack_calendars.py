"""What the text of a to-do on a CalDAV server can do to commands, whoever has written it there: one line a case.

Each case has two to-dos waiting. They are sent, and whatever the text is, it is read or counted as one that cannot be
read; it keeps nothing else from being read, and commands stay within their bounds on memory and processor time.
"""

import unittest

from harness import measured
from harness.attacked import add_cases
from harness.attacked_calendars import DONE, GOES_ON, LIST, AttackedCalendarsTest, Case, todo
from harness.hostile_calendars import LARGE, ODD, REPEATS
from harness.replies import right

#: The most that is printed about to-dos, in characters: a title may be as long as it is.
LINES = 4_000_000


class HostileCalendarsTests(AttackedCalendarsTest):
    def check_text(self, make):
        self.calendars.put(LIST, "theirs.ics", make())
        self.calendars.put(LIST, "others.ics", todo("others", "others"))
        self.check(Case(GOES_ON, right))
        self.assertEqual(self.database.contents().count("others"), 1, "it stops no other")
        cost = self.measure("list", bounds=measured.Bounds(), most=LINES)
        self.assertEqual(cost.code, DONE, cost.err)

    def check_repeat(self, make):
        """It is completed too, which has to find the next time."""
        self.check_text(make)
        # Where nothing can be completed that is said.
        self.assertGreaterEqual(self.measure("done", "theirs").code, DONE, "it ends by itself")
        self.begin(right)
        self.assertEqual(self.measure("sync").code, DONE)


add_cases(HostileCalendarsTests, {**LARGE, **ODD}, HostileCalendarsTests.check_text)
add_cases(HostileCalendarsTests, REPEATS, HostileCalendarsTests.check_repeat)

if __name__ == "__main__":
    unittest.main()
