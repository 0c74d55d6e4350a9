#!/usr/bin/python3
"""Installs the Flatpak bundle for a user who has nothing and uses it inside its sandbox.

    test_bundle.py [--bundle Optimist.flatpak] [--output build/test-artefacts-bundle] [-k PATTERN]

Brings a screen, a session bus and a home folder of its own. The runtime is taken from where the bundle
was built (build/flatpak/installation). The last line is "N passed, N failed, N skipped"; the exit code is
1 if anything failed or nothing passed.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/EndToEnd"))

ID = "io.github.optimist_todo.Optimist"
OBJECT = "/io/github/optimist_todo/Optimist"
INSIDE = "OPTIMIST_BUNDLE_TEST_HOME"
PERMISSIONS = {
    "shared": {"network", "ipc"},
    "sockets": {"wayland", "fallback-x11", "x11"},  # x11: how fallback-x11 is written for old versions
    "devices": {"dri"},
    "org.freedesktop.secrets": {"talk"},
    "org.gnome.OnlineAccounts": {"talk"},
}


def run(*command, limit=120, check=True, **options):
    """Runs a command; returns what it printed."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=limit, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def missing():
    """Why a bundle cannot be tested here; empty where it can."""
    for program in ("flatpak", "bwrap", "xvfb-run", "dbus-run-session", "xdotool"):
        if not shutil.which(program):
            return f"{program} is not installed"
    done = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True)
    return f"no sandbox can be made here: {done.stderr.strip()}" if done.returncode else ""


# ---- outside: the surroundings ----

def start_inside(options):
    """Runs this script again with a screen, a bus and a home folder that nobody has used."""
    work = Path(tempfile.mkdtemp(prefix="optimist-bundle-"))
    home, runtime = work / "home", work / "runtime"
    home.mkdir()
    runtime.mkdir(mode=0o700)
    exports = home / ".local/share/flatpak/exports/share"
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("XDG_", "FLATPAK_", "DBUS_", "AT_SPI", "WAYLAND"))}
    environment = {
        **clean, "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), INSIDE: str(home),
        "XDG_DATA_DIRS": f"{exports}:/usr/local/share:/usr/share", "GDK_BACKEND": "x11",
        "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "GTK_A11Y": "atspi", "NO_AT_BRIDGE": "0"}
    # flatpak wants a system bus for the question who may install; the session's answers as well.
    script = 'DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS exec "$@"'
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24 -nolisten tcp -noreset", "dbus-run-session", "--",
               "sh", "-c", script, "sh", sys.executable, __file__, *sys.argv[1:]]
    try:
        return subprocess.run(command, env=environment).returncode
    finally:
        if not os.environ.get("OPTIMIST_KEEP"):
            shutil.rmtree(work, ignore_errors=True)


# ---- inside: the tests ----

