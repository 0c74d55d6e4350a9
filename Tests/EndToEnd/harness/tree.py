"""The accessibility tree: what a screen reader is told about the window."""

import re
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from .waiting import Gone  # noqa: E402

warnings.filterwarnings("ignore", category=DeprecationWarning)
# The library asks each new application for a cache that GTK makes only later, and says so.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *arguments: None, None)

# Roles as GTK 4.8 and its time tell them, by which the tests go, of what newer libraries tell.
ROLES = {"button": "push button", "toggle button": "push button"}

# GTK 4.8 gives a widget without a name the name of its type.
TYPE_NAME = re.compile(r"(Gtk|Adw)[A-Z]\w+")


def guarded(method):
    """A widget that goes away while it is looked at raises Gone."""
    def call(*arguments):
        try:
            return method(*arguments)
        except GLib.Error as error:
            raise Gone(str(error)) from None
    return call


def clean(name):
    """A name without mnemonic underscores, and once where the toolkit says it twice."""
    name = re.sub(r"_(?=\w)", "", name)
    half, space, other = name[:len(name) // 2], name[len(name) // 2:len(name) // 2 + 1], name[len(name) // 2 + 1:]
    return half if space == " " and half == other else name


class Node:
    """One widget."""

    def __init__(self, accessible):
        self.accessible = accessible

    def __eq__(self, other):
        return isinstance(other, Node) and self.accessible == other.accessible

    def __hash__(self):
        return hash(self.accessible)

    def __repr__(self):
        try:
            return f"<{self.role} {self.name!r}>"
        except Gone:
            return "<gone>"

    @property
    @guarded
    def role(self):
        name = self.accessible.get_role_name()
        return ROLES.get(name, name)

    @property
    @guarded
    def raw_name(self):
        """The name as it is read out, mnemonic underscores and type names included."""
        return self.accessible.get_name() or ""

    @property
    def name(self):
        name = self.raw_name if self.role == "label" else clean(self.raw_name)
        return "" if TYPE_NAME.fullmatch(name) else name

    @property
    @guarded
    def description(self):
        return self.accessible.get_description() or ""

    @property
    @guarded
    def children(self):
        found = []
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child:
                found.append(Node(child))
        return found

    @property
    def row(self):
        """The name of the row of a list that this widget is in; empty if it is in none."""
        node = self.parent
        while node is not None and node.role not in ("list item", "frame"):
            node = node.parent
        return node.name if node is not None and node.role == "list item" else ""

    @property
    @guarded
    def parent(self):
        parent = self.accessible.get_parent()
        return Node(parent) if parent else None

    @guarded
    def has(self, state):
        """Whether a state is set, such as "focused" or "sensitive"."""
        return self.accessible.get_state_set().contains(getattr(Atspi.StateType, state.upper()))

    @property
    @guarded
    def extents(self):
        """x, y, width, height within the window."""
        component = self.accessible.get_component_iface()
        if not component:
            return (0, 0, 0, 0)
        box = component.get_extents(Atspi.CoordType.WINDOW)
        if box.x < 0 and self.role == "frame":
            # For newer versions of GTK the border with the shadow is a part of the frame.
            return (0, 0, box.width + 2 * box.x, box.height + 2 * box.y)
        return (box.x, box.y, box.width, box.height)

    @property
    @guarded
    def text(self):
        """What stands in an entry."""
        text = self.accessible.get_text_iface()
        return Atspi.Text.get_text(text, 0, text.get_character_count()) if text else ""

    @guarded
    def press(self):
        """Runs the widget's own action; for what real clicks are not the point of."""
        self.accessible.get_action_iface().do_action(0)

    @property
    def has_size(self):
        _, _, width, height = self.extents
        return width > 0 and height > 0

    def walk(self):
        """This widget and all below it that are visible, in order."""
        yield self
        for child in self.children:
            try:
                if child.has("visible"):
                    yield from child.walk()
            except Gone:
                continue

    def all(self, role, name=None):
        """The visible widgets of a role, with this name (a text or a pattern) if one is given."""
        return [node for node in self.walk() if node.role == role and node.is_called(name)]

    def find(self, role, name=None):
        """The first of them, or None."""
        for node in self.walk():
            if node.role == role and node.is_called(name):
                return node
        return None

    def is_called(self, name):
        if name is None:
            return True
        if isinstance(name, str):
            own = self.name
            if own == name:
                return True
            # In a row of preferences GTK 4.8 adds the row's title to the name, "Choose a Day Day"; newer
            # versions have it instead of the name.
            return bool(own) and self.description == name and (own.startswith(name + " ") or self.row == own)
        return name.search(self.name) is not None

    def frame(self):
        """The window that this widget is in: what stands directly below the application. (Its role is
        not to be trusted: GTK 4.8 sometimes tells another one for a window that it has just made.)"""
        node, parent = self, self.parent
        while parent is not None and parent.role != "application":
            node, parent = parent, parent.parent
        if parent is None:
            raise Gone("not in a window")
        return node

    def outline(self, depth=0):
        """The tree below as text, for reports of failures."""
        try:
            states = " ".join(state for state in ("focused", "checked", "pressed", "selected", "modal")
                              if self.has(state))
            states += "" if self.has("sensitive") else " insensitive"
            lines = [f"{'  ' * depth}{self.role} {self.raw_name!r} {self.extents} {states}".rstrip()]
            for child in self.children:
                lines += child.outline(depth + 1)
        except Gone:
            return []
        return lines


def application(pid):
    """The application of a process once it has a window; None before."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        try:
            child = desktop.get_child_at_index(index)
            if child and child.get_process_id() == pid:
                # What was read while the window was being made must not be remembered.
                child.set_cache_mask(Atspi.Cache.NONE)
                child.clear_cache()
                if child.get_child_count() > 0:
                    return Node(child)
        except GLib.Error:
            continue
    return None
