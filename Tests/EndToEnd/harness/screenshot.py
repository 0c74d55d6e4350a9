"""Pictures of the screen."""

import collections
import re
import subprocess
import tempfile


def take(path, crop=None):
    """Writes a picture; `crop` is x, y, width, height on the screen."""
    command = ["import", "-silent", "-window", "root"]
    if crop:
        command += ["-crop", "{2}x{3}+{0}+{1}".format(*map(int, crop)), "+repage"]
    subprocess.run(command + [str(path)], check=True, capture_output=True, timeout=60)


def pixels(crop):
    """What a part of the screen shows, to be compared."""
    x, y, width, height = map(int, crop)
    command = ["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "-depth", "8", "rgb:-"]
    return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout


def spread(crop):
    """How much the brightness differs within a part of the screen: 0 is one plain colour, 1 the most."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        take(file.name, crop)
        return _number(file.name, "%[fx:standard_deviation]")


def brightness(path):
    """The mean brightness of a picture: 0 black … 1 white."""
    return _number(path, "%[fx:mean]")


def _number(path, what):
    done = subprocess.run(["convert", str(path), "-colorspace", "Gray", "-format", what, "info:"],
                          check=True, capture_output=True, text=True, timeout=60)
    return float(re.match(r"[\d.e+-]+", done.stdout).group())


class Screen:
    """What the whole screen shows at one moment."""

    def __init__(self):
        command = ["import", "-silent", "-window", "root", "-depth", "8", "ppm:-"]
        picture = subprocess.run(command, check=True, capture_output=True, timeout=60).stdout
        _, size, _, self.data = picture.split(b"\n", 3)
        self.width = int(size.split()[0])

    def pixel(self, x, y):
        """Red, green and blue of a point."""
        place = (y * self.width + x) * 3
        return tuple(self.data[place:place + 3])

    def contrast(self, crop):
        """The contrast of what stands in a part with its background, as WCAG 2 counts it: 1 … 21.

        The background is the colour that most of the part has, and what stands there the colour farthest
        from that: the edges of letters and icons are smoothed.
        """
        x, y, width, height = map(int, crop)
        colours = collections.Counter()
        for line in range(y, y + height):
            row = self.data[(line * self.width + x) * 3:(line * self.width + x + width) * 3]
            colours.update(row[place:place + 3] for place in range(0, len(row), 3))
        around = _luminance(colours.most_common(1)[0][0])
        return max((max(around, other) + 0.05) / (min(around, other) + 0.05)
                   for other in map(_luminance, colours))


def _luminance(colour):
    linear = [value / 255 / 12.92 if value / 255 <= 0.04045 else ((value / 255 + 0.055) / 1.055) ** 2.4
              for value in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
