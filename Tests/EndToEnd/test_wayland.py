"""The window under Wayland, where most people have it."""

from harness import screenshot, wayland
from harness.case import EndToEndTest, Options
from harness.wayland import Compositor, WaylandOptimist
from harness.waiting import eventually


class WaylandTests(EndToEndTest):
    def setUp(self):
        super().setUp()
        if reason := wayland.missing():
            self.skipTest(reason)

    def compositor(self, takes_keys=False):
        compositor = Compositor(Options.output / f"{self.name}.compositor.txt", takes_keys)
        self.addCleanup(compositor.stop)
        return compositor

    def launch_in(self, compositor):
        app = WaylandOptimist(compositor, Options.binary, self.home, str(self.log))
        self.apps.append(app)
        # Added later, so it runs earlier: the compositor outlives its app.
        self.addCleanup(app.process.kill)
        return app.wait_for_main()

    def test_without_a_screen(self):
        compositor = self.compositor()
        app = self.launch_in(compositor)
        app.wait("text", "New to-do")
        picture = Options.output / "wayland.png"

        def is_shown():
            compositor.picture(picture)
            return screenshot.brightness_of(picture) > 0.6
        eventually(is_shown, "the window, which is light, covers most of the dark screen")
        app.process.process.terminate()
        app.process.wait()

    def test_adding_with_keys(self):
        compositor = self.compositor(takes_keys=True)
        app = self.launch_in(compositor)
        # No dialog before: this compositor gives the keyboard back in its own time when one closes.
        app.add("Buy milk", "Call Ann")
        app.wait_titles(["Buy milk", "Call Ann"])
        compositor.picture(Options.output / "wayland-keys.png")
        self.assertEqual(app.close(), 0)
        app = self.launch_in(compositor)
        app.wait_titles(["Buy milk", "Call Ann"])
        self.assertEqual(app.close(), 0)
