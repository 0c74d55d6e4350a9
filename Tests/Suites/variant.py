"""Where a run keeps what it builds and writes."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HELPERS = ROOT / "meson-helpers"


class Variant:
    """The folders of a run and how it was asked to test; the helper scripts go by VARIANT as well."""

    def __init__(
        self,
        name: str = "",
        program: str | None = None,
        tests: str | None = None,
        jobs: int = 1,
        again: bool = False,
        once: bool = False,
    ):
        suffix = f"-{name}" if name else ""
        self.name = name
        self.program = program
        self.tests = tests
        self.jobs = jobs
        self.again = again
        self.once = once
        self.artefacts = ROOT / "build" / f"test-artefacts{suffix}"
        self.scratch = tests or f".build{suffix}"
        self.caldav = ROOT / "build" / f"caldav-servers{suffix}"
        self.meson = f".build-meson{suffix}"
        self.prefix = ROOT / "build" / f"prefix{suffix}"
        self.binary = self.prefix / "bin" / "optimist"
