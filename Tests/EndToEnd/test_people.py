"""People: two thousand of them from the emulator, with pictures from a server that misbehaves."""

import re
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from harness import screenshot, x11, xdotool
from harness.case import EndToEndTest
from harness.people import KINDS, People
from harness.pictures import PictureServer
from harness.tree import Gone
from harness.relay import Relay
from harness.waiting import eventually

MANY = 2000
SIDE = 40
PERSON = re.compile(r"^(?P<name>.*), @(?P<user>\S+)$", re.DOTALL)


def color(number):
    """The colour of somebody's picture: red, green, blue."""
    return tuple(sha256(str(number).encode()).digest()[:3])


class PeopleTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.people = People(self.emulator)
        self.addCleanup(self.people.remove)

    def pictures(self, **options):
        server = PictureServer(**options)
        self.addCleanup(server.stop)
        return server

    def open_people(self, app):
        app.key("ctrl+shift+p")
        app.wait_frame("People")

    def rows(self, app):
        """The people that have a widget now, as (user name, node)."""
        try:
            people = app.find("list", "People", within="People")
            found = [(PERSON.match(item.seen_name), item) for item in people.below] if people else []
            return [(match["user"], item) for match, item in found if match]
        except Gone:
            return []

    def wait_person(self, app, user, limit=20):
        return eventually(lambda: dict(self.rows(app)).get(user),
                          lambda: f"{user} among {[name for name, _ in self.rows(app)][:8]}", limit)

    def search(self, app, text):
        app.key("ctrl+f", "ctrl+a")
        app.type(text)


class BrowsingTests(PeopleTest):
    def test_first_visit_search_and_second_visit(self):
        readable = self.people.seed(MANY)
        app = self.launch(*self.account())
        self.open_people(app)
        eventually(lambda: len(self.rows(app)) > 5, "people are there")
        app.wait("label", "20 people could not be read", within="People")
        self.assertEqual(readable, MANY - 20)
        self.search(app, "lukasz 1131")
        eventually(lambda: [user for user, _ in self.rows(app)][:1] == ["user01131"],
                   lambda: f"only one is found: {self.rows(app)}")
        self.search(app, "nobody is called so")
        app.wait("label", "Nobody Found", within="People")
        app.key("Escape")
        eventually(lambda: len(self.rows(app)) > 5, "everybody again")
        app.key("Escape")
        app.wait_no_frame("People")
        app.close()
        self.apps.remove(app)

        # The server is gone, and what the last visit learnt is shown at once.
        proxy = self.proxy()
        app = self.launch(*self.account(self.emulator.host))
        proxy.stop()
        self.open_people(app)
        eventually(lambda: len(self.rows(app)) > 5, "people are there again")

    def test_offline_shows_what_is_known_and_its_age(self):
        self.people.seed(30)
        relay = self.relay()
        app = self.launch(*self.account(relay.host))
        self.open_people(app)
        self.wait_person(app, "user00001")
        app.key("Escape")
        app.wait_no_frame("People")
        relay.stop()
        self.open_people(app)
        self.wait_person(app, "user00001")
        app.wait("label", re.compile(r"^(Offline|Shown).*as of"), within="People", limit=60)
        relay.start()
        # First in the order: rows out of sight need not be in the tree.
        self.people.add("late", "latecomer", "Aa Late Comer")
        app.press("Try Again", within="People")
        self.wait_person(app, "latecomer")

    def test_nothing_known_and_no_server(self):
        relay = self.relay()
        app = self.launch(*self.account(relay.host))
        app.add("milk")
        app.wait_synced()
        relay.stop()
        self.open_people(app)
        app.wait("push button", "Try Again", within="People", limit=60)
        self.people.seed(5)
        relay.start()
        app.press("Try Again", within="People")
        self.wait_person(app, "user00001")

    def relay(self):

        relay = Relay(self.emulator.host)
        self.addCleanup(relay.stop)
        return relay


