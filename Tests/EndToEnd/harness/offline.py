"""Edits made in great number: written into the database of an app that is not running, as the app
itself writes them while the server cannot be reached. Rows and outbox entries go together."""

import sqlite3
import time
import uuid

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ENTER = """
    INSERT INTO todo (id, account, listID, content, notes, priority, isDone, position, createdAt, modifiedAt)
      VALUES (?, ?, ?, ?, '', 0, 0, ?, ?, ?)"""
SEND = """
    INSERT INTO outbox (account, kind, record, reason) VALUES (?, 'todo', ?, 0)"""
SEND_LIST = """
    INSERT INTO outbox (account, kind, record, reason) VALUES (?, 'list', ?, 0)"""
#: It was moved to another account, and is deleted in this one when the other one has it.
SEND_AWAY = """
    INSERT INTO outbox (account, kind, record, reason) VALUES (?, 'todo', ?, 2)"""


def position(milliseconds):
    """The sort key of a to-do made at a moment: eight digits of base 62."""
    digits = []
    for _ in range(8):
        milliseconds, digit = divmod(milliseconds, 62)
        digits.append(DIGITS[digit])
    return "".join(reversed(digits))


class Offline:
    """The database of an app with one account, or its first one; used as a context, which is one transaction."""

    def __init__(self, path):
        self.connection = sqlite3.connect(path, timeout=10)

    def __enter__(self):
        self.connection.execute("BEGIN IMMEDIATE")
        self.account, = self.connection.execute(
            "SELECT id FROM account ORDER BY createdAt, id").fetchone()
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.connection.commit()
        self.connection.close()

    def list_id(self, name):
        return self.connection.execute("SELECT id FROM list WHERE name = ?", [name]).fetchone()[0]

    def enter(self, list_id, titles):
        """Adds to-dos at the end of a list; returns their IDs."""
        now = int(time.time() * 1000)
        todos = [(str(uuid.uuid4()), title, now + number) for number, title in enumerate(titles)]
        self.connection.executemany(ENTER, (
            (name, self.account, list_id, title, position(moment), moment, moment)
            for name, title, moment in todos))
        self.connection.executemany(SEND, (
            (self.account, name) for name, _, _ in todos))
        return [name for name, _, _ in todos]

    def rename(self, name, title):
        """Gives a to-do another title."""
        now = int(time.time() * 1000)
        self.connection.execute("UPDATE todo SET content = ?, modifiedAt = ? WHERE id = ?", [title, now, name])
        self.connection.execute(SEND, [self.account, name])

    def delete(self, name):
        """Deletes a to-do, without a copy in the trash."""
        self.connection.execute("DELETE FROM todo WHERE id = ?", [name])
        self.connection.execute(SEND, [self.account, name])

    def move(self, name, list_id):
        """Moves a to-do to the end of another list, which may be one of another account."""
        account, = self.connection.execute("SELECT account FROM list WHERE id = ?", [list_id]).fetchone()
        now = int(time.time() * 1000)
        self.connection.execute(
            "UPDATE todo SET account = ?, listID = ?, position = ?, modifiedAt = ? WHERE id = ?",
            [account, list_id, position(now), now, name])
        self.connection.execute(SEND, [account, name])
        if account != self.account:
            self.connection.execute(SEND_AWAY, [self.account, name])

    def make_list(self, title):
        """Adds a list; returns its ID."""
        name, now = str(uuid.uuid4()), int(time.time() * 1000)
        self.connection.execute(
            "INSERT INTO list (id, account, name, position, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)",
            [name, self.account, title, position(now), now, now])
        self.connection.execute(SEND_LIST, [self.account, name])
        return name

    def change_list(self, name, title, colour=None):
        """Gives a list another name, and a colour."""
        now = int(time.time() * 1000)
        self.connection.execute(
            "UPDATE list SET name = ?, colour = ?, modifiedAt = ? WHERE id = ?", [title, colour, now, name])
        self.connection.execute(SEND_LIST, [self.account, name])
