#!/usr/bin/python3
"""Counts how often the program wakes up while nothing happens, and prints a table.

    bench_idle.py --binary PATH --output DIR [--seconds N]

The window is open and visible. What is counted are the context switches of all threads, as the kernel
keeps them in /proc: a thread that sleeps has none. With an account, the program listens to a Cloud
Firestore emulator, also while fifty lists are shared with the user; without the emulator these rows are left out.
With reminders, ten thousand wait, beside the window
and in the process without one that waits for them. Nothing is asserted.
"""

import argparse
import datetime
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import emulator, x11, xdotool  # noqa: E402
from harness.database import Database  # noqa: E402
from harness.process import AppProcess, database_path  # noqa: E402
from harness.session_bus import SessionBus  # noqa: E402
from harness.shares import Shares  # noqa: E402
from harness.usage import proportional_memory  # noqa: E402
from harness.waiting import eventually  # noqa: E402

#: After the last key the toolkit lets a cursor blink for 10 s; the first round with the server is over by then.
SETTLE = 20
SHARED = 50


def switches(pid):
    """The threads with what they are called and how often they gave up the processor."""
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            lines = (task / "status").read_text().splitlines()
        except OSError:
            continue  # the thread has ended meanwhile
        fields = dict(line.split(":", 1) for line in lines)
        count = sum(int(fields[f"{kind}_ctxt_switches"]) for kind in ("voluntary", "nonvoluntary"))
        found[task.name] = (fields["Name"].strip(), count)
    return found


def processor(pid):
    """Milliseconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 10


def watch(pid, seconds):
    """How often each thread woke up within this time, by name, and the processor time in ms."""
    before, spent = switches(pid), processor(pid)
    time.sleep(seconds)
    after = switches(pid)
    woken = {}
    for task, (name, count) in after.items():
        difference = count - before.get(task, (name, 0))[1]
        if difference:
            woken[name] = woken.get(name, 0) + difference
    return woken, len(after), processor(pid) - spent


def row(name, pid, seconds):
    woken, threads, spent = watch(pid, seconds)
    parts = ", ".join(f"{name} {count}" for name, count in sorted(woken.items(), key=lambda item: -item[1]))
    print(f"| {name} | {threads} | {sum(woken.values())} | {parts or '—'} | {spent} | {proportional_memory(pid):.0f} |", flush=True)


def add_reminders(database, count):
    """To-dos that are due and ring on days to come, a minute apart."""
    day = 24 * 60
    connection = sqlite3.connect(database, timeout=30)
    with connection:
        (home,) = connection.execute("SELECT id FROM list").fetchone()
        for number in range(count):
            name = f"00000000-0000-4000-8000-{number:012d}"
            due = datetime.datetime.now(datetime.timezone.utc).replace(second=0, microsecond=0) + datetime.timedelta(
                minutes=day + number)
            connection.execute(
                """INSERT INTO todo (id, account, listID, content, notes, priority, isDone, position, createdAt, modifiedAt,
                  dueDay, dueTime, dueZone) SELECT ?, account, id, ?, '', 0, 0, ?, 0, 0, ?, ?, 'UTC' FROM list WHERE id = ?""",
                (name, f"Rings {number}", f"0VbZ{number:08d}", f"{due:%Y-%m-%d}", f"{due:%H:%M:%S}", home))
            connection.execute(
                "INSERT INTO ringing (todo, reminder, isSnooze, kind, at, shift, notBefore)"
                " VALUES (?, 'DUE PT0S', 0, 0, ?, 0, 0)", (name, int(due.timestamp()) * 1000))
    connection.close()


def measure_service(name, binary, home, seconds):
    """The process that waits for reminders when no window is open, which a bus of its own starts."""
    session = SessionBus(binary, str(home), str(home / "bus.txt"))
    try:
        service = session.start_service()
        time.sleep(SETTLE)
        row(name, service.pid, seconds)
    finally:
        session.stop()


def measure(name, binary, output, seconds, arguments=(), reminders=0):
    home = output / name.replace(" ", "-").replace(",", "")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    app = AppProcess(binary, str(home), str(output / "stderr.txt"), arguments)
    try:
        window = eventually(lambda: x11.windows(app.pid), "the window", 60)[0]
        eventually(lambda: x11.focus(window) or x11.focused() == window, "it takes keys", 20)
        database = Database(database_path(str(home)))

        def written():
            xdotool.key("ctrl+n")
            xdotool.type_text("something")
            xdotool.key("Return")
            return database.todos()
        eventually(written, "a to-do", 60, 2)
        eventually(lambda: not database.outbox(), "all is sent", 60)
        if reminders:
            add_reminders(database_path(str(home)), reminders)
        time.sleep(SETTLE)
        row(f"{name}, cursor in the entry", app.pid, seconds)
        xdotool.key("Tab", "Tab")
        time.sleep(SETTLE)
        row(f"{name}, focus in the list", app.pid, seconds)
    finally:
        app.process.terminate()
        app.wait(30)
    if reminders:
        measure_service(f"{name}, no window", binary, home, seconds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    binary = str(Path(options.binary).resolve())
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    print(f"\n| idle, {options.seconds} s | threads | wake-ups | of which | processor ms | memory MB |")
    print("|---|---:|---:|---|---:|---:|")
    measure("no account", binary, output, options.seconds)
    measure("10 000 reminders", binary, output, options.seconds, reminders=10_000)
    if reason := emulator.missing():
        return print(f"\nidle with an account is left out: {reason}")
    server = emulator.Emulator(output / "emulator.log", is_lasting=True)
    try:
        for user, name in [("idle", "account, listening"), ("shared", f"account, {SHARED} shared lists")]:
            if user == "shared":
                Shares(server, user, SHARED)
            account = ("--firestore-emulator", server.host, "--project", emulator.PROJECT, "--user", user)
            measure(name, binary, output, options.seconds, account)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
