#!/usr/bin/env python3
"""Whether the commands that make the indexes of a Firestore database make those of firestore.indexes.json.

The commands run as they are, with a gcloud and a curl that write down what they are asked for.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

DATA = Path(__file__).resolve().parents[2] / "data"
SCRIPT = (DATA / "firestore-indexes.sh").read_text()
PROJECT = "demo-project"
TOKEN = "a token"
RECORDER = f"""#!{sys.executable}
import json, os, sys
if sys.argv[1:] == ["auth", "print-access-token"]:
    print({TOKEN!r})
else:
    with open(os.environ["CALLS"], "a") as file:
        print(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]), file=file)
"""


def expected():
    """The indexes of firestore.indexes.json: collection, scope and fields with their order."""
    content = json.loads((DATA / "firestore.indexes.json").read_text())
    composite = [(index["collectionGroup"], index["queryScope"],
                  tuple((field["fieldPath"], field["order"]) for field in index["fields"]))
                 for index in content["indexes"]]
    single = [(field["collectionGroup"], index["queryScope"], ((field["fieldPath"], index["order"]),))
              for field in content["fieldOverrides"] for index in field["indexes"]]
    return sorted(composite + single)


def options(arguments):
    """(name, value) of each option that is written as one word."""
    return [tuple(argument.removeprefix("--").split("=", 1)) if "=" in argument else (argument.removeprefix("--"), None)
            for argument in arguments]


class FirestoreIndexesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.calls = self.top / "calls"
        for name in ("gcloud", "curl"):
            program = self.top / name
            program.write_text(RECORDER)
            program.chmod(0o755)

    def run_script(self, script, project=PROJECT):
        """Runs the commands as a shell reads what is pasted into it; returns the ended process and what was asked for."""
        self.calls.write_text("")
        environment = {"PATH": f"{self.top}:{os.environ['PATH']}", "CALLS": str(self.calls), "LC_ALL": "C.UTF-8"}
        if project:
            environment["GOOGLE_CLOUD_PROJECT"] = project
        done = subprocess.run(["bash", "-s"], input=script, env=environment, capture_output=True, text=True)
        return done, [json.loads(line) for line in self.calls.read_text().splitlines()]

    def indexes(self, calls):
        made = []
        for program, *arguments in calls:
            made += self.composite(arguments) if program == "gcloud" else self.single(arguments)
        return sorted(made)

    def composite(self, arguments):
        self.assertEqual(arguments[:4], ["firestore", "indexes", "composite", "create"])
        given = options(arguments[4:])
        fields = [dict(part.split("=") for part in value.split(",")) for name, value in given if name == "field-config"]
        others = {name: value for name, value in given if name != "field-config"}
        self.assertEqual(set(others), {"quiet", "async", "project", "database", "collection-group", "query-scope"})
        self.assertEqual((others["project"], others["database"]), (PROJECT, "(default)"))
        for field in fields:
            self.assertEqual(set(field), {"field-path", "order"})
        # gcloud writes what the API calls COLLECTION_GROUP in its own way.
        scope = {"collection": "COLLECTION", "collection-group": "COLLECTION_GROUP"}[others["query-scope"]]
        order = {"ascending": "ASCENDING", "descending": "DESCENDING"}
        return [(others["collection-group"], scope,
                 tuple((field["field-path"], order[field["order"]]) for field in fields))]

    def single(self, arguments):
        values = dict(zip(arguments, arguments[1:]))
        headers = [value for name, value in zip(arguments, arguments[1:]) if name == "--header"]
        self.assertEqual(values["--request"], "PATCH")
        self.assertIn(f"Authorization: Bearer {TOKEN}", headers)
        self.assertIn(f"X-Goog-User-Project: {PROJECT}", headers)
        url = urlsplit(arguments[-1])
        self.assertEqual((url.scheme, url.netloc), ("https", "firestore.googleapis.com"))
        # Without a mask, everything else that is known of the field would be cleared.
        self.assertEqual(parse_qs(url.query), {"updateMask": ["indexConfig"]})
        found = re.fullmatch(r"/v1/projects/([^/]+)/databases/([^/]+)/collectionGroups/([^/]+)/fields/([^/]+)", url.path)
        self.assertEqual(found.groups()[:2], (PROJECT, "(default)"))
        group, field = found.groups()[2:]
        made = [(group, index["queryScope"], tuple((part["fieldPath"], part["order"]) for part in index["fields"]))
                for index in json.loads(values["--data"])["indexConfig"]["indexes"]]
        for _, _, fields in made:
            self.assertEqual([path for path, _ in fields], [field])
        return made

    def test_the_commands_make_the_indexes_of_the_file(self):
        done, calls = self.run_script(SCRIPT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.indexes(calls), expected())

    def test_a_command_or_an_index_that_is_left_out_is_noticed(self):
        commands = re.findall(r"^  (?:gcloud|curl) (?:.*\n)+?(?=\n|\))", SCRIPT, re.MULTILINE)
        self.assertEqual(len(commands), 6)
        for part in commands:
            _, calls = self.run_script(SCRIPT.replace(part, ""))
            self.assertNotEqual(self.indexes(calls), expected(), part)
        broad = SCRIPT.replace("--query-scope=collection-group", "--query-scope=collection")
        self.assertNotEqual(self.indexes(self.run_script(broad)[1]), expected())
        without = re.sub(r",\s*\{\"queryScope\": \"COLLECTION_GROUP\".*", "", SCRIPT)
        self.assertNotEqual(self.indexes(self.run_script(without)[1]), expected())

    def test_without_a_project_nothing_is_asked_for(self):
        done, calls = self.run_script(SCRIPT, project=None)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("No project is chosen", done.stderr)
        self.assertEqual(calls, [])


if __name__ == "__main__":
    unittest.main()
