"""Optimist's window as the tests speak of it: lists, rows, adding, ticking."""

import re

from . import rows, x11
from .app import App
from .tree import Gone
from .waiting import eventually, steady

COUNTED = re.compile(r"^(?P<name>.*), (?P<count>\d+) open to-dos?$", re.DOTALL)

#: A label that begins so many pixels below the top of the window or less stands in a header bar.
HEADER_HEIGHT = 30

#: What a window that nothing composes adds to its size, on both sides together.
BORDER = 10


class Optimist(App):
    # The main list

    def places(self):
        """The places of the main list with the numbers of their open to-dos, in order.

        Where there is an account, "Assigned to Me" is one of them; it is told only if it holds anything.
        """
        while True:
            try:
                lists = self.find("list", "Lists", within="Optimist")
                found = [COUNTED.match(item.seen_name) for item in lists.children] if lists else []
                break
            except Gone:
                continue  # a row went while it was looked at
        return [(match["name"], int(match["count"])) for match in found
                if match and (match["name"], match["count"]) != ("Assigned to Me", "0")]

    def place_names(self):
        return [name for name, _ in self.places()]

    def place_row(self, name, limit=20):
        """The row of a place in the main list."""
        def row():
            lists = self.find("list", "Lists", within="Optimist")
            for item in lists.below if lists else []:
                match = COUNTED.match(item.seen_name)
                if match and match["name"] == name:
                    return item
            return None
        return eventually(row, lambda: f"a place {name!r} in {self.places()}", limit)

    def wait_places(self, wanted, limit=20):
        eventually(lambda: self.places() == wanted, lambda: f"places {wanted}, there are {self.places()}", limit)

    def footer(self):
        label = self.find("label", re.compile(r"custom list"), within="Optimist")
        return label.name if label else ""

    def wait_footer(self, text):
        eventually(lambda: self.footer() == text, lambda: f"footer {text!r}, it says {self.footer()!r}")

    def open(self, name):
        """Clicks a place of the main list and waits for its page."""
        self.click(self.place_row(name))
        eventually(lambda: self.place_row(name).has("selected"), f"{name} is selected")
        self.wait_page(name)

    def show_page(self, name):
        """Shows the page of a place in a narrow window, which shows the main list before a place was chosen."""
        frame = self.frame("Optimist")

        def shown():
            # While the panes fold neither is there for a moment. What a leaflet hides keeps its width.
            lists = frame.find("list", "Lists")
            is_filled = bool(lists) and lists.extents[2] > frame.extents[2] * 0.9
            return "Lists" if is_filled else self.title()
        if steady(shown, "the window shows one of its panes", times=4) == "Lists":
            self.click(self.place_row(name))
        self.wait_page(name)

    def wait_page(self, title):
        eventually(lambda: self.title() == title, lambda: f"page {title!r}, it is {self.title()!r}")

    def title(self):
        """The title of the page: the text in the window's topmost bars that is not the app's name."""
        frame = self.frame("Optimist")
        for node in frame.walk() if frame else []:
            try:
                if node.seen_role == "label" and node.seen_name not in ("", "Optimist") and node.has_size \
                        and node.extents[1] - frame.extents[1] < HEADER_HEIGHT:
                    return node.name
            except Gone:
                continue
        return ""

    def new_list(self, name):
        """Makes a list by keyboard and waits for its page."""
        self.key("ctrl+shift+l")
        self.wait_frame("New List")
        if name:
            self.type(name)
        self.key("Return")
        self.wait_no_frame("New List")

    # The page

    def page_list(self):
        return self.find("list", "To-dos", within="Optimist")

    def rows(self):
        """The open and the done rows."""
        while True:
            try:
                page = self.page_list()
                return rows.read(page) if page else ([], [])
            except Gone:
                continue

    def titles(self):
        """The titles of the open and of the done rows."""
        open_rows, done_rows = self.rows()
        return [row.title for row in open_rows], [row.title for row in done_rows]

    def wait_titles(self, open_titles, done_titles=(), limit=20):
        wanted = (list(open_titles), list(done_titles))
        eventually(lambda: self.titles() == wanted, lambda: f"rows {wanted}, there are {self.titles()}", limit)

    def wait_stored(self, titles):
        """Waits until these to-dos, and no others, are in the database: a row is there before it is on disk."""
        eventually(lambda: self.database.contents() == titles, lambda: f"{titles}, there is {self.database.contents()}")

    def row(self, title):
        """The row of this title; None if there is none."""
        for row in sum(self.rows(), []):
            if row.title == title:
                return row
        return None

    def wait_row(self, title, condition=lambda row: True, limit=20):
        def right():
            row = self.row(title)
            return row if row and condition(row) else None
        return eventually(right, lambda: f"row {title!r}, there are {self.rows()}", limit)

    def wait_no_row(self, title, limit=20):
        eventually(lambda: self.row(title) is None, lambda: f"no row {title!r} in {self.rows()}", limit)

    def entry(self):
        return self.wait("text", "New to-do", within="Optimist")

    def add(self, *titles):
        """Types to-dos into the entry and waits for their rows, and until they are stored, which comes a frame later."""
        self.key("ctrl+n")
        for title in titles:
            self.type(title)
            self.key("Return")
        for title in titles:
            self.wait_row(title)
        eventually(lambda: set(titles) <= set(self.database.contents()), lambda: f"{titles} are stored")

    def tick(self, title):
        """Clicks the check box of a row."""
        self.click(self.wait_row(title).node.find("check box"))

    def star(self, title):
        """Clicks the star of a row."""
        self.click(self.wait_row(title).node.find("push button", re.compile("^Important")))

    def select(self, title):
        """Clicks into a row, so that it has the focus."""
        row = self.wait_row(title)
        self.click(row.node)
        eventually(lambda: self.row(title).node.has("focused"), f"the row {title!r} has the focus")

    def open_details(self, title):
        """Opens the details of a row by its key, and waits until the focus is in their title."""
        self.select(title)
        self.key("F2")

        def ready():
            entry = self.find("text", "Title", within="Details")
            return entry if entry and entry.has("focused") and entry.text == title else None
        return eventually(ready, f"the details of {title!r}")

    def close_details(self, name="Details"):
        self.take_keys()
        self.let_popovers_close()
        self.key("Escape")
        self.wait_no_frame(name)

    def row_menu(self, title):
        """Opens the context menu of a row."""
        self.click(self.wait_row(title).node, button=3)

    # Synchronisation

    def banner(self):
        """What the strip above the page says; empty while it is folded away."""
        strip = self.find("status bar", within="Optimist")
        # Folded away, the strip keeps its size within a revealer that has none.
        if strip is None or not strip.has_size or not strip.parent.has_size:
            return ""
        label = strip.find("label")
        return label.name if label else ""

    def wait_banner(self, text, limit=30):
        eventually(lambda: self.banner() == text, lambda: f"banner {text!r}, it says {self.banner()!r}", limit)

    def marks(self):
        """What the rows say about being on their way, without those that have arrived."""
        return {row.title: row.mark for row in sum(self.rows(), []) if row.mark}

    def wait_synced(self, limit=40):
        """Waits until no row is on its way and nothing waits to be sent."""
        eventually(lambda: not self.marks() and not self.database.outbox(),
                   lambda: f"everything is sent; marks {self.marks()}, outbox {self.database.outbox()}", limit)

    # The window

    def resize(self, width, height):
        """Makes the window as large as that without its border, and waits until it is laid out."""
        frame = self.frame("Optimist")
        window = self.window_of(frame)

        def resized():
            # While the panes fold they need more room for a moment, and the window takes it.
            x11.resize(window, width + BORDER, height + BORDER)
            return frame.extents[2:] == (width, height)
        eventually(resized, lambda: f"the window is {width} × {height}; it is {frame.extents[2:]}")
