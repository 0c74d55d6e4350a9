"""What the text of a to-do on a CalDAV server can do to commands, whoever has written it there: one line a case.

Each case has two to-dos waiting. They are sent, and whatever the text is, it is read or counted as one that cannot be
read; it keeps nothing else from being read, and commands stay within their bounds on memory and processor time.
"""

import unittest

from harness import measured
from harness.attacked import add_cases
from harness.attacked_calendars import DONE, GOES_ON, LIST, NOT_ALLOWED, TITLES, AttackedCalendarsTest, Case, todo
from harness.calendars import Calendar
from harness.hostile_calendars import LARGE, ODD, REPEATS
from harness.hostile_uids import EDITED, NAMES, ONE_UID, OTHER, TWO_UIDS
from harness.offline import Offline
from harness.process import database_path
from harness.replies import right

#: The most that is printed about to-dos, in characters: a title may be as long as it is.
LINES = 4_000_000
#: What reading a text may cost: one of 15 MB is in memory as it came and as its lines, more often where a processor is
#: busy and waits longer to give it back.
READING = measured.Bounds(megabytes=400)
#: What an edit may cost: a text of 15 MB is in memory as it came, as it is sent, and as lines.
EDIT = measured.Bounds(megabytes=500, processor=20)
#: What is done to a to-do; each is sent by itself.
EDITS = [("edit", "theirs", "--tag", "zz"), ("edit", "theirs", "--remind", "2031-12-01T08:00"), ("done", "theirs")]


class HostileCalendarsTests(AttackedCalendarsTest):
    def check_text(self, make):
        self.calendars.put(LIST, "theirs.ics", make())
        self.calendars.put(LIST, "others.ics", todo("others", "others"))
        self.check(Case(GOES_ON, right, READING))
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


class HostileUIDTests(AttackedCalendarsTest):
    """What is here is what is there, and what is done to a to-do here is done to that one alone."""

    def make_calendars(self):
        calendars = super().make_calendars()
        calendars.lists[OTHER] = Calendar("Errands")
        return calendars

    def waiting(self):
        """The identifier, and UID, of a to-do that is not on the server yet."""
        return self.database.todo(TITLES[0])["id"]

    def here(self):
        return sorted(self.database.contents())

    def agree(self):
        """Synchronises until nothing changes any more: what is here is what is there."""
        self.begin(right)
        for _ in range(2):
            cost = self.measure("sync")
            self.assertEqual(cost.code, DONE, cost.out + cost.err)
        self.assertEqual(self.here(), self.calendars.shown_titles(self.here()))
        paths = [row["path"] for row in self.database.rows("SELECT path FROM remoteResource")]
        self.assertEqual(len(paths), len(set(paths)), "each resource is one to-do")

    def put(self, step):
        for (name, file), text in step.items():
            if text is None:
                self.calendars.remove(name, file)
            else:
                self.calendars.put(name, file, text)

    def check_uids(self, steps):
        for step in steps(self):
            self.put(step)
            self.agree()
        theirs = [todo for todo in self.database.todos() if todo["content"] in ("theirs", "others")]
        for number, todo in enumerate(theirs):
            expected = self.calendars.titles()
            with Offline(database_path(self.home)) as offline:
                offline.rename(todo["id"], f"mine {number}")
            self.agree()
            expected.remove(todo["content"])
            self.assertEqual(self.calendars.titles(), sorted([*expected, f"mine {number}"]))
        for number, todo in enumerate(theirs):
            expected = self.calendars.titles()
            with Offline(database_path(self.home)) as offline:
                offline.delete(todo["id"])
            self.agree()
            expected.remove(f"mine {number}")
            self.assertEqual(self.calendars.titles(), expected)

    def check_edits(self, steps):
        """The same with an edit that waits when the last step comes: it is one of what it was made of."""
        *first, last = steps(self)
        for step in first:
            self.put(step)
            self.agree()
        edited = [todo for todo in self.database.todos() if todo["content"] in ("theirs", "others")]
        with Offline(database_path(self.home)) as offline:
            for todo in edited:
                offline.rename(todo["id"], todo["content"] + " edited")
        self.put(last)
        there = self.calendars.titles()
        self.agree()
        # Where it is gone meanwhile the edit brings it back.
        for todo in edited:
            if todo["content"] in there:
                there.remove(todo["content"])
            there.append(todo["content"] + " edited")
        self.assertEqual(self.calendars.titles(), sorted(there))

    def check_name(self, make):
        """It is sent under another name, or refused by itself: nothing else waits for it."""
        name = self.waiting()
        self.calendars.put(LIST, name + ".ics", make(self))
        self.calendars.put(LIST, "others.ics", todo("others", "others"))
        self.begin(right)
        for _ in range(2):
            cost = self.measure("sync")
            self.assertIn(cost.code, (DONE, NOT_ALLOWED), cost.out + cost.err)
            self.assertTrue(cost.code == DONE or TITLES[0] in cost.err, "it says what is refused")
            for title in [*TITLES, "others"]:
                self.assertEqual(self.here().count(title), 1, title)
            self.assertIn(TITLES[1], self.calendars.titles())
        self.assertEqual(self.calendars.lists[LIST].files[name + ".ics"][1], make(self), "what is there stays")


add_cases(HostileUIDTests, ONE_UID, HostileUIDTests.check_uids)
add_cases(HostileUIDTests, TWO_UIDS, HostileUIDTests.check_uids)
add_cases(HostileUIDTests, NAMES, HostileUIDTests.check_name)
add_cases(HostileUIDTests, {f"edited: {name}": steps for name, steps in {**ONE_UID, **TWO_UIDS}.items()
                            if name in EDITED}, HostileUIDTests.check_edits)
add_cases(HostileCalendarsTests, LARGE, HostileCalendarsTests.check_edits)
add_cases(HostileCalendarsTests, ODD, HostileCalendarsTests.check_text)
add_cases(HostileCalendarsTests, REPEATS, HostileCalendarsTests.check_repeat)

if __name__ == "__main__":
    unittest.main()
