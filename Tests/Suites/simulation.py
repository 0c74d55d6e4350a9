"""The suite `simulation`: the sync engine against a simulated server, seed by seed."""

import os
import re

from .process import BESIDE, MINUTE, run
from .result import Parser, Result
from .variant import HELPERS, Variant

#: How many random seeds of the simulation may fail without failing the run. Of the last 23 000 new seeds three failed, and
#: their bugs are fixed. At that rate, one in 7 000, one run of a thousand has two failures among its 300 random seeds.
DRAWN_FAILURES = 1


class SimulationParser(Parser):
    """Parses lines "seed N: what went wrong", then "N seeds passed, N failed". All seeds together count as one test."""

    problem = re.compile(r"^seed (\d+): (.*)$")
    totals = re.compile(r"^(\d+) seeds passed, (\d+) failed$")

    def line(self, text: str) -> bool:
        if found := self.problem.match(text):
            self.result.failures.append(f"seed {found.group(1)}: {found.group(2)} (make sim SEED={found.group(1)})")
        elif (found := self.totals.match(text)) and int(found.group(1)) > 0 and found.group(2) == "0":
            self.result.passed = 1
        return True

    def end(self, exit_code: int) -> None:
        if not self.result.passed and not self.result.failures:
            self.result.failures.append(f"ended (exit code {exit_code}) without its totals")
        super().end(exit_code)


def simulation(variant: Variant, program: str) -> list[Result]:
    seeds = int(os.environ.get("SEEDS", "1200"))
    fixed = max(1, seeds // 4)
    results = []
    # The seeds that once failed, some that are the same in every run, and random ones.
    plays = {"simulation of known seeds": ["known"], "simulation": ["1", str(fixed)]}
    if seeds > fixed:
        plays["simulation of drawn seeds"] = ["drawn", str(seeds - fixed)]
    for name, play in plays.items():
        tests = Result(name)
        command = [*BESIDE, HELPERS / "simulate", *play]
        run(variant, tests, SimulationParser(tests), command, 30 * MINUTE, {"SIMULATION": program})
        if "drawn" in play:
            excuse(tests)
        results.append(tests)
    return results


def excuse(tests: Result) -> None:
    """Turns failures of drawn (random) seeds into skips that name the seeds, because nobody has looked at them yet; but not
    if there are more than DRAWN_FAILURES. The aim is that no seed fails."""
    seeds = {name.split(":")[0] for name in tests.failures if name.startswith("seed ")}
    if len(seeds) <= DRAWN_FAILURES and all(name.startswith("seed ") for name in tests.failures):
        tests.skips += [(name, "a drawn seed that fails, to be looked at") for name in tests.failures]
        tests.failures = []
        tests.passed = 1
