"""The commands in a terminal: without a window, beside one, many at once, and with a server."""

import datetime
import fcntl
import json
import os
import re
import signal
import sqlite3
import struct
import subprocess

from harness.case import EndToEndTest, Options
from harness.database import Database
from harness.proxy import Fault, is_write
from harness.standin import StandIn
from harness.terminal import Terminal
from harness.waiting import eventually, holds

LEFT_OVER = "Changes From Last Time"
OK, FAILED, NOT_FOUND, USAGE, UNAVAILABLE, LATER, NOT_ALLOWED, INTERRUPTED = 0, 1, 2, 64, 69, 75, 77, 130
OUTPUT_FAILED = 74


class CommandTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.terminal = Terminal(Options.binary, self.home)

    def run_well(self, *words, text=None):
        """Runs a command that must succeed without a complaint; returns what it printed."""
        answer = self.terminal.run(*words, text=text)
        self.assertEqual((answer.code, answer.err), (OK, ""), f"optimist {' '.join(words)}: {answer.out}")
        return answer.out

    def run_doubtful(self, complaint, *words):
        """Runs a command that must succeed with a complaint; returns what it printed."""
        answer = self.terminal.run(*words)
        self.assertEqual(answer.code, OK, f"optimist {' '.join(words)}: {answer.out}{answer.err}")
        self.assertIn(complaint, answer.err, f"optimist {' '.join(words)}: {answer.out}")
        return answer.out

    def run_badly(self, code, *words, text=None):
        """Runs a command that must fail; returns what it says about it."""
        answer = self.terminal.run(*words, text=text)
        self.assertEqual(answer.code, code, f"optimist {' '.join(words)}: {answer.out}{answer.err}")
        self.assertTrue(answer.err.strip(), f"optimist {' '.join(words)} says nothing")
        self.assertEqual(answer.out, "")
        return answer.err

    def listed(self, *words):
        return json.loads(self.run_well("list", "--json", *words))

    def titles(self, *words):
        return [todo["title"] for todo in self.listed(*words)]

    def id_of(self, title):
        todo, = [todo for todo in self.listed("--all") if todo["title"] == title]
        return todo["shortID"]

    def window_with(self, *lists, account=()):
        """A window with lists, on the last of them."""
        app = self.launch(*account)
        for name in lists:
            app.new_list(name)
        return app

    def is_leased(self, terminal=None):
        """Whether some process has the right to synchronise."""
        lock = (terminal or self.terminal).lock
        if not os.path.exists(lock):
            return False
        with open(lock, "rb") as file:
            # struct flock: type, whence, start, length, process; F_OFD_GETLK asks without taking.
            question = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
            answer = fcntl.fcntl(file, 36, question)
        return struct.unpack("hhqqi4x", answer)[0] != fcntl.F_UNLCK

    def wait_unleased(self, terminal=None):
        """Waits until nothing synchronises in the background any more."""
        eventually(lambda: not self.is_leased(terminal), "the background is quiet", 60)


