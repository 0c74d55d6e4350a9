"""The accessibility bus: one application's widgets, all read at once.

AT-SPI's own library asks for each property of each widget by itself, some thousand times for one look at a window. GTK
tells everything that it keeps in one answer (org.a11y.atspi.Cache.GetItems,
https://gnome.pages.gitlab.gnome.org/at-spi2-core/devel-docs/doc-org.a11y.atspi.Cache.html).
"""

import functools
from typing import NamedTuple

import dbus
import gi
from dbus.lowlevel import MethodCallMessage, MethodReturnMessage

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

from .waiting import Gone  # noqa: E402

ACCESSIBLE = "org.a11y.atspi.Accessible"
PROPERTIES = "org.freedesktop.DBus.Properties"
REGISTRY = "org.a11y.atspi.Registry"
ROOT = "/org/a11y/atspi/accessible/root"
LIMIT = 20.0  # seconds

# Roles as GTK 4.8 and its time tell them, by which the tests go, of what newer libraries tell.
ROLES = {"button": "push button", "toggle button": "push button"}


@functools.cache
def connection():
    """The accessibility bus, by libdbus: it turns thousands of values into Python's ten times as fast as GLib does."""
    session = dbus.SessionBus(private=True)
    address = session.call_blocking("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", (), LIMIT)
    bus = dbus.bus.BusConnection(address)
    bus.set_exit_on_disconnect(False)
    session.close()
    return bus


def call(name, path, interface, method, signature="", *arguments):
    """What an application answers; Gone if the widget is not there any more."""
    try:
        return plain(connection().call_blocking(name, path, interface, method, signature, arguments, LIMIT))
    except dbus.DBusException as error:
        raise Gone(str(error)) from None


def plain(value):
    """A text, a number or several of them as Python's own; anything else as it is."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def property_of(reference, key, interface=ACCESSIBLE):
    """A property of a widget."""
    return call(*reference, PROPERTIES, "Get", "ss", interface, key)


def process_of(name):
    """The process ID of an application on the bus."""
    return call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", name)


def applications():
    """The references of the applications that have a window."""
    found = []
    for name, path in call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren"):
        try:
            if property_of((name, path), "ChildCount") > 0:
                found.append((name, path))
        except Gone:
            continue
    return found


def children(references):
    """The references of the children of widgets, all asked for at once; nothing for what is gone."""
    found = {}

    def answered(reference, message):
        is_answer = isinstance(message, MethodReturnMessage)
        found[reference] = [tuple(child) for child in message.get_args_list()[0]] if is_answer else []
    pending = []
    for reference in references:
        question = MethodCallMessage(*reference, ACCESSIBLE, "GetChildren")
        pending.append(connection().send_message_with_reply(
            question, functools.partial(answered, reference), LIMIT))
    for one in pending:
        one.block()
    return found


def has_state(states, state):
    """Whether a state such as "focused" is among those that were told."""
    number = int(getattr(Atspi.StateType, state.upper()))
    return bool(states[number // 32] >> number % 32 & 1)


@functools.cache
def role_name(number):
    name = Atspi.role_get_name(Atspi.Role(number))
    return ROLES.get(name, name)


class Item(NamedTuple):
    """What an application tells of one widget."""

    reference: tuple
    application: tuple
    parent: tuple
    index: int
    child_count: int
    interfaces: list
    name: str
    role: int
    description: str
    states: list

    def has(self, state):
        return has_state(self.states, state)


def items(name):
    """All that an application tells of its widgets, by their references.

    Some are in no window any more, and whose child each is it tells otherwise than `children`.
    """
    told = call(name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
    return {tuple(item[0]): Item(*item) for item in told}


#: What was named as a child and then not told of, though somebody had asked for it.
untold = set()


def read(reference):
    """What is told of a widget and of all below it that are visible, and the visible children of each."""
    known, below, level, placed = items(reference[0]), {}, [reference], {reference}
    while level:
        # An application says of itself that it has none.
        found = children([one for one in level if one == reference or one not in known or known[one].child_count > 0])
        for parent in level:
            # While a widget changes its parent two can name it.
            below[parent] = [child for child in dict.fromkeys(found.get(parent, ()))
                             if child not in placed and (child not in known or known[child].has("visible"))]
            placed.update(below[parent])
        level = [child for parent in level for child in below[parent]]
    if placed - known.keys() - untold:
        # It tells of a widget only once somebody has asked for it.
        known.update(items(reference[0]))
        untold.update(placed - known.keys())
    return known, {parent: [child for child in some if child in known and known[child].has("visible")]
                   for parent, some in below.items()}
