"""Many lists that others share with one user, who has accepted them, written as their devices would."""

BATCH = 400
#: So many lists each of the others shares.
PER_OWNER = 50


class Shares:
    """`count` lists with a to-do each, shared with `user`."""

    def __init__(self, emulator, user, count, prefix="o"):
        self.emulator = emulator
        self.user = user
        self.places = [(f"{prefix}{number // PER_OWNER}-{user}", f"s{number}-{user}") for number in range(count)]
        records = []
        for number, (owner, list_id) in enumerate(self.places):
            member = f"{list_id}:{user}"
            consent = f"{owner}:{list_id}"
            records += [
                (user, "consents", consent,
                 {"deleted": False, "user": owner, "listID": list_id, "choice": "accepted"}),
                (owner, "lists", list_id, {"deleted": False, "name": f"Shared {number}"}),
                (owner, "todos", f"t-{list_id}",
                 {"deleted": False, "listID": list_id, "content": f"To-do {number}", "done": False}),
                (owner, "members", member,
                 {"deleted": False, "listID": list_id, "user": user, "role": "writer"})]
        for start in range(0, len(records), BATCH):
            self._write(records[start:start + BATCH])

    def add(self, number, content):
        """A to-do that the owner adds to a list."""
        owner, list_id = self.places[number]
        self._write([(owner, "todos", f"n{number}-{list_id}",
                      {"deleted": False, "listID": list_id, "content": content, "done": False})])

    def contents(self, number):
        """What the to-dos in the tree of a list's owner say."""
        return self.emulator.contents(self.places[number][0])

    def _write(self, records):
        root = self.emulator.base.split("/v1/", 1)[1]
        self.emulator.ask("POST", f"{self.emulator.base}:commit", {"writes": [
            {"update": {"name": f"{root}/users/{owner}/{collection}/{name}",
                        "fields": {"id": {"stringValue": name}, **{
                            key: {"booleanValue" if isinstance(value, bool) else "stringValue": value}
                            for key, value in fields.items()}}},
             "updateTransforms": [{"fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"}]}
            for owner, collection, name, fields in records]})