class AloneTests(CommandTest):
    """No window, no display, no bus."""

    def test_first_to_do_makes_its_list(self):
        said = self.run_well("add", "Buy milk")
        id = self.id_of("Buy milk")
        self.assertEqual(said, f"Added “Buy milk” to “To-Do” ({id}).\n")
        self.assertEqual(self.run_well("list"), f"To-Do\n  {id} [ ] Buy milk\n")
        app = self.launch()
        app.open("To-Do")
        app.wait_titles(["Buy milk"])

    def test_the_window_is_not_opened(self):
        for words in [[], ["--non-unique"]]:
            said = self.run_badly(FAILED, *words)
            self.assertEqual(said, "optimist: The window cannot be opened: there is no display. See “optimist --help”.\n")

    def test_everything_about_a_to_do(self):
        app = self.window_with("Home", "Work")
        app.close()
        self.run_well("add", "Buy milk", "--list", "home", "--due", "2031-12-24", "--notes", "two", "--star")
        todo, = self.listed()
        self.assertEqual(
            {key: todo[key] for key in ("title", "notes", "due", "done", "priority", "account", "completedAt")},
            {"title": "Buy milk", "notes": "two", "due": "2031-12-24", "done": False, "priority": "high",
             "account": None, "completedAt": None})
        self.assertEqual(todo["list"]["name"], "Home")
        self.assertTrue(todo["id"].startswith(todo["shortID"]))
        self.assertRegex(todo["createdAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        id = todo["shortID"]
        self.assertEqual(self.run_well("list", "HOME"), f"Home\n  {id} [ ] * Buy milk (Dec 24, 2031)\n")
        self.assertEqual(self.run_well("list"), f"Home\n  {id} [ ] * Buy milk (Dec 24, 2031)\nWork\n")
        self.assertEqual(self.run_well("list", "--important"), f"Home\n  {id} [ ] * Buy milk (Dec 24, 2031)\n")
        self.assertEqual(self.run_well("list", "--today"), "Nothing to do.\n")
        # The list by the beginning of its ID.
        self.run_well("add", "more", "--list", todo["list"]["id"][:8])
        self.assertEqual(self.titles("Home"), ["Buy milk", "more"])

    def test_days(self):
        today = datetime.date.today()
        for typed, days in {"today": 0, "Tomorrow": 1, "+3": 3, today.strftime("%A"): 7,
                            (today + datetime.timedelta(2)).strftime("%a").lower(): 2}.items():
            self.run_well("add", typed, "--due", typed)
            todo = [todo for todo in self.listed() if todo["title"] == typed][0]
            self.assertEqual(todo["due"], str(today + datetime.timedelta(days)), typed)
        self.assertEqual(self.titles("--today"), ["today"])
        german = Terminal(Options.binary, self.home, {"LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8"})
        if "Noch" in german.run("list", "--today", "--important").out:  # the locale is installed
            self.assertEqual(german.run("add", "x", "--due", "morgen").code, OK)
        for bad in ["someday", "2026-02-30", "+", "+x", "-1", "", "24.12."]:
            said = self.run_badly(USAGE, "add", "x", f"--due={bad}")
            self.assertIn("2026-12-24, 2026-12-24T17:00, today", said)
        self.assertEqual(len(self.listed()), 5)

    def test_lines_of_standard_input(self):
        self.run_well("add", "-", text="milk\n\n  bread  \n\teggs\n\n")
        self.assertEqual(self.titles(), ["milk", "bread", "eggs"])
        self.run_badly(USAGE, "add", "-", text="\n \n")
        # All or none: one of them is too long.
        self.run_badly(USAGE, "add", "-", text="good\n" + "x" * 40_000 + "\n")
        self.assertEqual(self.titles(), ["milk", "bread", "eggs"])
        # As editors of other systems write files.
        self.run_well("add", "-", text="\ufefftea\r\nsugar\r\n")
        self.assertEqual(self.titles()[3:], ["tea", "sugar"])
        # Only a line feed ends a line.
        self.run_well("add", "-", text="one\u2028line\n")
        self.assertEqual(len(self.titles()), 6)

    def test_what_is_not_utf_8_is_refused(self):
        process = self.terminal.start("add", "-", stdin=subprocess.PIPE)
        out, err = process.communicate(b"milk\ncaf\xe9\n", timeout=30)
        self.assertEqual((process.returncode, out, err), (USAGE, b"", b"optimist: Standard input is not UTF-8 text.\n"))
        answer = self.terminal.run("add", b"caf\xe9")
        self.assertEqual((answer.code, answer.err), (USAGE, "optimist: The command line is not UTF-8.\n"))
        self.assertEqual(self.titles(), [])
        # The folder of the program is no text that is kept.
        program = os.path.join(os.fsencode(self.new_home()), b"caf\xe9")
        os.symlink(Options.binary, program)
        self.assertEqual(subprocess.run([program, "add", "milk"], env=self.terminal.variables).returncode, OK)
        self.assertEqual(self.titles(), ["milk"])

    def test_a_change_counts_although_it_cannot_be_taken_back(self):
        self.run_well("add", "milk")
        with sqlite3.connect(self.database_path) as connection:
            connection.execute("CREATE TRIGGER no_undo BEFORE INSERT ON commandEdit "
                               "BEGIN SELECT RAISE(ABORT, 'none'); END")
        answer = self.terminal.run("add", "bread")
        self.assertEqual(answer.code, OK, answer.err)
        self.assertIn("cannot take this back", answer.err)
        self.assertEqual(self.titles(), ["milk", "bread"])

    def test_titles_of_any_kind(self):
        wicked = ["“quoted” \\ 'x'", "-5 degrees", "emoji 👩‍👩‍👧 \u202eover", "%s %d %n", "--help"]
        for title in wicked:
            self.run_well("add", "--", title)
        self.assertEqual(self.titles(), wicked)
        shown = self.run_well("list")
        self.assertNotRegex(shown, "[\x00-\x09\x0b-\x1f\x7f\u202e]")
        answer = self.terminal.run("add", "a\x1b[31mred\x07")
        self.assertEqual((answer.code, answer.err), (OK, "optimist: Invisible characters were removed.\n"))
        self.assertIn("a[31mred", self.titles())
        self.run_well("add", "several", "words")
        self.assertIn("several words", self.titles())

    def test_home_and_locale_that_are_no_utf8(self):
        """Folders are bytes, and a terminal may understand other letters."""
        home = os.fsencode(self.home) + b"/caf\xe9"
        variables = {os.fsencode(name): os.fsencode(value) for name, value in self.terminal.variables.items()
                     if not name.startswith("XDG_")} | {b"HOME": home}

        def run(*words, locale=b"C.UTF-8"):
            return subprocess.run([self.terminal.binary, *words], env=variables | {b"LC_ALL": locale},
                                  capture_output=True, timeout=60, check=True).stdout

        os.mkdir(home)
        run("add", "caf\u00e9 \u06db \u202e\u009b31m")
        self.assertTrue(os.path.exists(home + b"/.local/share/optimist/optimist.sqlite"))
        # Whoever reads a preference without a runtime folder gets one of dconf's here.
        self.assertEqual(set(os.listdir(os.fsencode(self.home) + b"/caf\xe9")) - {b".cache"}, {b".local"})
        shown = run("list")
        self.assertIn("caf\u00e9 \u06db 31m", shown.decode())
        printed = run("list", "--json")
        self.assertNotRegex(printed.decode(), "[\u0080-\u009f\u202e]")
        self.assertEqual(json.loads(printed)[0]["title"], "caf\u00e9 \u06db \u202e31m")
        # Byte 0x9B of a letter in UTF-8 would be an order to an 8-bit terminal.
        for words in [("list",), ("list", "--json"), ("add", "again")]:
            self.assertTrue(run(*words, locale=b"C").isascii())
        self.assertEqual(json.loads(run("list", "--json", locale=b"C"))[0]["title"], "caf\u00e9 \u06db \u202e31m")

    def test_relative_folders_are_ignored(self):
        """The XDG Base Directory Specification asks for it: they would be others in each working directory."""
        terminal = Terminal(Options.binary, self.home, {"XDG_DATA_HOME": "here"})
        self.assertEqual(terminal.run("add", "milk").code, 0)
        self.assertFalse(os.path.exists(os.path.join(self.home, "here")))
        self.assertTrue(os.path.exists(os.path.join(self.home, ".local/share/optimist/optimist.sqlite")))

    def test_old_trash_is_purged(self):
        self.run_well("add", "x")
        with sqlite3.connect(self.database_path) as connection:
            connection.execute("INSERT INTO trash (kind, record, reason, title, fields, createdAt)"
                               " VALUES ('todo', 'old', 'deleted', 'old', x'00', 0)")
        connection.close()
        self.run_well("list")
        self.assertEqual(len(Database(self.database_path).rows("SELECT id FROM trash")), 1)
        self.run_well("add", "y")
        # The clock may be wrong: a day has to pass first.
        self.assertEqual(len(Database(self.database_path).rows("SELECT id FROM trash")), 1)
        with sqlite3.connect(self.database_path) as connection:
            connection.execute("UPDATE trash SET tooOldAt = tooOldAt - 86400000")
        connection.close()
        self.run_well("add", "z")
        self.assertEqual(Database(self.database_path).rows("SELECT id FROM trash"), [])

    def test_done_and_open_again(self):
        self.run_well("add", "-", text="one\ntwo\nthree\n")
        one, two, three = [todo["shortID"] for todo in self.listed()]
        said = self.run_well("done", one, two)
        self.assertEqual(said, f"Done: “one” in “To-Do” ({one}).\nDone: “two” in “To-Do” ({two}).\n")
        self.assertEqual(self.titles(), ["three"])
        self.assertEqual(self.titles("--all"), ["three", "one", "two"])
        self.assertIn("[x] one", self.run_well("list", "--all"))
        self.assertIn("Done before", self.run_well("done", one))
        self.assertIn("Open again", self.run_well("done", "--undo", one))
        self.assertEqual(self.titles(), ["one", "three"])

    def test_ids_that_are_not_understood_change_nothing(self):
        self.run_well("add", "-", text="one\ntwo\n")
        id = self.id_of("one")
        self.assertIn("too short", self.run_badly(NOT_FOUND, "done", id, id[:3]))
        self.assertIn("begins with “zzzz”", self.run_badly(NOT_FOUND, "done", id, "zzzz"))
        self.assertEqual(self.titles(), ["one", "two"])
        self.assertIn("begins with", self.run_badly(NOT_FOUND, "done", id, "'; DROP TABLE todo; --"))
        self.assertEqual(self.titles(), ["one", "two"])

    def test_lists_that_are_not_understood(self):
        self.assertIn("nor any other", self.run_badly(NOT_FOUND, "add", "x", "--list", "Home"))
        app = self.window_with("Groceries", "Work")
        app.close()
        said = self.run_badly(NOT_FOUND, "add", "x", "--list", "Grocreies")
        self.assertIn("Similar", said)
        self.assertIn("Groceries", said)
        self.assertNotIn("Work", said)
        said = self.run_badly(NOT_FOUND, "list", "nothing like it")
        self.assertIn("Groceries\n  Work", said)
        self.assertEqual(self.titles(), [])

    def test_words_that_are_not_understood(self):
        self.assertIn("Did you mean “add”?", self.run_badly(USAGE, "ad", "milk"))
        self.assertIn("Did you mean “list” or “lists”?", self.run_badly(USAGE, "lsit"))
        self.assertIn("optimist add \"Buy milk\"", self.run_badly(USAGE, "Buy", "milk"))
        self.assertIn("Did you mean “delete”?", self.run_badly(USAGE, "lists", "delet", "Home"))
        self.assertIn("“nope” is not a command", self.run_badly(USAGE, "help", "nope"))
        self.assertIn("Only one of", self.run_badly(USAGE, "move", "abcd", "--before", "x", "--after", "y"))
        self.assertIn("--wrong", self.run_badly(USAGE, "list", "--wrong"))
        self.run_badly(USAGE, "add")
        self.run_badly(USAGE, "done")
        self.run_badly(USAGE, "--non-unique", "add", "x")
        self.run_badly(USAGE, "sync", "--timeout", "0")
        self.assertFalse(os.path.exists(self.database_path))
        self.run_badly(USAGE, "add", "  ")
        self.assertEqual(self.titles(), [])

    def test_help_names_commands_and_exit_codes(self):
        said = self.run_well("--help")
        for word in ["add", "list", "done", "sync", "accounts", "--new-todo", "77"]:
            self.assertIn(word, said)
        for command in ["add", "list", "done", "sync", "accounts"]:
            self.assertIn("USAGE: optimist " + command, self.run_well(command, "--help"))
        self.assertRegex(self.run_well("--version"), r"^\d+\.\d+")

    def test_without_an_account(self):
        none = "No account: your to-dos are on this computer only.\n"
        self.assertEqual(self.run_well("sync"), none)
        self.assertEqual(self.run_well("accounts"), none)
        self.assertEqual(json.loads(self.run_well("accounts", "--json")), [])

    def test_reader_that_goes_early(self):
        self.run_well("add", "-", text="".join(f"to-do {number}\n" for number in range(3000)))
        process = self.terminal.start("list")
        process.stdout.read(10)
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertIn(process.wait(30), (OK, -signal.SIGPIPE))

    def test_output_that_cannot_be_written(self):
        self.run_well("add", "milk")
        for words in [("list",), ("list", "--json"), ("lists",), ("add", "bread"), ("--help",),
                      ("--generate-completion-script", "bash")]:
            with open("/dev/full", "w") as full:
                done = subprocess.run([self.terminal.binary, *words], env=self.terminal.variables, stdout=full,
                                      stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, OUTPUT_FAILED, words)
            self.assertIn("could not be written (No space left on device)", done.stderr)
        # The change is kept all the same, and a closed output is one that nobody wants.
        self.assertEqual(self.titles(), ["milk", "bread"])
        line = ["sh", "-c", '"$0" add eggs >&-', self.terminal.binary]
        self.assertEqual(subprocess.run(line, env=self.terminal.variables, timeout=60).returncode, OK)
        self.assertEqual(self.titles(), ["milk", "bread", "eggs"])

    def test_what_changes_nothing_says_so(self):
        self.run_well("add", "milk", "--tag", "home")
        todo = self.id_of("milk")
        for words in [("--untag", "work"), ("--due", "none"), ("--tag", "home"), ("--unremind", "15m")]:
            self.assertTrue(self.run_well("edit", todo, *words).startswith("Not changed: “milk”"), words)
        self.assertTrue(self.run_well("edit", todo, "--untag", "home").startswith("Changed “milk”"))
        for words in [("add", " "), ("edit", "To-Do", "--name", "")]:
            self.assertEqual(self.run_badly(USAGE, "lists", *words), "optimist: A list needs a name.\n")
        self.assertIn("blue, green, yellow", self.run_badly(USAGE, "lists", "edit", "To-Do", "--color", "mauve"))
        self.assertIn("on this computer only", self.run_badly(USAGE, "edit", todo, "--assignee", "Ann"))
        self.run_doubtful("“milk” needs a due date to remind before it.", "edit", todo, "--remind", "15m")
        self.run_doubtful("“tea” needs a start to remind before it.", "add", "tea", "--remind", "start 1h")
        self.assertTrue(self.run_well("move", todo, "--list", "To-Do").startswith("Not changed: “milk”"))
        self.assertIn("Nothing is to be changed.", self.run_badly(USAGE, "lists", "edit", "To-Do"))
        self.run_well("lists", "edit", "To-Do", "--color", "blue")
        self.assertTrue(self.run_well("lists", "edit", "To-Do", "--color", "blue").startswith("Not changed"))

    def test_the_parser_is_as_careful_with_the_terminal(self):
        for words in [("list", "a", "x\x1b]0;y\x07\u202ez"), ("add", "x", "--priority", "x\x1b]0;y\x07")]:
            self.assertNotRegex(self.run_badly(USAGE, *words), "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")
        plain = Terminal(Options.binary, self.home, {"LC_ALL": "C"})
        self.assertTrue(plain.run("add", "--help").out.isascii())

    def test_file_that_cannot_be_used(self):
        os.makedirs(self.data_folder)
        with open(self.database_path, "w") as file:
            file.write("this is no database" * 1000)
        self.assertIn("damaged", self.run_badly(FAILED, "add", "x"))
        self.assertIn("damaged", self.run_badly(FAILED, "list"))

    def test_twenty_at_once(self):
        """On a folder that has nothing yet: one of them makes the file."""
        processes = [self.terminal.start("add", f"number {number}") for number in range(20)]
        for process in processes:
            answer = self.terminal.end(process)
            self.assertEqual((answer.code, answer.err), (OK, ""))
        self.assertEqual(sorted(self.titles()), sorted(f"number {number}" for number in range(20)))
        self.assertEqual(len({todo["list"]["id"] for todo in self.listed()}), 1)

    def test_completions_know_lists_and_to_dos(self):
        app = self.window_with("Groceries")
        app.close()
        self.run_well("add", "milk")
        for shell in ("bash", "zsh", "fish"):
            self.assertIn("optimist", self.run_well("--generate-completion-script", shell))
        bash = subprocess.run(
            ["bash", "-c", 'source <("$0" --generate-completion-script bash); '
             'COMP_WORDS=(optimist list ""); COMP_CWORD=2; COMP_LINE="optimist list "; COMP_POINT=14; '
             '_optimist "$0" "" list; printf "%s\\n" "${COMPREPLY[@]}"', self.terminal.binary],
            env=self.terminal.variables | {"PATH": os.path.dirname(self.terminal.binary) + ":" + os.environ["PATH"]},
            capture_output=True, text=True, timeout=60)
        self.assertIn("Groceries", bash.stdout, bash.stderr)


class BesideTheWindowTests(CommandTest):
    def test_what_is_added_appears(self):
        app = self.window_with("Home")
        app.add("from the window")
        before = app.focus_of(app.frame("Optimist"))
        self.run_well("add", "from the terminal", "--list", "Home")
        app.wait_titles(["from the window", "from the terminal"])
        self.assertEqual(app.focus_of(app.frame("Optimist")), before, "the focus stays where it was")
        self.run_well("done", self.id_of("from the window"))
        app.wait_titles(["from the terminal"], ["from the window"])
        app.wait_places([("Today", 0), ("Important", 0), ("Home", 1)] if app.places()[0][0] == "Today"
                        else [("Important", 0), ("Today", 0), ("Home", 1)])
        # The window goes on as usual, and the terminal sees it.
        app.add("again from the window")
        self.assertEqual(self.titles(), ["from the terminal", "again from the window"])

    def test_what_is_being_typed_stays(self):
        app = self.window_with("Home")
        app.key("ctrl+n")
        app.type("half a wo")
        self.run_well("add", "from the terminal")
        app.wait_titles(["from the terminal"])
        app.type("rd")
        app.key("Return")
        app.wait_titles(["from the terminal", "half a word"])

    def test_twenty_beside_the_window(self):
        app = self.window_with("Home")
        processes = [self.terminal.start("add", f"number {number}") for number in range(20)]
        # Its row can be pushed out of sight at once: it is not waited for.
        app.key("ctrl+n")
        app.type("in between")
        app.key("Return")
        for process in processes:
            answer = self.terminal.end(process)
            self.assertEqual((answer.code, answer.err), (OK, ""))
        wanted = sorted([f"number {number}" for number in range(20)] + ["in between"])
        eventually(lambda: ("Home", 21) in app.places(), lambda: f"all are counted: {app.places()}", 40)
        # Rows that are out of sight need not be in the tree.
        self.assertLessEqual(set(app.titles()[0]), set(wanted))
        self.assertGreater(len(app.titles()[0]), 8)
        self.assertEqual(sorted(app.database.contents()), wanted)

    def test_window_is_killed_in_between(self):
        app = self.window_with("Home")
        app.add("before")
        processes = [self.terminal.start("add", f"number {number}") for number in range(6)]
        app.process.kill()
        for process in processes:
            self.assertEqual(self.terminal.end(process).code, OK)
        self.run_well("add", "after")
        app = self.launch()
        wanted = sorted(["before", "after"] + [f"number {number}" for number in range(6)])
        eventually(lambda: sorted(app.titles()[0]) == wanted, lambda: f"all rows; there are {app.titles()}")


class ServerTests(CommandTest):
    """With an account; the window may be open or not."""

    def connect(self, host=None, *lists):
        """Sets up the account with a window, and closes that."""
        app = self.window_with(*(lists or ["Home"]), account=self.account(host))
        app.wait_synced()
        app.close()
        self.wait_unleased()
        return app

    def test_sent_in_the_background(self):
        app = self.connect()
        self.run_well("add", "from the terminal")
        eventually(lambda: self.emulator.contents(self.user) == ["from the terminal"], "it arrives")
        self.run_well("done", self.id_of("from the terminal"))
        eventually(lambda: [fields["done"] for fields in self.emulator.live(self.user, "todos").values()] == [True],
                   "that it is done arrives")
        eventually(lambda: not app.database.outbox(), "nothing waits")
        # What has arrived is nothing from last time.
        app = self.launch(*self.account())
        app.wait_titles([], ["from the terminal"])
        holds(lambda: not app.frame(LEFT_OVER), "no question", 2)

    def test_subtasks_of_what_is_done_are_sent(self):
        self.connect()
        self.run_well("add", "P")
        parent = self.id_of("P")
        self.run_well("add", "C", "--parent", parent)
        self.run_well("done", parent)
        self.run_well("done", "--undo", self.id_of("C"))

        def state():
            return sorted(fields["done"] for fields in self.emulator.live(self.user, "todos").values())
        eventually(lambda: state() == [False, True], lambda: f"both arrived: {state()}", 60)
        self.wait_unleased()
        self.run_well("done", parent)
        eventually(lambda: state() == [True, True], lambda: f"the subtask is sent: {state()}", 60)

    def test_many_at_once_all_arrive(self):
        self.connect()
        processes = [self.terminal.start("add", f"number {number}") for number in range(8)]
        for process in processes:
            self.assertEqual(self.terminal.end(process).code, OK)
        wanted = sorted(f"number {number}" for number in range(8))
        eventually(lambda: self.emulator.contents(self.user) == wanted, "all arrive", 60)

    def test_window_sends_what_the_terminal_writes(self):
        app = self.window_with("Home", account=self.account())
        app.wait_synced()
        self.run_well("add", "from the terminal")
        app.wait_row("from the terminal")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["from the terminal"])

    def test_sync_without_a_window(self):
        proxy = self.proxy()
        app = self.connect(proxy.host)
        said = self.run_well("sync")
        self.assertRegex(said, rf"^{self.user} \(demo-optimist\): Up to date\n$")
        list_id = app.database.lists()[0]["id"]
        self.emulator.write(self.user, "todos", "t1", {"id": "t1", "listID": list_id, "content": "theirs"})
        self.assertIn("1 change received", self.run_well("sync"))
        self.assertEqual(self.titles(), ["theirs"])
        account, = json.loads(self.run_well("accounts", "--json"))
        self.assertEqual((account["user"], account["waiting"], account["problem"]), (self.user, 0, None))
        self.assertRegex(account["lastSync"], r"Z$")

        proxy.stop()
        self.run_well("add", "mine")
        self.wait_unleased()
        self.assertIn("cannot be reached", self.run_badly(UNAVAILABLE, "sync"))
        self.assertIn("1 change waiting", self.run_well("accounts"))
        self.assertIn("cannot be reached", self.run_well("accounts"))
        proxy.start()
        # The process that the adding began may have been slow enough to send it.
        self.assertRegex(self.run_well("sync"), "1 change sent|Up to date")
        self.assertEqual(self.emulator.contents(self.user), ["mine", "theirs"])

    def test_server_that_refuses(self):
        self.connect()
        self.set_rules("request.resource.data.get('content', '') != 'forbidden'")
        self.run_well("add", "forbidden")
        self.wait_unleased()
        said = self.run_badly(NOT_ALLOWED, "sync")
        self.assertIn("“forbidden”", said)
        self.assertIn("PERMISSION_DENIED", said)

    def test_interrupted(self):
        proxy = self.proxy()
        self.connect(proxy.host)
        proxy.fault = Fault(delay=20)
        process = self.terminal.start("sync")
        eventually(lambda: self.is_leased() and len(proxy.requests) > 0, "it synchronises")
        process.send_signal(signal.SIGINT)
        answer = self.terminal.end(process)
        self.assertEqual((answer.code, answer.err), (INTERRUPTED, ""))

    def test_waits_for_another_as_long_as_it_is_told(self):
        proxy = self.proxy()
        self.connect(proxy.host)
        proxy.fault = Fault(holds=True, applies=is_write)
        self.run_well("add", "mine")
        eventually(self.is_leased, "it is being sent")
        process = self.terminal.start("sync", "--timeout", "1")
        answer = self.terminal.end(process)
        self.assertEqual(answer.code, LATER, answer.err)
        self.assertIn("Another process", answer.err)
        proxy.fault = Fault()
        # Whoever had the right to synchronise is gone, however: here it comes to its end.
        self.wait_unleased()
        self.run_well("sync")
        self.assertEqual(self.emulator.contents(self.user), ["mine"])

    def test_killed_while_it_synchronises(self):
        proxy = self.proxy()
        self.connect(proxy.host)
        proxy.fault = Fault(delay=20)
        process = self.terminal.start("sync")
        eventually(self.is_leased, "it synchronises")
        process.kill()
        self.terminal.end(process)
        proxy.fault = Fault()
        self.run_well("sync")

    def test_window_waits_for_the_background(self):
        """A window that starts while a command sends does not take that for left over."""
        proxy = self.proxy()
        self.connect(proxy.host)
        proxy.fault = Fault(holds=True, applies=is_write)
        self.run_well("add", "mine")
        eventually(self.is_leased, "it is being sent")
        app = self.launch(*self.account(proxy.host))
        app.wait_titles(["mine"])  # the window does not wait
        proxy.fault = Fault()
        eventually(lambda: self.emulator.contents(self.user) == ["mine"], "it arrives")
        app.wait_synced()
        holds(lambda: not app.frame(LEFT_OVER), "no question", 2)
        app.add("from the window")
        app.wait_synced()
        self.assertEqual(self.emulator.contents(self.user), ["from the window", "mine"])

    def test_window_that_cannot_be_asked(self):
        app = self.window_with("Home", account=self.account())
        app.wait_synced()
        self.assertIn("no session bus", self.run_badly(LATER, "sync"))

    def stop_between_writes(self, app):
        """Has the window stand still while it does not hold the database."""
        def is_still():
            os.kill(app.process.pid, signal.SIGSTOP)
            connection = sqlite3.connect(self.database_path, timeout=0, isolation_level=None)
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
                return True
            except sqlite3.OperationalError:
                os.kill(app.process.pid, signal.SIGCONT)
                return False
            finally:
                connection.close()
        eventually(is_still, "the window stands still")

    def test_window_is_asked_and_waited_for(self):
        proxy = self.proxy()
        app = self.window_with("Home", account=self.account(proxy.host))
        app.wait_synced()
        bus = {"DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]}
        self.terminal = Terminal(Options.binary, self.home, bus)
        self.assertIn("did not answer", self.run_badly(LATER, "sync"))

        instance = StandIn()
        self.addCleanup(instance.stop)

        def sync():
            """Asks; presses the key in the window once that has been asked."""
            count = len(instance.asked)
            process = self.terminal.start("sync")
            eventually(lambda: len(instance.asked) > count, "the window is asked")
            self.assertEqual(instance.asked[-1], ("sync", []))
            app.key("F5")
            return self.terminal.end(process)

        answer = sync()
        self.assertEqual((answer.code, answer.err), (OK, ""))
        self.assertEqual(answer.out, f"{self.user} (demo-optimist): Up to date\n")
        proxy.stop()
        answer = sync()
        self.assertEqual(answer.code, UNAVAILABLE, answer)
        self.assertIn("cannot be reached", answer.err)
        proxy.start()
        self.assertEqual(sync().code, OK)
        # A window that does not do what it is asked for is not waited for without end. It stands still
        # here, for it would also be done whenever it synchronises by itself.
        self.stop_between_writes(app)
        try:
            self.assertIn("in time", self.run_badly(LATER, "sync", "--timeout", "1"))
        finally:
            os.kill(app.process.pid, signal.SIGCONT)
