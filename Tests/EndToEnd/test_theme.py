"""What the user's settings say about looks, though the program names GTK's theme itself while it starts."""

from pathlib import Path

from harness import screenshot
from harness.case import EndToEndTest
from harness.waiting import eventually, steady

LOUD = "window, .background { background: #ff00ff; }"
KEYFILE = "config/glib-2.0/settings/keyfile"
INTERFACE = "[org/gnome/desktop/interface]\ncolor-scheme='{}'\n"
CONTRAST = "[org/gnome/desktop/a11y/interface]\nhigh-contrast={}\n"


class ThemeTests(EndToEndTest):
    def write(self, name, text):
        path = Path(self.home, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def start(self, home=None, **environment):
        # The settings are those of the file, not those of a desktop's portal.
        return self.launch(home=home, environment={"ADW_DISABLE_PORTAL": "1", **environment})

    def looks(self, app):
        """The main list's button with its border, which is drawn in high contrast only."""
        x, y, width, height = app.place(app.wait("push button", "New List"))
        return screenshot.pixels((x - 12, y - 12, width + 24, height + 24))

    def steady_looks(self, app):
        """The same once it does not change any more, as it does while the window appears."""
        return steady(lambda: self.looks(app), "the window stays as it is", times=5)

    def looks_of(self, **environment):
        app = self.start(home=self.new_home(), **environment)
        seen = self.steady_looks(app)
        app.close()
        return seen

    def wait_looks(self, app, wanted, what):
        eventually(lambda: self.looks(app) == wanted, what)

    def test_the_desktops_style_and_contrast_are_followed(self):
        light = self.looks_of(ADW_DEBUG_COLOR_SCHEME="prefer-light", ADW_DEBUG_HIGH_CONTRAST="0")
        dark = self.looks_of(ADW_DEBUG_COLOR_SCHEME="prefer-dark", ADW_DEBUG_HIGH_CONTRAST="0")
        strong = self.looks_of(ADW_DEBUG_COLOR_SCHEME="prefer-light", ADW_DEBUG_HIGH_CONTRAST="1")
        self.assertEqual(len({light, dark, strong}), 3)
        for first, later in [(("prefer-dark", "false"), ("default", "true")), (("default", "true"), ("prefer-dark", "false"))]:
            wanted = {("prefer-dark", "false"): dark, ("default", "true"): strong}
            self.write(KEYFILE, INTERFACE.format(first[0]) + CONTRAST.format(first[1]))
            app = self.start()
            self.wait_looks(app, wanted[first], f"{first} at the start")
            self.write(KEYFILE, INTERFACE.format(later[0]) + CONTRAST.format(later[1]))
            self.wait_looks(app, wanted[later], f"{later} while it runs")
            app.close()

    def test_a_theme_that_the_user_has_chosen(self):
        self.write("data/themes/Loud/gtk-4.0/gtk.css", LOUD)
        app = self.start(GTK_THEME="Loud")
        x, y, width, height = app.place(app.wait("push button", "New List"))
        eventually(lambda: screenshot.Screen().pixel(x + width // 2, y - 30) == (255, 0, 255), "the theme's colour")

    def test_a_theme_in_the_settings_is_for_other_programs(self):
        """libadwaita has a style of its own; what else the file says counts."""
        self.write("data/themes/Loud/gtk-4.0/gtk.css", LOUD)
        settings = "[Settings]\ngtk-theme-name={}\ngtk-font-name=Sans 20\n"
        self.write("config/gtk-4.0/settings.ini", settings.format("Default"))
        app = self.start()
        plain = self.steady_looks(app)
        self.assertGreater(app.wait("label", "Important").extents[3], 24, "the font is large")
        app.close()
        self.write("config/gtk-4.0/settings.ini", settings.format("Loud"))
        app = self.start()
        self.wait_looks(app, plain, "libadwaita's own style")
