"""What this system provides for the tests."""

import functools
import os
import shutil
import subprocess
from pathlib import Path


def emulator_missing() -> str:
    """The reason why the tests against the Cloud Firestore emulator cannot run here; empty if they can."""
    launcher = "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud_firestore_emulator"
    if not shutil.which("cloud_firestore_emulator") and not os.access(launcher, os.X_OK):
        return "cloud_firestore_emulator is not installed"
    if not shutil.which("java"):
        return "cloud_firestore_emulator is installed, but the Java that it needs is not"
    return ""


@functools.cache
def caldav_missing(folder: Path) -> str:
    """Installs the CalDAV servers of the tests; returns the reason why they cannot run here, or nothing if they can."""
    done = subprocess.run(["meson-helpers/caldav-servers", folder], capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stdout.strip().splitlines() or ["they cannot be installed"])[-1]


def sabre_missing() -> str:
    """The reason why the tests against sabre/dav cannot run here; empty if they can."""
    library = os.environ.get("SABRE_DAV", "/usr/share/php/Sabre/autoload.php")
    if shutil.which("php") and os.access(library, os.R_OK):
        return ""
    return "sabre/dav is not installed, which Debian 12 has as a package (meson-helpers/bootstrap servers)"


def versions() -> str:
    """The versions of the libraries that the tests run against."""
    found = []
    for name, package in [("GTK", "gtk4"), ("libadwaita", "libadwaita-1"), ("SQLite", "sqlite3")]:
        told = subprocess.run(["pkg-config", "--modversion", package], stdout=subprocess.PIPE, text=True)
        found.append(f"{name} {told.stdout.strip() or '?'}")
    return ", ".join(found)
