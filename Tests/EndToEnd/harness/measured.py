"""What a command costs: run to its end within bounds on time, memory and processor."""

import dataclasses
import os
import resource
import signal
import subprocess
import threading


@dataclasses.dataclass
class Bounds:
    """The most that a command may take."""

    #: Seconds on the clock: a machine that is busy needs longer, a command that hangs never ends.
    seconds: float = 100
    #: Resident memory at its largest, in megabytes.
    megabytes: int = 300
    #: Seconds of processor time.
    processor: float = 10


@dataclasses.dataclass
class Cost:
    code: int
    out: str
    err: str
    megabytes: float
    processor: float

    def __str__(self):
        return f"exit {self.code}, {self.megabytes:.0f} MB, {self.processor:.2f} s of processor"


def run(terminal, words, bounds, text=""):
    """Runs a command of Optimist, which reads a short text, and ends it where it takes too long: an AssertionError."""
    process = terminal.start(*words, stdin=subprocess.PIPE)
    process.stdin.write(text.encode())
    process.stdin.close()
    texts = {}

    def drain(name, stream):
        texts[name] = stream.read().decode(errors="replace")

    readers = [threading.Thread(target=drain, args=pair, daemon=True)
               for pair in (("out", process.stdout), ("err", process.stderr))]
    for reader in readers:
        reader.start()
    is_late = threading.Event()

    def end():
        is_late.set()
        os.kill(process.pid, signal.SIGKILL)

    timer = threading.Timer(bounds.seconds, end)
    timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    for reader in readers:
        reader.join(10)
    process.stdout.close()
    process.stderr.close()
    cost = Cost(process.returncode, texts.get("out", ""), texts.get("err", ""), usage.ru_maxrss / 1024,
                usage.ru_utime + usage.ru_stime)
    if is_late.is_set():
        raise AssertionError(f"optimist {' '.join(words)} did not end within {bounds.seconds} s: {cost}")
    # What a process had at its largest counts from before it became the command: from when it was this one.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if cost.megabytes > max(bounds.megabytes, own) or cost.processor > bounds.processor:
        raise AssertionError(f"optimist {' '.join(words)} took too much: {cost}")
    return cost
