"""What a CalDAV server can answer when a list is made or changed, or a to-do moves to another list: one line a case.

Each case has two to-dos waiting, and what it is about. Whatever the server answers, the command comes to an end within
its bounds on memory and processor time and says in a few lines what is wrong; what a person has done stays here until it
is on the server; and no other server is asked anything. With right answers all is there and here, each once.
"""

import unittest

from harness.attacked import add_cases
from harness.attacked_calendars import (
    BREAD, DONE, EITHER, FAILS, GOES_ON, LIST, NAME, STOPS, TITLES, AttackedCalendarsTest, Case)
from harness.calendars import BEGIN, END, Calendar, Calendars
from harness.hostile import HostileServer, answer, send
from harness.offline import Offline
from harness.process import database_path
from harness.replies import (
    changed, copied, elsewhere, endless, in_bodies, instead, made, only, page, raw, refusing, right, stream, then, told,
    told_whole, without_etag, xml)

OTHER, OTHER_NAME = "other", "Errands"
NEW_NAME, NEW_TODO = "Garden", "plant trees"
MAKING = ["MKCALENDAR", "MKCOL"]
REFUSALS = (403, 404, 405, 409, 410, 412, 415, 501, 507)
FAILURES = (401, 423, 429, 500, 502, 503)

#: Redirections to another server.
REDIRECTIONS = {
    f"{status} to another server": (FAILS, elsewhere(status, lambda host, path: f"http://{host}{path}"))
    for status in (301, 302, 303, 307, 308)}
IN_A_CIRCLE = {"in a circle": (FAILS, elsewhere(307, lambda host, path: path))}
NO_ANSWER = raw(send(b""))
UNAVAILABLE_NOW = page(503)

#: What is answered to who makes a calendar, by both methods that there are for it.
MAKES = {
    **REDIRECTIONS, **IN_A_CIRCLE,
    **{f"{status} for a calendar": (STOPS, page(status)) for status in REFUSALS},
    **{f"{status} for a calendar": (FAILS, page(status)) for status in FAILURES if status != 429},
    "429 for a calendar": (EITHER, page(429)),
    "a name that must not be": (STOPS, refusing(403, b"C:calendar-collection-location-ok")),
    "a page with 200": (FAILS, page(200)),
    "a page with 201": (FAILS, page(201)),
    "201 and it is not there": (FAILS, instead(201)),
    "204 and it is not there": (FAILS, instead(204)),
    "a failure with 207": (FAILS, told(b"403 Forbidden")),
    "a failure with 200": (FAILS, told(b"403 Forbidden", status=200)),
    "a failure of the whole with 200": (FAILS, told_whole(b"507 Insufficient Storage", status=200)),
    "endless, with 201": (FAILS, endless(201)),
    "an endless multistatus": (FAILS, stream(b"", b"<response><href>/a</href></response>" * 10_000)),
    "no answer": (FAILS, NO_ANSWER),
    "made, and endless": (EITHER, then(endless(201))),
    "made, and a page with 200": (GOES_ON, then(page(200))),
    "made, and a failure with 207": (EITHER, then(told(b"403 Forbidden"))),
    **{f"made, and {status}": (EITHER, then(page(status))) for status in (403, 405, 409, 412, 500, 507)},
    "made, and no answer": (EITHER, then(NO_ANSWER)),
    "made, and elsewhere": (EITHER, then(elsewhere(307, lambda host, path: f"http://{host}{path}"))),
    "made at another path": (EITHER, elsewhere(307, lambda host, path: path.replace("/home/", "/home/new-"))),
    "made with another name": (GOES_ON, made(name="Anything")),
    "made without a name": (GOES_ON, made(name="")),
}

#: What is answered to the first of these methods, while the second is understood.
MAKES_AT_SECOND = {
    f"{status} for the first method": (GOES_ON, page(status)) for status in REFUSALS}

