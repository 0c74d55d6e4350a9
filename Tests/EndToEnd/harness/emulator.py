"""The official Cloud Firestore emulator, one for all tests; each test has a user of its own."""

import datetime
import json
import os
import shutil
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from . import leashed, ports
from .waiting import eventually

PROJECT = "demo-optimist"
LAUNCHER = "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud_firestore_emulator"

#: The launcher's words for starting Java.
LASTING = "java"
SHORT = "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

#: The rules that are deployed with the app; the emulator uses them unless a test replaces them.
RULES = Path(__file__).resolve().parents[3] / "data" / "firestore.rules"
OWN_TREE = "request.auth != null && request.auth.uid == user"


def rules(condition=OWN_TREE):
    """Simple rules: a user's tree can be read, and written where `condition` holds as well."""
    return f"""
rules_version = '2';
service cloud.firestore {{
  match /databases/{{database}}/documents {{
    match /users/{{user}}/{{document=**}} {{
      allow read: if {OWN_TREE};
      allow write: if ({OWN_TREE}) && ({condition});
    }}
  }}
}}
"""


def launcher():
    """The path of the emulator's launcher; None where it cannot be run."""
    found = shutil.which("cloud_firestore_emulator")
    if not found and os.access(LAUNCHER, os.X_OK):
        found = LAUNCHER
    return found if found and shutil.which("java") else None


def missing():
    """Why the emulator cannot be run; empty if it can."""
    if launcher():
        return ""
    if not shutil.which("java"):
        return "the Firestore emulator needs java, which is not installed"
    return "the Firestore emulator (cloud_firestore_emulator) is not installed"


class Running:
    """An emulator, whoever started it."""

    def __init__(self, host, project=PROJECT):
        self.host = host
        self.project = project
        self.base = f"http://{host}/v1/projects/{project}/databases/(default)/documents"

    def set_rules(self, text=None):
        """Replaces the rules; without a text by the app's own."""
        file = {"name": "security.rules", "content": RULES.read_text() if text is None else text}
        self.ask("PUT", f"http://{self.host}/emulator/v1/projects/{self.project}:securityRules",
                  {"rules": {"files": [file]}})

    def wipe(self):
        self.ask("DELETE", f"http://{self.host}/emulator/v1/projects/{self.project}"
                  "/databases/(default)/documents")

    def erase(self, user, collection, name):
        """Removes a document without a trace."""
        self.ask("DELETE", f"{self.base}/users/{quote(user)}/{collection}/{quote(name)}")

    def documents(self, user, collection):
        """All documents of a collection as {id: {field: value}}, tombstones included."""
        found, token = {}, ""
        while True:
            answer = self.ask("GET", f"{self.base}/users/{quote(user)}/{collection}"
                               f"?pageSize=300&pageToken={quote(token)}")
            for document in answer.get("documents", []):
                name = document["name"].rsplit("/", 1)[1]
                found[name] = {key: plain(value) for key, value in document.get("fields", {}).items()}
            token = answer.get("nextPageToken", "")
            if not token:
                return found

    def live(self, user, collection):
        """The documents that are no tombstones."""
        return {name: fields for name, fields in self.documents(user, collection).items()
                if not fields.get("deleted")}

    def contents(self, user):
        """What the user's to-dos say, sorted: one entry a document."""
        return sorted(fields["content"] for fields in self.live(user, "todos").values())

    def committed(self, user, collection, content):
        """When the only document that says this was last written, in seconds since 1970."""
        query = {"from": [{"collectionId": collection}], "where": {"fieldFilter": {
            "field": {"fieldPath": "content"}, "op": "EQUAL", "value": typed(content)}}}
        answers = self.ask("POST", f"{self.base}/users/{quote(user)}:runQuery", {"structuredQuery": query})
        document, = [answer["document"] for answer in answers if "document" in answer]
        return moment(document["updateTime"])

    def commit(self, user, collection, records):
        """Writes documents in one commit with the server's time, as another device of the user would,
        past the rules; returns when that was, in seconds since 1970."""
        root = f"{self.base.split('/v1/')[1]}/users/{user}/{collection}"
        writes = [{"update": {"name": f"{root}/{fields['id']}",
                              "fields": {key: typed(value) for key, value in fields.items()}},
                   "updateMask": {"fieldPaths": sorted(fields)},
                   "updateTransforms": [{"fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"}]}
                  for fields in records]
        return moment(self.ask("POST", f"{self.base}:commit", {"writes": writes})["commitTime"])

    def write(self, user, collection, name, fields):
        """Writes a document as another client would, with the server's time, past the rules."""
        document = self.base.split("/v1/", 1)[1] + f"/users/{user}/{collection}/{name}"
        self.ask("POST", f"{self.base}:commit", {"writes": [{
            "update": {"name": document, "fields": {key: typed(value) for key, value in fields.items()}},
            "updateTransforms": [{"fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"}]}]})

    def _answers(self):
        try:
            with urllib.request.urlopen(f"http://{self.host}/", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def ask(self, method, url, body=None):
        request = urllib.request.Request(
            url, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Bearer owner", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b"{}")


class Emulator(Running):
    """An emulator started by the tests. Its data is lost when it ends.

    In the short life of a test's emulator Java's second compiler takes more time than it saves; `is_lasting`, for
    benchmarks, lets it work.
    """

    def __init__(self, log, is_lasting=False):
        self.port = ports.free_port()
        super().__init__(f"127.0.0.1:{self.port}")
        with open(log, "ab") as output:
            self.process = leashed.start(
                [launcher(), "start", "--host=127.0.0.1", f"--port={self.port}", f"--rules={RULES}"], output,
                {**os.environ, "JAVA": LASTING if is_lasting else SHORT})
        try:
            eventually(self._answers, "the emulator answers", limit=60, pause=0.2)
        except AssertionError:
            self.stop()
            raise

    def stop(self):
        leashed.end(self.process)


def quote(text):
    return urllib.parse.quote(text, safe="")


def moment(text):
    """Seconds since 1970 of a time as the server writes it."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def plain(value):
    """A Firestore value as Python's."""
    (kind, content), = value.items()
    if kind == "integerValue":
        return int(content)
    return None if kind == "nullValue" else content


def typed(value):
    """Python's value as Firestore's; a text that begins with "time:" is a moment."""
    if value is None:
        return {"nullValue": None}
    if isinstance(value, bool):
        return {"booleanValue": value}
    if isinstance(value, int):
        return {"integerValue": str(value)}
    if value.startswith("time:"):
        return {"timestampValue": value[5:]}
    return {"stringValue": value}
