#!/usr/bin/python3
"""Runs the tests of the whole window.

    run.py --binary PATH --output DIR [-k PATTERN] [--without MODULE] [--no-animations] [--jobs N]

Needs a screen, a session bus and the accessibility bus: meson-helpers/with-display brings them. With
--jobs it brings them itself, one set for each of the N tests that run at a time.
DIR keeps the pictures, what the app wrote on standard error, and for each failure a picture, the
accessibility tree and the database. With --again a test that failed is run once more, by itself, for a busy
machine can be slower than a test waits; what passes only then is told at the end. The last line is
"N passed, N failed, N skipped"; the exit code is 1 if anything failed or nothing passed.
"""

import argparse
import contextlib
import faulthandler
import os
import shutil
import sys
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: The modules of hostile servers: their tests mostly wait for a command that waits, so twice as many run at a time.
WAITING = "test_attack_"
#: No test takes so many seconds: one that hangs must not take the results of the others along.
LONGEST = 600
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from harness import workers  # noqa: E402
from harness.workers import Outcome  # noqa: E402


class Result(unittest.TestResult):
    """Notes what came of each test; a test of several parts is as bad as its worst part."""

    def __init__(self, report):
        super().__init__()
        self.report = report

    def startTest(self, test):
        super().startTest(test)
        self.started = time.monotonic()
        self.outcome = Outcome(test.id(), "ok")

    def stopTest(self, test):
        super().stopTest(test)
        self.outcome.seconds = time.monotonic() - self.started
        self.report(self.outcome)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if self.outcome.verdict == "ok":
            self.outcome.verdict, self.outcome.text = "skipped", reason

    def addFailure(self, test, problem):
        super().addFailure(test, problem)
        self.fail(self.failures)

    def addError(self, test, problem):
        super().addError(test, problem)
        self.fail(self.errors)

    def addSubTest(self, test, part, problem):
        super().addSubTest(test, part, problem)
        if problem is not None:
            self.fail(self.failures if issubclass(problem[0], test.failureException) else self.errors)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.outcome.verdict, self.outcome.text = "failed", "passed, which was not expected"

    def fail(self, problems):
        before = self.outcome.text + "\n" if self.outcome.verdict == "failed" else ""
        self.outcome.verdict, self.outcome.text = "failed", before + problems[-1][1]


class Report:
    """Prints each outcome as it comes, and all of them at the end."""

    def __init__(self):
        self.outcomes = []
        #: The tests that passed when they were run again.
        self.second = []

    def add(self, outcome):
        self.outcomes.append(outcome)
        case, _, method = outcome.name.rpartition(".")
        reason = f" {outcome.text!r}" if outcome.verdict == "skipped" else ""
        word = {"failed": "FAIL"}.get(outcome.verdict, outcome.verdict)
        print(f"{method} ({case}.{method}) ... {word}{reason} ({outcome.seconds:.1f} s)", flush=True)
        if outcome.verdict == "failed":
            print(outcome.text, flush=True)

    @property
    def failed(self):
        return [outcome.name for outcome in self.outcomes if outcome.verdict == "failed"]

    def replace(self, outcome):
        """Adds what came of a test the second time, which counts in the place of the first."""
        self.outcomes = [first for first in self.outcomes if first.name != outcome.name]
        if outcome.verdict == "ok":
            self.second.append(outcome.name)
        self.add(outcome)

    def end(self):
        """Prints the sums; returns the exit code."""
        def those(verdict):
            return [outcome for outcome in self.outcomes if outcome.verdict == verdict]
        slowest = sorted(self.outcomes, key=lambda outcome: -outcome.seconds)[:8]
        print("Slowest:", *(f"{outcome.seconds:.1f} s {outcome.name}" for outcome in slowest), sep="\n  ")
        for name in self.second:
            print(f"ONLY THE SECOND TIME: {name}")
        for outcome in those("failed"):
            print(f"FAIL: {outcome.name}")
        for outcome in those("skipped"):
            print(f"SKIP {outcome.name}: {outcome.text}")
        print(f"{len(those('ok'))} passed, {len(those('failed'))} failed, {len(those('skipped'))} skipped", flush=True)
        return 1 if those("failed") or not those("ok") else 0


