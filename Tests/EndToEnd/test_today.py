"""The day page."""

import datetime

from harness import dates
from harness.case import EndToEndTest
from harness.waiting import eventually

DAY = datetime.timedelta(days=1)


class TodayTests(EndToEndTest):
    def go(self, app, button, day):
        app.press(button)
        eventually(lambda: app.find("push button", dates.long(day)), f"the day bar shows {day}")

    def test_days(self):
        app = self.launch()
        app.new_list("Home")
        app.add("some day")
        app.open("Today")
        today = dates.today()
        app.wait("push button", dates.long(today))
        self.assertIsNone(app.find("push button", "Today", within="Optimist"), "it would do nothing")
        app.add("now")
        self.assertEqual(app.database.todo("now")["dueDay"], today.isoformat())
        app.wait_titles(["now"])
        app.wait_places([("Important", 0), ("Today", 1), ("Home", 2)])

        self.go(app, "Next Day", today + DAY)
        app.wait_page(dates.long(today + DAY))
        app.wait_titles([])
        app.add("later")
        self.assertEqual(app.database.todo("later")["dueDay"], (today + DAY).isoformat())
        self.go(app, "Previous Day", today)
        app.wait_titles(["now"])
        app.wait_page("Today")
        self.go(app, "Previous Day", today - DAY)
        app.wait_titles([])
        self.go(app, "Today", today)
        app.wait_titles(["now"])
        app.wait_places([("Important", 0), ("Today", 1), ("Home", 3)])

    def test_calendar(self):
        app = self.launch()
        app.open("Today")
        app.press(dates.long(dates.today()))
        # A day that is neither today nor in the calendar twice.
        day = dates.in_this_month(15 if dates.today().day != 15 else 16)
        app.click_in_popover("label", str(day.day))
        eventually(lambda: app.find("push button", dates.long(day)), "the day bar shows the day")
        app.add("chosen")
        self.assertEqual(app.database.todo("chosen")["dueDay"], day.isoformat())
