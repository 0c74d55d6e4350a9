"""The base of all tests: a home folder, apps and an emulator, and reports of what went wrong."""

import os
import re
import shutil
import tempfile
import unittest
import uuid
from pathlib import Path

from . import emulator, screenshot
from .optimist import Optimist
from .process import data_folder, database_path
from .proxy import FaultProxy
from .waiting import steady

# Nothing that the toolkit or the Swift runtime says in these words is in order.
COMPLAINT = re.compile(r"CRITICAL|\*\*: .*(?:WARNING|ERROR)|-WARNING \*\*|Fatal error|Sanitizer")

# Newer versions of GTK can find a label that wraps a few pixels wider than when they first asked it.
ROUNDING = re.compile(r"Gtk-WARNING .*Trying to measure GtkLabel \S+ for width of")

# A menu opens while the button of the mouse is down. Where the button goes up before the window hears that it lost the
# mouse, GTK counts the release twice, says so, and goes on.
RELEASE = re.compile(r"Gtk-WARNING .*Broken accounting of active state for widget \S+\(GtkPopoverMenu\)")


class Options:
    """What run.py was given; one for all tests."""

    binary = ""
    output = Path(".")
    emulator = None


class EndToEndTest(unittest.TestCase):
    """A test with a home folder of its own; what it starts ends with it."""

    maxDiff = None
    #: Complaints on standard error that a test provokes.
    expected_complaints = None

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="optimist-e2e-")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.apps = []
        self.user = "u" + uuid.uuid4().hex[:12]
        self.name = self.id().split(".", 1)[1]
        self.log = Options.output / "stderr" / f"{self.name}.txt"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.unlink(missing_ok=True)
        self.addCleanup(self._end_apps)

    # Parts

    def launch(self, *arguments, home=None, environment=None, wait=True):
        """Starts the app and waits for its main window."""
        app = Optimist(Options.binary, home or self.home, str(self.log), arguments, environment)
        self.apps.append(app)
        return app.wait_for_main() if wait else app

    def account(self, host=None, user=None):
        """The arguments that connect the app to the emulator, or to a proxy before it."""
        return ("--firestore-emulator", host or self.emulator.host, "--project", emulator.PROJECT,
                "--user", user or self.user)

    @property
    def emulator(self):
        """The emulator; the test is skipped where there is none."""
        if reason := emulator.missing():
            self.skipTest(reason)
        if Options.emulator is None:
            Options.emulator = emulator.Emulator(Options.output / f"emulator-{os.getpid()}.log")
        return Options.emulator

    def proxy(self):
        proxy = FaultProxy(self.emulator.host)
        self.addCleanup(proxy.stop)
        return proxy

    def set_rules(self, condition):
        """Refuses writes for which the condition does not hold, until the end of the test."""
        self.emulator.set_rules(emulator.rules(condition))
        self.addCleanup(self.emulator.set_rules)

    def new_home(self):
        home = tempfile.mkdtemp(prefix="optimist-e2e-")
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        return home

    @property
    def data_folder(self):
        return data_folder(self.home)

    @property
    def database_path(self):
        return database_path(self.home)

    def picture(self, name):
        path = Options.output / f"{name}.png"
        screenshot.take(path)
        return path

    def settled(self):
        """Waits until the screen stands still: what slides in has arrived. The caret may blink."""
        steady(lambda: round(screenshot.brightness(), 4), "the picture stands still")

    # Failing

    def _callTestMethod(self, method):
        try:
            method()
            self._end_well()
        except unittest.SkipTest:
            raise
        except BaseException:
            self._keep_evidence()
            raise

    def _end_well(self):
        """An app that still runs at the end can be closed, and nothing complained."""
        for app in self.apps:
            if app.process.is_running and not app.dialogs():
                self.assertEqual(app.close(), 0, "the exit code of the app")
        for line in self.log.read_text(errors="replace").splitlines() if self.log.exists() else []:
            if COMPLAINT.search(line) and not self._is_expected(line):
                self.fail(f"on standard error: {line}")

    def _is_expected(self, line):
        patterns = [ROUNDING, RELEASE, self.expected_complaints]
        return any(re.search(pattern, line) for pattern in patterns if pattern)

    def _keep_evidence(self):
        folder = Options.output / "failures"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            screenshot.take(folder / f"{self.name}.png")
            outlines = [app.outline() for app in self.apps if app.process.is_running and app.root]
            (folder / f"{self.name}.tree.txt").write_text("\n\n".join(outlines))
        except Exception:
            pass  # the screen may have gone, too: the failure itself is what counts
        if os.path.exists(self.database_path):
            shutil.copytree(self.data_folder, folder / f"{self.name}.data", dirs_exist_ok=True)

    def _end_apps(self):
        for app in self.apps:
            app.process.kill()
