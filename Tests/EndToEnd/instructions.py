#!/usr/bin/python3
"""Counts the instructions of certain work with valgrind's callgrind, and compares them with instructions.json.

    instructions.py --binary PATH --page PATH --output DIR [--write] [--repeat N] [-k PATTERN]

The counts do not depend on how busy the machine is. What would make two runs differ is taken away: the fixture is
always the same, hashing has no seed, addresses are not random, cursors do not blink, nobody listens on the
accessibility bus, there is no icon theme (GTK reads it in a thread, which may be done before the first frame or
behind it), the program waits for its first page without a time limit and ends at once after the frame that is
counted (OPTIMIST_TRACE_END, see Sources/Toolkit/FrameTrace.swift). For a start the instructions of all threads
are added up; for an add only the main thread counts, because the commit beside it may end before or after the frame,
and the smallest count of three holds.

A count more than 5 % above the one in the file is a failure; `--write` puts this run's counts into it. Counts hold for
one set of versions of the toolkit's libraries; the file has one entry for each set. With other libraries the comparison is
skipped.

--page is the program optimist-page (Tests/PageCommand), which reads a page of documents or sends new to-dos, without
a window.

A new work is a function that returns a count, and a line in `WORKS`.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from bench import fill  # noqa: E402
from harness.traced import Traced  # noqa: E402
from harness.waiting import eventually  # noqa: E402

KEPT = Path(__file__).with_name("instructions.json")
#: A count may be so much larger than the one in the file.
TOLERANCE = 0.05
#: Seconds; under valgrind everything takes about fifty times as long.
LIMIT = 300
LIBRARIES = ("gtk4", "libadwaita-1", "glib-2.0", "pango")


class Counter:
    """Runs the program under callgrind on home folders of its own."""

    def __init__(self, binary, page, output):
        self.binary, self.page, self.output = binary, page, output

    def home(self, count):
        """A new home folder with a database of so many to-dos."""
        home = self.output / f"home-{count}"
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        app = Traced([self.binary, "--non-unique"], home, False, {"OPTIMIST_TRACE_END": "frame"})
        if app.process.wait(LIMIT):
            raise RuntimeError(f"the first start failed: {(home / 'stderr').read_text()[-500:]}")
        if count:
            fill(home / "data/optimist/optimist.sqlite", count)
        return home

    def start(self, home, end, *options, arguments=("--non-unique",)):
        """Starts the program under callgrind. `end` is for OPTIMIST_TRACE_END; `options` are callgrind's."""
        for old in home.glob("callgrind.*"):
            old.unlink()
        return Traced(["valgrind", "--tool=callgrind", f"--callgrind-out-file={home}/callgrind.out", *options,
                       self.binary, *arguments], home, False,
                      {"OPTIMIST_TRACE_END": end, "SWIFT_DETERMINISTIC_HASHING": "1", "GTK_A11Y": "none",
                       "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "NO_AT_BRIDGE": "1",
                       "XDG_DATA_DIRS": str(without_icons(self.output / "share"))})

    def without_window(self, work, count):
        """The instructions of a work of optimist-page with so many to-dos, in all threads."""
        home = self.output / f"{work}-{count}"
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={home}/callgrind.out",
                        self.page, work, str(count)], check=True, capture_output=True, timeout=LIMIT,
                       env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1"))
        return self.counted(home)

    def end(self, app, home, threads="*"):
        """Waits for the end; returns the instructions that were counted, of some threads by the end of their
        files' names."""
        if app.process.wait(LIMIT):
            raise RuntimeError(f"the program failed: {(home / 'stderr').read_text()[-500:]}")
        return self.counted(home, threads)

    def counted(self, home, threads="*"):
        return sum(int(total) for file in home.glob("callgrind.out" + threads)
                   for total in re.findall(r"^totals: (\d+)", file.read_text(errors="replace"), re.MULTILINE))

    def control(self, app, *arguments):
        subprocess.run(["callgrind_control", *arguments, str(app.process.pid)], check=True, capture_output=True)


