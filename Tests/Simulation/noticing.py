"""Whether the simulation or a unit test notices a mistake."""

import dataclasses
import os
import re
import signal
import subprocess
import time

from mutant_copy import ROOT, TREE, find_swift

PROGRAM = TREE / ".build" / "debug" / "optimist-simulation"
# The tests of one mistake hang if they take longer, in seconds; the next line is about those of all mistakes together.
LONGEST_TEST = 120
LONGEST_RUN = 1200
# Most mistakes are noticed by so many seeds; what these do not notice is mostly noticed by seeds that once failed.
FEW_SEEDS = 100
TEST_CASE = re.compile(r"Test Case '([\w.]+)' (started|passed|failed|skipped)")


@dataclasses.dataclass
class Outcome:
    """The result for one mistake."""

    name: str
    playing: float = 0
    seed: int | None = None
    # Whether the seed that noticed it is one of those that once failed.
    isKnown: bool = False
    # The unit test that noticed it.
    test: str | None = None
    # What the simulation printed, or how the unit test noticed it.
    text: str = ""

    @property
    def isNoticed(self):
        return self.seed is not None or self.test is not None

    def row(self):
        noticed = self.test or ("–" if self.seed is None else f"seed {self.seed}")
        return f"{self.name:<100} {self.playing:>7.0f}  {noticed}"


def environment(number):
    """That of a program with the mistake of this number, or without any if the number is None."""
    values = {name: value for name, value in os.environ.items() if name != "OPTIMIST_MUTATION"}
    if number is not None:
        values["OPTIMIST_MUTATION"] = str(number)
    return values


def simulate(number, what):
    """Plays seeds with the mistake of this number, or without any if the number is None."""
    return subprocess.run(
        [PROGRAM, *what, "--stop"], stdout=subprocess.PIPE, text=True, check=False, env=environment(number))


def play(mutation, before, seeds):
    """Plays the seed that noticed the mistake the last time, then a few, then those that once failed, then the others
    of the wanted number."""
    outcome = Outcome(mutation.name)
    began = time.monotonic()
    where = ["--caldav"] if "/CalDAV/" in mutation.path else []
    # A seed that once failed is played by --known, which may play it in another way than its number does.
    last = ["--known"] if before.isKnown else [str(before.seed), "1", *where]
    attempts = [last] if before.seed is not None else []
    few = min(FEW_SEEDS, seeds)
    others = [[str(few + 1), str(seeds - few), *where]] if seeds > few else []
    for what in [*attempts, ["1", str(few), *where], ["--known"], *others]:
        played = simulate(mutation.number, what)
        if played.returncode:
            outcome.text = played.stdout.splitlines()[0] if played.stdout else "it crashed"
            found = re.match(r"seed (\d+):", outcome.text)
            # If no seed was printed, the program crashed: the first seed is named, as the right one is not known.
            outcome.seed = int(found.group(1) if found else what[0] if what[0].isdigit() else 0)
            outcome.isKnown = what == ["--known"]
            break
    else:
        outcome.text = f"not noticed by {seeds} seeds, nor by those that once failed"
    outcome.playing = time.monotonic() - began
    return outcome


@dataclasses.dataclass
class TestRun:
    """What unit tests did."""

    # None: they took too long and were ended.
    code: int | None
    text: str

    @property
    def results(self):
        """What is known last of each test: started, passed, failed or skipped. By "Class.method"."""
        return dict(TEST_CASE.findall(self.text))


def run_tests(number, tests, limit=None):
    """Runs unit tests with the mistake of this number, or without any if the number is None."""
    command = [ROOT / "meson-helpers" / "with-display", "--no-accessibility",
               find_swift(), "test", "--skip-build", "--ignore-lock", "--scratch-path", ".build"]
    for test in tests:
        # The whole name, which begins with the target.
        command += ["--filter", rf"^\w+\.{test}$"]
    run = subprocess.Popen(
        command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=environment(number) | {"GSETTINGS_BACKEND": "memory"}, start_new_session=True)
    try:
        text, _ = run.communicate(timeout=limit)
        return TestRun(run.returncode, text)
    except subprocess.TimeoutExpired:
        return TestRun(None, end(run))


def end(run):
    """Ends every process of a session, and returns what was printed. SwiftPM starts the tests in a process group of
    their own, but in the same session."""
    for end_signal in (signal.SIGTERM, signal.SIGKILL):
        for name in os.listdir("/proc"):
            try:
                if name.isdigit() and os.getsid(int(name)) == run.pid:
                    os.kill(int(name), end_signal)
            except ProcessLookupError:
                pass
        try:
            return run.communicate(timeout=10)[0]
        except subprocess.TimeoutExpired:
            pass
    raise RuntimeError("the unit tests cannot be ended")


def unsound(mutations):
    """Why what the unit tests say of these mistakes would mean nothing: they fail or do not run without any mistake.

    Empty if all of them pass."""
    named = sorted({mutation.tests for mutation in mutations})
    run = run_tests(None, named, LONGEST_RUN)
    if run.code != 0:
        failed = [test for test, result in run.results.items() if result in ("failed", "started")]
        return [f"{test} fails without any mistake" for test in failed] or [run.text[-2000:]]
    passed = {test.replace(".", "/") for test, result in run.results.items() if result == "passed"}
    return [f"Executed 0 tests: none that is called {tests} was run and passed"
            for tests in named if not any(re.fullmatch(tests, test) for test in passed)]


def test(mutation):
    """Runs the unit tests that must notice a mistake."""
    outcome = Outcome(mutation.name)
    began = time.monotonic()
    run = run_tests(mutation.number, [mutation.tests], LONGEST_TEST)
    results = run.results
    failed = [name for name, result in results.items() if result == "failed"]
    unfinished = [name for name, result in results.items() if result == "started"]
    if failed:
        outcome.test = failed[0]
        found = re.search(r"error: (.*)", run.text)
        outcome.text = found.group(1) if found else "it fails"
    elif run.code is None:
        # Without the mistake it ended. What it printed last may be lost.
        outcome.test = unfinished[0] if unfinished else mutation.tests
        outcome.text = "it hangs"
    elif run.code != 0 and unfinished:
        outcome.test = unfinished[0]
        outcome.text = "it crashes"
    elif run.code == 0 and results:
        outcome.text = f"not noticed by {mutation.tests}"
    else:
        outcome.text = f"no test could be run:\n{run.text[-2000:]}"
    outcome.playing = time.monotonic() - began
    return outcome
