"""Builds what the suites test."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from .process import MINUTE, Beside, run
from .result import Parser, Result
from .variant import HELPERS, ROOT, Variant


class WarningParser(Parser):
    """A compilation: a warning about a file of ours is a failure."""

    warning = re.compile(r"^(/\S[^:]*):(\d+):\d+: warning: (.*)$")
    package_warning = re.compile(r"^warning: '([^']+)': (.*)$")

    def __init__(self, result: Result):
        super().__init__(result)
        self.files: set[Path] = set()

    def line(self, text: str) -> bool:
        message = ""
        if found := self.warning.match(text):
            path = Path(found.group(1))
            if path.is_relative_to(ROOT / "Sources") or path.is_relative_to(ROOT / "Tests"):
                self.files.add(path)
                message = f"{path.relative_to(ROOT)}:{found.group(2)}: warning: {found.group(3)}"
        elif found := self.package_warning.match(text):
            if found.group(1) == ROOT.name.lower() and "prohibited flag" not in text:
                message = f"Package.swift: warning: {found.group(2)}"
        if message and message not in self.result.failures:
            self.result.failures.append(message)
        return True

    def end(self, exit_code: int) -> None:
        if exit_code != 0:
            self.result.failures.append(f"ended with exit code {exit_code}")
        # The compiler does not repeat warnings of unchanged files, so mark these files as changed for the next run.
        for path in self.files:
            path.touch()


def swift() -> str:
    found = subprocess.run([HELPERS / "find-swift"], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        sys.exit("No Swift toolchain of version 6.1 or newer was found.")
    return found.stdout.strip()


#: Leaves out what only debuggers need, and reads each module's sources once instead of once per processor. A later build
#: with other options compiles everything again, and a change compiles its whole module.
ONCE = ["-gline-tables-only", "-use-ld=lld", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]


def debug_build(variant: Variant) -> Result:
    build = Result("debug build")
    command = [HELPERS / "with-huge-pages", swift(), "build", "--build-tests", "--scratch-path", variant.scratch]
    command += [word for option in ONCE if variant.once for word in ("-Xswiftc", option)]
    run(variant, build, WarningParser(build), command, 40 * MINUTE)
    return build


def release_build(variant: Variant, products: list[str]) -> Beside:
    """Builds and installs the program, then other products that share its object files. Building all in one command
    keeps the suites that need them from waiting for each other's builds."""
    build = Result("installed build" if variant.program else "release build")
    commands = [[HELPERS / "build-app", *(["--program", variant.program] if variant.program else [])]]
    commands += [product_build(variant, product) for product in products]
    line = " && ".join(shlex.join(str(word) for word in command) for command in commands)
    return Beside(variant, build, WarningParser(build), ["sh", "-c", line], 40 * MINUTE)


def page_build(variant: Variant) -> Result:
    build = Result("page build")
    run(variant, build, WarningParser(build), product_build(variant, "optimist-page"), 15 * MINUTE)
    return build


def product_build(variant: Variant, product: str) -> list:
    variant.built_products.mkdir(parents=True, exist_ok=True)
    command = [HELPERS / "build-swift", "--scratch-path", ROOT / variant.release_scratch]
    return [*command, "--product", product, "--output", variant.built_products / product]


def did_not_build(build: Result) -> bool:
    """Whether the build failed, so that nothing can be tested. Warnings alone do not stop the suites."""
    return any(": warning: " not in failure for failure in build.failures)
