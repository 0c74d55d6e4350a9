"""Reads the app's database file beside the app, without ever changing it."""

import sqlite3


class Database:
    def __init__(self, path):
        self.path = path

    def rows(self, query, *values):
        """The rows of a query as dictionaries."""
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5)
        try:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(query, values)]
        finally:
            connection.close()

    def lists(self):
        return self.rows("SELECT * FROM list ORDER BY position, id")

    def list_names(self):
        return [row["name"] for row in self.lists()]

    def todos(self):
        return self.rows("SELECT * FROM todo ORDER BY position, id")

    def contents(self):
        return [row["content"] for row in self.todos()]

    def todo(self, content):
        """The one to-do that says this; None if there is none."""
        found = self.rows("SELECT * FROM todo WHERE content = ?", content)
        assert len(found) < 2, f"{len(found)} to-dos say {content!r}"
        return found[0] if found else None

    def outbox(self):
        return self.rows("SELECT * FROM outbox ORDER BY seq")

    def last_outbox_number(self):
        """Grows with every entry ever made, also those that were sent."""
        found = self.rows("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
        return found[0]["seq"] if found else 0
