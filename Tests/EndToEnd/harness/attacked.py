"""What the tables of hostile servers have in common: one home folder for all cases, and a command that is measured."""

import os
import re
import shutil
from pathlib import Path

from . import measured
from .case import EndToEndTest, Options
from .terminal import Terminal
from .waiting import eventually

#: The most that a command prints about a failure, in characters.
WORDS = 2000


class AttackedTest(EndToEndTest):
    """Each class prepares one home folder for its process, and each of its cases begins with a copy."""

    #: Environment of the commands besides that of a terminal.
    environment = None
    prepared = None

    def keep_prepared(self, home):
        """Keeps a home folder beyond the end of this test, as long as its process."""
        kept = os.path.join(Options.output, f"{type(self).__name__}-{os.getpid()}")
        shutil.rmtree(kept, ignore_errors=True)
        # A command sends in a process of its own, which may still be at it, and SQLite removes files when it ends.
        eventually(lambda: not has_open_files(home), f"no file in {home} is open", 60)
        shutil.copytree(home, kept)
        type(self).prepared = kept

    def take_prepared(self):
        shutil.copytree(type(self).prepared, self.home, dirs_exist_ok=True)

    def measure(self, *words, bounds=None, most=WORDS, text=""):
        """Runs a command within its bounds; it prints little, and nothing that a terminal takes for an order."""
        terminal = Terminal(Options.binary, self.home, self.environment)
        cost = measured.run(terminal, words, bounds or measured.Bounds(), text)
        print(f"  {cost}", flush=True)
        for text in (cost.out, cost.err):
            self.assertLess(len(text), most)
            self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
        return cost


def has_open_files(folder):
    """Whether a process has a file below a folder open."""
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if handle.readlink().is_relative_to(folder):
                return True
        except OSError:
            continue  # The process or the file is gone, or they are another user's.
    return False


def add_cases(tests, cases, check):
    """Makes a test of each case of a table: `check` gets the test and the case."""
    for name, case in cases.items():
        setattr(tests, "test_" + re.sub(r"\W+", "_", name), lambda self, case=case: check(self, case))
