"""The zone of a time, chosen in the details by a city: what the row says, what is stored, and back."""

from harness import dates
from harness.waiting import eventually
from test_details import DetailsTest

HERE = "Europe/Berlin"
SAME = "Same Time in Every Time Zone"


class ZoneTests(DetailsTest):
    def open_with_time(self, **environment):
        """The details of a to-do that is due at nine by the clocks of this computer; the time is open."""
        app = self.open("task", environment={"TZ": HERE, **environment})
        self.words = dates.long(self.choose_day(app)) + " at 09:00"
        app.press("Choose a Time", within="Details")
        app.click_in_popover("push button", "Set Time")
        app.wait("label", self.words, within="Details")
        self.wait_due(app, HERE)
        self.open_popover(app)
        return app

    def wait_due(self, app, zone):
        def due():
            todo = app.database.todo("task")
            return todo["dueTime"], todo["dueZone"]
        eventually(lambda: due() == ("09:00", zone), lambda: f"nine o'clock in {zone}, it is {due()}")

    def wait_words(self, app, zone=""):
        app.wait("label", self.words + zone, within="Details")

    def check_box(self, app):
        return app.wait("check box", SAME, within="Details")

    def open_popover(self, app):
        app.let_popovers_close()
        app.press("Choose a Time", within="Details")
        eventually(lambda: app.place_in_popover(self.check_box(app)), "the time is open")

    def choose_other(self, app):
        app.click_in_popover("push button", "Other Time Zone…")
        app.wait_frame("Time Zone")
        # A list tells of a part of its rows; newer GTK of those that are seen.
        eventually(lambda: len(self.cities(app)) > 5, "the cities are there")

    def cities(self, app):
        cities = app.find("list", "Time zones", within="Time Zone")
        return [item.name for item in cities.children] if cities else []

    def wait_cities(self, app, *names):
        eventually(lambda: self.cities(app) == list(names), lambda: f"cities {names}, there are {self.cities(app)[:9]}")

    def test_another_zone_and_back(self):
        app = self.open_with_time()
        eventually(lambda: app.place_in_popover(self.check_box(app)), "the time is open")
        self.assertFalse(self.check_box(app).has("checked"))
        self.settled()
        self.picture("zone-popover")
        self.choose_other(app)
        self.assertEqual(self.cities(app)[0], "Berlin, This Computer")
        self.settled()
        self.picture("zone-cities")
        app.type("tok")
        self.wait_cities(app, "Tokyo, Asia")
        self.settled()
        self.picture("zone-tokyo")
        app.key("Return")
        app.wait_no_frame("Time Zone")
        self.wait_words(app, " (Tokyo time)")
        self.wait_due(app, "Asia/Tokyo")
        self.picture("zone-row")
        app.take_keys()
        app.key("ctrl+z")
        self.wait_words(app)
        self.wait_due(app, HERE)
        app.key("ctrl+shift+z")
        self.wait_words(app, " (Tokyo time)")
        self.wait_due(app, "Asia/Tokyo")

    def test_the_button_chooses_and_escape_does_not(self):
        app = self.open_with_time()
        self.choose_other(app)
        app.type("sao paulo")
        self.wait_cities(app, "Sao Paulo, America")
        app.press("Choose", within="Time Zone")
        app.wait_no_frame("Time Zone")
        self.wait_words(app, " (Sao Paulo time)")
        self.wait_due(app, "America/Sao_Paulo")
        self.open_popover(app)
        self.choose_other(app)
        app.type("no city is called so")
        app.wait("label", "No City Found", within="Time Zone")
        self.assertFalse(app.wait("push button", "Choose", within="Time Zone").has("sensitive"))
        app.key("Return")
        app.key("ctrl+a")
        app.type("ang")
        app.key("Down")
        eventually(lambda: len(self.cities(app)) > 1, "several cities")
        app.key("Escape")
        app.wait_no_frame("Time Zone")
        self.wait_words(app, " (Sao Paulo time)")
        self.wait_due(app, "America/Sao_Paulo")

    def test_every_zone_and_back_to_the_one_before(self):
        app = self.open_with_time()
        self.choose_other(app)
        app.type("tokyo")
        self.wait_cities(app, "Tokyo, Asia")
        app.key("Return")
        app.wait_no_frame("Time Zone")
        self.wait_due(app, "Asia/Tokyo")
        for is_floating in (True, False):
            self.open_popover(app)
            app.click_in_popover("label", SAME)
            eventually(lambda: self.check_box(app).has("checked") == is_floating, "the check box")
            app.key("Escape")
            self.wait_words(app, " (in every time zone)" if is_floating else " (Tokyo time)")
            self.wait_due(app, None if is_floating else "Asia/Tokyo")
        # What holds in every zone gets one by a choice, too.
        self.open_popover(app)
        app.click_in_popover("label", SAME)
        self.wait_due(app, None)
        self.choose_other(app)
        app.key("Return")
        app.wait_no_frame("Time Zone")
        self.wait_due(app, HERE)
        self.wait_words(app)
        self.open_popover(app)
        self.assertFalse(self.check_box(app).has("checked"))
        app.key("Escape")
