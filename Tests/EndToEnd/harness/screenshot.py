"""Pictures of the screen."""

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
