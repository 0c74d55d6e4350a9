#!/usr/bin/env python3
"""Whether meson-helpers/fetch-swift takes the toolchain that Swift's key signed, and no other.

The toolchain, the keys and the server are made here; the server listens on loopback.
"""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = "6.3.1"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@unittest.skipUnless(shutil.which("gpg"), "gpg is not installed")
class FetchSwiftTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.web = self.top / "web"
        self.web.mkdir()
        self.gpg_home = self.top / "gpg"
        self.gpg_home.mkdir(mode=0o700)
        self.addCleanup(subprocess.run, ["gpgconf", "--homedir", self.gpg_home, "--kill", "all"], check=False)
        self.swift, self.other = (self.key(name) for name in ["swift", "other"])
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=self.web))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        address = f"http://127.0.0.1:{self.server.server_port}"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.top / "home"), "SWIFT_DOWNLOADS": address,
            "SWIFT_KEYS": f"{address}/keys.asc", "SWIFT_SIGNING_KEY": self.swift}
        told = self.fetch("--what")
        if told.returncode == 4:
            self.skipTest("swift.org has no toolchain for this system")
        self.archive = self.web / told.stdout.split(address)[1].split()[0].lstrip("/")
        self.archive.parent.mkdir(parents=True)
        self.pack()
        self.sign(self.swift)

    def gpg(self, *arguments):
        return subprocess.run(["gpg", "--homedir", self.gpg_home, "--batch", "--no-tty", "--yes", *arguments],
                              check=True, capture_output=True, text=True).stdout

    def key(self, name):
        self.gpg("--passphrase", "", "--quick-generate-key", f"{name}@example.org", "ed25519", "sign", "never")
        listed = self.gpg("--with-colons", "--list-keys", f"{name}@example.org")
        return next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr"))

    def pack(self):
        tool = self.top / "made" / "usr" / "bin" / "swift"
        tool.parent.mkdir(parents=True)
        tool.write_text(f"#!/bin/sh\necho 'Swift version {VERSION} (swift-{VERSION}-RELEASE)'\n")
        tool.chmod(0o755)
        with tarfile.open(self.archive, "w:gz") as file:
            file.add(self.top / "made", f"swift-{VERSION}-RELEASE")

    def sign(self, key):
        (self.web / "keys.asc").write_text(self.gpg("--armor", "--export"))
        self.gpg("--local-user", key, "--output", f"{self.archive}.sig", "--detach-sign", self.archive)

    def fetch(self, *arguments):
        return subprocess.run([ROOT / "meson-helpers/fetch-swift", *arguments], env=self.environment,
                              capture_output=True, text=True, check=False)

    def assert_refused(self, words):
        done = self.fetch()
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(words, done.stderr)
        left = self.top / "home/.cache/optimist-build"
        self.assertEqual(os.listdir(left), [], "nothing is left of it")

    def test_what_is_signed_is_found_afterwards(self):
        done = self.fetch()
        self.assertEqual(done.returncode, 0, done.stderr)
        # The machine's own toolchain would be found first.
        environment = {**self.environment, "PATH": "/usr/bin:/bin"}
        helper = (ROOT / "meson-helpers/find-swift").read_text().replace("/opt/swift", str(self.top / "none"))
        found = subprocess.run(["bash", "-c", helper], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(found.stdout.strip(), str(self.top / "home/.cache/optimist-build/swift/usr/bin/swift"))

    def test_a_changed_archive_is_thrown_away(self):
        whole = bytearray(self.archive.read_bytes())
        whole[len(whole) // 2] ^= 1
        self.archive.write_bytes(whole)
        self.assert_refused("signature")

    def test_another_key_of_the_same_file_is_not_enough(self):
        self.sign(self.other)
        self.assert_refused("signature")

    def test_an_archive_that_is_missing(self):
        self.archive.unlink()
        self.assert_refused("not fetched")

    def test_keys_that_are_none(self):
        (self.web / "keys.asc").write_text("<html>Moved</html>")
        self.assert_refused("no keys")


if __name__ == "__main__":
    sys.exit(unittest.main())
