"""The accessibility tree: what a screen reader is told about the window."""

import re

from . import accessibility
from .accessibility import ACCESSIBLE, call
from .waiting import Gone

# GTK 4.8 gives a widget without a name the name of its type.
TYPE_NAME = re.compile(r"(Gtk|Adw)[A-Z]\w+")


def clean(name):
    """A name without mnemonic underscores, and once where the toolkit says it twice."""
    name = re.sub(r"_(?=\w)", "", name)
    half, space, other = name[:len(name) // 2], name[len(name) // 2:len(name) // 2 + 1], name[len(name) // 2 + 1:]
    return half if space == " " and half == other else name


class Node:
    """One widget: what it is now, and how it was when the tree was read (`seen`, `above`, `below`)."""

    def __init__(self, reference, seen=None, above=None):
        self.reference = reference
        self.seen = seen
        self.above = above
        self.below = []

    def __eq__(self, other):
        return isinstance(other, Node) and self.reference == other.reference

    def __hash__(self):
        return hash(self.reference)

    def __repr__(self):
        try:
            return f"<{self.role} {self.name!r}>"
        except Gone:
            return "<gone>"

    def _call(self, interface, method, signature="", *arguments):
        return call(*self.reference, interface, method, signature, *arguments)

    def _property(self, key, interface=ACCESSIBLE):
        return accessibility.property_of(self.reference, key, interface)

    @property
    def role(self):
        return accessibility.role_name(self._call(ACCESSIBLE, "GetRole"))

    @property
    def raw_name(self):
        """The name as it is read out, mnemonic underscores and type names included."""
        return self._property("Name")

    @property
    def name(self):
        return told(self.role, self.raw_name)

    @property
    def description(self):
        return self._property("Description")

    @property
    def row(self):
        """The name of the row of a list that this widget is in; empty if it is in none."""
        node = self.parent
        while node is not None and node.role not in ("list item", "frame"):
            node = node.parent
        return node.name if node is not None and node.role == "list item" else ""

    @property
    def parent(self):
        name, path = self._property("Parent")
        return None if path.endswith("/null") else Node((name, path))

    def has(self, state):
        """Whether a state is set, such as "focused" or "sensitive"."""
        return accessibility.has_state(self._call(ACCESSIBLE, "GetState"), state)

    @property
    def extents(self):
        """x, y, width, height within the window."""
        if "org.a11y.atspi.Component" not in self._call(ACCESSIBLE, "GetInterfaces"):
            return (0, 0, 0, 0)
        within_the_window = 1
        x, y, width, height = self._call("org.a11y.atspi.Component", "GetExtents", "u", within_the_window)
        if x < 0 and self.role == "frame":
            # For newer versions of GTK the border with the shadow is a part of the frame.
            return (0, 0, width + 2 * x, height + 2 * y)
        return (x, y, width, height)

    @property
    def text(self):
        """What stands in an entry."""
        text = "org.a11y.atspi.Text"
        if text not in self._call(ACCESSIBLE, "GetInterfaces"):
            return ""
        return self._call(text, "GetText", "ii", 0, self._property("CharacterCount", text))

    def press(self):
        """Runs the widget's own action; for what real clicks are not the point of."""
        self._call("org.a11y.atspi.Action", "DoAction", "i", 0)

    @property
    def has_size(self):
        _, _, width, height = self.extents
        return width > 0 and height > 0

    # All at once

    def read(self):
        """This widget and all below it that are visible, as they are at this moment."""
        known, below = accessibility.read(self.reference)

        def node(reference, above):
            made = Node(reference, known.get(reference), above)
            made.below = [node(child, made) for child in below.get(reference, ())]
            return made
        return node(self.reference, self.above)

    def descend(self):
        """This widget and all below it, in order, as they were read."""
        yield self
        for child in self.below:
            yield from child.descend()

    @property
    def seen_role(self):
        return accessibility.role_name(self.seen.role) if self.seen else self.role

    @property
    def seen_name(self):
        return told(self.seen_role, self.seen.name) if self.seen else self.name

    def was(self, state):
        """Whether a state was set when the tree was read."""
        return self.seen.has(state) if self.seen else self.has(state)

    @property
    def child_count(self):
        """How many children there are, visible or not: much less to ask for than all that is below."""
        return len(accessibility.children([self.reference])[self.reference])

    @property
    def children(self):
        return self.read().below

    def walk(self):
        """This widget and all below it that are visible, in order."""
        return self.read().descend()

    def all(self, role, name=None):
        """The visible widgets of a role, with this name (a text or a pattern) if one is given."""
        return [node for node in self.walk() if node.was_called(role, name)]

    def find(self, role, name=None):
        """The first of them, or None."""
        return next((node for node in self.walk() if node.was_called(role, name)), None)

    def was_called(self, role, name=None):
        """Whether it had this role and name when the tree was read."""
        return self.seen_role == role and (name is None or self.is_called(name))

    def is_called(self, name):
        own = self.seen_name
        if not isinstance(name, str):
            return name.search(own) is not None
        if own == name:
            return True
        # In a row of preferences GTK 4.8 adds the row's title to the name, "Choose a Day Day"; newer
        # versions have it instead of the name.
        description = self.seen.description if self.seen else self.description
        return bool(own) and description == name and (own.startswith(name + " ") or self.row == own)

    def frame(self):
        """The window that this widget is in: what stands directly below the application. (Its role is
        not to be trusted: GTK 4.8 sometimes tells another one for a window that it has just made.)"""
        node = self
        while (parent := node.above or node.parent) is not None:
            if parent.reference[1] == accessibility.ROOT:
                return node
            node = parent
        raise Gone("not in a window")

    def outline(self, depth=0):
        """The tree below as text, for reports of failures."""
        lines = []
        for child in (self.read() if depth == 0 else self).below:
            lines += child.outline(depth + 1)
        try:
            states = " ".join(state for state in ("focused", "checked", "pressed", "selected", "modal")
                              if self.has(state))
            states += "" if self.has("sensitive") else " insensitive"
            return [f"{'  ' * depth}{self.role} {self.raw_name!r} {self.extents} {states}".rstrip(), *lines]
        except Gone:
            return []


def told(role, name):
    """A widget's name without what the toolkit adds."""
    name = name if role == "label" else clean(name)
    return "" if TYPE_NAME.fullmatch(name) else name


def application(pid):
    """The application of a process once it has a window; None before."""
    try:
        return next((Node(found) for found in accessibility.applications() if accessibility.process_of(found[0]) == pid),
                    None)
    except Gone:
        return None
