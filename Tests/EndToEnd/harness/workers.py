"""Several tests at a time: each worker is a process with a screen, buses and an emulator of its own.

The one that hands out the tests and a worker talk in lines of JSON: the name of a test comes in on
standard input, what came of it goes out by a pipe of its own (on standard output the screen and the
buses talk as well). Who is done first gets the next, so that all end at about the same time.
"""

import json
import os
import queue
import subprocess
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

DISPLAY = Path(__file__).resolve().parents[3] / "meson-helpers" / "with-display"


@dataclass
class Outcome:
    """What came of one test."""

    name: str
    #: "ok", "skipped" or "failed"
    verdict: str
    #: Why it was skipped, or what went wrong.
    text: str = ""
    seconds: float = 0


def work(run, requests, answers):
    """A worker's life: runs the tests that it is told, until there are no more."""
    for line in requests:
        answers.write(json.dumps(asdict(run(json.loads(line)))) + "\n")
        answers.flush()


class Worker:
    """A worker as the one sees it who hands out the tests."""

    def __init__(self, command):
        reader, writer = os.pipe()
        self.process = subprocess.Popen([str(DISPLAY), *command, "--worker", str(writer)], text=True,
                                        stdin=subprocess.PIPE, pass_fds=[writer])
        os.close(writer)
        self.answers = os.fdopen(reader)

    def run(self, name):
        started = time.monotonic()
        try:
            self.process.stdin.write(json.dumps(name) + "\n")
            self.process.stdin.flush()
            if line := self.answers.readline():
                return Outcome(**json.loads(line))
        except (OSError, ValueError) as error:
            return Outcome(name, "failed", f"the worker cannot be understood: {error}", time.monotonic() - started)
        return Outcome(name, "failed", f"the worker ended with code {self.process.wait()} in this test",
                       time.monotonic() - started)

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.answers.close()


def run_all(names, count, command, report):
    """Runs tests by `count` workers; calls `report` with each outcome, one at a time."""
    waiting, done = queue.Queue(), queue.Queue()
    for name in names:
        waiting.put(name)

    def serve():
        worker = Worker(command)
        while True:
            try:
                name = waiting.get_nowait()
            except queue.Empty:
                break
            done.put(worker.run(name))
            if not worker.is_running:
                worker = Worker(command)
        worker.end()

    for _ in range(min(count, len(names))):
        threading.Thread(target=serve, daemon=True).start()
    for _ in names:
        report(done.get())
