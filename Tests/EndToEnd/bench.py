#!/usr/bin/python3
"""Measures the running program by its own frame trace, beside programs in C that do the same work with the toolkit
alone, and prints tables.

    bench.py --binary PATH --output DIR [--sizes 0,1000,…] [--starts N] [--adds N] [--beside PATH]
      [--only window|starts|adds|scrolling|idle|sync|caldav]

Real key presses and wheel turns on a virtual display. Times come from the programs' traces, written
by the monotonic clock that this script reads too; nothing here is asserted. The lines are kept in results.json
(harness/results.py). What happens while nothing happens is measured by bench_idle.py, synchronisation by
bench_sync.py, at the end. With --beside another version of the program is measured in turns with this one, and nothing else.
"""

import argparse
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from bench_beside import VersionsBench  # noqa: E402
from harness import traced  # noqa: E402
from harness.results import Results  # noqa: E402
from harness.traced import Traced  # noqa: E402
from harness.usage import proportional_memory  # noqa: E402

#: Adds in one run of a program; then the other one has its turn.
BLOCK = 50


def members(*texts):
    """A set of short texts as the database keeps it: how many, and each after its length."""
    return bytes([len(texts)]) + b"".join(bytes([len(text)]) + text.encode() for text in texts)


def fill(database, count):
    """Puts to-dos into one list, a tenth of them done, and a tenth with a due time, tags and a parent."""
    connection = sqlite3.connect(database)

    def name(number):
        return f"00000000-0000-4000-8000-{number:012d}"

    def rows():
        for n in range(count):
            due = n % 10 == 4
            yield (name(n), f"To-do number {n} with a title of usual length", 1 if n % 100 == 0 else 0,
                   1 if n % 10 == 9 else 0, f"0VbZ{n:08d}", n, n,
                   f"2027-{1 + n // 10 % 12:02d}-{1 + n // 120 % 28:02d}" if due else None, "17:00:00" if due else None,
                   members("home", "work") if due else None, name(n - 1) if due else None)

    with connection:
        connection.execute(
            "INSERT INTO list (id, name, position, createdAt, modifiedAt) VALUES (?,?,?,?,?)",
            ("bench", "Bench", "0VbZ0000", 0, 0),
        )
        if any(row[1] == "dueDay" for row in connection.execute("PRAGMA table_info(todo)")):
            connection.executemany(
                """INSERT INTO todo (id, listID, content, notes, priority, isDone, position, createdAt, modifiedAt, dueDay,
                  dueTime, tags, parent) VALUES (?,'bench',?,'',?,?,?,?,?,?,?,?,?)""", rows())
            connection.executemany(
                "INSERT INTO todoTag (tag, todo) VALUES (?,?)",
                ((tag, name(n)) for n in range(4, count, 10) for tag in ("home", "work")))
        else:
            # An earlier version of the program, to compare with: it knows none of these.
            connection.executemany(
                """INSERT INTO todo (id, listID, content, notes, priority, isDone, position, createdAt, modifiedAt)
                  VALUES (?,'bench',?,'',?,?,?,?,?)""", (row[:7] for row in rows()))
    connection.close()


