"""The suite `instructions`: the number of processor instructions that the release program needs."""

from .build import did_not_build, page_build
from .process import MINUTE, run
from .result import Result
from .totals import TotalsParser
from .variant import HELPERS, Variant


def instructions(variant: Variant, is_writing: bool) -> list[Result]:
    results = []
    if not variant.products:
        results.append(page_build(variant))
        if did_not_build(results[0]):
            return results
    page = (variant.products or variant.built_products) / "optimist-page"
    tests = Result("instructions")
    command = [HELPERS / "with-display", "/usr/bin/python3", "Tests/EndToEnd/instructions.py"]
    command += ["--binary", variant.binary, "--page", page, "--output", variant.artefacts]
    command += ["--write"] if is_writing else []
    run(variant, tests, TotalsParser(tests), command, 10 * MINUTE)
    return [*results, tests]
