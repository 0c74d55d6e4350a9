"""What a name from a stranger can do: one line a case.

Somebody else's program writes a list and a to-do of that name. They are read, listed, named in commands and
ticked; nothing runs, no file appears, the terminal is not written to, and the server keeps every byte.
"""

import json
import os
import unittest

from harness import measured
from harness.attacked import AttackedTest, add_cases
from harness.case import Options
from harness.terminal import Terminal
from harness.waiting import eventually

DONE = 0
#: The most that a command prints for one list with one to-do, in characters.
LINES = 70_000

NAMES = {
    "command substitution": "$(touch ran)",
    "backticks": "`touch ran`",
    "semicolon": "; touch ran",
    "pipe": "| touch ran",
    "and": "&& touch ran &",
    "redirection": "> ran",
    "newline in a shell": "a\ntouch ran",
    "history": "!!",
    "tilde": "~root",
    "brace": "{touch,ran}",
    "glob": "*",
    "question mark": "?[a-z]",
    "parameter": "${PATH}",
    "arithmetic": "$((1+a[$(touch ran)]))",
    "single quote": "it's",
    "double quote": 'say "hi"',
    "unbalanced quotes": "'\"'",
    "backslash": "a\\nb\\",
    "an option": "--all",
    "a short option": "-h",
    "end of options": "--",
    "format": "%s %n %d %@ %1$s %",
    "markup": "<b>bold</b> <a href='file:///etc/passwd'>x</a>",
    "entity": "&lt;&amp;&#0;&nope;",
    "mnemonic": "_File __init__",
    "SQL": "'; DROP TABLE todo; --",
    "LIKE": "100%_",
    "full text": 'NEAR("a" AND *) OR',
    "regular expression": "(((a+)+)+$",
    "path": "../../../etc/passwd",
    "absolute path": "/etc/passwd",
    "URL": "file:///etc/passwd?x#y",
    "JSON": '{"id": "x"}],',
    "CSS": "} * { color: red",
    "control sequence": "\x1b[2J\x1b]0;mine\x07",
    "C1 control sequence": "a\u009b2Jb",
    "carriage return": "good\rbad",
    "backspace": "good\b\b\b\bbad",
    "bidi override": "a\u202egnp.exe",
    "bidi isolate": "a\u2066b",
    "NUL": "buy milk\0and eggs",
    "line separator": "a\u2028b\u2029c",
    "no character": "a\uffffb",
    "replacement": "a\ufffdb",
    "zero width": "a\u200bb\u200dc\ufeff",
    "composed": "caf\u00e9",
    "decomposed": "cafe\u0301",
    "combining alone": "\u0301",
    "many combining": "a" + "\u0301" * 400,
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "Korean": "장보기",
    "right to left": "קניות",
    "tab": "a\tb",
    "blanks around": "  a  ",
    "long": "x" * 1000,
    "long without a break": "漢" * 330,
}


class HostileNamesTests(AttackedTest):
    """One home folder with an account for all cases of a process; each case has a server without documents."""

    user = None

    def setUp(self):
        super().setUp()
        self.user = "u"
        self.emulator.wipe()
        if HostileNamesTests.prepared is None:
            self.prepare()
        self.take_prepared()
        self.terminal = Terminal(Options.binary, self.home)

    def prepare(self):
        home = self.new_home()
        app = self.launch(*self.account(), home=home)
        eventually(lambda: app.database.rows("SELECT 1 FROM syncState WHERE lastSyncAt IS NOT NULL"), "it synchronises")
        self.assertEqual(app.close(), 0)
        self.apps.remove(app)
        self.keep_prepared(home)

    def run_well(self, *words):
        cost = measured.run(self.terminal, words, measured.Bounds(megabytes=200, processor=5))
        self.assertEqual(cost.code, DONE, f"optimist {words}: {cost.out}{cost.err}")
        self.assertLess(len(cost.out), LINES)
        # What a terminal would take for an order.
        self.assertNotRegex(cost.out + cost.err, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
        return cost.out

    def check(self, name):
        self.emulator.write("u", "lists", "l1", {"id": "l1", "name": name, "deleted": False})
        self.emulator.write("u", "todos", "todo1", {"id": "todo1", "listID": "l1", "content": name, "notes": name,
                                                    "deleted": False})
        files = set(os.listdir(self.home))
        self.run_well("sync")
        lines = self.run_well("list").splitlines()
        self.assertEqual(len(lines), 2, "a line for the list and one for the to-do")
        todo, = json.loads(self.run_well("list", "--json"))
        self.assertEqual((todo["title"], todo["list"]["name"]), (name, name), "every byte is told")
        self.run_well("show", "todo1")
        # As it is typed in a shell that quotes it; no command line can carry NUL.
        if "\0" not in name:
            self.assertEqual(json.loads(self.run_well("list", "--json", "--", name))[0]["id"], "todo1")
        self.run_well("done", "todo1")
        self.run_well("sync")
        fields = self.emulator.live("u", "todos")["todo1"]
        self.assertEqual((fields["content"], fields["done"]), (name, True), "ticking changes nothing else")
        self.assertEqual(set(os.listdir(self.home)), files, "no file appears")

    def test_all_of_them_in_a_window(self):
        """Shown as they are: no markup, no mnemonics, no complaint of the toolkit."""
        records = [({"id": f"l{number}", "name": name, "deleted": False},
                    {"id": f"t{number}", "listID": "l0", "content": name, "deleted": False})
                   for number, name in enumerate(NAMES.values())]
        self.emulator.commit("u", "lists", [record for record, _ in records])
        self.emulator.commit("u", "todos", [record for _, record in records])
        app = self.launch()
        eventually(lambda: len(app.database.todos()) == len(NAMES), "all have come")
        for name in ("$(touch ran)", "<b>bold</b> <a href='file:///etc/passwd'>x</a>", "&lt;&amp;&#0;&nope;"):
            app.place_row(name)
        self.picture("hostile-names")
        app.open("$(touch ran)")
        app.wait_row("<b>bold</b> <a href='file:///etc/passwd'>x</a>")
        app.wait_row("%s %n %d %@ %1$s %")
        self.assertFalse(os.path.exists(os.path.join(self.home, "ran")))


add_cases(HostileNamesTests, NAMES, HostileNamesTests.check)

if __name__ == "__main__":
    unittest.main()
