#!/usr/bin/python3
"""Measures the running program by its own frame trace and prints a table.

    bench.py --binary PATH --output DIR [--sizes 0,1000,…] [--starts N] [--adds N] [--only window|idle|sync]

Real key presses and wheel turns on a virtual display. Times come from the program's trace, written
by the monotonic clock that this script reads too; nothing here is asserted. What happens while nothing
happens is measured by bench_idle.py, synchronisation by bench_sync.py, at the end.
"""

import argparse
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
from pathlib import Path

LIMIT = 120
FRAME = 1000 / 60


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def until(condition, what, limit=LIMIT):
    """Waits for a condition; its value, once it is neither false nor empty."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.002)
    sys.exit(f"bench: gave up after {limit} s waiting for {what}")


class App:
    """The program under measurement with its trace."""

    def __init__(self, binary, home, arguments=()):
        self.trace = home / "trace"
        self.trace.unlink(missing_ok=True)
        environment = dict(
            os.environ,
            XDG_DATA_HOME=str(home / "data"),
            XDG_CONFIG_HOME=str(home / "config"),
            OPTIMIST_TRACE=str(self.trace),
        )
        (home / "config").mkdir(parents=True, exist_ok=True)
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [binary, "--non-unique", *arguments],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=(home / "stderr").open("w"),
        )
        self.events_read = []
        self.offset = 0

    def events(self):
        """All complete lines of the trace so far: (microseconds, event, numbers)."""
        if self.trace.exists():
            with self.trace.open("rb") as file:
                file.seek(self.offset)
                text = file.read()
            text = text[: text.rfind(b"\n") + 1]
            self.offset += len(text)
            for line in text.decode().splitlines():
                stamp, event, *numbers = line.split()
                self.events_read.append((int(stamp), event, [int(n) for n in numbers]))
        return self.events_read

    def frame(self, rows, after=0):
        """When the first frame was on screen that shows at least so many rows."""
        for stamp, event, numbers in reversed(self.events()):
            if stamp <= after:
                break
        for stamp, event, numbers in self.events():
            if stamp > after and event == "frame" and numbers[0] >= rows:
                return stamp
        return None

    def resident(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def window(self):
        ids = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
            capture_output=True,
            text=True,
        ).stdout.split()
        return ids[0] if ids else None

    def focus(self):
        window = until(self.window, "the window")
        subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=30)


def fill(database, count):
    """Puts to-dos into one list, a tenth of them done."""
    connection = sqlite3.connect(database)
    with connection:
        connection.execute(
            "INSERT INTO list (id, name, position, createdAt, modifiedAt) VALUES (?,?,?,?,?)",
            ("bench", "Bench", "0VbZ0000", 0, 0),
        )
        connection.executemany(
            """INSERT INTO todo (id, listID, content, notes, priority, isDone, position, createdAt,
              modifiedAt) VALUES (?,'bench',?,'',?,?,?,?,?)""",
            (
                (
                    f"00000000-0000-4000-8000-{n:012d}",
                    f"To-do number {n} with a title of usual length",
                    1 if n % 100 == 0 else 0,
                    1 if n % 10 == 9 else 0,
                    f"0VbZ{n:08d}",
                    n,
                    n,
                )
                for n in range(count)
            ),
        )
    connection.close()


def prepared(binary, output, count):
    """A home folder with a database of that size, made once."""
    home = output / f"home-{count}"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    app = App(binary, home)
    until(lambda: app.frame(0), "the first window")
    app.end()
    if count:
        fill(home / "data/optimist/optimist.sqlite", count)
    return home


def measure_start(binary, home, count, times):
    """Milliseconds from exec to the first frame with tasks, and to all rows; resident MiB."""
    first, whole, memory = [], [], []
    for _ in range(times):
        app = App(binary, home)
        shown = until(lambda: app.frame(min(count, 1)), "tasks on screen")
        first.append(shown / 1000 - app.started * 1000)
        done = until(lambda: app.frame(count), "all rows")
        whole.append(done / 1000 - app.started * 1000)
        time.sleep(1)
        memory.append(app.resident())
        app.end()
    return [statistics.median(values) for values in (first, whole, memory)]


def measure_adds(binary, home, count, times, arguments=()):
    """Milliseconds from Enter to the frame that shows the new row, for each add."""
    app = App(binary, home, arguments)
    until(lambda: app.frame(count), "all rows")
    app.focus()
    subprocess.run(["xdotool", "key", "ctrl+n"], check=True)
    results = []
    for number in range(times):
        before = len(app.events())
        subprocess.run(
            ["xdotool", "type", "--delay", "1", f"add {number}"], check=True
        )
        time.sleep(0.1)  # a person takes longer from the last letter to Enter
        subprocess.run(["xdotool", "key", "Return"], check=True)

        def submitted():
            marks = [e for e in app.events()[before:] if e[1] == "submit"]
            return marks[0][0] if marks else None

        enter = until(submitted, "Enter")
        shown = until(lambda: app.frame(count + number + 1, enter), "the new row")
        results.append((shown - enter) / 1000)
    app.end()
    return results


def measure_scroll(binary, home, count, turns):
    """Milliseconds that each frame took while the wheel was turned and the ends were jumped to."""
    app = App(binary, home)
    until(lambda: app.frame(count), "all rows")
    app.focus()
    before = len(app.events())
    subprocess.run(["xdotool", "mousemove", "600", "400"], check=True)
    for _ in range(4):
        subprocess.run(
            ["xdotool", "click", "--repeat", str(turns // 4), "--delay", "12", "5"], check=True
        )
        subprocess.run(["xdotool", "key", "Tab", "ctrl+End", "Prior", "Prior", "ctrl+Home"])
    time.sleep(1)
    frames = [e[2][-1] / 1000 for e in app.events()[before:] if e[1] in ("paint", "frame")]
    app.end()
    return frames


def bench_window(binary, output, options):
    sizes = [int(size) for size in options.sizes.split(",")]

    print("| to-dos | start → tasks shown ms | start → all rows ms | memory MiB |")
    print("|---:|---:|---:|---:|")
    homes = {}
    for size in sizes:
        homes[size] = prepared(binary, output, size)
        first, whole, memory = measure_start(binary, homes[size], size, options.starts)
        print(f"| {size} | {first:.0f} | {whole:.0f} | {memory:.0f} |", flush=True)

    print("\n| Enter → frame with the new row | p50 ms | p99 ms | worst ms | over 16.7 ms |")
    print("|---|---:|---:|---:|---:|")
    largest = max(sizes)
    dead = ("--firestore-emulator", "127.0.0.1:9", "--project", "bench", "--user", "bench")
    cases = [
        (f"{sizes[0]} to-dos", sizes[0], ()),
        (f"{largest} to-dos", largest, ()),
        (f"{sizes[0]} to-dos, server dead", sizes[0], dead),
        (f"{largest} to-dos, server dead", largest, dead),
    ]
    for name, size, arguments in cases:
        home = prepared(binary, output, size)
        times = measure_adds(binary, home, size, options.adds, arguments)
        over = sum(value > FRAME for value in times)
        print(
            f"| {name} | {percentile(times, 0.5):.1f} | {percentile(times, 0.99):.1f} "
            f"| {max(times):.1f} | {over} of {len(times)} |",
            flush=True,
        )

    frames = measure_scroll(binary, homes[largest], largest, 400)
    print("\n| scrolling | frames | p50 ms | p99 ms | worst ms |")
    print("|---|---:|---:|---:|---:|")
    print(
        f"| {largest} to-dos | {len(frames)} | {percentile(frames, 0.5):.1f} "
        f"| {percentile(frames, 0.99):.1f} | {max(frames):.1f} |"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--sizes", default="0,1000,10000,100000")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--adds", type=int, default=200)
    parser.add_argument("--only", choices=("window", "idle", "sync"))
    options = parser.parse_args()
    binary = str(Path(options.binary).resolve())
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    if options.only in (None, "window"):
        bench_window(binary, output, options)
    for part in ("idle", "sync"):
        if options.only in (None, part):
            script = Path(__file__).with_name(f"bench_{part}.py")
            subprocess.run([sys.executable, str(script), "--binary", binary, "--output", str(output / part)])


if __name__ == "__main__":
    main()
