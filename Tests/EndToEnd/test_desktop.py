"""The app as a part of the desktop: the session bus, the desktop's search, keys, clock and zone."""

import datetime
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from gi.repository import GLib
from harness import dates, screenshot, x11, xdotool
from harness.case import EndToEndTest, Options
from harness.optimist import Optimist
from harness.session_bus import SessionBus
from harness.waiting import eventually


class BusCase(EndToEndTest):
    """Tests with a session bus of their own."""

    def bus(self):
        share = Path(Options.binary).resolve().parents[1] / "share"
        if not list(share.glob("dbus-1/services/*.service")):
            self.skipTest("the program is not installed with its service file")
        bus = SessionBus(Options.binary, self.home, str(self.log))
        self.addCleanup(bus.stop)
        return bus

    def end(self, bus, app):
        """Closes the window; the process ends with it."""
        app.key("ctrl+w")
        app.process.wait()
        self.assertIsNone(bus.owner())


class ActivationTests(BusCase):
    def test_the_bus_starts_the_window(self):
        bus = self.bus()
        bus.activate()
        app = bus.app()
        app.add("milk")
        bus.activate()
        self.assertEqual(bus.owner(), app.process.pid, "it is the same process")
        self.end(bus, app)

    def test_a_second_start_gives_way(self):
        bus = self.bus()
        first = bus.start()
        self.addCleanup(lambda: (first.kill(), first.wait()))
        app = bus.app()
        self.assertEqual(app.process.pid, first.pid)
        for arguments in [(), ("--new-todo",)]:
            app.open("Important")
            self.assertFalse(app.entry().has("focused"))
            self.assertEqual(bus.start(*arguments).wait(20), 0)
        eventually(lambda: app.entry().has("focused"), "the entry for a new to-do has the focus")
        self.end(bus, app)

    def test_new_to_do_starts_the_window(self):
        bus = self.bus()
        bus.action("new-todo")
        app = bus.app()
        eventually(lambda: app.entry().has("focused"), "the entry for a new to-do has the focus")
        app.type("milk")
        app.key("Return")
        app.wait_row("milk")
        self.end(bus, app)

    def test_a_to_do_is_shown(self):
        bus = self.bus()
        bus.activate()
        app = bus.app()
        for name in ["Home", "Work"]:
            app.new_list(name)
            app.add(*(f"{name} {number}" for number in range(3)))
        wanted = app.database.todo("Home 1")["id"]
        bus.action("show-todo", wanted)
        app.wait_page("Home")
        app.wait("text", "Title", within="Details")
        eventually(lambda: app.row("Home 1").node.has("focused"), "its row has the focus")
        app.key("Delete")
        app.wait_no_row("Home 1")
        bus.action("show-todo", wanted)
        app.wait("label", "This to-do has been deleted")
        self.end(bus, app)
        # Without a window it is started with one.
        bus.action("show-todo", app.database.todo("Work 2")["id"])
        app = bus.app()
        app.wait_page("Work")
        eventually(lambda: app.row("Work 2").node.has("focused"), "its row has the focus")
        self.end(bus, app)

    def test_preferences_and_quit(self):
        bus = self.bus()
        bus.action("preferences")
        app = bus.app()
        app.wait_frame("Preferences")
        bus.action("quit")
        app.process.wait()
        self.assertIsNone(bus.owner())

    def test_sync_needs_the_window(self):
        bus = self.bus()
        bus.results("x")
        self.assertFalse(bus.is_enabled("sync"))
        bus.activate()
        app = bus.app()
        self.assertTrue(bus.is_enabled("sync"))
        bus.action("sync")
        self.end(bus, app)

    def test_a_start_while_the_last_one_ends_has_a_window(self):
        bus = self.bus()
        bus.activate()
        app = bus.app()
        app.add("milk")
        for pause in [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4]:
            xdotool.key("ctrl+w")
            eventually(lambda: not x11.windows(app.process.pid), "the window is closed", pause=0.001)
            subprocess.run(["sleep", str(pause)], check=True)
            if pause in (0.02, 0.2):
                bus.start()
            bus.activate()
            app = bus.app()
            app.wait_row("milk")
        self.end(bus, app)

    def test_the_keyring_is_left_alone_without_an_account(self):
        bus = self.bus()
        calls = Path(self.home, "calls.log")
        with calls.open("w") as log:
            monitor = subprocess.Popen(
                ["dbus-monitor", "--address", bus.address, "type='method_call',path='/org/freedesktop/secrets'"],
                stdout=log, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.addCleanup(monitor.wait)
        self.addCleanup(monitor.terminate)

        def heard(ping):
            lines = calls.read_text().splitlines()
            return sum(1 for line in lines if "method call" in line and ("member=Ping" in line) == ping)

        def is_heard():
            before = heard(ping=True)
            try:
                bus.call("org.freedesktop.DBus.Peer", "Ping", None, "/org/freedesktop/secrets", "org.freedesktop.DBus")
            except GLib.Error:
                pass
            return heard(ping=True) > before
        eventually(is_heard, "the monitor hears who calls the keyring")
        bus.activate()
        app = bus.app()
        app.add("milk")
        self.end(bus, app)
        eventually(is_heard, "what was called before is told")
        self.assertEqual(heard(ping=False), 0)

    def test_asked_to_end_it_closes_well(self):
        bus = self.bus()
        bus.activate()
        app = bus.app()
        app.add("milk")
        os.kill(app.process.pid, signal.SIGTERM)
        app.process.wait()
        names = sorted(os.listdir(self.data_folder))
        self.assertFalse([name for name in names if name.endswith("-wal")], "the file was closed")


class SearchTests(BusCase):
    def test_it_finds_and_shows(self):
        bus = self.bus()
        bus.activate()
        app = bus.app()
        app.new_list("Home")
        app.add("Buy milk", "Café <b>crème</b> & more")
        app.new_list("Work")
        app.add("Call Ann")
        milk = "todo:" + app.database.todo("Buy milk")["id"]
        self.assertEqual(bus.results("MILK"), [milk, "add:MILK"])
        found = bus.results("creme")
        self.assertEqual(len(found), 2)
        metas = bus.search("GetResultMetas", "(as)", [milk, *found, "todo:gone"])
        self.assertEqual([meta["name"] for meta in metas], ["Buy milk", "Café <b>crème</b> & more", "Add “creme”"])
        self.assertEqual(metas[0]["description"], "Home")
        self.assertEqual([meta["id"] for meta in metas], [milk, *found])
        bus.search("ActivateResult", "(sasu)", milk, ["MILK"], 0)
        app.wait_page("Home")
        eventually(lambda: app.row("Buy milk").node.has("focused"), "its row has the focus")
        self.end(bus, app)

    def test_it_is_started_without_a_window_and_ends_by_itself(self):
        bus = self.bus()
        self.assertEqual(bus.results("milk"), ["add:milk"])
        pid = bus.owner()
        self.assertEqual(bus.search("GetSubsearchResultSet", "(asas)", ["add:milk"], ["milk", "b"]), ["add:milk b"])
        self.assertEqual(x11.windows(pid), [])
        eventually(lambda: bus.owner() is None, "the process ends by itself", 40)
        names = sorted(os.listdir(self.data_folder))
        self.assertFalse([name for name in names if name.endswith("-wal")], "the file was closed")

    def test_it_adds_what_was_typed(self):
        bus = self.bus()
        self.assertEqual(bus.results("buy", "bread & <butter>"), ["add:buy bread & <butter>"])
        pid = bus.owner()
        bus.search("ActivateResult", "(sasu)", "add:buy bread & <butter>", ["buy"], 0)
        app = bus.app()
        self.assertEqual(app.process.pid, pid, "the process that answered shows the window")
        app.wait_row("buy bread & <butter>")
        eventually(lambda: app.row("buy bread & <butter>").node.has("focused"), "its row has the focus")
        self.assertEqual(len(bus.results("bread")), 2)
        self.end(bus, app)

    def test_many_questions_at_once(self):
        bus = self.bus()
        text = "x" * 40000
        for terms in [[""], [], ["!"], [text], ["a"], ["<b>", "&"]]:
            self.assertLessEqual(len(bus.results(*terms)), 5)
        self.assertEqual(bus.results(text), [])
        self.assertEqual(bus.results(), [])
        bus.search("LaunchSearch", "(asu)", ["milk"], 0)
        app = bus.app()
        self.end(bus, app)


class WindowTests(EndToEndTest):
    def size(self, app):
        return app.frame("Optimist").extents[2:]

    def test_size_and_page_are_remembered(self):
        app = self.launch()
        app.new_list("Home")
        app.new_list("Work")
        app.open("Home")
        app.resize(820, 560)
        size = self.size(app)
        app.close()
        app = self.launch()
        app.wait_page("Home")
        eventually(lambda: self.size(app) == size, lambda: f"size {size}, it is {self.size(app)}")
        app.open("Work")
        app.resize(860, 600)
        size = self.size(app)
        os.kill(app.process.pid, signal.SIGTERM)
        self.assertEqual(app.process.wait(), 0)
        app = self.launch()
        app.wait_page("Work")
        eventually(lambda: self.size(app) == size, lambda: f"size {size}, it is {self.size(app)}")

    def test_keys_close_what_they_should(self):
        app = self.launch()
        for keys, title in [("ctrl+comma", "Preferences"), ("ctrl+shift+a", "Accounts"),
                            ("ctrl+o", "Contents")]:
            app.key(keys)
            app.wait_frame(title)
            app.key("ctrl+w")
            app.wait_no_frame(title)
        for keys in ["ctrl+question", "ctrl+F1"]:
            app.key(keys)
            eventually(lambda: app.dialogs(), "the window of the shortcuts")
            app.wait("label", "New to-do with details")
            app.key("ctrl+w")
            eventually(lambda: not app.dialogs(), "it is closed")
        app.key("ctrl+comma")
        app.wait_frame("Preferences")
        app.key("ctrl+q")
        self.assertEqual(app.process.wait(), 0)

    def test_style_is_kept(self):
        app = self.launch()
        light = screenshot.brightness()
        self.picture("style-light")
        app.key("ctrl+comma")
        app.wait_frame("Preferences")
        app.key("space", "Down", "Down", "Return")
        eventually(lambda: screenshot.brightness() < light - 0.2, "the windows are dark")
        app.key("Escape")
        app.wait_no_frame("Preferences")
        app.close()
        app = self.launch()
        self.assertLess(screenshot.brightness(), light - 0.2)
        self.picture("style-dark")

    def test_pictures_of_the_new_windows(self):
        for scheme in ["light", "dark"]:
            app = self.launch(home=self.new_home(), environment={"ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}"})
            for keys, name in [("ctrl+comma", "preferences"), ("ctrl+question", "shortcuts")]:
                app.key(keys)
                eventually(lambda: app.dialogs(), f"the window of the {name}")
                app.wait("label", re.compile("^Appearance$|^New to-do with details$"))
                self.settled()
                self.picture(f"{scheme}-{name}")
                app.key("Escape")
                eventually(lambda: not app.dialogs(), "it is closed")
            app.key("F10")
            app.choose("About Optimist")
            # A window of its own, or a part of the main one in newer versions of libadwaita.
            app.wait("label", re.compile("^The Optimist Authors$"))
            self.settled()
            self.picture(f"{scheme}-about")
            app.key("Escape")
            app.wait_gone("label", re.compile("^The Optimist Authors$"))
            app.close()

    def test_ends_by_key_while_about_is_open(self):
        app = self.launch()
        app.key("F10")
        app.choose("About Optimist")
        app.wait("label", re.compile("^The Optimist Authors$"))
        app.key("ctrl+q")
        self.assertEqual(app.process.wait(20), 0)


class ZoneTests(EndToEndTest):
    """Another time zone while the window is open."""

    # 26 hours apart: never the same day.
    WEST, EAST = "Etc/GMT+12", "Etc/GMT-14"

    def enter(self, zone):
        """Changes the zone as timedatectl does."""
        link = self.etc / "localtime"
        (self.etc / "localtime.new").symlink_to(f"/usr/share/zoneinfo/{zone}")
        os.replace(self.etc / "localtime.new", link)
        offset = datetime.timedelta(hours=-12 if zone == self.WEST else 14)
        return (datetime.datetime.now(datetime.timezone.utc) + offset).date()

    def test_today_follows_the_zone(self):
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
            self.skipTest("no right to a /etc of its own")
        # The app sees a copy of /etc, in which the zone is changed.
        self.etc = Path(self.home) / "etc"
        shutil.copytree("/etc", self.etc, symlinks=True, ignore_dangling_symlinks=True)
        wrapper = Path(self.home) / "optimist"
        wrapper.write_text(f'#!/bin/sh\nexec unshare --mount sh -c \'mount --bind "{self.etc}" /etc && '
                           f'unset TZ && exec "{Options.binary}" "$@"\' optimist "$@"\n')
        wrapper.chmod(0o755)
        self.enter(self.WEST)
        app = Optimist(str(wrapper), self.home, str(self.log))
        self.apps.append(app)
        app.wait_for_main()
        app.open("Today")
        for zone in [self.EAST, self.WEST]:
            day = self.enter(zone)
            app.wait("push button", dates.long(day))
            self.assertEqual(app.title(), "Today")