def without_icons(folder):
    """Makes a folder with all that is in /usr/share but icon themes; returns it.

    Fonts are found in their own place anyway, and here they would be listed anew."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in Path("/usr/share").iterdir():
        if file.name not in ("icons", "pixmaps", "fonts") and not (folder / file.name).is_symlink():
            (folder / file.name).symlink_to(file)
    return folder


def start_to_frame(counter, count):
    """From exec to the first frame with to-dos."""
    home = counter.home(count)
    return counter.end(counter.start(home, "frame"), home)


def add(counter):
    """From Enter to the frame that shows the new row, on a page whose end is in sight and which scrolls by a row.

    The third to-do that is entered: the first one finds the beginning of the page in sight."""
    home = counter.home(60)
    app = counter.start(home, "submit 3", "--instr-atstart=no", "--separate-threads=yes")
    eventually(lambda: app.events() and app.events()[-1][1] == "paint" and app.wait_frame(60), "all rows", LIMIT)
    app.focus()
    # No row is below the pointer.
    subprocess.run(["xdotool", "mousemove", "0", "0", "key", "ctrl+n"], check=True)
    for last in (False, False, True):
        subprocess.run(["xdotool", "type", "--delay", "20", "a to-do"], check=True)
        wait_until_idle(app)
        if last:
            break
        subprocess.run(["xdotool", "key", "Return"], check=True)
    counter.control(app, "-i", "on")
    subprocess.run(["xdotool", "key", "Return"], check=True)
    return counter.end(app, home, "-01")


def page(counter, count):
    """A page of so many documents, from the bytes to the rows; what every run costs is taken off."""
    return counter.without_window("read", count) - counter.without_window("read", 0)


def upload(counter, count):
    """Sending so many new to-dos, from the outbox to the last acknowledgement; what entering them costs is taken off."""
    return counter.without_window("send", count) - counter.without_window("enter", count)


def wait_until_idle(app):
    """Waits until the program has not used the processor for a second."""
    def spent():
        fields = Path(f"/proc/{app.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def idle():
        before = spent()
        time.sleep(1)
        return spent() - before <= 1
    eventually(idle, "the program is idle", LIMIT)


WORKS = {
    "start to first frame, no to-dos": lambda counter: start_to_frame(counter, 0),
    "start to first frame, 1000 to-dos": lambda counter: start_to_frame(counter, 1000),
    "one add, Enter to frame": lambda counter: min(add(counter) for _ in range(3)),
    "page of 1000 documents, read and stored": lambda counter: page(counter, 1000),
    "upload of 1000 new to-dos": lambda counter: upload(counter, 1000),
}


def versions():
    return {library: subprocess.run(["pkg-config", "--modversion", library], capture_output=True, text=True,
                                    check=True).stdout.strip() for library in LIBRARIES}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--page", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--write", action="store_true", help="put the counts into the file")
    parser.add_argument("--repeat", type=int, default=1, help="count so often; the smallest count holds")
    parser.add_argument("-k", default="", help="only work whose name contains this")
    options = parser.parse_args()
    counter = Counter(str(Path(options.binary).resolve()), str(Path(options.page).resolve()),
                      options.output.resolve() / "instructions")
    sets = json.loads(KEPT.read_text())
    here = versions()
    kept = next((each for each in sets if each["libraries"] == here), None)
    if not kept and options.write:
        kept = {"libraries": here, "counts": {}}
        sets.append(kept)
    passed = failed = skipped = 0
    for name, work in WORKS.items():
        if options.k not in name:
            continue
        if not kept:
            print(f"SKIP {name}: there are no counts for {here}")
            skipped += 1
            continue
        if not options.write and name not in kept["counts"]:
            print(f"SKIP {name}: no count is kept for {here}")
            skipped += 1
            continue
        counts = [work(counter) for _ in range(options.repeat)]
        count, before = min(counts), kept["counts"].get(name)
        change = "" if not before else f", {(count / before - 1) * 100:+.1f} % against {before / 1e6:.1f}"
        spread = f" ({', '.join(f'{each / 1e6:.2f}' for each in counts)})" if len(counts) > 1 else ""
        print(f"{name}: {count / 1e6:.1f} million instructions{change}{spread}", flush=True)
        if options.write:
            kept["counts"][name] = count
            passed += 1
        elif count > before * (1 + TOLERANCE):
            failed += 1
            print(f"FAIL: {name}: {count} instructions are {(count / before - 1) * 100:.1f} % more than {before}")
        else:
            passed += 1
    if options.write:
        KEPT.write_text(json.dumps(sets, indent=2) + "\n")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
