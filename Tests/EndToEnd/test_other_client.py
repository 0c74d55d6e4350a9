"""Documents that Google's own Python client writes, which knows nothing of this app."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import test_commands
from harness.client import client_python

#: Fields of an older program, and what a stranger may have used the later names for.
DOCUMENTS = {
    "plain": {"content": "plain", "done": False},
    "dated": {"content": "dated", "date": "2030-02-03", "priority": 5, "done": True},
    "wrong": {"content": "wrong", "tags": "home, work", "status": 7, "recurrence": {"every": "week"},
              "completions": [1, 2.5, None], "parent": True, "reminders": {"at": [1]}, "snoozes": "never",
              "dueTime": 9, "startDate": ["2030"], "url": {"href": "x"}},
    "more": {"content": "more", "tags": ["home", 3, {"a": "b"}], "status": "later", "parent": "nobody",
             "recurrence": "FREQ=NEVER", "reminders": ["DUE PT0S", 4], "mine": {"a": [1, {"b": b"\x00\xff"}]}},
}

CLIENT = '''
import json, sys
from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
client = firestore.Client(project=sys.argv[1], credentials=AnonymousCredentials())
todos = client.collection("users", sys.argv[2], "todos")
def plain(value):
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, dict):
        return {name: plain(one) for name, one in sorted(value.items())}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
if sys.argv[3] == "write":
    for name, fields in eval(sys.stdin.read()).items():
        todos.document(name).set({**fields, "id": name, "listID": sys.argv[4], "deleted": False,
                                  "updatedAt": firestore.SERVER_TIMESTAMP})
else:
    print(json.dumps({document.id: plain(document.to_dict()) for document in todos.stream()}))
'''


class OtherClientTests(test_commands.CommandTest):
    connect = test_commands.ServerTests.connect

    def client(self, *words, text=""):
        python, reason = client_python(Path(tempfile.gettempdir()) / "optimist-firestore-client")
        if reason:
            self.skipTest(reason)
        environment = {**os.environ, "FIRESTORE_EMULATOR_HOST": self.emulator.host}
        return subprocess.run([python, "-c", CLIENT, self.emulator.project, self.user, *words], input=text, text=True,
                              env=environment, check=True, stdout=subprocess.PIPE, timeout=120).stdout

    def documents(self):
        return json.loads(self.client("read"))

    def test_documents_come_back_unharmed(self):
        app = self.connect()
        list_id = app.database.lists()[0]["id"]
        # The emulator lets its own client write whatever it likes.
        self.client("write", list_id, text=repr(DOCUMENTS))
        before = self.documents()
        self.assertIn("4 changes received", self.run_well("sync"))
        self.assertEqual(sorted(self.titles("--all")), sorted(DOCUMENTS))
        for title in DOCUMENTS:
            self.run_well("edit", self.id_of(title), "--title", title + " 2")
        self.run_well("sync")
        after = self.documents()
        for name, fields in before.items():
            self.assertEqual(after[name]["content"], name + " 2")
            for field, value in fields.items():
                if field not in ("content", "updatedAt", "modifiedAt"):
                    self.assertEqual(after[name].get(field), value, f"{field} of {name}")
        # Nor does it harm the fields that the other ones had.
        self.assertIn("Up to date", self.run_well("sync"))
