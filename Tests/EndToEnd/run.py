#!/usr/bin/python3
"""Runs the tests of the whole window.

    run.py --binary PATH --output DIR [-k PATTERN]

Needs a screen, a session bus and the accessibility bus: meson-helpers/with-display brings them.
DIR keeps the pictures, what the app wrote on standard error, and for each failure a picture, the
accessibility tree and the database. The last line is "N passed, N failed, N skipped"; the exit code is
1 if anything failed or nothing passed.
"""

import argparse
import os
import shutil
import sys
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from harness.case import Options  # noqa: E402


class Result(unittest.TextTestResult):
    """Counts what passed and notes how long each test took."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.passed = 0
        self.times = []

    def startTest(self, test):
        self.started = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        self.times.append((time.monotonic() - self.started, test.id()))

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True, help="the installed program")
    arguments.add_argument("--output", required=True, help="where pictures and logs are kept")
    arguments.add_argument("-k", action="append", metavar="PATTERN", help="only the tests whose name matches")
    options = arguments.parse_args()
    Options.binary = os.path.abspath(options.binary)
    Options.output = Path(options.output).resolve()
    Options.output.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(Options.output / "failures", ignore_errors=True)

    loader = unittest.TestLoader()
    if options.k:
        loader.testNamePatterns = [pattern if "*" in pattern else f"*{pattern}*" for pattern in options.k]
    suite = loader.discover(str(HERE), pattern="test_*.py", top_level_dir=str(HERE))
    try:
        result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)
    finally:
        if Options.emulator:
            Options.emulator.stop()

    print("Slowest:", *(f"{seconds:.1f} s {name}" for seconds, name in sorted(result.times)[:-6:-1]), sep="\n  ")
    for test, reason in result.skipped:
        print(f"SKIP {test.id()}: {reason}")
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    print(f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped", flush=True)
    return 1 if failed or result.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
