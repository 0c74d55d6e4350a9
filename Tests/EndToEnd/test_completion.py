"""Tab in real shells: names by strangers are offered, inserted and understood, and nothing of them runs."""

import json
import os
import shutil
import sqlite3

from harness.case import EndToEndTest, Options
from harness.shell import SHELLS, Shell
from harness.terminal import Terminal

#: Names that mean something to some shell, or to a terminal. `ran` is the file that must not appear.
HOSTILE = [
    "$(touch ran)", "`touch ran`", "x$(touch ran)y", "${IFS}touch${IFS}ran", "$HOME $((1+1)) $'\\x41'",
    "a;touch ran", "a|touch ran", "a&touch ran", "a&&touch ran", "<(touch ran)", ">ran", "<ran", "a >ran",
    "(touch ran)", "{touch,ran}", "eval touch ran", "'$(touch ran)'", "\"$(touch ran)\"", "';touch ran;'",
    "\";touch ran;\"", "it's", "say \"hi\"", "ends with \"", "ends with '", "\"", "'", "!touch", "ends!", "!!",
    "a\"b!c$d`e", "*", "?", "[a-z]", "**/x", "~", "~root", "~/x", "back\\slash", "ends\\", "\\", "\\$(touch ran)",
    "#hash", "=ls", "^a^b", "%1", "%s%n%d", "a:b=c@d", ":b", "a,b.c/d", "/etc", "-rf", "--json", "-", "--",
    "two words", " led", "two  spaces", "a\u00a0b", "tab\tin it", "line\ntouch ran", "line\rtouch ran",
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\u009b31mred", "\u202eover", "zero\u200bwidth", "\x7f",
    "\uc77c \ubaa9\ub85d", "caf\u00e9", "cafe\u0301", "x" * 300, "\U0001f469\u200d\U0001f467",
]

#: Of these, what cannot be inserted into a line as it is, or would be taken for an option.
UNTYPABLE = ["-rf", "--json", "-", "--", " led", "tab\tin it", "line\ntouch ran", "line\rtouch ran",
             "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\u009b31mred", "\u202eover", "\x7f"]


class CompletionTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.terminal = Terminal(Options.binary, self.home)
        self.folder = os.path.join(self.home, "work")
        os.makedirs(self.folder)
        self.assertEqual(self.terminal.run("add", "marker").code, 0)

    def shell(self, name):
        """A shell that has read the script of the program; None where it is not installed."""
        if not shutil.which(name):
            self.skipTest(f"{name} is not installed")
        programs = os.path.dirname(self.terminal.binary)
        shell = Shell(name, self.terminal.variables | {"PATH": programs + ":" + os.environ["PATH"]}, self.folder)
        self.addCleanup(shell.close)
        script = os.path.join(self.home, "script")
        with open(script, "w") as file:
            file.write(self.terminal.run("--generate-completion-script", name).out)
        shell.enter(f"source {script}")
        return shell

    def write(self, query, *values):
        """Writes into the file as a server would have it written."""
        with sqlite3.connect(self.database_path, timeout=30) as connection:
            connection.execute(query, values)
        connection.close()

    def answer(self, shell, keys):
        """What a line prints into the file `answer`, as JSON."""
        shell.enter(keys + " >answer")
        with open(os.path.join(self.folder, "answer")) as file:
            text = file.read()
        os.remove(os.path.join(self.folder, "answer"))
        self.assertEqual(os.listdir(self.folder), [], f"{keys!r} ran something")
        try:
            return json.loads(text)
        except ValueError:
            self.fail(f"{keys!r} was not understood: {shell.printed[-3000:]!r}")

    def check_names(self, name, opening="", step=1):
        """Each name, alone in the file, is inserted by Tab and names its list."""
        shell = self.shell(name)
        for hostile in HOSTILE[::step]:
            if name == "fish" and hostile.startswith("~"):
                continue  # never offered: fish would expand it
            with self.subTest(shell=name, list=hostile):
                self.write("UPDATE list SET name = ?", hostile)
                if not opening:
                    # Without a list this would not be understood; nor would a quotation mark alone be below.
                    todo, = self.answer(shell, "optimist add --json x --list \t")
                    self.assertEqual(todo["list"]["name"], hostile)
                    self.write("DELETE FROM todo WHERE content = 'x'")
                todo, = self.answer(shell, f"optimist list --json {opening}\t")
                self.assertEqual(todo["list"]["name"], hostile)

    def test_names_in_bash(self):
        self.check_names("bash")

    def test_names_in_bash_in_quotation_marks(self):
        self.check_names("bash", '"', step=2)
        self.check_names("bash", "'", step=2)

    def test_names_in_zsh(self):
        self.check_names("zsh")

    def test_names_in_zsh_in_quotation_marks(self):
        self.check_names("zsh", '"', step=2)

    def test_names_in_fish(self):
        self.check_names("fish")

    def test_names_in_fish_in_quotation_marks(self):
        self.check_names("fish", '"', step=2)

    def check_tags(self, name, option="--tag "):
        """Each tag, alone in the file as a server may have sent it, is inserted by Tab and finds its to-do; one that cannot
        be typed is not offered."""
        shell = self.shell(name)
        for hostile in HOSTILE:
            text = hostile.encode()
            if len(text) > 100:
                continue  # no tag is so long
            with self.subTest(shell=name, tag=hostile):
                # One tag, of so many bytes.
                self.write("UPDATE todo SET tags = ?", bytes([1, len(text)]) + text)
                self.write("DELETE FROM todoTag")
                self.write("INSERT INTO todoTag (tag, todo) SELECT ?, id FROM todo", hostile)
                if hostile in UNTYPABLE or name == "fish" and option == "--tag " and hostile.startswith("~"):
                    shell.enter(f"optimist list --json {option}\t >answer")
                    self.assertEqual(os.listdir(self.folder), ["answer"], "nothing else was made")
                    os.remove(os.path.join(self.folder, "answer"))
                    continue
                todo, = self.answer(shell, f"optimist list --json {option}\t")
                self.assertEqual((todo["title"], todo["tags"]), ("marker", [hostile]))

    def test_tags_in_bash(self):
        self.check_tags("bash")

    def test_tags_in_zsh(self):
        self.check_tags("zsh")

    def test_tags_in_fish(self):
        self.check_tags("fish")
        self.check_tags("fish", "--tag=")

    def test_one_of_many(self):
        """What was typed already decides between the names, wherever a list is named."""
        names = ["Groceries", "Work: urgent", "Work: later", "$(touch ran)", "a=b", "say \"hi\""]
        for number, name in enumerate(names):
            self.write("INSERT INTO list (id, account, name, position, createdAt, modifiedAt)"
                       " SELECT ?, account, ?, position, createdAt, modifiedAt FROM list LIMIT 1",
                       f"hostile{number}", name)
            self.write("INSERT INTO todo (id, listID, content, notes, priority, isDone, position, createdAt,"
                       " modifiedAt) VALUES (?, ?, ?, '', 0, 0, 'a', 0, 0)", f"todo{number}", f"hostile{number}", name)
        typed = {"Gro": names[0], "Work:\\ u": names[1], '"Work: l': names[2], "'$(": names[3], "a=": names[4],
                 '\'say "': names[5]}
        for name in SHELLS:
            with self.subTest(shell=name):
                shell = self.shell(name)
                for keys, wanted in typed.items():
                    todo, = self.answer(shell, f"optimist list --json {keys}\t")
                    self.assertEqual(todo["title"], wanted)
                    todo, = self.answer(shell, f"optimist add --json x --list {keys}\t")
                    self.assertEqual(todo["list"]["name"], wanted)
                    self.write("DELETE FROM todo WHERE content = 'x'")
                todo, = self.answer(shell, "optimist add --json x --list=Gro\t")
                self.assertEqual(todo["list"]["name"], "Groceries")
                self.write("DELETE FROM todo WHERE content = 'x'")
                # Everything at once: nothing runs, and the line stays as it was.
                shell.wait_for_prompt()
                shell.type("optimist list \t\t")
                shell.enter("\x03")
                self.assertEqual(os.listdir(self.folder), [])

    def test_to_dos(self):
        """Titles are shown beside the identifiers by some shells; identifiers come from servers as well."""
        for name in SHELLS:
            shell = self.shell(name)
            for number, hostile in enumerate(HOSTILE[::4]):
                with self.subTest(shell=name, title=hostile):
                    self.write("UPDATE todo SET content = ?, isDone = 0, completedAt = NULL", hostile)
                    todo, = self.answer(shell, "optimist done --json \t")
                    self.assertEqual((todo["title"], todo["done"]), (hostile, True))
                if number % 4 == 0:
                    todo, = self.answer(shell, "optimist done --undo --json \t")
                    self.assertEqual(todo["done"], False)
            for hostile in ["$(touch ran)", "`touch ran`;touch ran", "~root$HOME*", "it's \"so\"\\"]:
                if name == "fish" and hostile.startswith("~"):
                    continue  # never offered: fish would expand it
                with self.subTest(shell=name, id=hostile):
                    self.write("UPDATE todo SET id = ?, isDone = 0", hostile)
                    todo, = self.answer(shell, "optimist done --json \t")
                    self.assertEqual((todo["id"], todo["done"]), (hostile, True))

    def test_options_come_from_the_parser(self):
        for name in SHELLS:
            with self.subTest(shell=name):
                shell = self.shell(name)
                todo, = self.answer(shell, "optimist li\t --js\t")
                self.assertEqual(todo["title"], "marker")
                todo, = self.answer(shell, "optimist add y --json --du\ttomo\t --st\t")
                self.assertEqual((todo["priority"], bool(todo["due"])), ("high", True))
                self.write("DELETE FROM todo WHERE content = 'y'")
