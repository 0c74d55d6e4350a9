"""Pictures of the screen."""

import collections
import math
import re
import struct
import subprocess
import zlib
from pathlib import Path

from . import x11


def take(path):
    """Writes a picture of the whole screen."""
    width, height = x11.size()
    data = x11.pixels(0, 0, width, height)
    # Each line begins with the number of its filter (https://www.w3.org/TR/png/): none.
    lines = b"".join(b"\0" + data[start:start + width * 3] for start in range(0, len(data), width * 3))
    Path(path).write_bytes(
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(lines, 1)) + _chunk(b"IEND", b""))


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pixels(crop):
    """What a part of the screen shows; `crop` is x, y, width, height."""
    return x11.pixels(*map(int, crop))


def spread(crop):
    """How much the brightness differs within a part of the screen: 0 is one plain colour, 1 the most."""
    parts = pixels(crop)
    count = collections.Counter(zip(parts[::3], parts[1::3], parts[2::3]))
    total, mean, square = 0, 0, 0
    for (red, green, blue), times in count.items():
        grey = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
        total, mean, square = total + times, mean + grey * times, square + grey * grey * times
    return math.sqrt(max(0, square / total - (mean / total) ** 2)) if total else 0


def brightness():
    """The mean brightness of the screen: 0 black … 1 white."""
    data = x11.pixels(0, 0, *x11.size())
    return sum(data) / len(data) / 255


def brightness_of(path):
    """The same of a picture in a file."""
    done = subprocess.run(["convert", str(path), "-colorspace", "Gray", "-format", "%[fx:mean]", "info:"],
                          check=True, capture_output=True, text=True, timeout=60)
    return float(re.match(r"[\d.e+-]+", done.stdout).group())


class Screen:
    """What the whole screen shows at one moment."""

    def __init__(self):
        self.width, height = x11.size()
        self.data = x11.pixels(0, 0, self.width, height)

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
