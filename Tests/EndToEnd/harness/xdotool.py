"""Keys and mouse, as a person's hands would use them."""

import re
import subprocess
import time

#: Within so many seconds a second click at the same place makes a double click of both (gtk-double-click-time is 0.4).
DOUBLE_CLICK = 0.5
last_click = (None, 0.0)


def run(*arguments):
    """Runs xdotool; returns what it printed."""
    done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, timeout=30)
    return done.stdout.strip()


def windows(pid):
    """The visible windows of a process, the topmost last."""
    found = [int(line) for line in run("search", "--onlyvisible", "--pid", pid).split()]
    # The toolkit drags with a window of one pixel beside the screen.
    return [window for window, place in geometries(found).items() if place[2:] != (1, 1)] if len(found) > 1 else found


def name(window):
    return run("getwindowname", window)


def geometries(windows):
    """x, y, width, height on the screen of each of the windows that are still there."""
    told = run(*(word for window in windows for word in ("getwindowgeometry", "--shell", window))) if windows else ""
    found = {}
    for part in told.split("WINDOW=")[1:]:
        window, *values = part.split()
        values = dict(value.split("=") for value in values)
        found[int(window)] = tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
    return found


def geometry(window):
    """The same of one window; None if it is not there any more."""
    return geometries([window]).get(window)


def focused():
    found = run("getwindowfocus")
    return int(found) if found.isdigit() else 0


def focus(window):
    run("windowfocus", window)


def resize(window, width, height):
    run("windowsize", window, width, height)


def move(window, x, y):
    run("windowmove", window, x, y)


def key(*names):
    run("key", "--delay", "4", *names)


def type_text(text):
    """Types a text; the letters that the keyboard lacks by their numbers, as the toolkit takes them."""
    for word in re.findall(r"[ -~]+|[^ -~]+", text):
        if word.isascii():
            run("type", "--delay", 3, word)
        else:
            # xdotool itself would change the layout for a moment in which a busy app may not look.
            key(*(name for letter in word for name in ("ctrl+shift+u", *f"{ord(letter):x}", "space")))


def point(x, y):
    """Moves the mouse."""
    run("mousemove", int(x), int(y))


def click(x, y, button=1, times=1):
    """Clicks at a place; a click there that was meant by itself is left alone."""
    global last_click
    goal = (int(x), int(y), button)
    place, moment = last_click
    if place == goal:
        time.sleep(max(0, moment + DOUBLE_CLICK - time.monotonic()))
    run("mousemove", *goal[:2], "click", "--repeat", times, "--delay", "40", button)
    last_click = (goal, time.monotonic())


def drag(start, goal):
    """Drags from one point to another; the button stays down."""
    point(*start)
    run("mousedown", 1)
    # Far enough to be a drag and no click, then over the goal and still there.
    for part in (0.1, 0.3, 0.6, 1):
        point(*(a + (b - a) * part for a, b in zip(start, goal)))


def release():
    run("mouseup", 1)
