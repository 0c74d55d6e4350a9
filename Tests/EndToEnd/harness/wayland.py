"""A Wayland compositor without a screen, and the app in it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import tree, x11, xdotool
from .optimist import Optimist
from .waiting import eventually

SIZE = (1100, 800)
SLATE = "3d3846"
SETTINGS = "[core]\nidle-time=0\n\n[shell]\npanel-position=none\nbackground-color=0xff{}\n"


def missing():
    """Why there can be no compositor here; empty when there can."""
    for program in ["weston", "weston-screenshooter"]:
        if not shutil.which(program):
            return f"{program} is not installed"
    return ""


class Compositor:
    """Weston, drawing into memory.

    `takes_keys`: its output is a window on the X server that is itself in memory, so that keys and
    the mouse reach it; otherwise it has neither a screen nor a keyboard. `background` is a colour in
    hexadecimal digits.
    """

    def __init__(self, log, takes_keys=False, background=SLATE):
        self.folder = tempfile.mkdtemp(prefix="optimist-wayland-")
        os.chmod(self.folder, 0o700)
        settings = Path(self.folder) / "weston.ini"
        settings.write_text(SETTINGS.format(background))
        self.display = os.path.join(self.folder, "wayland")
        self.log = Path(log)
        backend = "x11" if takes_keys else "headless"
        # Its own folder for sockets: only the compositor shall be found there.
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(
                ["weston", f"--backend={backend}-backend.so", "--use-pixman", f"--width={SIZE[0]}",
                 f"--height={SIZE[1]}", f"--socket={self.display}", f"--config={settings}", "--debug"],
                env={**os.environ, "XDG_RUNTIME_DIR": self.folder}, stdin=subprocess.DEVNULL,
                stdout=errors, stderr=errors, start_new_session=True)
        try:
            eventually(self._is_ready, lambda: f"the compositor is ready: {self.log.read_text()}")
            if takes_keys:
                self._focus()
        except AssertionError:
            self.stop()
            raise

    def _is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the compositor ended: {self.log.read_text(errors='replace')}")
        return os.path.exists(self.display)

    @property
    def environment(self):
        """What an app needs to be shown here and nowhere else."""
        return {"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": self.display, "DISPLAY": ""}

    def _focus(self):
        """Gives the keyboard to the compositor's output, before it has a window: when the output gets the keyboard
        later, the compositor can leave it from its windows until one of them is clicked."""
        window = self._output()

        def given():
            x11.focus(window)
            return x11.focused() == window
        eventually(given, "the compositor takes keys")

    @staticmethod
    def _output():
        """The window of the compositor's output on the X server, to which the compositor does not tell its process."""
        return int(eventually(lambda: xdotool.run("search", "--onlyvisible", "--class", "^Weston"),
                              "the compositor's output").split()[-1])

    def hide_pointer(self):
        """Puts the pointer into the last corner of the output, from where its picture hangs out of it."""
        left, top, width, height = x11.geometry(self._output())
        x11.point(left + width - 1, top + height - 1)

    def picture(self, path):
        """Writes what the compositor shows."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["weston-screenshooter"], cwd=folder, check=True, capture_output=True, timeout=60,
                           env={**os.environ, "WAYLAND_DISPLAY": self.display})
            shutil.move(next(Path(folder).glob("*.png")), path)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class WaylandOptimist(Optimist):
    """The app in a compositor: what stands on its screen is read in the accessibility tree alone."""

    def __init__(self, compositor, binary, home, log, arguments=(), environment=None):
        super().__init__(binary, home, log, arguments, {**compositor.environment, **(environment or {})})
        self.compositor = compositor

    def wait_for_window(self, limit=20):
        def ready():
            if not self.process.is_running:
                raise AssertionError(f"the app ended with code {self.process.process.returncode}")
            self.root = tree.application(self.process.pid)
            return self.root
        eventually(ready, "the app has a window", limit)
        return self

    def wait_for_main(self, limit=20):
        self.wait_for_window(limit)

        def ready():
            self.root = tree.application(self.process.pid) or self.root
            main = self.frame("Optimist")
            return main and main.find("list item")
        eventually(ready, "the main window shows its places", limit)
        return self

    def take_keys(self):
        """Waits until the compositor has passed the keyboard on to the app, which it does in its own time."""
        eventually(lambda: any(self.focus_of(frame) for frame in self.frames),
                   "something in the app has the keyboard", pause=0.2)
