"""Two devices of one user: each a home folder, a wire to the server, and the app that runs on them."""

import os
import shutil

from . import x11
from .case import EndToEndTest, Options
from .database import Database
from .process import AppProcess, database_path
from .relay import Relay
from .waiting import eventually

SETTINGS = "config/glib-2.0/settings/keyfile"


class Device:
    def __init__(self, test, name, host, place):
        """
        test: the test that launches apps and cleans up
        place: x, y, width, height of the window on the screen
        """
        self.test, self.name, self.place = test, name, place
        self.home = test.new_home()
        self.relay = Relay(host)
        test.addCleanup(self.relay.stop)
        self.arguments = test.account(self.relay.host)
        self.database = Database(database_path(self.home))
        self.app = None

    def __repr__(self):
        return f"device {self.name}"

    # Runs

    def launch(self):
        """Starts the app with its window in the device's place."""
        self.app = self.test.launch(*self.arguments, home=self.home)
        window = self.app.window_of(self.app.frame("Optimist"))
        x, y, width, height = self.place
        x11.move(window, x, y)
        x11.resize(window, width, height)
        eventually(lambda: x11.geometry(window) == self.place, f"the window of {self} is in its place")
        return self.app

    def run(self, environment=None):
        """Starts the app without looking at its window; the caller ends it."""
        process = AppProcess(Options.binary, self.home, str(self.test.log), self.arguments, environment)
        self.test.addCleanup(process.kill)
        return process

    def close(self):
        """Ends the app as a person would."""
        self.test.assertEqual(self.app.close(), 0, "the exit code of the app")
        self.test.apps.remove(self.app)
        self.app = None

    def save_unsent_changes(self, is_asking_needless):
        """Sets whether what an earlier run left over is sent without asking."""
        path = os.path.join(self.home, SETTINGS)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a", encoding="utf-8") as file:
            # Of a key that stands there twice the last one counts.
            file.write(f"\n[io/github/optimist_todo/Optimist]\nsave-unsent-changes={str(is_asking_needless).lower()}\n")

    # What it holds

    def todos(self):
        """What is in the database as {id: {field: value}}, in the server's words."""
        return {row["id"]: {"listID": row["listID"], "content": row["content"], "notes": row["notes"],
                            "date": row["dueDay"], "priority": row["priority"], "done": bool(row["isDone"]),
                            "position": row["position"]}
                for row in self.database.todos()}

    def is_idle(self):
        """Whether nothing waits to be sent."""
        return not self.database.rows("SELECT 1 FROM outbox LIMIT 1")


class TwoDevicesTest(EndToEndTest):
    """Tests with two devices, their windows side by side. At the end everything is counted: on the
    server and in both databases."""

    LEFT, RIGHT = (0, 0, 640, 880), (640, 0, 640, 880)

    def setUp(self):
        super().setUp()
        self.set_up_devices(self.emulator.host)

    def set_up_devices(self, host):
        self.left = Device(self, "left", host, self.LEFT)
        self.right = Device(self, "right", host, self.RIGHT)
        self.devices = [self.left, self.right]

    @property
    def server(self):
        return self.emulator

    def begin(self, *titles):
        """Both devices show the list Home with these to-dos."""
        app = self.left.launch()
        app.new_list("Home")
        app.add(*titles)
        app.wait_synced()
        self.right.launch()
        self.right.app.open("Home")
        self.right.app.wait_titles(titles)
        return self.left.app, self.right.app

    def cut(self, *devices):
        for device in devices or self.devices:
            device.relay.stop()

    def connect(self, *devices):
        """Network again, and a press of F5 instead of waiting for the next try."""
        for device in devices or self.devices:
            device.relay.start()
            device.app.key("F5")

    def rename(self, app, title, new):
        self.begin_renaming(app, title, new)
        app.close_details()
        app.wait_row(new)

    def begin_renaming(self, app, title, new):
        app.open_details(title)
        app.key("ctrl+a")
        app.type(new)

    # Counting

    def check(self, titles, limit=40):
        """In the end the server and both databases hold exactly these to-dos, field by field alike."""
        self.wait_alike(limit)
        wanted = sorted(titles)
        self.assertEqual(self.server.contents(self.user), wanted)
        for device in self.devices:
            self.assertEqual(sorted(device.database.contents()), wanted, device)

    def wait_alike(self, limit=40):
        """Waits until nothing waits to be sent and all three hold the same."""
        devices = self.devices
        eventually(lambda: all(device.is_idle() for device in devices), lambda: f"all is sent; {self.waiting()}", limit)
        eventually(lambda: devices[0].todos() == devices[1].todos(),
                   lambda: f"both databases are alike; {self.differences()}", limit, 0.1)
        eventually(lambda: self.server_todos() == devices[0].todos(),
                   lambda: f"the server has the same; {self.differences()}", 10, 0.2)
        lists = {name: fields["name"] for name, fields in self.server.live(self.user, "lists").items()}
        for device in devices:
            self.assertEqual({row["id"]: row["name"] for row in device.database.lists()}, lists, device)

    def server_todos(self):
        """The server's living to-dos, with the fields that Device.todos has."""
        names = ("listID", "content", "notes", "date", "priority", "done", "position")
        return {name: {field: fields.get(field) for field in names}
                for name, fields in self.server.live(self.user, "todos").items()}

    def waiting(self):
        return {device.name: len(device.database.outbox()) for device in self.devices}

    def differences(self):
        """How many to-dos each of the three holds, and a few that are not the same in all."""
        held = {"server": self.server_todos(), **{device.name: device.todos() for device in self.devices}}
        names = set().union(*held.values())
        unlike = [name for name in names if len({repr(todos.get(name)) for todos in held.values()}) > 1]
        return ({where: len(todos) for where, todos in held.items()}, len(unlike),
                [{where: todos.get(name) for where, todos in held.items()} for name in sorted(unlike)[:3]])

    def _keep_evidence(self):
        super()._keep_evidence()
        for device in self.devices:
            folder = os.path.join(device.home, "data", "optimist")
            if os.path.isdir(folder):
                shutil.copytree(folder, Options.output / "failures" / f"{self.name}.{device.name}.data",
                                dirs_exist_ok=True)
