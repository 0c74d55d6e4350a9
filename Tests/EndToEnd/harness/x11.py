"""Windows and pixels, asked of the X server itself: a tool would be started for each question, some sixty a test."""

import functools

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadMatch, BadWindow

GONE = (BadWindow, BadDrawable, BadMatch)


@functools.cache
def display():
    return Display()


def root():
    return display().screen().root


def window_of(number):
    return display().create_resource_object("window", number)


def windows(pid):
    """The visible windows of a process, the topmost last."""
    found = [window for window in visible(root()) if process_of(window) == pid]
    # The toolkit drags with a window of one pixel beside the screen.
    return [window for window, place in geometries(found).items() if place[2:] != (1, 1)] if len(found) > 1 else found


def visible(parent):
    """The numbers of all windows below one that can be seen."""
    try:
        children = parent.query_tree().children
    except GONE:
        return
    for child in children:
        try:
            is_visible = child.get_attributes().map_state == X.IsViewable
        except GONE:
            continue
        if is_visible:
            yield child.id
        yield from visible(child)


def value(window, key):
    """What a property of a window holds; None where there is none."""
    try:
        found = window_of(window).get_full_property(display().get_atom(key), X.AnyPropertyType)
    except GONE:
        return None
    return found.value if found else None


def process_of(window):
    found = value(window, "_NET_WM_PID")
    return found[0] if found is not None and len(found) else None


def name(window):
    found = value(window, "_NET_WM_NAME")
    return found.decode("utf-8", "replace") if found else ""


def geometries(windows):
    """x, y, width, height on the screen of each of the windows that are still there."""
    found = {}
    for window in windows:
        if place := geometry(window):
            found[window] = place
    return found


def geometry(window):
    """The same of one window; None if it is not there any more."""
    try:
        size = window_of(window).get_geometry()
        place = root().translate_coords(window_of(window), 0, 0)
    except GONE:
        return None
    return place.x, place.y, size.width, size.height


def focused():
    """The number of the window that has the keyboard; 0 if none has."""
    found = display().get_input_focus().focus
    return found if isinstance(found, int) else found.id


def focus(window):
    window_of(window).set_input_focus(X.RevertToParent, X.CurrentTime)
    display().sync()


def foreign_window():
    """A window of another program in the corner of the screen, to be destroyed."""
    width, height = size()
    made = root().create_window(width - 20, height - 20, 20, 20, 0, X.CopyFromParent)
    made.map()
    display().sync()
    return made


def resize(window, width, height):
    window_of(window).configure(width=int(width), height=int(height))
    display().sync()


def move(window, x, y):
    window_of(window).configure(x=int(x), y=int(y))
    display().sync()


def point(x, y):
    """Moves the mouse."""
    root().warp_pointer(int(x), int(y))
    display().sync()


def size():
    """The width and the height of the screen."""
    whole = root().get_geometry()
    return whole.width, whole.height


def pixels(x, y, width, height):
    """Red, green and blue of each pixel in a part of the screen, line by line, without what is beside the screen."""
    right, bottom = (min(end, limit) for end, limit in zip((x + width, y + height), size()))
    x, y = max(0, x), max(0, y)
    width, height = right - x, bottom - y
    if width <= 0 or height <= 0:
        return b""
    told = root().get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF).data
    parts = bytearray(width * height * 3)
    # Four bytes a pixel, blue first.
    for channel in range(3):
        parts[channel::3] = told[2 - channel::4]
    return bytes(parts)