def names(suite):
    """The names of all tests in a suite."""
    return [name for part in suite for name in (names(part) if isinstance(part, unittest.TestSuite) else [part.id()])]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True, help="the installed program")
    arguments.add_argument("--output", required=True, help="where pictures and logs are kept")
    arguments.add_argument("-k", action="append", metavar="PATTERN", help="only the tests whose name matches")
    arguments.add_argument("--without", action="append", default=[], metavar="MODULE", help="leave out its tests; this is told")
    arguments.add_argument("--no-animations", action="store_true", help="as on a desktop whose animations are switched off")
    arguments.add_argument("--jobs", type=int, default=1, help="so many tests at a time")
    arguments.add_argument("--again", action="store_true", help="run what failed once more, by itself; this is told")
    arguments.add_argument("--worker", type=int, metavar="FD", help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.worker is not None:
        return worker(options)
    Path(options.output).mkdir(parents=True, exist_ok=True)
    shutil.rmtree(Path(options.output) / "failures", ignore_errors=True)
    if options.no_animations:
        switch_animations_off(Path(options.output).resolve() / "no-animations")

    report = Report()
    if options.jobs > 1:
        # Tests are found without a screen; they only need one to run.
        # The last ones take longest: they come first, so that no worker is left alone with one.
        wanted = [name for name in names(found(options))[::-1] if name.split(".")[0] not in options.without]
        for module in options.without:
            print(f"LEFT OUT: {module}", flush=True)
        command = [sys.executable, __file__, "--binary", options.binary, "--output", options.output]
        busy = [name for name in wanted if not name.startswith(WAITING)]
        workers.run_all(busy, options.jobs, command, report.add)
        workers.run_all([name for name in wanted if name not in busy], 2 * options.jobs, command, report.add)
        if options.again and report.failed:
            workers.run_all(report.failed, 1, command, report.replace)
    else:
        with prepared(options):
            found(options).run(Result(report.add))
            for name in report.failed if options.again else []:
                unittest.defaultTestLoader.loadTestsFromName(name).run(Result(report.replace))
    return report.end()


def switch_animations_off(folder):
    """Gives GTK a setting for all programs that this one starts; one of a test's own home folder comes before it."""
    (folder / "gtk-4.0").mkdir(parents=True, exist_ok=True)
    (folder / "gtk-4.0" / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
    os.environ["XDG_CONFIG_DIRS"] = f"{folder}:{os.environ.get('XDG_CONFIG_DIRS', '/etc/xdg')}"


def found(options):
    """The tests that are asked for; a module that cannot be loaded is a test that fails."""
    loader = unittest.TestLoader()
    if options.k:
        loader.testNamePatterns = [pattern if "*" in pattern else f"*{pattern}*" for pattern in options.k]
    return loader.discover(str(HERE), pattern="test_*.py", top_level_dir=str(HERE))


@contextlib.contextmanager
def prepared(options):
    """Tells the tests what they need to know, and ends what they share."""
    from harness.case import Options
    Options.binary = os.path.abspath(options.binary)
    Options.output = Path(options.output).resolve()
    try:
        yield
    finally:
        if Options.emulator:
            Options.emulator.stop()


def worker(options):
    """Runs the tests whose names come in."""
    faulthandler.enable()  # the accessibility library is C
    os.set_inheritable(options.worker, False)
    def run(name):
        outcomes = []
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            unittest.defaultTestLoader.loadTestsFromName(name).run(Result(outcomes.append))
        finally:
            faulthandler.cancel_dump_traceback_later()
        return outcomes[0] if outcomes else Outcome(name, "failed", "there is no such test")

    with prepared(options), os.fdopen(options.worker, "w") as answers:
        workers.work(run, sys.stdin, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
