"""Keys and mouse, as a person's hands would use them."""

import subprocess


def run(*arguments):
    """Runs xdotool; returns what it printed."""
    done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, timeout=30)
    return done.stdout.strip()


def windows(pid):
    """The visible windows of a process, the topmost last."""
    return [int(line) for line in run("search", "--onlyvisible", "--pid", pid).split()]


def name(window):
    return run("getwindowname", window)


def geometry(window):
    """x, y, width, height on the screen."""
    values = dict(line.split("=") for line in run("getwindowgeometry", "--shell", window).split()
                  if "=" in line)
    return tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")) if "X" in values else None


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
    # For a letter that the keyboard lacks xdotool changes the layout for a moment; the app has to look
    # at the key within that moment.
    run("type", "--delay", 3 if text.isascii() else 150, text)


def point(x, y):
    """Moves the mouse."""
    run("mousemove", int(x), int(y))


def click(x, y, button=1, times=1):
    run("mousemove", int(x), int(y), "click", "--repeat", times, "--delay", "40", button)
