"""Parses the output of `swift test`."""

import re

from .result import Parser, Result


class SwiftTestParser(Parser):
    """Parses the results of XCTest and Swift Testing as `swift test` prints them on Linux."""

    case = re.compile(r"Test Case '([^']+)' (started|passed|failed|skipped)")
    reason = re.compile(r":\d+: (\S+) : Test skipped(?:: required \w+ value but got \w+)?(?: - )?(.*)$")
    executed = re.compile(r"Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?")
    done = re.compile(r"^\W Test (?!run with |case passing )(.+?)(?: with \d+ test cases?)? (passed|failed) after ")
    skip = re.compile(r'^\W Test (.+?) skipped(?:: "(.*)")?\.?$')

    def __init__(self, result: Result):
        super().__init__(result)
        self.running = ""
        self.xctests = 0
        self.executed_xctests = None
        self.reasons: dict[str, str] = {}

    def line(self, text: str) -> bool:
        if found := self.case.search(text):
            name, outcome = found.groups()
            self.result.has_begun = True
            self.running = name if outcome == "started" else ""
            if outcome != "started":
                self.xctests += 1
            if outcome == "passed":
                self.result.passed += 1
            elif outcome == "failed":
                self.result.failures.append(name)
            elif outcome == "skipped":
                self.result.skips.append((name, self.reasons.get(name, "no reason given")))
            return outcome != "started"
        if found := self.reason.search(text):
            name, reason = found.groups()
            self.reasons[name] = reason or "no reason given"
        elif found := self.executed.search(text):
            self.executed_xctests = int(found.group(1))  # the last one sums up all suites
        elif found := self.done.match(text):
            if found.group(2) == "passed":
                self.result.passed += 1
            else:
                self.result.failures.append(found.group(1))
        elif found := self.skip.match(text):
            self.result.skips.append((found.group(1), found.group(2) or "no reason given"))
        noise = ("◇", "↳", "Test Suite")
        return not text.startswith(noise) and "Test run with 0 tests" not in text

    def end(self, exit_code: int) -> None:
        if self.running:
            self.result.failures.append(f"{self.running} (the run ended inside it)")
        elif self.executed_xctests is not None and self.executed_xctests != self.xctests:
            self.result.failures.append(
                f"XCTest says it executed {self.executed_xctests} tests, {self.xctests} were seen"
            )
        super().end(exit_code)
