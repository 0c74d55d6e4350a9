"""Parses the output of suites that count their tests themselves."""

import re

from .result import Parser, Result

TOTALS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$")


class TotalsParser(Parser):
    """Parses unittest's verbose lines and a last line "N passed, N failed, N skipped"."""

    unittest_name = re.compile(r"^(test\w*) \(([\w.]+)\)")
    unittest_skip = re.compile(r"\.\.\. skipped ['\"](.*)['\"]$")
    bad = re.compile(r"^(?:FAIL|ERROR): (.+)$")
    skip = re.compile(r"^SKIP ([^:]+): (.*)$")
    again = re.compile(r"^ONLY THE SECOND TIME: (.+)$")

    def __init__(self, result: Result):
        super().__init__(result)
        self.name = ""
        self.totals = None

    def line(self, text: str) -> bool:
        if found := self.unittest_name.match(text):
            self.name = found.group(2) if found.group(2).endswith(found.group(1)) else ".".join(found.groups()[::-1])
        if found := self.unittest_skip.search(text):
            self.result.skips.append((self.name, found.group(1)))
        elif found := self.skip.match(text):
            self.result.skips.append(found.groups())
        elif found := self.again.match(text):
            self.result.second.append(found.group(1))
        elif found := self.bad.match(text):
            self.result.failures.append(found.group(1))
        elif found := TOTALS.match(text):  # the last one counts
            self.totals = [int(number) for number in found.groups()]
        return True

    def end(self, exit_code: int) -> None:
        result = self.result
        if self.totals is None:
            result.failures.append(f'ended (exit code {exit_code}) without its line "N passed, N failed, N skipped"')
            return
        result.passed, failed, skipped = self.totals
        # The suite's own counts decide; the names are only printed.
        del result.failures[failed:], result.skips[skipped:]
        result.failures += ["(not named)"] * (failed - len(result.failures))
        result.skips += [("(not named)", "no reason given")] * (skipped - len(result.skips))
        super().end(exit_code)
