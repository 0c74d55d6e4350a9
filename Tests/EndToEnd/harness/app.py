"""The running app: its windows, and actions on them."""

import os
import time

from . import process, screenshot, tree, x11, xdotool
from .database import Database
from .tree import Gone
from .waiting import NotInTime, eventually, steady


class App:
    """A running app. Roles and names are those of the accessibility tree."""

    #: The window that was clicked last.
    clicked = None

    def __init__(self, binary, home, log, arguments=(), environment=None):
        self.process = process.AppProcess(binary, home, log, arguments, environment)
        self.home = home
        self.database = Database(process.database_path(home))
        self.root = None
        self.pressed = None  # the button that was pressed last: its name, and what it stands in

    # Beginning and end

    def wait_for_window(self, limit=20):
        """Waits until the app has any window."""
        def ready():
            if not self.process.is_running:
                raise AssertionError(f"the app ended with code {self.process.process.returncode}")
            self.root = tree.application(self.process.pid)
            return self.root and x11.windows(self.process.pid)
        eventually(ready, "the app has a window", limit)
        return self

    def wait_for_main(self, limit=20):
        """Waits until the main window has read the to-dos."""
        self.wait_for_window(limit)
        def ready():
            self.root = tree.application(self.process.pid) or self.root
            return (self.find("list item", within="Optimist")
                    and x11.focused() in x11.windows(self.process.pid))
        eventually(ready, "the main window shows its places", limit)
        return self

    def close(self, limit=30):
        """Closes the main window as a person would; returns the exit code."""
        self.key("ctrl+q")
        return self.process.wait(limit)

    # Looking

    @property
    def frames(self):
        """The windows, and the dialogs that stand within one: alerts do so since libadwaita 1.5."""
        try:
            windows = self.root.children
        except Gone:
            return []
        return [frame for window in windows for frame in [window, *self._inner_dialogs(window)]]

    @staticmethod
    def _inner_dialogs(window):
        alerts = [node for part in window.below for node in part.below if node.seen_role == "alert"]
        return [*App._forms(window, 9), *alerts]

    @staticmethod
    def _forms(node, depth):
        """The details beside the list, which are looked for as if they were a window."""
        if node.seen_role == "form":
            return [node]
        return [form for part in node.below for form in App._forms(part, depth - 1)] if depth else []

    def frame(self, title):
        """The window or dialog of this title; None if there is none."""
        return next((frame for frame in self.frames if frame.is_called(title)), None)

    def wait_frame(self, title, limit=20):
        return eventually(lambda: self.frame(title), lambda: f"a window {title!r}, there are {self.frames}",
                          limit)

    def wait_no_frame(self, title, limit=20):
        eventually(lambda: self.frame(title) is None, f"no window {title!r}", limit)

    def dialogs(self):
        """The windows other than the main one."""
        return [frame for frame in self.frames if frame.seen_name != "Optimist" and frame.seen_role != "form"]

    def find(self, role, name=None, within=None):
        """A visible widget, or None; in the window `within` or in any."""
        for frame in reversed(self.frames):
            if within is None or frame.is_called(within):
                found = next((node for node in frame.descend() if node.was_called(role, name)), None)
                if found:
                    return found
        return None

    def wait(self, role, name=None, within=None, limit=20):
        return eventually(lambda: self.find(role, name, within),
                          f"a {role} {name!r}", limit)

    def wait_gone(self, role, name=None, within=None, limit=20):
        eventually(lambda: self.find(role, name, within) is None, f"no {role} {name!r}", limit)

    def focus_of(self, frame):
        """The widget that has the keyboard focus in a window; None where the toolkit does not tell."""
        return next((node for node in frame.walk() if node.was("focused")), None)

    def outline(self):
        return "\n".join(line for frame in self.frames for line in frame.outline())

    # Hands

    def take_keys(self):
        """Gives the keyboard to the app's topmost window: without a window manager nobody else does
        when a dialog closes."""
        def given():
            windows = x11.windows(self.process.pid)
            if not windows:
                return False
            if x11.focused() in windows:
                return True
            x11.focus(windows[-1])
            return False
        eventually(given, "a window of the app takes keys", 5)

    def focus_on(self, title):
        """Gives the keyboard to a window of the app, as a click on its title bar would."""
        window = self.window_of(self.wait_frame(title))

        def given():
            x11.focus(window)
            return x11.focused() == window
        eventually(given, f"the window {title!r} takes keys", 5)

    def key(self, *names):
        """Presses keys one after another, such as "ctrl+n", "Return"."""
        self.take_keys()
        xdotool.key(*names)

    def dismiss(self, title, limit=20):
        """Closes an alert with Escape once it has the focus: a key that comes sooner goes to what is below it."""
        frame = self.wait_frame(title, limit)
        eventually(lambda: self.focus_of(frame), f"the focus in {title!r}")
        self.key("Escape")
        self.wait_no_frame(title)

    def type(self, text):
        self.take_keys()
        xdotool.type_text(text)

    def window_of(self, frame):
        """The window's number on the X server: titled like the frame, and larger by an even border."""
        frame = frame.frame()
        title, size = frame.name, frame.extents[2:]
        for window, place in reversed(x11.geometries(x11.windows(self.process.pid)).items()):
            if x11.name(window) == title:
                border = (place[2] - size[0], place[3] - size[1])
                if border[0] == border[1] and 0 <= border[0] < 100:
                    return window
        raise NotInTime(f"no window called {title!r} on the screen")

    def place(self, node):
        """Where a widget of a window is on the screen: x, y, width, height."""
        x, y, width, height = node.extents
        left, top = self.origin(node.frame())
        return left + x, top + y, width, height

    def origin(self, frame):
        """Where a window's contents begin on the screen."""
        left, top, outer_width, outer_height = x11.geometry(self.window_of(frame))
        _, _, inner_width, inner_height = frame.extents
        # The border with the shadow belongs to the window but not to the frame.
        return left + (outer_width - inner_width) // 2, top + (outer_height - inner_height) // 2

    def place_in_popover(self, node):
        """The same for a widget of a menu or another popover; None while that is not on the screen.

        Popovers are windows of their own; the toolkit tells their contents' place only in relation to
        the popover's.
        """
        x, y, width, height = node.extents
        places = x11.geometries(x11.windows(self.process.pid)).values()
        if len(places) <= self.root.child_count:
            return None
        frame, popup = node.frame(), node
        while popup != frame:
            popup_x, popup_y, *size = popup.extents
            # The window of a popover has exactly the size of this widget.
            if found := next((place for place in places if list(place[2:]) == size), None):
                return found[0] + x - popup_x, found[1] + y - popup_y, width, height
            popup = popup.above or popup.parent
        return None

    def click(self, node, button=1, times=1):
        """Clicks into the middle of a widget, with the real mouse, once it stands still: since libadwaita 1.5
        dialogs slide into their window."""
        self.take_keys()
        self.let_popovers_close()
        steady(lambda: node.extents, lambda: f"{node} stands still")
        x, y, width, height = self.place(node)
        assert width > 0 and height > 0, f"{node} has no size"
        centre = x + width // 2, y + height // 2
        frame = node.frame()
        if frame != self.clicked and node.seen_role in ("push button", "check box"):
            # A window that has just come back can take a press for one beside what is meant.
            self._point((x, y, width, height), centre)
        self.clicked = frame
        xdotool.click(*centre, button, times)

    def point_at(self, role, name, below=0):
        """Moves the mouse onto a widget, or so many pixels below its middle."""
        x, y, width, height = self.place(self.wait(role, name))
        x11.point(x + width // 2, y + height // 2 + below)

    @staticmethod
    def _point(place, centre):
        """Moves the mouse onto a widget, and waits until it lights up: then the toolkit knows where the mouse is."""
        before = screenshot.pixels(place)
        x11.point(*centre)
        end = time.monotonic() + 1
        while screenshot.pixels(place) == before and time.monotonic() < end:
            time.sleep(0.02)  # if the mouse was there already, nothing changes

    def has_popover(self):
        """Whether a menu or another popover is open: it is a window of its own on the screen, and none in the tree."""
        return len(x11.windows(self.process.pid)) > self.root.child_count

    def let_popovers_close(self, limit=1):
        """Waits a moment for a menu whose item was chosen: a click beside an open one only closes it, and so does Escape."""
        end = time.monotonic() + limit
        while self.has_popover() and time.monotonic() < end:
            time.sleep(0.02)

    def press(self, name, within=None, limit=20):
        """Clicks the push button of this name once it can be pressed."""
        def ready():
            node = self.find("push button", name, within)
            return node if node and node.has("sensitive") and node.has_size else None
        self.click(eventually(ready, f"a button {name!r} that can be pressed", limit))
        self.pressed = (name, within)

    def choose(self, item, limit=20):
        """Clicks an item of the open menu. The toolkit takes a click for the menu that has just closed, also when the
        window of that is gone already: then a person clicks the button again, and so does this, once."""
        if self.pressed:
            try:
                eventually(self.has_popover, "a menu is open", 3)
            except NotInTime:
                self.press(*self.pressed)
            self.pressed = None
        self.click_in_popover("menu item", item, limit)

    def choose_by_keys(self, item):
        """Goes to an item of the open menu with the arrow keys, each once the one before has moved the focus."""
        self.wait("menu item", item)
        items = self.frame("Optimist").all("menu item")

        def focused():
            return next((node for node in items if node.has("focused")), None)
        here = eventually(focused, "an item of the menu has the focus")
        for _ in items:
            if here.name == item:
                break
            self.key("Down")
            here = eventually(lambda: (now := focused()) and now.name != here.name and now, "the focus moves on")
        else:
            raise NotInTime(f"the keys do not reach {item!r}")
        self.key("Return")

    def click_in_popover(self, role, name, limit=20):
        """Clicks a widget of an open popover, once that has unfolded and stands still."""
        def found():
            node = self.find(role, name)
            return self.place_in_popover(node) if node and node.has_size else None
        place = x, y, width, height = steady(found, f"a {role} {name!r} in a popover", limit=limit)
        centre = x + width // 2, y + height // 2
        # A press that comes before the toolkit knows where the mouse is counts as one beside the popover,
        # which then closes.
        self._point(place, centre)
        xdotool.click(*centre)

    def is_painted(self, node):
        """Whether something can be seen where a widget stands: hidden pages keep their place in the
        tree, so the screen is what counts."""
        try:
            return node.has_size and screenshot.spread(self.place(node)) > 0.02
        except (Gone, NotInTime):
            return False

    def picture(self, path):
        screenshot.take(path)
        return os.path.basename(path)