#: What a calendar is that was made.
MAKES_OTHERS = {
    "made for events": (EITHER, only(MAKING, made(component=b"VEVENT"))),
    "made as a collection": (EITHER, only(MAKING, made(resource_type=b"<collection/>"))),
    "made with a name that stays": (STOPS, only(MAKING, made(name="Anything"), only(["PROPPATCH"], page(403)))),
    "made with a name that stays, it says": (STOPS, only(
        MAKING, made(name="Anything"), only(["PROPPATCH"], told(b"403 Forbidden")))),
}

#: What is answered to who changes the name of a list.
CHANGES = {
    **REDIRECTIONS, **IN_A_CIRCLE,
    **{f"{status} for a name": (STOPS, page(status)) for status in REFUSALS if status not in (404, 410)},
    **{f"{status} for a name": (EITHER, page(status)) for status in (404, 410)},
    **{f"{status} for a name": (FAILS, page(status)) for status in FAILURES},
    "a page with 200": (FAILS, page(200)),
    "a page with 207": (FAILS, page(207)),
    "nothing with 204": (FAILS, instead(204)),
    "nothing told": (FAILS, xml(BEGIN, END)),
    "403 for the property": (STOPS, told(b"403 Forbidden")),
    "409 for the property": (STOPS, told(b"409 Conflict")),
    "424 for the property": (STOPS, told(b"424 Failed Dependency")),
    "507 for the property": (STOPS, told(b"507 Insufficient Storage")),
    "302 for the property": (STOPS, told(b"302 Found")),
    "a status for the property that is none": (STOPS, told(b"99999999999999999999 OK")),
    "403 for the property with 200": (STOPS, told(b"403 Forbidden", status=200)),
    "423 for the whole": (STOPS, told_whole(b"423 Locked")),
    "a status for the whole that is none": (STOPS, told_whole(b"no")),
    "told of another calendar": (STOPS, told(b"200 OK", b"/home/other/")),
    "told of another server": (STOPS, told(b"200 OK", b"http://127.0.0.1:1/home/list/")),
    "told of another property": (STOPS, told(b"200 OK", name=b"A:calendar-color")),
    "403 told of another calendar": (STOPS, told(b"403 Forbidden", b"/home/other/")),
    "200 for what is not stored": (STOPS, told(b"200 OK")),
    "endless": (FAILS, stream(b"", b"<response><href>/a</href></response>" * 10_000)),
    "endless with 200": (FAILS, endless(200)),
    "no answer": (FAILS, NO_ANSWER),
    "changed, and a page with 200": (EITHER, then(page(200))),
    **{f"changed, and {status}": (EITHER, then(page(status))) for status in (403, 404, 412, 500, 507)},
    "changed, and 403 for the property": (EITHER, then(told(b"403 Forbidden"))),
    "changed, and told of another calendar": (EITHER, then(told(b"200 OK", b"/home/other/"))),
    "changed, and no answer": (EITHER, then(NO_ANSWER)),
    "changed, and elsewhere": (EITHER, then(elsewhere(307, lambda host, path: f"http://{host}{path}"))),
}

#: What is answered to who changes the colour of a list, with its name or by itself.
COLOURS = {
    "as it should be": (GOES_ON, right),
    "403 for a colour": (GOES_ON, page(403)),
    "403 for a colour in words": (GOES_ON, told(b"403 Forbidden", name=b"A:calendar-color")),
    "404 for a colour": (EITHER, page(404)),
    "500 for a colour": (EITHER, page(500)),
    "a page for a colour": (FAILS, page(200)),
    "no answer for a colour": (FAILS, NO_ANSWER),
    "a colour to another server": REDIRECTIONS["307 to another server"],
    "a status for a colour that is none": (EITHER, told(b"no", name=b"A:calendar-color")),
    "200 for a colour that is not stored": (EITHER, told(b"200 OK", name=b"A:calendar-color")),
}

