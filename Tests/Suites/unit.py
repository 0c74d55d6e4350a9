"""The suite `unit`: `swift test`, in several runs at a time where there are processors for it."""

import re

from .build import swift
from .process import MINUTE, Beside, run
from .result import Result
from .swift_test import SwiftTestParser
from .variant import HELPERS, Variant

#: The unit tests of code that calls libraries whose versions differ in a variant: WINDOW for the toolkit, CALLS for the
#: others. A variant runs only these, not those of the engine and of the servers' messages.
WINDOW = r"^AppTests\."
CALLS = r"^CoreTests\.|\.(Soup|SecretService|Picture|CaptivePortal|HostileServer)\w*Tests/"
#: Long sequences of random changes. A variant leaves them out, because other tests cover the same library calls.
STORIES = r"\.(Convergence|TodoPage|TodoPageTree)Tests/|/testAnySequence"
#: The unit tests of the engine and its servers, as patterns of swift test, and those of CalDAV among them. They run in
#: parallel, because each spends most of its time waiting.
SERVERS = r"^SyncTests\."
CALDAV = r"^SyncTests\.(CalDAV|Calendar|HostileCal|HostileXML|OtherPrograms)"
ENVIRONMENT = {"GSETTINGS_BACKEND": "memory"}


def unit(variant: Variant, filter_expression: str | None) -> list[Result]:
    if filter_expression:
        parts = {"unit": ["--filter", filter_expression]}
    elif variant.name and variant.jobs > 1:
        parts = {
            "unit of AppTests": ["--filter", WINDOW, "--skip", STORIES],
            "unit": ["--filter", CALLS, "--skip", STORIES],
        }
    elif variant.name:
        parts = {"unit": ["--filter", f"{WINDOW}|{CALLS}", "--skip", STORIES]}
    elif variant.jobs > 1:
        parts = {
            # The longest first.
            "unit of SyncTests": ["--filter", SERVERS, "--skip", CALDAV],
            "unit of CalDAV": ["--filter", CALDAV],
            "unit": ["--skip", SERVERS],
        }
    else:
        parts = {"unit": []}
    runs = [(Result(name), [*swift_test(variant), *choice]) for name, choice in parts.items()]
    *others, last = [(tests, SwiftTestParser(tests), command, 20 * MINUTE, ENVIRONMENT) for tests, command in runs]
    beside = []
    for arguments in others:
        beside.append(Beside(variant, *arguments))
        # Before its first test, swift test opens its build database, which only one process can do at a time.
        beside[-1].wait_for_a_test()
    run(variant, *last)
    results = [*(other.end() for other in beside), last[0]]
    if variant.again:
        for tests in results:
            unit_again(variant, tests)
    return results


def swift_test(variant: Variant) -> list:
    # Without the lock several processes can run at a time. That is safe, because none of them builds anything.
    test = [swift(), "test", "--skip-build", "--ignore-lock", "--scratch-path", variant.scratch]
    return [HELPERS / "with-display", "--no-accessibility", *test]


def unit_again(variant: Variant, tests: Result) -> None:
    """Repeats up to three failed tests, each by itself. A test that failed because the machine was busy passes now, and
    the report says so. A test that found a bug fails again."""
    names = [re.fullmatch(r"(\w+)\.(\w+)", name) for name in tests.failures]
    if len(names) > 3 or not all(names):
        return
    for name in names:
        again = Result("unit again")
        command = [*swift_test(variant), "--filter", rf"\.{name[1]}/{name[2]}$"]
        run(variant, again, SwiftTestParser(again), command, 5 * MINUTE, ENVIRONMENT)
        tests.seconds += again.seconds
        if again.passed == 1 and not again.failures:
            tests.failures.remove(name[0])
            tests.second.append(name[0])
            tests.passed += 1
