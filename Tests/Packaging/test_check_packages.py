#!/usr/bin/env python3
"""Whether meson-helpers/check-packages notices that a package is not what was written down.

The packages are made here: repositories with a file, where SwiftPM would keep them.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"Alpha": "1.2.3", "Beta": "4.5.6"}


class CheckPackagesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        helpers = self.top / "helpers"
        helpers.mkdir()
        shutil.copy(ROOT / "meson-helpers/check-packages", helpers)
        self.trees = helpers / "packages.trees"
        self.checkouts = self.top / "scratch/checkouts"
        self.manifest(NAMES)
        for name in NAMES:
            package = self.checkouts / name
            package.mkdir(parents=True)
            (package / "Source.swift").write_text(f"// {name}\n")
            self.git(package, "init", "--quiet")
            self.commit(package)
        self.write_down()

    def write_down(self):
        """Takes the packages as they are for the right ones, by what is said about wrong ones."""
        self.trees.write_text("# name, version, tree\n" + "".join(f"{name} {version} 0\n" for name, version in NAMES.items()))
        found = re.findall(r"looked at: (\w+), not 0", self.check()[1])
        self.trees.write_text("".join(f"{name} {version} {tree}\n" for (name, version), tree in zip(NAMES.items(), found)))

    def manifest(self, versions):
        (self.top / "Package.swift").write_text("".join(
            f'.package(url: "https://example.org/{name}", exact: "{version}"),\n' for name, version in versions.items()))

    def git(self, folder, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.top), "GIT_CONFIG_NOSYSTEM": "1"}
        identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        done = subprocess.run(["git", *identity, *arguments], cwd=folder, env=environment, check=True,
                              capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, package):
        self.git(package, "add", "--all")
        self.git(package, "commit", "--quiet", "--message", "A version")

    def check(self):
        """The exit code, and what was said."""
        done = subprocess.run(
            [self.top / "helpers/check-packages", "--no-resolve", "--package-path", self.top,
             "--scratch-path", self.top / "scratch"], capture_output=True, text=True)
        return done.returncode, done.stderr

    def assert_refused(self, words):
        code, said = self.check()
        self.assertEqual(code, 6, said)
        self.assertIn(words, said)

    def test_what_was_written_down_is_taken(self):
        self.assertEqual(self.check(), (0, ""))

    def test_another_commit_of_the_same_source_is_taken(self):
        package = self.checkouts / "Beta"
        self.git(package, "commit", "--quiet", "--allow-empty", "--message", "The same again")
        self.assertEqual(self.check(), (0, ""))

    def test_a_copy_with_files_in_place_of_links_is_the_same(self):
        package = self.checkouts / "Beta"
        (package / "Shared").mkdir()
        (package / "Shared/Common.swift").write_text("// shared\n")
        (package / "Tool").mkdir()
        (package / "Tool/Common").symlink_to("../Shared")
        self.commit(package)
        self.write_down()
        self.assertEqual(self.check(), (0, ""))
        (package / "Tool/Common").unlink()
        shutil.copytree(package / "Shared", package / "Tool/Common")
        self.commit(package)
        self.assertEqual(self.check(), (0, ""))
        (package / "Tool/Common/Common.swift").write_text("// another\n")
        self.commit(package)
        self.assert_refused("Beta 4.5.6 is another source")

    def test_a_link_to_another_place_is_refused(self):
        package = self.checkouts / "Beta"
        (package / "Link.swift").symlink_to("/etc/hostname")
        self.commit(package)
        self.write_down()
        (package / "Link.swift").unlink()
        (package / "Link.swift").symlink_to("/etc/passwd")
        self.commit(package)
        self.assert_refused("Beta 4.5.6 is another source")

    def test_a_moved_tag_is_refused(self):
        package = self.checkouts / "Beta"
        (package / "Source.swift").write_text("// Beta, and more\n")
        self.commit(package)
        self.assert_refused("Beta 4.5.6 is another source")

    def test_a_changed_file_is_refused(self):
        (self.checkouts / "Alpha/Source.swift").write_text("// something else\n")
        self.assert_refused("files of Alpha are not as they were fetched")

    def test_a_new_file_is_refused(self):
        package = self.checkouts / "Alpha"
        (package / ".git/info/exclude").write_text("*.swift\n")
        (package / "New.swift").write_text("// hidden from git\n")
        self.assert_refused("files of Alpha are not as they were fetched")

    def test_a_package_that_nobody_wrote_down_is_refused(self):
        (self.checkouts / "Gamma").mkdir()
        self.assert_refused("Gamma is not in")

    def test_a_missing_package_is_refused(self):
        shutil.rmtree(self.checkouts / "Alpha")
        self.assert_refused("Alpha 1.2.3 is another source")

    def test_another_version_is_refused(self):
        self.manifest({**NAMES, "Beta": "4.5.7"})
        self.assert_refused("Package.swift does not ask for Beta 4.5.6")


if __name__ == "__main__":
    sys.exit(unittest.main())
