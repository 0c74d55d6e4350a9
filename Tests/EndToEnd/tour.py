#!/usr/bin/python3
"""Uses the app as a person would and takes pictures: add three to-dos, tick one, star one, rename a list.

    tour.py --binary PATH --output DIR [--firestore-emulator HOST:PORT --project P --user U]

With an emulator it ends with what the server holds, without one with what the database holds. The exit
code is 0 if everything worked.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import emulator, screenshot  # noqa: E402
from harness.optimist import Optimist  # noqa: E402
from harness.waiting import eventually  # noqa: E402

TODOS = ["Buy milk", "Call Ann", "Book the train"]


class Album:
    """Numbered pictures in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.number = 0

    def take(self, what):
        self.number += 1
        path = self.folder / f"{self.number:02}-{what}.png"
        screenshot.take(path)
        print(f"  {path}", flush=True)


def walk_through(app, album):
    app.wait_footer("")
    album.take("first-start")
    app.press("New List")
    app.wait_frame("New List")
    app.type("Home")
    album.take("new-list")
    app.key("Return")
    app.wait_page("Home")
    app.add(*TODOS)
    app.wait_titles(TODOS)
    album.take("three-to-dos")
    app.tick("Call Ann")
    app.wait_titles(["Buy milk", "Book the train"], ["Call Ann"])
    app.star("Book the train")
    app.wait_row("Book the train", lambda row: row.is_starred)
    album.take("one-done-one-starred")
    app.click(app.place_row("Home"))
    app.key("F2")
    app.wait_frame("Edit List")
    app.key("ctrl+a")
    app.type("Family")
    album.take("rename-list")
    app.key("Return")
    app.wait_page("Family")
    app.wait_places([("Important", 1), ("Today", 0), ("Family", 2)])
    album.take("renamed")
    app.open("Important")
    app.wait_titles(["Book the train"])
    album.take("important")


def expected(rows):
    """Whether these are the three to-dos as (text, done, starred)."""
    return sorted(rows) == [("Book the train", False, True), ("Buy milk", False, False), ("Call Ann", True, False)]


def table(headings, rows):
    rows = [headings] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(headings))]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def look_at_server(app, options):
    server = emulator.Running(options.firestore_emulator, options.project)
    app.wait_synced()
    lists = server.live(options.user, "lists")
    todos = server.live(options.user, "todos")
    print(f"\nThe server at {server.host} now holds, below users/{options.user}:")
    table(["document", "text", "done", "priority", "list"],
          [[f"lists/{name}", fields["name"], "", "", ""] for name, fields in lists.items()]
          + [[f"todos/{name}", fields["content"], fields["done"], fields["priority"],
              lists.get(fields["listID"], {}).get("name", "?")] for name, fields in todos.items()])
    held = [(fields["content"], fields["done"], fields["priority"] == 1) for fields in todos.values()]
    if not expected(held) or [fields["name"] for fields in lists.values()] != ["Family"]:
        raise AssertionError("that is not what was entered")


def look_at_database(app):
    lists = {row["id"]: row["name"] for row in app.database.lists()}
    todos = app.database.todos()
    print(f"\nThe database {app.database.path} now holds:")
    table(["text", "done", "priority", "list"],
          [[row["content"], bool(row["isDone"]), row["priority"], lists.get(row["listID"], "?")] for row in todos])
    held = [(row["content"], bool(row["isDone"]), row["priority"] == 1) for row in todos]
    if not expected(held) or list(lists.values()) != ["Family"]:
        raise AssertionError("that is not what was entered")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--binary", required=True, help="the installed program")
    arguments.add_argument("--output", required=True, help="where the pictures go")
    arguments.add_argument("--firestore-emulator", metavar="HOST:PORT", help="of a running emulator")
    arguments.add_argument("--project", default=emulator.PROJECT)
    arguments.add_argument("--user", help="without one, a new one")
    options = arguments.parse_args()
    folder = Path(options.output).resolve()
    folder.mkdir(parents=True, exist_ok=True)

    own = None
    home = tempfile.mkdtemp(prefix="optimist-tour-")
    log = folder / "stderr.txt"
    log.unlink(missing_ok=True)
    app = None
    try:
        if not options.firestore_emulator and not emulator.missing():
            print("Starting the Firestore emulator for this tour.", flush=True)
            own = emulator.Emulator(folder / "emulator.log")
            options.firestore_emulator = own.host
        options.user = options.user or f"tour-{os.getpid()}"
        settings = []
        if options.firestore_emulator:
            settings = ["--firestore-emulator", options.firestore_emulator, "--project", options.project,
                        "--user", options.user]
        else:
            print(f"No server: {emulator.missing()}; everything stays in a database on this computer.")
        app = Optimist(os.path.abspath(options.binary), home, str(log), settings)
        app.wait_for_main()
        print("Pictures:", flush=True)
        walk_through(app, Album(folder))
        if options.firestore_emulator:
            look_at_server(app, options)
        else:
            look_at_database(app)
        eventually(lambda: not app.dialogs(), "no dialog is open")
        code = app.close()
        if code != 0:
            raise AssertionError(f"the app ended with code {code}")
        print("\nThe tour went well.")
        return 0
    except (AssertionError, OSError) as error:
        print(f"\nThe tour did not work: {error}", file=sys.stderr)
        if log.exists():
            print(log.read_text(errors="replace"), file=sys.stderr)
        return 1
    finally:
        if app:
            app.process.kill()
        if own:
            own.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
