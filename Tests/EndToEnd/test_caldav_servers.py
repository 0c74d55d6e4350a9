"""The same way at each CalDAV server that is installed: signed in by its host, and used from both sides."""

import os
import re
import unittest

from harness import cyrus
from harness.caldav import PASSWORD
from harness.terminal import Terminal
from test_caldav_commands import CalDAVCommandTest
from test_commands import OK

LIST = "Work & Co <1>"


class EachServerTests(CalDAVCommandTest):
    def test_radicale(self):
        self.go(self.server())

    def test_xandikos(self):
        self.go(self.server("xandikos"))

    def test_cyrus(self):
        if reason := cyrus.missing():
            raise unittest.SkipTest(reason)
        server = cyrus.CyrusServer()
        self.addCleanup(server.stop)
        self.go(server)

    def go(self, server):
        bus = {"DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]}
        other = Terminal(self.terminal.binary, os.path.join(self.home, "other"), bus)
        for terminal in (self.terminal, other):
            answer = terminal.run(*self.adding(server), text=PASSWORD + "\n")
            self.assertEqual(answer.code, OK, answer.err)
        self.sync()
        self.run_well("lists", "add", LIST, "--color", "red")
        self.run_well("add", "Report", "--list", LIST, "--due", "2026-12-04T17:00", "--repeat", "every week",
                      "--remind", "15m", "--tag", "a", "--notes", "b, c; \\ d")
        self.run_well("add", "Part", "--parent", self.id_of("Report"))
        self.sync()
        place = self.find(server, "Report")
        for line in (r"DUE[;:].*20261204T170000", "RRULE:FREQ=WEEKLY", r"DESCRIPTION:b\\, c\\; \\\\ d", "CATEGORIES:a"):
            self.assertRegex(self.text(server, place), line)
        self.assertIn("RELATED-TO:", self.text(server, self.find(server, "Part")))

        # Both sides edit, and so does another program.
        self.sync(other)
        self.assertEqual({todo["title"]: todo["list"]["name"] for todo in self.todos(other)},
                         {"Report": LIST, "Part": LIST})
        self.run_well("edit", self.id_of("Report"), "--title", "Weekly report")
        self.sync()
        answer = other.run("edit", self.id_of("Weekly report"), "--priority", "high")
        self.assertEqual(answer.code, OK, answer.err)
        self.sync(other)
        text = self.text(server, place)
        status, said = server.ask("PUT", place, text.replace("END:VTODO", "X-OTHER;X-P=1:kept\r\nEND:VTODO", 1),
                                  Content_Type="text/calendar")
        self.assertIn(status, (200, 201, 204), said)
        self.sync()
        self.run_well("done", self.id_of("Weekly report"))
        self.sync()
        for line in ("SUMMARY:Weekly report", "X-OTHER;X-P=1:kept", "PRIORITY:1", r"DUE[;:].*20261211T170000"):
            self.assertRegex(self.text(server, place), line)

        # Moved, deleted on either side, and with their list.
        self.run_well("lists", "add", "Second")
        self.run_well("move", self.id_of("Weekly report"), "--list", "Second")
        self.run_well("lists", "edit", LIST, "--name", "First", "--color", "blue")
        self.sync()
        self.sync(other)
        self.assertEqual({todo["title"]: todo["list"]["name"] for todo in self.todos(other)},
                         {"Weekly report": "Second", "Part": "Second"})
        self.assertIn("First", other.run("lists").out)
        status, said = server.ask("DELETE", self.find(server, "Part"))
        self.assertIn(status, (200, 204), said)
        self.sync()
        self.assertEqual(self.titles(), ["Weekly report"])
        for name in ("First", "Second"):
            self.run_well("lists", "delete", name)
        self.sync()
        self.assertEqual(server.titles(), [])
        self.sync(other)
        self.assertEqual(self.todos(other), [])

    def sync(self, terminal=None):
        terminal = terminal or self.terminal
        self.wait_unleased(terminal)
        answer = terminal.run("sync")
        self.assertEqual((answer.code, answer.err), (OK, ""))

    @staticmethod
    def todos(terminal):
        return terminal.run("list", "--json").json

    def find(self, server, title):
        """Where the server keeps a to-do, below the home."""
        for place in server.resources():
            for name in server.resources(place) if place.endswith("/") else []:
                if name.endswith(".ics") and f"SUMMARY:{title}\n" in self.text(server, name):
                    return name
        raise AssertionError(f"{title} is not on the server")

    @staticmethod
    def text(server, place):
        return re.sub(r"\r?\n[ \t]", "", server.ask("GET", place)[1]).replace("\r\n", "\n")
