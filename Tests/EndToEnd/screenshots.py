#!/usr/bin/python3
"""Takes the pictures that software centres show, from the running app.

    screenshots.py --binary PATH --output DIR

Each is the window alone with its shadow on nothing, as it would stand on any desktop: it is shown twice
by a compositor, on black and on white, and what differs is transparent.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import wayland  # noqa: E402
from harness.database import Database  # noqa: E402
from harness.optimist import Optimist  # noqa: E402
from harness.process import database_path  # noqa: E402
from harness.wayland import Compositor, WaylandOptimist  # noqa: E402
from harness.waiting import eventually  # noqa: E402

# Nothing listens there: the app is offline.
NOWHERE = ["--firestore-emulator", "127.0.0.1:9", "--project", "demo-optimist", "--user", "me"]


NOTES = "It is in the attic, behind the skis. Dry it first: https://www.example.org/tents"

#: With how each looks, and its to-dos with their options and their subtasks.
LISTS = {
    "Home": (["--color", "green"], [
        ("Water the plants", ["--due", "today", "--repeat", "every 3 days"]),
        ("Call Ann", ["--due", "tomorrow 17:00", "--star", "--remind", "15m"]),
        ("Bring back the library books", ["--due", "+5", "--tag", "errands"]),
        ("Mend the bicycle", ["--notes", "The rear brake."], ["Buy a brake cable", "Oil the chain"]),
        ("Pay the rent", ["--due", "+9", "--repeat", "every month", "--priority", "medium"]),
    ]),
    "Camping Trip": (["--color", "orange"], [
        ("Pack the tent", ["--star", "--due", "+1", "--tag", "gear", "--notes", NOTES, "--remind", "1d"],
         ["Poles and pegs", "Ground sheet", "Mend the zip"]),
        ("Ask Noor for the big pan", ["--due", "today 18:30", "--tag", "kitchen"]),
        ("Look up the trains", ["--due", "tomorrow", "--url", "https://www.example.org/trains"]),
        ("Buy gas for the stove", ["--due", "+6", "--tag", "kitchen", "--tag", "errands"]),
        ("Charge the head lamps", ["--start", "+3", "--tag", "gear"]),
        ("Book the site by the lake", []),
        ("Choose a weekend", []),
    ]),
    "Work": (["--color", "blue"], [
        ("Send the invoice", ["--due", "today", "--star"]),
        ("Write the minutes", ["--due", "+2", "--tag", "team"]),
        ("Stand-up meeting", ["--due", "today 09:30", "--repeat", "every weekday"]),
        ("Order paper", []),
    ]),
}
DONE = ["Book the site by the lake", "Choose a weekend", "Poles and pegs", "Oil the chain"]


class Studio:
    """A home folder with to-dos, and a compositor for each picture."""

    def __init__(self, binary, folder, log):
        self.binary = binary
        self.folder = folder
        self.log = log
        self.home = tempfile.mkdtemp(prefix="optimist-studio-")
        # A caret that blinks would be in one picture of two.
        style = Path(self.home) / "config" / "gtk-4.0"
        style.mkdir(parents=True)
        (style / "settings.ini").write_text("[Settings]\ngtk-cursor-blink=false\n")

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)

    def command(self, *arguments):
        """Runs a command of the app on this home folder."""
        folders = {f"XDG_{name.upper()}_HOME": os.path.join(self.home, name)
                   for name in ("data", "config", "state", "cache")}
        subprocess.run([self.binary, *arguments], check=True, stdout=subprocess.DEVNULL, timeout=60,
                       env={**os.environ, **folders, "HOME": self.home, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"})

    def page(self, value):
        """Sets the page that opens at the next start, as the app remembers it."""
        file = Path(self.home) / "config" / "glib-2.0" / "settings" / "keyfile"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"[io/github/optimist_todo/Optimist]\nlast-scope='{value}'\n"
                        "window-width=960\nwindow-height=620\nsave-unsent-changes=true\n")

    def take(self, name, is_ready, arguments=(), environment=None, prepare=None):
        """Starts the app on black and on white and makes one picture of both; `prepare` presses keys before."""
        shots = [self._shot(background, is_ready, arguments, environment, prepare)
                 for background in ("000000", "ffffff")]
        path = self.folder / f"{name}.png"
        join(*shots, path)
        print(f"  {path}", flush=True)

    def _shot(self, background, is_ready, arguments, environment, prepare):
        compositor = Compositor(
            self.log.with_suffix(".compositor.txt"), takes_keys=prepare is not None, background=background)
        app = None
        try:
            app = WaylandOptimist(compositor, self.binary, self.home, str(self.log), arguments, environment)
            app.wait_for_main()
            eventually(lambda: is_ready(app), lambda: f"the page is ready: {app.rows()}")
            if prepare:
                prepare(app)
            return self._still(compositor, background)
        finally:
            if app:
                # Its last settings shall not become the next picture's.
                app.process.kill()
            compositor.stop()

    def _still(self, compositor, background):
        """A picture of what does not move any more."""
        paths = [Path(self.home) / f"{background}-{turn}.png" for turn in range(2)]
        compositor.picture(paths[0])

        def is_still():
            compositor.picture(paths[1])
            same = paths[0].read_bytes() == paths[1].read_bytes()
            paths[1].replace(paths[0])
            return same
        eventually(is_still, "the picture stands still", pause=0.4)
        return paths[0]


def join(black, white, path):
    """What shines through differs between the two; the rest is the window."""
    with tempfile.TemporaryDirectory() as folder:
        alpha = os.path.join(folder, "alpha.png")
        run("convert", white, black, "-alpha", "off", "-compose", "difference", "-composite", "-negate",
            "-colorspace", "Gray", alpha)
        # On black a colour is darker by what shines through.
        run("convert", black, alpha, "-alpha", "off", "-compose", "Divide_Src", "-composite", alpha,
            "-compose", "CopyOpacity", "-composite", "-shave", "2x2", "-trim", "+repage", "-strip",
            "-define", "png:exclude-chunks=date,time", path)


def run(*command):
    subprocess.run([str(word) for word in command], check=True, timeout=120)


def shows(*titles):
    def is_ready(app):
        found = sum(app.titles(), [])
        return all(title in found for title in titles)
    return is_ready


def open_first(app):
    """Opens the details of the first row, below the entry, which has the focus."""
    app.key("Down", "F2")
    eventually(lambda: app.find("text", "Title", within="Details"), "the details are open")
    app.compositor.hide_pointer()


def furnish(studio):
    """Makes the lists in the window and fills them by commands."""
    app = Optimist(studio.binary, studio.home, str(studio.log), environment={"GDK_BACKEND": "x11"})
    try:
        app.wait_for_main()
        for name in LISTS:
            app.new_list(name)
            app.wait_page(name)
        if app.close() != 0:
            raise AssertionError("the app did not end well")
    finally:
        app.process.kill()
    for name, (look, todos) in LISTS.items():
        studio.command("lists", "edit", name, *look)
        for title, options, *parts in todos:
            studio.command("add", title, "--literal", "--list", name, *options)
            for part in sum(parts, []):
                studio.command("add", part, "--literal", "--parent", app.database.todo(title)["id"])
    for title in DONE:
        studio.command("done", app.database.todo(title)["id"])


def take_all(studio):
    furnish(studio)
    ids = {row["name"]: row["id"] for row in Database(database_path(studio.home)).lists()}
    camping = [title for title, *_ in LISTS["Camping Trip"][1]]
    studio.page(f"list:{ids['Camping Trip']}")
    studio.take("list", shows(*camping))
    studio.take("details", shows(*camping), prepare=open_first)
    studio.page("today")
    studio.take("today-dark", shows("Water the plants", "Send the invoice"),
                environment={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
    studio.page(f"list:{ids['Home']}")
    studio.take("offline", lambda app: bool(app.banner()) and shows("Call Ann")(app), NOWHERE)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True, help="the installed program")
    arguments.add_argument("--output", required=True, help="where the pictures go")
    options = arguments.parse_args()
    if reason := wayland.missing():
        print(f"screenshots: {reason}", file=sys.stderr)
        return 1
    folder = Path(options.output).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as logs:
        studio = Studio(os.path.abspath(options.binary), folder, Path(logs) / "stderr.txt")
        try:
            take_all(studio)
        finally:
            studio.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