class ScrollingTests(PeopleTest):
    def test_the_window_never_waits(self):
        """Through two thousand people with pictures that are slow, broken, huge and wrong in turn."""
        pictures = self.pictures(slowness=0.5)
        self.people.seed(MANY, pictures)
        log = Path(tempfile.mkstemp(prefix="optimist-watchdog-")[1])
        self.addCleanup(log.unlink)
        app = self.launch(*self.account(), environment={"OPTIMIST_WATCHDOG": str(log)})
        self.open_people(app)
        eventually(lambda: len(self.rows(app)) > 5, "people are there")
        app.wait("label", "20 people could not be read", within="People")
        window = app.window_of(app.frame("People"))
        before, memory = len(log.read_text().splitlines()), resident(app)
        x, y, width, height = x11.geometry(window)
        started = time.monotonic()
        for _ in range(60):
            xdotool.click(x + width // 2, y + height - 120, button=5, times=5)
        asked_while_scrolling = len(pictures.requests)
        wheel = len(log.read_text().splitlines()) - before
        app.key("Down")
        for key in ["End", "Home", "End"]:
            app.key(key)
        eventually(lambda: any(int(user[4:]) for user, _ in self.rows(app)), "rows at the end")
        seconds = time.monotonic() - started
        waits = [float(line) for line in log.read_text().splitlines()[before:] if not line.startswith("max")]
        pings = seconds / 0.005
        print(f"[{seconds:.1f} s of scrolling: {len(waits)} waits over 16 ms of about {pings:.0f} looks, "
              f"{wheel} with the wheel, longest {max(waits, default=0):.0f} ms; {asked_while_scrolling} pictures asked for, at most "
              f"{pictures.most_open} at once; memory {memory} → {resident(app)} MB]", end=" ", flush=True)
        self.assertLess(asked_while_scrolling, MANY / 2, "only rows that are looked at ask for their picture")
        self.assertLess(resident(app) - memory, 120, "MB more than before")
        huge = sum(1 for path in pictures.requests if path.startswith("/huge"))
        self.assertLess(pictures.bytes_sent, (huge + 1) * 12 * 1024 * 1024, "nobody reads a picture without end")

    def test_every_face_is_the_right_one(self):
        """Colours on the screen are compared with those of the pictures."""
        pictures = self.pictures(slowness=0.3)
        self.people.seed(200, pictures)
        app = self.launch(*self.account())
        self.open_people(app)
        eventually(lambda: len(self.rows(app)) > 5, "people are there")
        window = app.window_of(app.frame("People"))
        x, y, width, height = x11.geometry(window)
        for turns in [0, 7, 3]:
            for _ in range(turns):
                xdotool.click(x + width // 2, y + height - 120, button=5, times=5)
            eventually(lambda: self.are_right(self.faces(app, window)),
                       # What scrolls while it is looked at is not right.
                       lambda: f"faces {self.faces(app, window)}", 120)
        self.picture("people-pictures")

    def faces(self, app, window):
        """Whether the people on the screen whose pictures can be shown have theirs, by user name."""
        found = {}
        _, y, _, height = x11.geometry(window)
        screen = screenshot.Screen()
        people = app.find("list", "People", within="People")
        origin_x, origin_y = app.origin(people.frame())
        above = y + height
        # A row that is scrolled out of sight tells the place that it had in the last frame, in the middle of the window
        # after a long step. Downwards, the later row is where it says.
        for node in reversed(people.below):
            try:
                left, top, _, down = node.extents
                left, top = origin_x + left, origin_y + top
                if down <= 0 or top + down > above + down // 2:
                    continue
                above = top
                # A list has many more rows than are in sight: only those are asked for their names.
                if top < y + 150 or top + down > y + height - 90:
                    continue
                user = PERSON.match(node.seen_name)["user"]
            except Gone:
                continue
            number = int(user[4:])
            # The picture is no part of the tree: it says nothing that the name does not.
            seen = screen.pixel(left + 12 + SIDE // 2, top + (down - SIDE) // 2 + 5)
            is_right = near(seen, color(number))
            kind = KINDS[number % len(KINDS)]
            found[user] = is_right if kind in ("good", "slow") else not is_right
        return found

    @staticmethod
    def are_right(faces):
        return len(faces) > 3 and all(faces.values())


class AssigningTests(PeopleTest):
    def test_a_todo_is_given_to_somebody(self):
        self.people.add(self.user, "me", "My Self")
        self.people.add("bob-" + self.user, "bob", "Bob Builder")
        app = self.launch(*self.account())
        app.new_list("Home")
        app.add("Paint the fence")
        app.select("Paint the fence")
        app.key("Return")
        app.wait_frame("Details")
        app.press(re.compile("^Choose a Person"), within="Details")
        self.search_in_chooser(app, "builder")
        app.key("Return")
        app.wait("label", "Bob Builder", within="Details")
        self.picture("assign")
        app.wait_synced()
        todo, = self.emulator.live(self.user, "todos").values()
        self.assertEqual(todo["assignee"], "bob-" + self.user)
        self.picture("assigned")

    def search_in_chooser(self, app, text):
        app.wait("entry", "Search People")
        app.type(text)
        eventually(lambda: any("Bob" in item.name for item in self.chooser_items(app)), "Bob is found")

    def chooser_items(self, app):
        people = app.find("list", "People")
        return people.children if people else []

    def test_assigned_to_me_and_my_profile(self):
        self.people.add(self.user, "me", "My Self")
        self.emulator.commit(self.user, "lists", [{"id": "l", "deleted": False, "name": "Home"}])
        self.emulator.commit(self.user, "todos", [
            {"id": "1", "deleted": False, "listID": "l", "content": "Mine", "assignee": self.user},
            {"id": "2", "deleted": False, "listID": "l", "content": "Anybody’s"}])
        app = self.launch(*self.account())
        app.open("Assigned to Me")
        app.wait_titles(["Mine"])
        app.add("Mine too")
        app.wait_synced()
        given = [fields.get("assignee") for fields in self.emulator.live(self.user, "todos").values()
                 if fields["content"] == "Mine too"]
        self.assertEqual(given, [self.user])
        self.open_people(app)
        self.wait_person(app, "me")
        app.press("My Profile…", within="People")
        app.wait_frame("My Profile")
        name = app.wait("text", "Full Name", within="My Profile")
        eventually(lambda: name.text == "My Self", "the name is there")
        app.click(name)
        app.key("ctrl+a")
        app.type("New Name")
        self.picture("profile")
        # Another computer changes the rest.
        self.people.add(self.user, "me2", "My Self")
        app.press("Save", within="My Profile")
        app.wait_no_frame("My Profile")
        eventually(lambda: self.people.read(self.user).get("fullname") == "New Name", "the server has it")
        self.assertEqual(self.people.read(self.user).get("username"), "me2")


def near(one, other):
    return all(abs(a - b) <= 12 for a, b in zip(one, other))


def resident(app):
    """Megabytes of memory in use."""
    for line in Path(f"/proc/{app.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0
