"""Keys and mouse, as a person's hands would use them."""

import re
import subprocess
import time

from . import x11

#: Within so many seconds a second click at the same place makes a double click of both (gtk-double-click-time is 0.4), whatever
#: was clicked between them.
DOUBLE_CLICK = 0.5
#: The moment of the last click at each place.
clicks = {}


def run(*arguments):
    """Runs xdotool; returns what it printed."""
    done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, timeout=30)
    return done.stdout.strip()


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


def click(x, y, button=1, times=1):
    """Clicks at a place; a click there that was meant by itself is left alone."""
    goal = (int(x), int(y), button)
    time.sleep(max(0, clicks.get(goal, 0) + DOUBLE_CLICK - time.monotonic()))
    run("mousemove", *goal[:2], "click", "--repeat", times, "--delay", "40", button)
    clicks[goal] = time.monotonic()


def drag(start, goal):
    """Drags from one point to another; the button stays down."""
    x11.point(*start)
    run("mousedown", 1)
    # Far enough to be a drag and no click, then over the goal and still there.
    for part in (0.1, 0.3, 0.6, 1):
        x11.point(*(a + (b - a) * part for a, b in zip(start, goal)))


def release():
    run("mouseup", 1)
