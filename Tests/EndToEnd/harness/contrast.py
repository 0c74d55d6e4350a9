"""The contrast of what stands in a window with its background, as WCAG 2 asks for it (1.4.3, 1.4.11)."""

from . import screenshot

#: Texts at least 4.5 : 1, controls 3 : 1.
WANTED = {"label": 4.5, "text": 4.5, "spin button": 4.5, "check box": 3, "push button": 3, "image": 3}

#: What is hidden keeps its place in the tree: there one colour is all there is.
NOTHING = 1.05


def measure(app, frame, within=None):
    """The contrast of each text and control that can be seen, and the one it should have, by how it is called.

    With `within` only what stands wholly in that part of the screen: x, y, width, height.
    """
    found = {}
    screen = screenshot.Screen()
    left, top = app.origin(frame.frame())
    # What cannot be used may be pale, and what stands in it: a label says of itself that it could be used.
    nodes = list(frame.walk())
    unusable = {id(below) for node in nodes if not node.was("sensitive") for below in node.descend()}
    for node in nodes:
        wanted = WANTED.get(node.seen_role)
        if not wanted or id(node) in unusable or not node.has_size:
            continue
        x, y, width, height = node.extents
        place = left + x, top + y, width, height
        if within and not contains(within, place):
            continue
        contrast = screen.contrast(place)
        if contrast > NOTHING:
            name = str(node)
            found[name] = min(found.get(name, (contrast, wanted)), (contrast, wanted))
    return found


def contains(outer, inner):
    return all(outer[axis] <= inner[axis] and inner[axis] + inner[axis + 2] <= outer[axis] + outer[axis + 2]
               for axis in (0, 1))


def too_low(found):
    return {name: pair for name, pair in found.items() if pair[0] < pair[1]}
