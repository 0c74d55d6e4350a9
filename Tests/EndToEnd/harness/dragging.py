"""Dragging rows with the real mouse. Where they would go is marked with the accent colour."""

from . import x11, xdotool
from .screenshot import Screen
from .waiting import eventually


def is_mark(color, is_dark):
    """Whether this is the accent colour as text has it, which every version of libadwaita has another blue for. The ring
    around what has the focus and a selected row are paler where it is light, and duller where it is dark."""
    red, green, blue = color
    if is_dark:
        return blue > 225 and blue - red > 100 and green > 150
    return blue > 150 and blue - red > 140 and red < 60


def hold(start, goal, columns, levels, is_dark=False):
    """Drags from one point to another, and waits for the mark in a part of the screen; the button stays down."""
    xdotool.drag(start, goal)
    eventually(lambda: _is_marked(goal, columns, levels, is_dark), "a place for the row is shown")


def move_away(goal, columns, levels, is_dark=False):
    """Moves what is held to where nothing takes it, and waits until a part of the screen shows no mark. What is let go
    before the toolkit heard of that would count as dropped."""
    x11.point(*goal)
    eventually(lambda: not _is_marked(goal, columns, levels, is_dark), "no place for the row is shown")


def _is_marked(goal, columns, levels, is_dark):
    screen = Screen()
    x11.point(*goal)  # a mouse that stands still says nothing
    return any(is_mark(screen.pixel(column, level), is_dark) for column in columns for level in levels)