class WindowBench:
    """Start, memory, Enter and scrolling."""

    def __init__(self, binary, output, options):
        self.binary, self.output, self.options = binary, output, options
        self.sizes = [int(size) for size in options.sizes.split(",")]
        self.results = Results(output / "results.json")
        output.mkdir(parents=True, exist_ok=True)
        self.floor = traced.build_floor(output)
        self.floor_home = output / "home-floor"
        shutil.rmtree(self.floor_home, ignore_errors=True)
        self.floor_home.mkdir()

    def run(self):
        homes = {size: self.prepared(size) for size in self.sizes}
        self.starts(homes)
        self.adds()
        self.scrolling(homes)

    def app(self, home, arguments=(), blinks=True):
        return Traced([self.binary, "--non-unique", *arguments], home, blinks)

    def prepared(self, count):
        """A home folder with a database of that size, made anew."""
        home = self.output / f"home-{count}"
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        app = self.app(home)
        app.wait_frame(0, what="the first window")
        app.end()
        if count:
            fill(home / "data/optimist/optimist.sqlite", count)
        return home

    def starts(self, homes):
        """From exec to the first frame with to-dos and to all rows, each start beside one of the empty window."""
        first, whole, memory = ({size: [] for size in homes} for _ in range(3))
        empty = []
        for _ in range(self.options.starts):
            for size, home in homes.items():
                app = self.app(home)
                first[size].append((app.wait_frame(min(size, 1)) - app.started) / 1000)
                whole[size].append((app.wait_frame(size) - app.started) / 1000)
                time.sleep(1)
                memory[size].append(proportional_memory(app.process.pid))
                app.end()
                window = Traced([self.floor, "window"], self.floor_home)
                empty.append((window.wait_frame(0) - window.started) / 1000)
                window.end()
        self.results.begin("start")
        for size in homes:
            self.results.add(f"start to first frame, {size} to-dos", "ms", first[size],
                             ("empty window in C", empty), 1.2)
        for size in homes:
            self.results.add(f"start to all rows, {size} to-dos", "ms", whole[size])
        self.results.begin("memory")
        smallest = min(homes)
        for size in homes:
            floor = None if size == smallest else (f"{smallest} to-dos", memory[smallest])
            self.results.add(f"memory, {size} to-dos", "MiB PSS", memory[size], floor, floor and 1.5)

    def adds(self):
        """From Enter to the frame that shows the new row, with a clock that rests and one that a cursor runs."""
        self.results.begin("Enter → frame with the new row")
        dead = ("--firestore-emulator", "127.0.0.1:9", "--project", "bench", "--user", "bench")
        smallest, largest = min(self.sizes), max(self.sizes)
        for size, blinks, arguments in [*((size, False, ()) for size in self.sizes), (smallest, True, ()),
                                        (largest, True, ()), (largest, False, dead)]:
            home = self.prepared(size)
            own, other = [], []
            while len(own) < self.options.adds:
                count = min(BLOCK, self.options.adds - len(own))
                app = self.app(home, arguments, blinks)
                own += self.add_some(app, size + len(own), count)
                window = Traced([self.floor, "list", str(size + len(other))], self.floor_home, blinks)
                other += self.add_some(window, size + len(other), count)
            name = f"Enter to new row, {size} to-dos, {'cursor blinks' if blinks else 'clock idle'}"
            self.results.add(name + (", server dead" if arguments else ""), "ms", own, ("list in C", other), 1.5)

    def add_some(self, app, count, times):
        """Milliseconds from Enter to the frame that shows the new row, for each; `count` to-dos are there."""
        app.wait_frame(count, what="all rows")
        app.focus()
        subprocess.run(["xdotool", "key", "ctrl+n"], check=True)
        results = []
        for number in range(times):
            before = len(app.events())
            subprocess.run(["xdotool", "type", "--delay", "1", f"add {number}"], check=True)
            time.sleep(0.1)  # a person takes longer from the last letter to Enter
            subprocess.run(["xdotool", "key", "Return"], check=True)
            enter = app.wait_event("submit", before, "Enter")
            shown = app.wait_frame(count + number + 1, enter, "the new row")
            results.append((shown - enter) / 1000)
        app.end()
        return results

    def scrolling(self, homes):
        """What each frame takes while the wheel is turned and the ends are jumped to, for each size."""
        self.results.begin("scrolling")
        for size, home in homes.items():
            self.results.add(f"frame while scrolling, {size} to-dos", "ms", self.scroll(home, size))

    def scroll(self, home, count):
        app = self.app(home)
        app.wait_frame(count, what="all rows")
        app.focus()
        before = len(app.events())
        subprocess.run(["xdotool", "mousemove", "600", "400"], check=True)
        for _ in range(4):
            subprocess.run(["xdotool", "click", "--repeat", "100", "--delay", "12", "5"], check=True)
            subprocess.run(["xdotool", "key", "Tab", "ctrl+End", "Prior", "Prior", "ctrl+Home"], check=True)
        time.sleep(1)
        frames = [numbers[-1] / 1000 for _, event, numbers in app.events()[before:] if event in ("paint", "frame")]
        app.end()
        return frames


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--sizes", default="0,1000,10000,100000")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--adds", type=int, default=200)
    parser.add_argument("--only", choices=("window", "starts", "adds", "scrolling", "idle", "sync", "caldav"))
    parser.add_argument("--beside", help="another version of the program")
    options = parser.parse_args()
    binary = str(Path(options.binary).resolve())
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    if options.only is None:
        (output / "results.json").unlink(missing_ok=True)
    if options.beside:
        other = WindowBench(str(Path(options.beside).resolve()), output / "other", options)
        VersionsBench(WindowBench(binary, output, options), other, options).run(options.only)
        return
    if options.only in (None, "window", "starts", "adds", "scrolling"):
        bench = WindowBench(binary, output, options)
        if options.only == "starts":
            bench.starts({size: bench.prepared(size) for size in bench.sizes})
        elif options.only == "adds":
            bench.adds()
        elif options.only == "scrolling":
            bench.scrolling({size: bench.prepared(size) for size in bench.sizes})
        else:
            bench.run()
    for part in ("idle", "sync", "caldav"):
        if options.only in (None, part):
            script = Path(__file__).with_name(f"bench_{part}.py")
            command = [sys.executable, str(script), "--binary", binary, "--output", str(output / part)]
            if part in ("sync", "caldav"):
                command += ["--results", str(output / "results.json")]
            subprocess.run(command)


if __name__ == "__main__":
    main()