#: What is answered to who moves a to-do to another list of the account.
MOVES = {
    **REDIRECTIONS, **IN_A_CIRCLE,
    **{f"{status} for a move": (EITHER, page(status)) for status in (*REFUSALS, *FAILURES)},
    "a page with 200": (FAILS, page(200)),
    "201 for what is not moved": (FAILS, instead(201)),
    "204 for what is not moved": (FAILS, instead(204)),
    "a failure with 207": (EITHER, told_whole(b"423 Locked")),
    "a failure with 200": (EITHER, told_whole(b"403 Forbidden", status=200)),
    "endless": (FAILS, endless(201)),
    "no answer": (FAILS, NO_ANSWER),
    "a UID that is there": (STOPS, refusing(403, b"C:no-uid-conflict")),
    "something that is there": (STOPS, refusing(412, b"lock-token-matches-request-uri")),
    **{f"moved, and {status}": (EITHER, then(page(status))) for status in (200, 403, 404, 412, 500, 507)},
    "moved, and a failure with 207": (EITHER, then(told_whole(b"423 Locked"))),
    "moved, and endless": (EITHER, then(endless(201))),
    "moved, and no answer": (EITHER, then(NO_ANSWER)),
    "moved, and elsewhere": (EITHER, then(elsewhere(307, lambda host, path: f"http://{host}{path}"))),
}

#: A server that copies what it should move. It has two then, and who decides which of them goes is a person.
COPIES = {
    **{f"copied, and {status}": (EITHER, then(page(status), copied)) for status in (412, 500)},
    "copied, and no answer": (EITHER, then(NO_ANSWER, copied)),
    "copied, and 201": (EITHER, copied),
}

#: What is answered to who deletes a to-do that another account has taken.
LEAVES = {
    **REDIRECTIONS, **IN_A_CIRCLE,
    **{f"{status} for what is still there": (EITHER, page(status))
       for status in (401, 403, 404, 405, 409, 410, 412, 423, 429, 500, 501, 502, 503, 507)},
    "a page with 200": (FAILS, page(200)),
    "204 for what is still there": (FAILS, instead(204)),
    "a failure with 207": (STOPS, told_whole(b"423 Locked")),
    "a failure with 200": (STOPS, told_whole(b"403 Forbidden", status=200)),
    "endless": (FAILS, endless(204)),
    "endless with 200": (FAILS, endless(200)),
    "no answer": (FAILS, NO_ANSWER),
    **{f"deleted, and {status}": (EITHER, then(page(status))) for status in (200, 403, 404, 412, 500)},
    "deleted, and endless": (EITHER, then(endless(200))),
    "deleted, and no answer": (EITHER, then(NO_ANSWER)),
    "deleted, and elsewhere": (EITHER, then(elsewhere(307, lambda host, path: f"http://{host}{path}"))),
}

#: What the other account's server answers to who puts the to-do there.
ARRIVES = {
    **{f"{status} for what arrives": (STOPS, page(status)) for status in (401, 403, 405, 409, 412, 423, 500, 507)},
    "a page with 200": (FAILS, page(200)),
    "201 for what is not stored": (FAILS, instead(201)),
    "a UID that is there": (STOPS, refusing(403, b"C:no-uid-conflict")),
    "307 to another server": REDIRECTIONS["307 to another server"],
    "stored without an ETag": (GOES_ON, changed(without_etag)),
    "stored, and 500": (EITHER, then(page(500))),
    "stored, and no answer": (EITHER, then(NO_ANSWER)),
}


