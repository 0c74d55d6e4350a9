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
#: What an edit may cost: a text of 15 MB is in memory as it came, as it is sent, and as lines.
EDIT = measured.Bounds(megabytes=500, processor=20)
#: What is done to a to-do; each is sent by itself.
EDITS = [("edit", "theirs", "--tag", "zz"), ("edit", "theirs", "--remind", "2031-12-01T08:00"), ("done", "theirs")]


class HostileCalendarsTests(AttackedCalendarsTest):
    def check_text(self, make):
        self.calendars.put(LIST, "theirs.ics", make())
        self.calendars.put(LIST, "others.ics", todo("others", "others"))
        self.check(Case(GOES_ON, right))
        self.assertEqual(self.database.contents().count("others"), 1, "it stops no other")
        cost = self.measure("list", bounds=measured.Bounds(), most=LINES)
        self.assertEqual(cost.code, DONE, cost.err)

    def check_edits(self, make):
        """It is edited too, which takes away nothing of what others have written."""
        self.check_text(make)
        before = len(self.text)
        self.begin(right)
        for words in EDITS:
            # Where it was not read there is nothing to edit.
            self.assertGreaterEqual(self.measure(*words, bounds=EDIT, most=LINES).code, DONE, "it ends by itself")
            self.assertEqual(self.measure("sync", bounds=EDIT).code, DONE)
            self.assertGreater(len(self.text), before - 1000, "it is all there")

    @property
    def text(self):
        """What the server has of it now."""
        _, text = self.calendars.lists[LIST].files["theirs.ics"]
        return text

    def check_repeat(self, make):
        """It is completed too, which has to find the next time."""
        self.check_text(make)
        # Where nothing can be completed that is said.
        self.assertGreaterEqual(self.measure("done", "theirs").code, DONE, "it ends by itself")
        self.begin(right)
        self.assertEqual(self.measure("sync").code, DONE)


add_cases(HostileCalendarsTests, LARGE, HostileCalendarsTests.check_edits)
add_cases(HostileCalendarsTests, ODD, HostileCalendarsTests.check_text)
add_cases(HostileCalendarsTests, REPEATS, HostileCalendarsTests.check_repeat)

if __name__ == "__main__":
    unittest.main()
