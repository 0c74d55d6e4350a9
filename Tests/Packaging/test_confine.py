#!/usr/bin/env python3
"""Whether the process that decodes pictures can do nothing but that (Sources/CGtk/confine.h).

Compiles a small program that gives up the same and tries everything all the same. Exit code 77: skipped.
"""

import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class ConfineTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.program = Path(folder.name) / "confine"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "glib-2.0"], check=True, capture_output=True, text=True)
        subprocess.run(["gcc", "-D_GNU_SOURCE", "-Wall", "-Werror", "-Wno-unused-function", f"-I{ROOT}/Sources/CGtk",
                        "-o", cls.program, Path(__file__).with_name("confine.c"), *flags.stdout.split(), "-pthread"],
                       check=True)

    def run_mode(self, mode):
        done = subprocess.run([self.program, mode], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout

    def test_nothing_can_be_opened_started_or_reached(self):
        self.assertEqual(self.run_mode("calls"), (0, ""))

    def test_memory_is_bounded(self):
        self.assertEqual(self.run_mode("memory"), (0, ""))

    def test_too_much_processor_time_ends_it(self):
        self.assertEqual(self.run_mode("processor")[0], -signal.SIGPROF)

    def test_too_much_time_ends_it(self):
        self.assertEqual(self.run_mode("wall")[0], -signal.SIGALRM)


if __name__ == "__main__":
    for command in ("gcc", "pkg-config"):
        if not shutil.which(command):
            print(f"{command} is not installed")
            sys.exit(77)
    unittest.main()
