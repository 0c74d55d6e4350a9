#!/usr/bin/env python3
"""Whether meson-helpers/run-tests counts what the suites print: no failure is lost, and nothing passes by silence.

The lines are those that the tools print; commands are really run where it matters how they end.
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))
sys.dont_write_bytecode = True

from Suites.build import WarningParser, did_not_build  # noqa: E402
from Suites.packaging import MesonParser  # noqa: E402
from Suites.process import run  # noqa: E402
from Suites.result import Parser, Result  # noqa: E402
from Suites.simulation import DRAWN_FAILURES, SimulationParser, excuse  # noqa: E402
from Suites.swift_test import SwiftTestParser  # noqa: E402
from Suites.totals import TotalsParser  # noqa: E402
from Suites.translations import PassFailParser  # noqa: E402
from Suites.variant import Variant  # noqa: E402

XCTEST = """\
Test Suite 'All tests' started at 2026-01-05 10:00:00.000
Test Case 'OutboxTests.testKeepsOrder' started at 2026-01-05 10:00:00.001
Test Case 'OutboxTests.testKeepsOrder' passed (0.002 seconds)
Test Case 'OutboxTests.testLosesNothing' started at 2026-01-05 10:00:00.004
/src/OutboxTests.swift:12: error: OutboxTests.testLosesNothing : XCTAssertTrue failed
Test Case 'OutboxTests.testLosesNothing' failed (0.001 seconds)
Test Case 'WireTests.testEmulator' started at 2026-01-05 10:00:00.006
/src/WireTests.swift:9: WireTests.testEmulator : Test skipped - no emulator
Test Case 'WireTests.testEmulator' skipped (0.001 seconds)
Test Suite 'All tests' failed at 2026-01-05 10:00:00.008
\t Executed 3 tests, with 1 test skipped and 1 failure (0 unexpected) in 0.004 (0.004) seconds
"""
SWIFT_TESTING = """\
◇ Test run started.
◇ Test readsDates() started.
✔ Test readsDates() passed after 0.001 seconds.
✔ Test "reads times" with 4 test cases passed after 0.001 seconds.
✘ Test readsZones() failed after 0.002 seconds with 1 issue.
➜ Test readsMoons() skipped: "no moons"
✘ Test run with 4 tests in 1 suite failed after 0.003 seconds with 1 issue.
"""
MESON = """\
1/4 optimist / program          OK              0.52s
2/4 optimist:icons / size       FAIL            0.01s   exit status 1
3/4 confine                     SKIP            0.02s
4/4 desktop-entry               TIMEOUT       120.00s   killed by signal 15 SIGTERM

Summary of Failures:

