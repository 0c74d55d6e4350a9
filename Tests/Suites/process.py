"""Runs commands in process groups, one after another or beside each other."""

import os
import signal
import subprocess
import threading
import time

from .result import Parser, Result
from .variant import ROOT, Variant

MINUTE = 60
#: The prefix of a command that runs beside others with a low priority.
BESIDE = ["nice", "-n", "10"]
#: The running process groups.
groups: set[int] = set()
#: Set at an interruption: nothing more is started.
ending = threading.Event()
#: Held while a process starts: at an interruption each is in `groups`, or is not started.
starting = threading.Lock()


def say(text: str) -> None:
    print(text, flush=True)


def run(
    variant: Variant,
    result: Result,
    parser: Parser,
    command: list,
    limit: int,
    environment: dict | None = None,
    write=say,
) -> bool:
    """Runs a command in the project's folder, prints and parses its output; true if nothing failed.

    The command and all processes that it started are ended after `limit` seconds.
    """
    log = variant.artefacts / "logs" / f"{result.name.replace(' ', '-')}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    write(f"\n==> {result.name}")
    started = time.monotonic()
    late = threading.Event()
    try:
        with starting:
            if ending.is_set():
                result.failures.append("was not started: the run was interrupted")
                return False
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=ROOT,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            groups.add(process.pid)
    except OSError as error:
        result.failures.append(f"could not be started: {error}")
        return False

    def stop() -> None:
        late.set()
        end_group(process.pid)

    watch = threading.Timer(limit, stop)
    watch.start()
    try:
        with open(log, "ab") as copy, process.stdout:
            for raw in process.stdout:
                copy.write(raw)
                text = raw.decode("utf-8", "replace").rstrip("\r\n")
                if parser.line(text):
                    write(text)
        exit_code = process.wait()
        groups.discard(process.pid)  # not earlier: end_all() must find a process that still runs
    finally:
        watch.cancel()
    parser.end(exit_code)
    if late.is_set():
        result.failures.append(f"was ended after {limit} seconds")
    result.seconds += time.monotonic() - started
    return not result.failures


def end_group(group: int) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(group, number)
        except ProcessLookupError:
            return
        time.sleep(2)


def end_all() -> None:
    """Ends all process groups that still run, after an interruption."""
    with starting:
        ending.set()
    for group in list(groups):
        end_group(group)


class Beside:
    """A command that runs in parallel; its output is printed after it has ended.

    The arguments are those of `run`.
    """

    def __init__(self, variant: Variant, result: Result, *arguments):
        self.result = result
        self.lines: list[str] = []
        self.thread = threading.Thread(
            target=run, args=(variant, result, *arguments), kwargs={"write": self.lines.append}
        )
        self.thread.start()

    def wait_for_a_test(self) -> None:
        """Waits until the command has begun its first test."""
        while self.thread.is_alive() and not (self.result.has_begun or self.result.total):
            time.sleep(0.1)

    def end(self) -> Result:
        """Waits for the command to end and prints its output."""
        self.thread.join()
        print("\n".join(self.lines), flush=True)
        return self.result