class HostileListsTests(AttackedCalendarsTest):
    def make_calendars(self):
        calendars = super().make_calendars()
        calendars.lists[OTHER] = Calendar(OTHER_NAME)
        return calendars

    @property
    def offline(self):
        return Offline(database_path(self.home))

    def names(self):
        """The names of the calendars for to-dos that there are."""
        return sorted(calendar.name for calendar in self.calendars.lists.values()
                      if b"calendar" in calendar.resource_type and calendar.component == b"VTODO")

    def meet(self, case, *methods):
        """Synchronises with the answers of a case, which are those to some methods."""
        self.attack(case)
        asked = {request.method for request in self.server.requests}
        self.assertLessEqual(set(methods), asked, "what is answered was asked")

    def check_end(self):
        """With right answers the server has what is here; nothing changes any more."""
        self.check_unharmed()
        self.begin(right)
        self.assertEqual(self.measure("sync").code, DONE)
        self.assertEqual(sorted(self.database.contents()), self.calendars.titles())
        self.assertEqual(sorted(self.database.list_names()), self.names())
        self.assertEqual(self.database.outbox(), [], "nothing waits")
        self.assertEqual(self.elsewhere.requests, [], "nothing goes to another server")

    def check_making(self, case):
        with self.offline as offline:
            offline.enter(offline.make_list(NEW_NAME), [NEW_TODO])
        self.meet(case, "MKCALENDAR")
        self.assertEqual(self.database.list_names().count(NEW_NAME), 1, "the list stays")
        self.assertEqual(self.database.contents().count(NEW_TODO), 1, "what is in it stays")
        self.check_end()
        self.assertEqual(self.names(), sorted([NAME, OTHER_NAME, NEW_NAME]))
        self.assertEqual(self.calendars.titles(), sorted([BREAD, NEW_TODO, *TITLES]))

    def check_changing(self, case):
        with self.offline as offline:
            offline.change_list(offline.list_id(NAME), NEW_NAME)
        self.meet(case, "PROPPATCH")
        self.assertEqual(sorted(self.database.list_names()), sorted([NEW_NAME, OTHER_NAME]), "the new name stays")
        self.check_end()
        self.assertEqual(self.calendars.lists[LIST].name, NEW_NAME)
        self.assertEqual(self.calendars.lists[OTHER].name, OTHER_NAME)

    def check_colouring(self, case):
        """The same with a colour, which a server need not take."""
        with self.offline as offline:
            offline.change_list(offline.list_id(NAME), NEW_NAME, "green")
        self.meet(case, "PROPPATCH")
        there, = [row for row in self.database.lists() if row["name"] != OTHER_NAME]
        self.assertEqual((there["name"], there["colour"]), (NEW_NAME, "green"), "what was chosen stays")
        self.check_end()
        self.assertEqual(self.calendars.lists[LIST].name, NEW_NAME)

    def check_moving(self, case):
        row, = self.database.rows("SELECT id FROM todo WHERE content = ?", BREAD)
        with self.offline as offline:
            offline.move(row["id"], offline.list_id(OTHER_NAME))
        self.meet(case, "MOVE")
        self.assertIn(BREAD, self.calendars.titles())
        self.assertEqual(self.database.contents().count(BREAD), 1)
        self.check_end()
        self.assertEqual(self.calendars.paths(BREAD), [(OTHER, "bread.ics")])
        there, = self.database.rows("SELECT id FROM list WHERE name = ?", OTHER_NAME)
        self.assertEqual(self.database.todo(BREAD)["listID"], there["id"])

    def check_copying(self, case):
        """Both are here then. Where it is not known whether it has been moved it is refused, and waits."""
        row, = self.database.rows("SELECT id FROM todo WHERE content = ?", BREAD)
        with self.offline as offline:
            offline.move(row["id"], offline.list_id(OTHER_NAME))
        self.meet(case, "MOVE")
        for _ in range(2):
            self.begin(right)
            cost = self.measure("sync")
            self.assertIn(cost.code, EITHER)
            self.assertTrue(cost.code == DONE or BREAD in cost.err, "it says what is refused")
            self.assertEqual(sorted(self.database.contents()), sorted([BREAD, BREAD, *TITLES]))
            self.assertEqual(self.calendars.paths(BREAD), [(LIST, "bread.ics"), (OTHER, "bread.ics")])
        # It is deleted here: the other one stays.
        with self.offline as offline:
            offline.delete(row["id"])
        for _ in range(2):
            self.assertEqual(self.measure("sync").code, DONE)
        self.assertEqual(self.database.contents().count(BREAD), 1)
        self.assertEqual(len(self.calendars.paths(BREAD)), 1)


