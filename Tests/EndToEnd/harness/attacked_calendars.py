"""An account at a CalDAV server that means harm, with two to-dos waiting, and what a case of it is."""

import dataclasses
import os
import subprocess
import unittest

from . import keyring, measured
from .attacked import AttackedTest
from .caldav import PASSWORD, TODO, USER
from .calendars import Calendar, Calendars
from .case import Options
from .database import Database
from .hostile import HostileServer, answer
from .offline import Offline
from .process import database_path
from .replies import right
from .terminal import Terminal

DONE, NOT_FOUND, UNAVAILABLE, NOT_ALLOWED = 0, 2, 69, 77
LIST, NAME, BREAD = "list", "Groceries", "bread"
TITLES = ["buy milk", "write letter"]

#: How a command may end: where nothing is understood, where something is refused or not understood, where whatever is odd
#: does no harm, and where both is right.
FAILS, STOPS, GOES_ON, EITHER = (UNAVAILABLE,), (UNAVAILABLE, NOT_ALLOWED), (DONE,), (DONE, UNAVAILABLE, NOT_ALLOWED)


@dataclasses.dataclass
class Case:
    """One line of a table.

    `reply` gets the test and a request. It returns status, header fields and body; or a function of the connection and
    the request.
    """

    codes: tuple
    reply: object
    bounds: measured.Bounds = dataclasses.field(default_factory=measured.Bounds)


def todo(uid, title):
    return TODO.format(uid=uid, title=title).encode()


class AttackedCalendarsTest(AttackedTest):
    """One server and one home folder for all cases of a process; each begins with the calendars as they were."""

    server = None
    #: Another server, to which nothing is ever sent.
    elsewhere = None
    first = None

    def setUp(self):
        super().setUp()
        if reason := keyring.missing():
            raise unittest.SkipTest(reason)
        self.keyring = keyring.Keyring()
        self.addCleanup(self.keyring.stop)
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]}
        kind = type(self)
        if kind.server is None:
            kind.server, kind.elsewhere = HostileServer(), HostileServer()
        if kind.prepared is None:
            self.prepare()
        self.take_prepared()
        self.calendars = kind.first.copied()
        for account in self.database.rows("SELECT id FROM account"):
            self.keyring.keep(account["id"], PASSWORD)
        self.elsewhere.begin(lambda connection, request: connection.sendall(answer(200, b"hello")))

    def prepare(self):
        """Adds the account, which has one to-do, and two more while nothing is sent."""
        home = self.new_home()
        self.calendars = self.make_calendars()
        self.begin(right)
        terminal = Terminal(Options.binary, home, self.environment)
        for arguments, text in (*((adding, PASSWORD + "\n") for adding in self.accounts), (("sync",), "")):
            said = Terminal.end(terminal.start(*arguments, stdin=subprocess.PIPE), text)
            self.assertEqual(said.code, DONE, said.err)
        with Offline(database_path(home)) as offline:
            offline.enter(offline.list_id(NAME), TITLES)
        type(self).first = self.calendars.copied()
        self.keep_prepared(home)

    def make_calendars(self):
        """What is on the server before anything happens."""
        calendars = Calendars()
        calendars.lists[LIST] = Calendar(NAME)
        calendars.put(LIST, "bread.ics", todo("bread", BREAD))
        return calendars

    @property
    def adding(self):
        """The command that adds the account."""
        return self.adding_at(self.server)

    @staticmethod
    def adding_at(server):
        return "accounts", "add", "caldav", f"http://{server.host}/", "--user", USER, "--password-stdin"

    @property
    def accounts(self):
        """The commands that add all accounts there are, first that at the server that means harm."""
        return [self.adding]

    @property
    def database(self):
        return Database(database_path(self.home))

    # Cases

    def begin(self, reply):
        """From now on `reply` says what is answered."""
        def behave(connection, request):
            said = reply(self, request)
            if callable(said):
                said(connection, request)
            else:
                status, headers, body = said
                connection.sendall(answer(status, body, headers))

        self.server.begin(behave)

    def check(self, case):
        self.attack(case)
        self.check_unharmed()
        self.assertEqual(self.elsewhere.requests, [], "nothing goes to another server")

    def attack(self, case):
        """Synchronises with the answers of a case. It ends as it should, and nothing is lost or goes elsewhere."""
        self.begin(case.reply)
        cost = self.measure("sync", bounds=case.bounds)
        self.assertIn(cost.code, case.codes, cost.out + cost.err)
        if cost.code != DONE:
            self.assertTrue(cost.err.strip(), "it says what is wrong")
        self.assertTrue(self.server.requests, "the server was asked")
        self.check_nothing_is_lost()
        self.assertEqual(self.elsewhere.requests, [], "nothing goes to another server")

    def check_adding(self, case):
        """The account is added to another home folder. It is there afterwards where that went well, and only there."""
        self.begin(case.reply)
        self.home = self.new_home()
        cost = self.measure(*self.adding, bounds=case.bounds, text=PASSWORD + "\n")
        self.assertIn(cost.code, case.codes, cost.out + cost.err)
        if cost.code != DONE:
            self.assertTrue(cost.err.strip(), "it says what is wrong")
        self.assertTrue(self.server.requests, "the server was asked")
        self.assertEqual(len(self.database.rows("SELECT id FROM account")), int(cost.code == DONE))
        self.assertEqual(self.elsewhere.requests, [], "nothing goes to another server")

    def check_nothing_is_lost(self):
        """What is here stays, and what counts as sent is there."""
        rows = self.database.rows("SELECT content FROM outbox JOIN todo ON todo.id = outbox.record AND kind = 'todo'")
        there = [*self.calendars.titles(), *(row["content"] for row in rows)]
        here = self.database.contents()
        for title in TITLES:
            self.assertIn(title, there, "sent, or waiting to be sent")
            self.assertEqual(here.count(title), 1)

    def check_unharmed(self):
        """With right answers everything arrives, and nothing twice."""
        self.begin(right)
        cost = self.measure("sync")
        self.assertEqual(cost.code, DONE, cost.out + cost.err)
        there, here = self.calendars.titles(), self.database.contents()
        for title in [BREAD, *TITLES]:
            self.assertEqual((there.count(title), here.count(title)), (1, 1), title)
