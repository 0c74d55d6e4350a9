"""The output before and after the suites, and the sum of several runs."""

from .result import Result
from .system import caldav_missing, emulator_missing, sabre_missing, versions
from .totals import TOTALS
from .variant import ROOT, Variant


def announce(variant: Variant) -> None:
    """Prints the libraries under test, and what is missing for some of the tests."""
    print(f"Testing against {versions()}", flush=True)
    if reason := emulator_missing():
        print(f"NOTE: {reason}: the tests that need it will be skipped.")
    if reason := caldav_missing(variant.caldav):
        print(f"NOTE: {reason}: the tests against CalDAV servers will be skipped.")
    if reason := sabre_missing():
        print(f"NOTE: {reason}: the tests against it will be skipped.")


def report(variant: Variant, results: list[Result]) -> int:
    """Prints the results of the suites and stores them in the artefacts; returns the exit code of the run."""
    for result in results:
        result.require_tests()
    print(f"\nTested against {versions()}")
    print(f"\n{'suite':<16}{'passed':>8}{'failed':>8}{'skipped':>9}{'time':>10}")
    for result in results:
        print(
            f"{result.name:<16}{result.passed:>8}{len(result.failures):>8}"
            f"{len(result.skips):>9}{result.seconds:>8.1f} s"
        )
    if skips := [(result.name, *skip) for result in results for skip in result.skips]:
        print("\nSkipped:")
        for suite, name, reason in skips:
            print(f"  {suite}: {name}: {reason}")
    if second := [(result.name, name) for result in results for name in result.second]:
        print("\nPassed only when run again, by itself:")
        for suite, name in second:
            print(f"  {suite}: {name}")
    if reason := emulator_missing():
        print(f"\nNOT TESTED HERE: the wire to the Cloud Firestore emulator: {reason}.")
    if reason := caldav_missing(variant.caldav):
        print(f"\nNOT TESTED HERE: CalDAV servers: {reason}.")
    failures = [(result.name, failure) for result in results for failure in result.failures]
    if failures:
        print("\nFailed:")
        for suite, failure in failures:
            print(f"  {suite}: {failure}")
    passed = sum(result.passed for result in results)
    failed = sum(len(result.failures) for result in results)
    skipped = sum(len(result.skips) for result in results)
    totals = f"{passed} passed, {failed} failed, {skipped} skipped"
    variant.artefacts.mkdir(parents=True, exist_ok=True)
    (variant.artefacts / "totals.txt").write_text(totals + "\n")
    (variant.artefacts / "failed.txt").write_text("".join(f"{suite}: {failure}\n" for suite, failure in failures))
    print(f"\n{totals}", flush=True)
    return 1 if failed or passed == 0 else 0


def add_up(folders: list[str]) -> int:
    """Prints the sum of earlier runs; one that left no totals counts as a failure."""
    sums = [0, 0, 0]
    for folder in folders:
        file = ROOT / "build" / folder / "totals.txt"
        found = TOTALS.match(file.read_text().strip()) if file.exists() else None
        numbers = [int(number) for number in found.groups()] if found else [0, 1, 0]
        print(f"{folder}: {found.group(0) if found else 'did not come to an end'}")
        sums = [sum(pair) for pair in zip(sums, numbers)]
    print("{} passed, {} failed, {} skipped".format(*sums), flush=True)
    return 1 if sums[1] or sums[0] == 0 else 0
