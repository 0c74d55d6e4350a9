#!/usr/bin/python3
"""Measures synchronisation with a CalDAV server by commands, beside vdirsyncer at the same work and the same server and
beside the bare requests, and prints a table. The lines also go to a file of results.

    bench_caldav.py --binary PATH --output DIR [--results FILE] [--server radicale|xandikos] [--todos N] [--new N]
                    [--changes N] [--repeats N]

Both are whole processes: `optimist sync`, which ends with the to-dos in its database, and `vdirsyncer sync`, which ends
with a file for each. They take turns. The bare requests are those that `optimist sync` has sent, recorded and sent again
by a client that does nothing else, over as many connections (harness/replay.py). Nothing is asserted.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import caldav, keyring  # noqa: E402
from harness.caldav import PROGRAMS, TODO, USER, CalDAVServer  # noqa: E402
from harness.caldav_sides import Ours, Theirs, title  # noqa: E402
from harness.replay import Recorder, at_once, replay  # noqa: E402
from harness.results import Results  # noqa: E402

REQUESTS = "the requests alone"
WRITES = "the writes alone"


def seed(server, kind, count):
    """Writes to-dos where Radicale keeps them; Xandikos keeps them in a repository, and gets them by requests."""
    server.make_list("l", "L")
    if kind != "radicale":
        for number in range(count):
            server.put(f"l/{number}", title(number))
        return
    folder = Path(server.folder, "data", "collection-root", USER, "l")
    for number in range(count):
        (folder / f"{number}.ics").write_text(TODO.format(uid=number, title=title(number)), newline="")


class Bench:
    def __init__(self, options, results):
        self.options, self.results = options, results
        self.binary = str(Path(options.binary).resolve())

    # Reading

    def download(self, server):
        """First downloads, one change, and nothing new; the first turn of each is not counted."""
        count, options = self.options.todos, self.options
        first, notice, quiet = ([], []), ([], []), ([], [])
        megabytes, processor = [], []
        # Radicale needs minutes to read so many files, and notes what it has read.
        with Theirs(server) as reader:
            reader.sync()
        for turn in range(options.repeats + 1):
            with Ours(self.binary, server) as ours, Theirs(server) as theirs:
                sides = [(0, ours), (1, theirs)]
                for place, side in sides if turn % 2 else sides[::-1]:
                    seconds = side.sync()
                    found = len(side.titles())
                    assert found == count, found
                    if turn:
                        first[place].append(seconds)
                if turn:
                    megabytes.append(ours.cost.megabytes)
                    processor.append(ours.cost.processor)
                if turn < options.repeats:
                    continue
                for change in range(options.changes):
                    changed = f"Changed for the {change}th time"
                    server.put(f"l/{change}", changed)
                    for place, side in sides:
                        notice[place].append(side.sync())
                        assert changed in side.titles(), side
                    for place, side in sides:
                        quiet[place].append(side.sync())
        bare = self.bare_download(server)
        add = self.results.add
        name = f"first download of {count} to-dos"
        add(name, "s", first[0], ("vdirsyncer", first[1]), 0.2)
        add(name + ", beside its requests", "s", first[0], (REQUESTS, bare["first"]), 1.5)
        add(name + ", processor", "s", processor)
        add(name + ", most memory", "MiB", megabytes)
        add(f"one change among {count}", "s", notice[0], ("vdirsyncer", notice[1]))
        add(f"one change among {count}, beside its requests", "s", notice[0], (REQUESTS, bare["notice"]), 1.5)
        add(f"nothing new among {count}", "s", quiet[0], ("vdirsyncer", quiet[1]))
        add(f"nothing new among {count}, beside its requests", "s", quiet[0], (REQUESTS, bare["quiet"]), 1.5)
        add(f"nothing new among {count}, requests", "number", bare["requests"])

    def bare_download(self, server):
        """Seconds of the requests alone, by work, and how many there are with nothing new."""
        recorder = Recorder(server.port)
        bare = {"first": [], "notice": [], "quiet": [], "requests": []}
        try:
            with Ours(self.binary, server, url=recorder.url) as ours:
                for work in ("first", "settled", "notice", "quiet"):
                    if work == "notice":
                        server.put("l/0", "Changed for the last time")
                    recorder.take()
                    ours.sync()
                    sent = recorder.take()
                    if work == "settled":
                        continue  # the round after the first one is another: see docs/decisions/0060
                    if work == "quiet":
                        bare["requests"].append(len(sent))
                    for _ in range(self.options.repeats):
                        bare[work].append(replay(sent, server.port, at_once(sent)))
        finally:
            recorder.stop()
        return bare

    # Writing

    def upload(self):
        """New to-dos, each turn and each side to a server that has none; the first turn is not counted."""
        count = self.options.new
        times, bare, megabytes = ([], []), [], []
        for turn in range(self.options.repeats + 1):
            for place, make in enumerate((Ours.of(self.binary), Theirs)):
                seconds, side = self.upload_once(make)
                if turn:
                    times[place].append(seconds)
                    if place == 0:
                        megabytes.append(side.cost.megabytes)
        sent = []
        self.upload_once(Ours.of(self.binary), sent)
        # Another server does not know the sync tokens of the reading that follows.
        sent = [one for one in sent if one.method == "PUT"]
        for _ in range(self.options.repeats):
            with self.server() as server:
                server.make_list("l", "L")
                bare.append(replay(sent, server.port, at_once(sent)))
        name = f"upload of {count} new to-dos"
        self.results.add(name, "s", times[0], ("vdirsyncer", times[1]), 0.2)
        self.results.add(f"{name}, beside its writes ({at_once(sent)} at once)", "s", times[0], (WRITES, bare), 1.5)
        self.results.add(name + ", most memory", "MiB", megabytes)

    def upload_once(self, make, sent=None):
        """Seconds until a new server has all, and who has sent them; its requests are put into `sent`."""
        count = self.options.new
        with self.server() as server:
            server.make_list("l", "L")
            recorder = None if sent is None else Recorder(server.port)
            try:
                with make(server, url=recorder.url if recorder else None) as side:
                    side.sync()
                    side.enter(title(number) for number in range(count))
                    if recorder:
                        recorder.take()
                    seconds = side.sync()
                    if recorder:
                        sent += recorder.take()
                    held = len(server.resources("l/"))
                    assert held == count, held
                    return seconds, side
            finally:
                if recorder:
                    recorder.stop()

    def server(self):
        return CalDAVServer(self.options.server)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--server", choices=("radicale", "xandikos"), default="radicale")
    parser.add_argument("--todos", type=int, default=10_000)
    parser.add_argument("--new", type=int, default=1_000)
    parser.add_argument("--changes", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    reason = caldav.missing() or keyring.missing()
    if not reason and not (PROGRAMS / "vdirsyncer").exists():
        reason = "vdirsyncer is not installed"
    if reason:
        print(f"Left out: {reason}")
        return
    bench = Bench(options, Results(options.results or options.output / "results.json"))
    secrets = keyring.Keyring()
    try:
        bench.results.begin(options.server.capitalize())
        with bench.server() as server:
            seed(server, options.server, options.todos)
            bench.download(server)
        bench.upload()
    finally:
        secrets.stop()


if __name__ == "__main__":
    main()
