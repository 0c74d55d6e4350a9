"""People in the emulator's collection `users`, which all tests share; each test takes its own away."""

from .emulator import typed

KINDS = ["good", "good", "good", "good", "slow", "broken", "huge", "wrong", "missing", "bomb"]
FIRST = ["Ada", "Bruno", "Chiara", "Dmitri", "Élodie", "Fatima", "Göran", "Hana", "İpek", "Jun", "민수", "さくら"]
LAST = ["Álvarez", "Bauer", "Cho", "Dupont", "Eriksson", "Fischer", "García", "Honda", "Ivanova", "Jensen",
        "Kim", "Łukasz", "Müller", "Novák", "O’Brien", "Park", "Quinn", "Rossi", "Sato", "Þórsdóttir"]
BATCH = 500


class People:
    def __init__(self, emulator):
        self.emulator = emulator
        self.root = f"{emulator.base.split('/v1/')[1]}/users"
        self.names = []

    def seed(self, count, pictures=None, prefix="p"):
        """Writes people, one of ten kinds of pictures each; every hundredth document is broken.

        Returns how many of them can be read.
        """
        people, broken = [], 0
        for number in range(count):
            fields = {"username": f"user{number:05}",
                      "fullname": f"{FIRST[number % len(FIRST)]} {LAST[number % len(LAST)]} {number}"}
            if pictures:
                fields["profileImageUrl"] = pictures.url(KINDS[number % len(KINDS)], number)
            if number % 100 == 99:
                fields = {"username": number, "fullname": True}
                broken += 1
            people.append((f"{prefix}{number:05}", fields))
        self.write(people)
        return count - broken

    def add(self, name, username, fullname, picture=None, findable=True):
        fields = {"username": username, "fullname": fullname, "findable": findable}
        if picture:
            fields["profileImageUrl"] = picture
        self.write([(name, fields)])

    def write(self, people):
        writes = [{"update": {"name": f"{self.root}/{name}",
                              "fields": {key: typed(value) for key, value in ({"findable": True} | fields).items()}}}
                  for name, fields in people]
        self._commit(writes)
        self.names += [name for name, _ in people]

    def remove(self):
        """Takes everybody away again."""
        self._commit([{"delete": f"{self.root}/{name}"} for name in self.names])
        self.names = []

    def read(self, name):
        """The fields of somebody's document."""
        answer = self.emulator.ask("GET", f"{self.emulator.base}/users/{name}")
        return {key: next(iter(value.values())) for key, value in answer.get("fields", {}).items()}

    def _commit(self, writes):
        for start in range(0, len(writes), BATCH):
            self.emulator.ask("POST", f"{self.emulator.base}:commit", {"writes": writes[start:start + BATCH]})
