"""The rows of a to-do page, read from the names that a screen reader says."""

import re

DONE_TITLE = "Tasks done!"
MARKS = ("saving", "not on the server yet", "being sent", "refused by the server")
PARTS = re.compile(
    r"^(?P<title>.*?)(?P<done>, completed|, cancelled)?(?:(?P<star>, important)|, (?P<priority>medium|low) priority)?"
    r"(?P<overdue>, overdue)?(?P<day>, [A-Z][a-z]+day, [A-Z][a-z]+ \d+, \d{4})?"
    r"(?:, (?P<time>\d\d:\d\d|\d+:\d\d [AP]M))?(?:, from (?P<start>[^,]*))?(?P<repeats>, repeats)?"
    r"(?P<alarm>, with a reminder)?(?P<notes>, with notes)?(?P<tags>(?:, tag [^,]*)*)"
    r"(?:, in (?P<list>[^,]*))?(?:, part of (?P<parent>[^,]*))?(?:, level (?P<level>\d+))?"
    r"(?:, (?P<branch>expanded|collapsed))?(?:, (?P<parts>\d+ of \d+) subtasks done)?"
    r"(?:, assigned to (?P<assignee>[^,]*))?"
    rf"(?:, (?P<mark>{'|'.join(MARKS)}))?$", re.DOTALL)


class Row:
    """One row; `node` is its list item."""

    def __init__(self, node):
        self.node = node
        self.name = node.seen_name
        found = PARTS.match(self.name)
        self.title = found["title"]
        self.is_done = bool(found["done"])
        self.is_starred = bool(found["star"])
        self.priority = found["priority"] or ""
        self.day = (found["day"] or "")[2:]
        self.has_alarm = bool(found["alarm"])
        self.is_overdue = bool(found["overdue"])
        self.time = found["time"] or ""
        self.start = found["start"] or ""
        self.repeats = bool(found["repeats"])
        self.has_notes = bool(found["notes"])
        self.tags = found["tags"].split(", tag ")[1:]
        self.list = found["list"] or ""
        self.parent = found["parent"] or ""
        self.level = int(found["level"] or 1)
        self.is_expanded = found["branch"] == "expanded"
        self.progress = tuple(int(part) for part in (found["parts"] or "0 of 0").split(" of "))
        self.mark = found["mark"] or ""
        self.assignee = found["assignee"] or ""

    def __repr__(self):
        return f"<row {self.name!r}>"


def read(page):
    """The rows of a list widget: those above the section title, and those below it."""
    open_rows, done_rows = [], []
    rows = open_rows
    for item in page.below:
        if item.seen_role != "list item":
            continue
        if item.seen_name == DONE_TITLE:
            rows = done_rows
        else:
            rows.append(Row(item))
    return open_rows, done_rows
