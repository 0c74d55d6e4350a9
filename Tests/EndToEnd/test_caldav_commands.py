"""An account at a CalDAV server, by commands only: added, used from both sides, and taken away."""

import json
import os
import pty
import unittest

from harness import caldav
from harness.caldav import PASSWORD, USER
from harness.caldav_case import CalDAVCase
from harness.terminal import Terminal
from harness.waiting import eventually
from test_commands import NOT_ALLOWED, NOT_FOUND, UNAVAILABLE, USAGE, CommandTest

UNTRUSTED = 76


class CalDAVCommandTest(CalDAVCase, CommandTest):
    def setUp(self):
        super().setUp()
        self.terminal = Terminal(self.terminal.binary, self.home,
                                 {"DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]})

    def adding(self, server, *words):
        return ("accounts", "add", "caldav", server.url, "--user", USER, "--password-stdin", *words)

    def accounts(self):
        return json.loads(self.run_well("accounts", "--json"))

    def use(self, server):
        """Adds the account, and changes a list from both sides."""
        server.make_list("groceries", "Groceries")
        server.put("groceries/one", "bread")
        self.assertIn(USER, self.run_well(*self.adding(server), text=PASSWORD + "\n"))
        account, = self.accounts()
        self.assertEqual((account["kind"], account["user"], account["server"]),
                         ("caldav", USER, server.url.rstrip("/")))
        self.assertEqual(self.keyring.secret(account["id"]), PASSWORD)
        self.run_well("sync")
        self.assertEqual(self.titles(), ["bread"])

        self.run_well("add", "milk", "--list", "Groceries")
        self.wait_unleased()
        self.run_well("sync")
        self.assertEqual(server.titles(), ["bread", "milk"])
        server.put("groceries/one", "rye bread")
        server.put("groceries/two", "salt")
        self.run_well("sync")
        self.assertEqual(sorted(self.titles()), ["milk", "rye bread", "salt"])
        return account


class CalDAVTests(CalDAVCommandTest):
    def test_radicale(self):
        server = self.server()
        account = self.use(server)
        # What is only in the keyring stands nowhere else.
        for folder, _, names in os.walk(self.home):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    self.assertNotIn(PASSWORD.encode(), file.read(), name)

        self.run_badly(NOT_FOUND, "accounts", "remove", "nobody")
        self.assertIn(account["name"], self.run_well("accounts", "remove", account["name"]))
        self.assertEqual(self.accounts(), [])
        self.assertEqual(self.keyring.secret(account["id"]), "")
        self.assertEqual(sorted(self.titles()), ["milk", "rye bread", "salt"])
        self.assertEqual(server.titles(), ["milk", "rye bread", "salt"])

    def test_xandikos(self):
        self.use(self.server("xandikos"))

    def test_sabre(self):
        if reason := caldav.missing("sabre"):
            self.skipTest(reason)
        server = self.server("sabre")
        self.use(server)
        server.set_habits("busy")
        self.run_well("edit", self.id_of("milk"), "--title", "oat milk")
        self.assertIn("429", self.run_badly(UNAVAILABLE, "sync"))
        server.set_habits("trash")
        self.run_well("sync")
        self.assertEqual(server.titles(), ["oat milk", "rye bread", "salt"])
        # A list that Nextcloud keeps in its trash is gone here, and is made again beside it.
        self.run_well("lists", "delete", "Groceries")
        self.run_well("sync")
        self.assertEqual(server.titles(), [])
        self.run_well("undo")
        self.run_well("sync")
        self.assertEqual(server.titles(), ["oat milk", "rye bread", "salt"])
        server.set_password("another")
        self.assertIn("does not accept", self.run_badly(NOT_ALLOWED, "sync"))

    def test_lists_of_this_computer_move_to_the_first_account(self):
        server = self.server()
        self.run_well("add", "mine")
        self.run_well(*self.adding(server), text=PASSWORD)
        self.wait_unleased()
        self.run_well("sync")
        self.assertEqual(server.titles(), ["mine"])
        name = self.accounts()[0]["id"]
        self.run_well("accounts", "remove", name, "--delete-lists")
        self.assertEqual(self.titles(), [])
        self.assertEqual(server.titles(), ["mine"])

    def test_what_goes_wrong_is_said(self):
        server = self.server()
        words = self.adding(server)
        self.assertIn("password is wrong", self.run_badly(NOT_ALLOWED, *words, text="wrong\n"))
        self.assertIn("No password", self.run_badly(USAGE, *words, text=""))
        server.make_list("events", "Events", "VEVENT")
        self.assertIn("none for to-dos", self.run_badly(NOT_FOUND, *words, text=PASSWORD))
        emulator = self.emulator.host
        self.assertIn("no CalDAV server", self.run_badly(
            NOT_FOUND, "accounts", "add", "caldav", f"http://{emulator}/", "--user", USER, "--password-stdin",
            text=PASSWORD))
        self.assertIn("https", self.run_badly(
            USAGE, "accounts", "add", "caldav", "http://example.org/", "--user", USER, "--password-stdin", text=PASSWORD))
        self.run_badly(USAGE, "accounts", "add", "caldav", server.url, "--password-stdin", text=PASSWORD)
        server.stop()
        self.assertIn("cannot be reached", self.run_badly(UNAVAILABLE, *words, text=PASSWORD))
        self.assertEqual(self.accounts(), [])

        self.terminal.variables.pop("DBUS_SESSION_BUS_ADDRESS")
        self.assertIn("no keyring", self.run_badly(UNAVAILABLE, *words, text=PASSWORD))

    def test_a_certificate_is_trusted_by_its_fingerprint(self):
        server = self.server(is_secure=True)
        server.make_list("groceries", "Groceries")
        said = self.run_badly(UNTRUSTED, *self.adding(server), text=PASSWORD)
        self.assertIn(server.fingerprint, said)
        self.assertIn("Ann's server", said)
        wrong = "0" * 64
        self.run_badly(UNTRUSTED, *self.adding(server, "--trust-certificate", wrong), text=PASSWORD)
        self.run_badly(USAGE, *self.adding(server, "--trust-certificate", "abc"), text=PASSWORD)
        typed = ":".join(server.fingerprint[place:place + 2].upper() for place in range(0, 64, 2))
        self.run_well(*self.adding(server, "--trust-certificate", typed), text=PASSWORD)
        self.run_well("add", "milk")
        self.wait_unleased()
        self.run_well("sync")
        self.assertEqual(server.titles(), ["milk"])

        # A renewed one is not trusted before somebody says so.
        former = server.fingerprint
        server.renew_certificate()
        self.assertNotEqual(server.fingerprint, former)
        said = self.run_badly(UNTRUSTED, "sync")
        for text in [former, f"--trust-certificate {server.fingerprint}"]:
            self.assertIn(text, said)
        self.run_badly(UNTRUSTED, "sync", "--trust-certificate", wrong)
        self.run_badly(USAGE, "sync", "--trust-certificate", "abc")
        self.run_well("sync", "--trust-certificate", server.fingerprint.upper())
        self.run_well("add", "salt")
        self.wait_unleased()
        self.run_well("sync")
        self.assertEqual(server.titles(), ["milk", "salt"])

    def test_missing_todos_are_sent_again(self):
        server = self.server()
        server.make_list("groceries", "Groceries")
        for number in range(10, 22):
            server.put(f"groceries/item-{number}", f"item {number}")
        self.run_well(*self.adding(server), text=PASSWORD)
        self.run_well("sync")
        titles = self.titles()
        for number in range(10, 17):
            server.ask("DELETE", f"groceries/item-{number}.ics")
        said = self.run_well("sync")
        self.assertIn("7 of 12 to-dos in “Groceries” are missing on the server", said)
        self.assertIn("--missing keep", said)
        self.assertIn("7 of 12", self.run_well("accounts"))
        self.assertEqual(self.accounts()[0]["missing"], 7)
        self.assertEqual(sorted(self.titles()), sorted(titles))
        self.assertNotIn("missing", self.run_well("sync", "--missing", "keep"))
        self.assertEqual(server.titles(), sorted(titles))
        self.assertEqual(self.accounts()[0]["missing"], 0)

    def test_the_terminal_does_not_show_the_password(self):
        server = self.server()
        process, handle = pty.fork()
        if process == 0:
            os.execve(self.terminal.binary, [self.terminal.binary, *self.adding(server)[:-1]], self.terminal.variables)
        shown = bytearray()

        def read():
            try:
                shown.extend(os.read(handle, 4096))
            except OSError:  # the other side has closed the terminal
                return False
            return True
        while b"Password of ann: " not in shown:
            self.assertTrue(read(), bytes(shown))
        # The rubout key takes back a whole character.
        os.write(handle, (PASSWORD + "ü\x7f\n").encode())
        while read():
            pass
        os.close(handle)
        status = os.waitpid(process, 0)[1]
        self.assertEqual(os.waitstatus_to_exitcode(status), 0, bytes(shown))
        self.assertNotIn(b"secret", bytes(shown))
        account, = self.accounts()
        eventually(lambda: self.keyring.secret(account["id"]) == PASSWORD, "the password is kept")
