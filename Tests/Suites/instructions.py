"""The suite `instructions`: the number of processor instructions that the release program needs."""

from .build import did_not_build, page_build
from .process import MINUTE, run
from .result import Result
from .totals import TotalsParser
from .variant import HELPERS, ROOT, Variant


def instructions(variant: Variant) -> list[Result]:
    page = ROOT / "build" / "optimist-page"
    build = page_build(variant, page)
    if did_not_build(build):
        return [build]
    tests = Result("instructions")
    command = [HELPERS / "with-display", "/usr/bin/python3", "Tests/EndToEnd/instructions.py"]
    command += ["--binary", variant.binary, "--page", page, "--output", variant.artefacts]
    run(variant, tests, TotalsParser(tests), command, 10 * MINUTE)
    return [build, tests]
