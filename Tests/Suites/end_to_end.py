"""The suite `end-to-end`: the real window, driven over the accessibility bus."""

import subprocess

from .process import MINUTE, run
from .result import Result
from .totals import TotalsParser
from .variant import HELPERS, ROOT, Variant

#: Modules that run against one set of libraries only, because other libraries do not change their result: the shells, the
#: terminal, hostile servers, the engine between two devices and other programs, and how the window shows the answers of
#: engine and disk. The dialogs and rows in these modules have the same widgets as those in the modules that also run in a
#: variant, which edit, drag, sign in through the browser and add servers. Unit tests cover the calls of libraries in each
#: variant: see CALLS in unit.py.
NO_LIBRARY = [
    "test_completion", "test_attack_lists", "test_attack_names", "test_attack_server",
    "test_caldav_commands", "test_caldav_servers", "test_commands", "test_commands_fields", "test_crash", "test_portal",
    "test_two_devices", "test_two_devices_faults", "test_other_client",
    "test_disk", "test_many_shares", "test_online_accounts", "test_recovery", "test_sharing", "test_sync",
    "test_typed_people",
    "test_accounts", "test_main_list", "test_members", "test_people", "test_status", "test_typed", "test_zones",
    "test_caldav_accounts", "test_links", "test_list_looks",
]
#: Modules that depend on no library either, and whose bounds on memory and time are those of the release program.
BOUNDS = ["test_attack_caldav", "test_attack_calendars"]


def left_out(variant: Variant) -> list[str]:
    """The modules that another run of the same commit has, or that mean nothing for the program under test."""
    if variant.is_debug_program:
        return BOUNDS
    if not variant.name:
        return []
    # A program that is brought along may be the only release there is.
    return NO_LIBRARY if variant.program else NO_LIBRARY + BOUNDS


def end_to_end(variant: Variant, pattern: str | None) -> list[Result]:
    tests = Result("end-to-end")
    if not variant.name:
        # Without the portals, a test is skipped by name.
        subprocess.run([HELPERS / "desktop-portals", ROOT / "build" / "desktop-portals"])
    command = [
        # With several jobs, each test starts a screen of its own.
        *([HELPERS / "with-display"] if variant.jobs == 1 else []),
        "/usr/bin/python3",
        "Tests/EndToEnd/run.py",
        "--jobs",
        str(variant.jobs),
        *(["--again"] if variant.again else []),
        *(["-k", pattern] if pattern else []),
        *[f"--without={module}" for module in left_out(variant)],
        # What is tested twice anyway is tested the second time as people have it who switch animations off.
        *(["--no-animations"] if variant.name else []),
        "--binary",
        variant.binary,
        "--output",
        variant.artefacts,
    ]
    run(variant, tests, TotalsParser(tests), command, 45 * MINUTE)
    return [tests]
