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
        products: str | None = None,
        jobs: int = 1,
        again: bool = False,
        once: bool = False,
    ):
        suffix = f"-{name}" if name else ""
        self.name = name
        self.products = (ROOT / products) if products else None
        self.tests = tests
        self.jobs = jobs
        self.again = again
        self.once = once
        self.artefacts = ROOT / "build" / f"test-artefacts{suffix}"
        self.scratch = tests or f".build{suffix}"
        self.is_debug_program = program == "debug"
        self.program = str(ROOT / self.scratch / "debug/optimist") if self.is_debug_program else program
        self.release_scratch = f".build-release{suffix}"
        self.built_products = ROOT / "build" / f"products{suffix}"
        self.caldav = ROOT / "build" / f"caldav-servers{suffix}"
        self.meson = f".build-meson{suffix}"
        self.prefix = ROOT / "build" / f"prefix{suffix}"
        self.binary = self.prefix / "bin" / "optimist"

    def has(self, suite: str) -> bool:
        """Whether a suite is played if none is named. Simulation and instructions need release products; a variant of the
        libraries does not change what the simulation finds."""
        if suite not in ("simulation", "instructions") or self.products:
            return True
        return not self.program and not (self.name and suite == "simulation")