class BundleTests(unittest.TestCase):
    """They build on one another, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        from harness.database import Database
        cls.home = Path(os.environ[INSIDE])
        cls.output = Options.output
        cls.user = "u" + uuid.uuid4().hex[:12]
        cls.text = "Water the plants"
        cls.data = cls.home / ".var/app" / ID
        cls.database = Database(str(cls.data / "data/optimist/optimist.sqlite"))
        cls.app = None
        cls.emulator = None
        cls.install()
        # From here on: who asks the keyring for anything. The portals start it (docs/decisions/0024).
        cls.secrets_log = open(cls.output / "secrets.log", "w+")
        cls.secrets_monitor = subprocess.Popen(
            ["dbus-monitor", "--session", "type='method_call',path='/org/freedesktop/secrets'"],
            stdout=cls.secrets_log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        cls.before = cls.listing()

    @classmethod
    def tearDownClass(cls):
        run("flatpak", "kill", ID, check=False)
        cls.secrets_monitor.terminate()
        cls.secrets_monitor.wait()
        cls.secrets_log.close()
        if cls.emulator:
            cls.emulator.stop()

    @classmethod
    def install(cls):
        note = ROOT / "build/flatpak/installation"
        built_with = note.read_text().strip() if note.exists() else ""
        if built_with:
            repository = Path(built_with).parent / "repo"
            run("flatpak", "remote-add", "--user", "--no-gpg-verify", "runtime", repository)
            run("flatpak", "install", "--user", "--noninteractive", "runtime", "org.gnome.Platform", limit=600)
        run("flatpak", "install", "--user", "--noninteractive", Options.bundle, limit=600)

    @classmethod
    def listing(cls):
        """Every file in the home folder but those of the app's own folder and of flatpak's installation."""
        found = {}
        for folder, folders, files in os.walk(cls.home):
            place = Path(folder)
            folders[:] = [name for name in folders
                          if place / name not in (cls.data, cls.home / ".local/share/flatpak")]
            for name in [*files, *folders]:
                status = os.lstat(place / name)
                found[str(place / name)] = (status.st_size, status.st_mtime_ns) if name in files else None
        return found

    # What the window is asked

    def start(self, *arguments):
        """Starts the app in its sandbox and waits for its window."""
        from harness.waiting import eventually
        log = open(self.output / "app.log", "ab")
        self.addCleanup(log.close)
        type(self).app = subprocess.Popen(["flatpak", "run", ID, *arguments], stdout=log, stderr=log,
                                          stdin=subprocess.DEVNULL, start_new_session=True)
        eventually(self.window, "the app has a window", 60)
        self.window_root = eventually(lambda: named_application("optimist"), "screen readers see the app", 30)

    def window(self):
        from harness import xdotool
        found = xdotool.run("search", "--onlyvisible", "--name", "^Optimist$").split()
        return int(found[-1]) if found else None

    def key(self, *names):
        self.take_keys()
        from harness import xdotool
        xdotool.key(*names)

    def type(self, text):
        self.take_keys()
        from harness import xdotool
        xdotool.type_text(text)

    def take_keys(self):
        """Gives the keyboard to the topmost window of the app: there is no window manager that would."""
        from harness import x11, xdotool
        from harness.waiting import eventually

        def given():
            windows = xdotool.run("search", "--onlyvisible", "--class", "optimist").split()
            if not windows:
                return False
            if x11.focused() in map(int, windows):
                return True
            x11.focus(int(windows[-1]))
            return False
        eventually(given, "a window of the app takes keys", 20)

    def find_widget(self, role, name=None):
        """What screen readers find now; None where it is not, or the tree changes."""
        from harness.tree import Gone
        try:
            return self.window_root.find(role, name)
        except Gone:
            return None

    def wait_widget(self, role, name, limit=30):
        from harness.waiting import eventually
        return eventually(lambda: self.find_widget(role, name),
                          lambda: f"a {role} {name!r} in\n" + "\n".join(self.window_root.outline()), limit)

    def quit(self):
        self.key("ctrl+q")
        try:
            self.app.wait(30)
        except subprocess.TimeoutExpired:
            raise AssertionError("the app did not end") from None
        self.assertEqual(self.app.returncode, 0)

    def call(self, name, path, method, *arguments, limit=60):
        return run("gdbus", "call", "--session", "--timeout", "30", "--dest", name, "--object-path", path,
                   "--method", method, *arguments, limit=limit)

    # The tests

    def test_1_permissions_are_those_that_the_documentation_explains(self):
        found = {}
        for line in run("flatpak", "info", "--show-permissions", ID).splitlines():
            key, is_set, values = line.partition("=")
            if is_set:
                found[key] = set(values.strip(";").split(";"))
        self.assertLessEqual(found.pop("sockets"), PERMISSIONS["sockets"])
        self.assertEqual(found, {key: value for key, value in PERMISSIONS.items() if key != "sockets"})

    def test_2_home_and_host_cannot_be_reached(self):
        secret = self.home / "Documents"
        secret.mkdir(exist_ok=True)
        (secret / "secret.txt").write_text("nobody else's business")
        (self.home / "here.txt").write_text("")
        type(self).before = self.listing()
        script = (f'cat "{secret}/secret.txt"; ls -A "{ROOT}"; touch "$HOME/escaped" /usr/escaped /app/escaped '
                  f'"{self.home}/Documents/escaped"; true')
        told = run("flatpak", "run", "--command=sh", ID, "-c", script)
        self.assertNotIn("business", told)
        self.assertNotIn("Package.swift", told)
        self.assertFalse(list(self.home.rglob("escaped")))

    def test_3_a_todo_is_added_by_keys_and_is_there_after_a_restart(self):
        from harness import screenshot
        from harness.waiting import eventually
        self.start(*self.account())
        self.key("ctrl+shift+l")
        self.wait_widget("push button", re.compile("Cancel"))
        self.type("Home")
        self.key("Return")
        eventually(lambda: self.database.list_names() == ["Home"], "the list is in the sandbox's database", 30)
        # It is stored before the dialog is gone, which would get the next keys.
        eventually(lambda: not self.find_widget("push button", re.compile("Cancel")), "the dialog is gone", 30)
        self.add(self.text)
        self.wait_on_server(self.text)
        self.quit()
        self.start()
        self.wait_widget("list item", re.compile("^" + self.text))
        screenshot.take(self.output / "sandbox.png")
        self.quit()

    def test_4_it_is_synchronised_with_a_server_on_loopback(self):
        from harness import emulator
        if reason := emulator.missing():
            self.skipTest(reason)
        self.wait_on_server(self.text)
        self.start()
        self.wait_widget("list item", re.compile("^" + self.text))
        self.add("Feed the cat")
        self.wait_on_server("Feed the cat")
        self.quit()

    def test_5_the_desktop_starts_it_over_the_bus(self):
        from harness.waiting import eventually
        exported = Path(os.environ["XDG_DATA_DIRS"].split(":")[0]) / f"dbus-1/services/{ID}.service"
        if not exported.exists():
            self.skipTest("the bundle exports no D-Bus service")
        self.call(ID, OBJECT, "org.freedesktop.Application.Activate", "@a{sv} {}")
        eventually(self.window, "the app has a window", 60)
        self.key("ctrl+q")
        eventually(lambda: not self.window(), "the app ends", 30)

    def test_6_the_shell_finds_todos_over_the_bus(self):
        share = Path(os.environ["XDG_DATA_DIRS"].split(":")[0])
        provider = share / f"gnome-shell/search-providers/{ID}.search-provider.ini"
        if not provider.exists():
            self.skipTest("the bundle exports no search provider")
        entries = dict(line.split("=", 1) for line in provider.read_text().splitlines() if "=" in line)
        interface = "org.gnome.Shell.SearchProvider2"
        found = self.call(entries["BusName"], entries["ObjectPath"], f"{interface}.GetInitialResultSet",
                          "@as ['water', 'plants']")
        results = re.findall(r"'([^']*)'", found)
        self.assertTrue(results, found)
        metas = self.call(entries["BusName"], entries["ObjectPath"], f"{interface}.GetResultMetas",
                          "@as [" + ", ".join(f"'{result}'" for result in results) + "]")
        self.assertIn(self.text, metas)
        run("flatpak", "kill", ID, check=False)

    def test_7_pictures_of_every_format_can_be_shown(self):
        loaders = run("flatpak", "run", "--command=sh", ID, "-c",
                      "ls /usr/lib/*/gdk-pixbuf-2.0/2.10.0/loaders /usr/lib/*/glycin-loaders 2>/dev/null; true")
        self.assertRegex(loaders, "webp|glycin")

    def test_8_nothing_is_written_outside_its_own_folders(self):
        self.assertTrue((self.data / "data/optimist").is_dir())
        after = self.listing()
        # The folder of all Flatpak apps' data comes with the first; what the session's own services keep in
        # a new home is not the app's.
        ours = {str(self.home / ".var"), str(self.home / ".var/app")}
        # The portals start the keyring with the first app, whatever that does (docs/decisions/0024).
        session = tuple(str(self.home / name) for name in (
            ".cache/flatpak", ".cache/at-spi2", ".cache/mesa", ".local/share/keyrings"))
        fresh = {path for path in after.keys() - self.before.keys()
                 if path not in ours and not path.startswith(session)} - {str(self.home / ".cache")}
        changed = {path for path in after.keys() & self.before.keys() if after[path] != self.before[path]}
        self.assertEqual((sorted(fresh), sorted(changed)), ([], []))

    def test_8_the_keyring_is_left_alone_without_a_password(self):
        from harness.waiting import eventually
        log = self.output / "secrets.log"
        self.assertNotIn("method call", log.read_text())
        # The test hears who calls.
        run("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/secrets",
            "--method", "org.freedesktop.DBus.Peer.Ping", check=False)
        eventually(lambda: "method call" in log.read_text(), "a call is heard", 10)

    def test_9_it_brings_its_licences(self):
        folder = Path(run("flatpak", "info", "--show-location", ID).strip()) / "files/share/licenses" / ID
        wanted = {path.name for path in (ROOT / "LICENSES").iterdir()} | {"third-party.md"}
        self.assertEqual({path.name for path in folder.iterdir()}, wanted)

    def test_9_it_is_small(self):
        """Nothing large has come along unnoticed (docs/packaging.md, "Size")."""
        files = Path(run("flatpak", "info", "--show-location", ID).strip()) / "files"
        installed = sum(os.lstat(file).st_size for file in files.rglob("*") if not file.is_dir())
        self.assertLess(installed, 74_000_000)
        self.assertLess(Options.bundle.stat().st_size, 20_000_000)

    # Helpers

    def add(self, text):
        from harness.waiting import eventually
        self.key("ctrl+n")
        eventually(self.entry_has_focus, "the entry takes keys", 30)
        self.type(text)
        self.key("Return")
        eventually(lambda: text in self.database.contents(), "the to-do is in the sandbox's database", 30)
        self.wait_widget("list item", re.compile("^" + text))

    def entry_has_focus(self):
        entry = self.find_widget("text")
        return bool(entry) and entry.has("focused")

    def wait_on_server(self, text):
        """Waits until the server has a to-do and the app has noted that; at once where there is no server."""
        from harness.waiting import eventually
        if self.emulator:
            eventually(lambda: text in self.emulator.contents(self.user) and not self.database.outbox(),
                       f"{text!r} is on the server", 60)

    def account(self):
        """The arguments that connect the app to the emulator, which is started for that; none without one."""
        from harness import emulator
        if emulator.missing():
            return ()
        type(self).emulator = emulator.Emulator(self.output / "emulator.log")
        return "--firestore-emulator", self.emulator.host, "--project", emulator.PROJECT, "--user", self.user


def named_application(name):
    """An application on the accessibility bus by its name: a sandbox hides its process IDs."""
    from harness import accessibility
    from harness.tree import Node
    for found in accessibility.applications():
        if name in Node(found).raw_name.lower():
            return Node(found)
    return None


class Options:
    bundle = None
    output = None


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def write_totals(output, totals):
    """Prints the last line, and leaves it for who adds up."""
    output.mkdir(parents=True, exist_ok=True)
    (output / "totals.txt").write_text(totals + "\n")
    print(totals, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundle", default=ROOT / "Optimist.flatpak", type=Path)
    parser.add_argument("--output", default=ROOT / "build/test-artefacts-bundle", type=Path)
    parser.add_argument("-k", action="append", metavar="PATTERN", help="only the tests whose name matches")
    options = parser.parse_args()
    if reason := missing():
        print(f"SKIP bundle: {reason}")
        write_totals(options.output, "0 passed, 0 failed, 1 skipped")
        return 0
    if INSIDE not in os.environ:
        (options.output / "totals.txt").unlink(missing_ok=True)
        return start_inside(options)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    Options.bundle, Options.output = options.bundle.resolve(), options.output.resolve()
    Options.output.mkdir(parents=True, exist_ok=True)
    loader = unittest.TestLoader()
    if options.k:
        loader.testNamePatterns = [f"*{pattern}*" for pattern in options.k]
    suite = loader.loadTestsFromTestCase(BundleTests)
    result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=Result).run(suite)
    for test, reason in result.skipped:
        print(f"SKIP {test.id()}: {reason}")
    failed = len(result.failures) + len(result.errors)
    write_totals(Options.output, f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed or result.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
