"""The folders for everything that a run builds and writes."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HELPERS = ROOT / "meson-helpers"


class Variant:
    """The folders and options of a run. The helper scripts take the same folders from the environment variable VARIANT."""

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
