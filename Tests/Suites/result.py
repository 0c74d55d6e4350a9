"""The result of a suite, and the parsing of its output."""

from dataclasses import dataclass, field


@dataclass
class Result:
    """The result of one suite or one build."""

    name: str
    passed: int = 0
    failures: list[str] = field(default_factory=list)
    skips: list[tuple[str, str]] = field(default_factory=list)
    seconds: float = 0
    #: Whether its first test has begun.
    has_begun: bool = False
    #: Tests that passed only when repeated.
    second: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.passed + len(self.failures) + len(self.skips)

    def require_tests(self) -> None:
        """Counts a suite that ran no test as failed. Builds have no tests."""
        if self.total == 0 and not self.name.endswith("build"):
            self.failures.append("ran no test")


class Parser:
    """Reads a suite's output line by line; there is a subclass for each output format."""

    def __init__(self, result: Result):
        self.result = result

    def line(self, text: str) -> bool:
        """Reads one line; returns false if the line is not to be printed."""
        return True

    def end(self, exit_code: int) -> None:
        """Called once, after the last line. A bad exit code without a named failure becomes a failure."""
        if exit_code != 0 and not self.result.failures:
            self.result.failures.append(f"ended with exit code {exit_code}")