class HostileMovesTests(AttackedCalendarsTest):
    """A to-do moves to an account at a second server."""

    second = None
    second_first = None

    def prepare(self):
        kind = type(self)
        kind.second = HostileServer()
        self.taken = Calendars()
        self.taken.lists[OTHER] = Calendar(OTHER_NAME)
        self.begin_second(right)
        super().prepare()
        kind.second_first = self.taken.copied()

    def setUp(self):
        super().setUp()
        self.taken = type(self).second_first.copied()
        self.begin_second(right)
        row, = self.database.rows("SELECT id FROM todo WHERE content = ?", BREAD)
        with Offline(database_path(self.home)) as offline:
            offline.move(row["id"], offline.list_id(OTHER_NAME))

    @property
    def accounts(self):
        return [self.adding, self.adding_at(self.second)]

    def begin_second(self, reply):
        """What the second server answers."""
        def behave(connection, request):
            said = reply(SecondServer(self), request)
            if callable(said):
                said(connection, request)
            else:
                connection.sendall(answer(said[0], said[2], said[1]))

        self.second.begin(behave)

    def check_leaving(self, case):
        # The second server gets it first; otherwise it would depend on which of the two is faster.
        self.attack(Case(STOPS, UNAVAILABLE_NOW))
        self.assertEqual(self.taken.titles(), [BREAD])
        self.attack(case)
        self.assertIn("DELETE", [request.method for request in self.server.requests])
        self.check_place()

    def check_arriving(self, case):
        self.begin_second(case.reply)
        self.attack(Case(case.codes, right, case.bounds))
        self.check_place()

    def check_place(self):
        """It is somewhere at any time, and in the end where it was moved to."""
        self.assertIn(BREAD, self.calendars.titles() + self.taken.titles())
        self.assertEqual(self.database.contents().count(BREAD), 1)
        for _ in range(2):
            self.begin(right)
            self.begin_second(right)
            cost = self.measure("sync")
            self.assertEqual(cost.code, DONE, cost.out + cost.err)
        self.assertEqual(self.calendars.titles(), TITLES)
        self.assertEqual(self.taken.titles(), [BREAD])
        self.assertEqual(sorted(self.database.contents()), sorted([BREAD, *TITLES]))
        self.assertEqual(self.database.outbox(), [], "nothing waits")
        self.assertEqual(self.elsewhere.requests, [], "nothing goes to another server")


class SecondServer:
    """The second server of a test, as a reply asks for it."""

    def __init__(self, test):
        self.calendars, self.elsewhere = test.taken, test.elsewhere


def cases(beginning, table, methods=None):
    return {f"{beginning}: {name}": Case(codes, only(methods, reply) if methods else reply, *bounds)
            for name, (codes, reply, *bounds) in table.items()}


add_cases(HostileListsTests, {
    **cases("making", {"as it should be": (GOES_ON, right)}), **cases("making", MAKES, MAKING),
    **cases("making", MAKES_AT_SECOND, ["MKCALENDAR"]), **cases("making", MAKES_OTHERS)}, HostileListsTests.check_making)
add_cases(HostileListsTests, {
    **cases("changing", {"as it should be": (GOES_ON, right)}), **cases("changing", CHANGES, ["PROPPATCH"])},
    HostileListsTests.check_changing)
add_cases(HostileListsTests, {
    f"colouring: {name}": Case(codes, in_bodies(b"calendar-color", reply)) for name, (codes, reply) in COLOURS.items()},
    HostileListsTests.check_colouring)
add_cases(HostileListsTests, cases("moving", {"as it should be": (GOES_ON, right)}), HostileListsTests.check_moving)
add_cases(HostileListsTests, cases("moving", MOVES, ["MOVE"]), HostileListsTests.check_moving)
add_cases(HostileListsTests, cases("moving", COPIES, ["MOVE"]), HostileListsTests.check_copying)
add_cases(HostileMovesTests, cases("leaving", {"as it should be": (GOES_ON, right)}), HostileMovesTests.check_leaving)
add_cases(HostileMovesTests, cases("leaving", LEAVES, ["DELETE"]), HostileMovesTests.check_leaving)
add_cases(HostileMovesTests, cases("arriving", ARRIVES, ["PUT"]), HostileMovesTests.check_arriving)

if __name__ == "__main__":
    unittest.main()
