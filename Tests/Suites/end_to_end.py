"""The suite `end-to-end`: the real window, driven over the accessibility bus."""

import subprocess

from .process import MINUTE, run
from .result import Result
from .totals import TotalsParser
from .variant import HELPERS, ROOT, Variant

#: What is tested against one set of libraries only: the shells, the terminal, hostile servers, the engine between two
#: devices and other programs, and what the window does with the engine's and the disk's answers: its dialogs are of the
#: same widgets as those of the modules that stay, which edit, sign in through the browser and add servers. What of it
#: calls libraries is tested against each: see CALLS in unit.py.
NO_LIBRARY = [
    "test_completion", "test_attack_caldav", "test_attack_calendars", "test_attack_lists", "test_attack_names",
    "test_attack_server",
    "test_caldav_commands", "test_caldav_servers", "test_commands", "test_commands_fields", "test_crash", "test_portal",
    "test_two_devices", "test_two_devices_faults", "test_other_client",
    "test_disk", "test_many_shares", "test_online_accounts", "test_recovery", "test_sharing", "test_sync",
    "test_typed_people",
    "test_accounts", "test_main_list", "test_members", "test_people", "test_status", "test_typed", "test_zones",
]


def end_to_end(variant: Variant, pattern: str | None) -> list[Result]:
    tests = Result("end-to-end")
    if not variant.name:
        # Without them a test is skipped and says so.
        subprocess.run([HELPERS / "desktop-portals", ROOT / "build" / "desktop-portals"])
    command = [
        # Several at a time bring a screen each.
        *([HELPERS / "with-display"] if variant.jobs == 1 else []),
        "/usr/bin/python3",
        "Tests/EndToEnd/run.py",
        "--jobs",
        str(variant.jobs),
        *(["--again"] if variant.again else []),
        *(["-k", pattern] if pattern else []),
        # What depends on no library that differs there is tested on this system.
        *([f"--without={module}" for module in NO_LIBRARY] if variant.name else []),
        "--binary",
        variant.binary,
        "--output",
        variant.artefacts,
    ]
    run(variant, tests, TotalsParser(tests), command, 45 * MINUTE)
    return [tests]
