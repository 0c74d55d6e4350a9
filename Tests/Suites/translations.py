"""The suite `translations`: whether `po/` has every text of the sources."""

from .process import MINUTE, run
from .result import Parser, Result
from .variant import HELPERS, Variant


class PassFailParser(Parser):
    """Lines "PASS name" and "FAIL name: reason"."""

    def line(self, text: str) -> bool:
        if text.startswith("PASS "):
            self.result.passed += 1
        elif text.startswith("FAIL "):
            self.result.failures.append(text.removeprefix("FAIL "))
        return True


def translations(variant: Variant) -> list[Result]:
    tests = Result("translations")
    run(variant, tests, PassFailParser(tests), [HELPERS / "check-po"], 5 * MINUTE)
    return [tests]
