"""The copy of the tree that has all mistakes in it, each behind a switch, and how it is built."""

import dataclasses
import pathlib
import re
import subprocess

from mutations import MUTATIONS
from schemata import SWITCH, Misplaced, weave
from unit_mutations import UNIT_MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TREE = ROOT / ".build-mutants"


@dataclasses.dataclass(frozen=True)
class Mutation:
    number: int
    name: str
    path: str
    old: str
    new: str
    # The unit tests of which at least one must fail: "Class/method", or "Class/(method|method)". None: the simulation
    # must notice it.
    tests: str | None = None

    @property
    def kind(self):
        return "simulation" if self.tests is None else "unit"


# Both tables; the numbers go on.
ALL = [Mutation(number, *entry) for number, entry in enumerate(MUTATIONS + UNIT_MUTATIONS)]


def woven():
    """The texts of the files with all mistakes, by path, and the number of mistakes that cannot be made."""
    mutations = {}
    misplaced = 0
    for mutation in ALL:
        try:
            weave(original(mutation.path), [(mutation.number, mutation.old, mutation.new)])
            mutations.setdefault(mutation.path, []).append((mutation.number, mutation.old, mutation.new))
        except Misplaced as error:
            print(f"{mutation.path}: error: the mutation \"{mutation.name}\": {error}")
            misplaced += 1
    return {path: weave(original(path), chosen) for path, chosen in mutations.items()}, misplaced


def original(path):
    return (ROOT / path).read_text(encoding="utf-8")


def misnamed():
    """Counts names that two mistakes have, and tests that are named and do not exist."""
    tests = unit_tests()
    count = 0
    names = set()
    for mutation in ALL:
        errors = ["two mutations have this name"] if mutation.name in names else []
        names.add(mutation.name)
        if mutation.tests is not None:
            suite, methods = mutation.tests.split("/")
            errors += [f"there is no test {suite}/{method}" for method in methods.strip("()").split("|")
                       if f"{suite}/{method}" not in tests]
        for error in errors:
            print(f"{mutation.path}: error: the mutation \"{mutation.name}\": {error}")
        count += len(errors)
    return count


def unit_tests():
    """Every unit test of the tree, as "Class/method"."""
    found = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        suite = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if start := re.match(r"(?:final class|extension) (\w+)", line):
                suite = start.group(1)
            elif test := re.match(r"  func (test\w+)\(\)", line):
                found.add(f"{suite}/{test.group(1)}")
    return found


def copy_tree(texts):
    """Updates the copy. An unchanged file keeps its time, so it is not built again."""
    wanted = [ROOT / "Package.swift", ROOT / "Package.resolved"]
    for name in ("Sources", "Tests"):
        wanted += [path for path in (ROOT / name).rglob("*") if path.is_file()]
    contents = {path.relative_to(ROOT): path for path in wanted if path.exists()}
    switch = pathlib.Path("Sources/Basics/Mutation.swift")
    for name in ("Sources", "Tests"):
        for path in (TREE / name).rglob("*"):
            if path.is_file() and path.relative_to(TREE) not in {*contents, switch}:
                path.unlink()
    for name, path in contents.items():
        put(TREE / name, texts[str(name)].encode() if str(name) in texts else path.read_bytes())
    put(TREE / switch, SWITCH.encode())


def put(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def find_swift():
    return subprocess.check_output([ROOT / "meson-helpers" / "find-swift"], text=True).strip()


def build(what):
    """Builds the simulation or the unit tests, as these arguments say. Returns whether it builds.

    The same flags for both, so that nothing is built twice. With the index, in which SwiftPM finds the unit tests."""
    built = subprocess.run(
        [find_swift(), "build", *what, "--scratch-path", ".build",
         # Optimised, because seeds then take half the time. No debug information, which nothing uses.
         "-Xswiftc", "-O", "-debug-info-format", "none"],
        cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if built.returncode:
        errors = {line for line in built.stdout.splitlines() if re.match(r"\S+: error: ", line)}
        print("\n".join(sorted(errors)) if errors else built.stdout[-2000:])
    return built.returncode == 0
