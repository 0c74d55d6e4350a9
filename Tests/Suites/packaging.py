"""The suite `packaging`: `meson test`."""

import re

from .process import MINUTE, run
from .result import Parser, Result
from .variant import Variant


class MesonParser(Parser):
    """Parses lines of `meson test`: " 1/5 desktop-entry   OK   0.01s"."""

    test = re.compile(r"^\s*\d+/\d+ (?:optimist(?::\S+)? / |\S+ - )?(\S.*?)\s+(OK|FAIL|ERROR|TIMEOUT|SKIP|EXPECTEDFAIL|UNEXPECTEDPASS)\b")

    def line(self, text: str) -> bool:
        if found := self.test.match(text):
            name, outcome = found.groups()
            if outcome in ("OK", "EXPECTEDFAIL"):
                self.result.passed += 1
            elif outcome == "SKIP":
                self.result.skips.append((name, "skipped by meson"))
            elif name not in self.result.failures:  # the summary names it a second time
                self.result.failures.append(name)
        return True


def packaging(variant: Variant) -> list[Result]:
    tests = Result("packaging")
    command = ["meson", "test", "-C", variant.meson, "--no-rebuild", "--print-errorlogs"]
    run(variant, tests, MesonParser(tests), command, 5 * MINUTE)
    return [tests]