2/4 optimist:icons / size       FAIL            0.01s   exit status 1
4/4 desktop-entry               TIMEOUT       120.00s   killed by signal 15 SIGTERM
"""
END_TO_END = """\
test_add (test_todos.TodoTests.test_add) ... ok
test_cyrus (test_caldav_servers.ServerTests.test_cyrus) ... skipped 'Cyrus is not installed'
FAIL: test_undo (test_todos.TodoTests.test_undo)
ONLY THE SECOND TIME: test_rows.RowTests.test_drag
7 passed, 1 failed, 1 skipped
"""


def read(parser_class, text, exit_code):
    """What a parser makes of an output and its end."""
    result = Result("suite")
    parser = parser_class(result)
    for line in text.splitlines():
        parser.line(line)
    parser.end(exit_code)
    return result


class CountTests(unittest.TestCase):
    def test_xctest(self):
        result = read(SwiftTestParser, XCTEST, 1)
        self.assertEqual((result.passed, result.failures), (1, ["OutboxTests.testLosesNothing"]))
        self.assertEqual(result.skips, [("WireTests.testEmulator", "no emulator")])

    def test_xctest_that_ends_inside_a_test(self):
        result = read(SwiftTestParser, "\n".join(XCTEST.splitlines()[:4]), 139)
        self.assertEqual(result.failures, ["OutboxTests.testLosesNothing (the run ended inside it)"])

    def test_xctest_that_executed_more_than_was_seen(self):
        result = read(SwiftTestParser, XCTEST.replace("Executed 3", "Executed 5"), 1)
        self.assertEqual(result.failures[1:], ["XCTest says it executed 5 tests, 3 were seen"])

    def test_swift_testing(self):
        result = read(SwiftTestParser, SWIFT_TESTING, 1)
        self.assertEqual((result.passed, result.failures), (2, ["readsZones()"]))
        self.assertEqual(result.skips, [("readsMoons()", "no moons")])

    def test_meson_names_a_failure_twice(self):
        result = read(MesonParser, MESON, 2)
        self.assertEqual((result.passed, result.failures), (1, ["size", "desktop-entry"]))
        self.assertEqual(result.skips, [("confine", "skipped by meson")])

    def test_translations(self):
        result = read(PassFailParser, "PASS de\nFAIL fr: 2 texts are missing\n", 1)
        self.assertEqual((result.passed, result.failures), (1, ["fr: 2 texts are missing"]))

    def test_end_to_end(self):
        result = read(TotalsParser, END_TO_END, 1)
        self.assertEqual((result.passed, result.failures), (7, ["test_undo (test_todos.TodoTests.test_undo)"]))
        self.assertEqual(result.skips, [("test_caldav_servers.ServerTests.test_cyrus", "Cyrus is not installed")])
        self.assertEqual(result.second, ["test_rows.RowTests.test_drag"])

    def test_a_failure_that_is_only_counted(self):
        result = read(TotalsParser, "3 passed, 2 failed, 0 skipped", 1)
        self.assertEqual((result.passed, result.failures), (3, ["(not named)"] * 2))

    def test_totals_that_are_missing(self):
        self.assertEqual(len(read(TotalsParser, "test_add (a.b) ... ok", 0).failures), 1)

    def test_seeds(self):
        self.assertEqual(read(SimulationParser, "40 seeds passed, 0 failed", 0).passed, 1)
        self.assertEqual(read(SimulationParser, "seed 7: lost a to-do\n39 seeds passed, 1 failed", 1).failures,
                         ["seed 7: lost a to-do (make sim SEED=7)"])
        self.assertEqual(len(read(SimulationParser, "0 seeds passed, 0 failed", 0).failures), 1)

    def test_few_drawn_seeds_are_excused_and_nothing_else(self):
        for failed, excused in [(DRAWN_FAILURES, True), (DRAWN_FAILURES + 1, False)]:
            result = Result("simulation", failures=[f"seed {seed}: lost" for seed in range(failed)])
            excuse(result)
            self.assertEqual((not result.failures, len(result.skips)), (excused, failed if excused else 0))
        result = Result("simulation", failures=["seed 7: lost", "was ended after 60 seconds"])
        excuse(result)
        self.assertEqual(len(result.failures), 2)

    def test_a_warning_about_our_files_fails_but_builds(self):
        here = ROOT / "Tests/Nowhere/None.swift"
        result = Result("debug build")
        parser = WarningParser(result)
        parser.line(f"{here}:3:1: warning: unused")
        parser.line(f"{here}:3:1: warning: unused")
        parser.line("/elsewhere/None.swift:3:1: warning: unused")
        self.assertEqual(result.failures, ["Tests/Nowhere/None.swift:3: warning: unused"])
        self.assertFalse(did_not_build(result))
        self.assertTrue(did_not_build(read(WarningParser, "", 1)))


class FolderCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)


class EndTests(FolderCase):
    def run_shell(self, parser_class, script, limit=60):
        variant = Variant()
        variant.artefacts = self.top
        result = Result("a suite")
        written = []
        run(variant, result, parser_class(result), ["sh", "-c", script], limit, write=written.append)
        return result, written

    def test_output_is_told_and_kept(self):
        result, written = self.run_shell(PassFailParser, "echo PASS de; echo noted >&2")
        self.assertEqual((result.passed, result.failures, written), (1, [], ["\n==> a suite", "PASS de", "noted"]))
        self.assertEqual((self.top / "logs/a-suite.log").read_text(), "PASS de\nnoted\n")

    def test_an_exit_code_without_a_named_test_is_a_failure(self):
        for parser_class in (Parser, SwiftTestParser, MesonParser, PassFailParser):
            self.assertEqual(self.run_shell(parser_class, "exit 3")[0].failures, ["ended with exit code 3"])
        for parser_class in (TotalsParser, SimulationParser):
            self.assertIn("(exit code 3)", self.run_shell(parser_class, "exit 3")[0].failures[0])
        self.assertEqual(self.run_shell(TotalsParser, "echo 1 passed, 0 failed, 0 skipped; exit 3")[0].failures,
                         ["ended with exit code 3"])

    def test_what_takes_too_long_is_a_failure(self):
        result, _ = self.run_shell(PassFailParser, "echo PASS de; exec sleep 600", limit=1)
        self.assertIn("was ended after 1 seconds", result.failures)

    def test_a_suite_without_tests_is_a_failure_and_a_build_is_not(self):
        suite, build = self.run_shell(PassFailParser, "true")[0], Result("debug build")
        for result in (suite, build):
            result.require_tests()
        self.assertEqual((suite.failures, build.failures), (["ran no test"], []))


class AddUpTests(FolderCase):
    def add_up(self, **totals):
        for name, text in totals.items():
            (self.top / name).mkdir()
            if text is not None:
                (self.top / name / "totals.txt").write_text(text)
        command = [ROOT / "meson-helpers/run-tests", "--add-up", *(self.top / name for name in totals)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout.splitlines()[-1]

    def test_sums(self):
        self.assertEqual(self.add_up(a="3 passed, 0 failed, 1 skipped\n", b="4 passed, 0 failed, 2 skipped\n"),
                         (0, "7 passed, 0 failed, 3 skipped"))

    def test_failures_no_totals_and_no_test_fail(self):
        self.assertEqual(self.add_up(a="3 passed, 2 failed, 1 skipped\n"), (1, "3 passed, 2 failed, 1 skipped"))
        self.assertEqual(self.add_up(b="3 passed, 0 failed, 0 skipped\n", c=None), (1, "3 passed, 1 failed, 0 skipped"))
        self.assertEqual(self.add_up(d="0 passed, 0 failed, 4 skipped\n"), (1, "0 passed, 0 failed, 4 skipped"))


if __name__ == "__main__":
    unittest.main()
