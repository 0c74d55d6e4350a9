"""What stands below the titles, and what the page of the present day shows."""

import datetime
from pathlib import Path

from harness import dates
from harness.waiting import eventually
from test_commands import CommandTest

DAY = datetime.timedelta(days=1)


class RowsTests(CommandTest):
    def fill(self):
        today = dates.today()
        self.run_well("add", "Pay the rent", "--due", (today - DAY).isoformat())
        self.run_well(
            "add", "Water the plants", "--due", f"{today.isoformat()}T17:00", "--repeat", "every week",
            "--tag", "home", "--notes", "two")
        self.run_doubtful("“Renew the passport” starts after it is due.", "add", "Renew the passport",
                          "--due", today.isoformat(), "--start", (today + 2 * DAY).isoformat())
        self.run_well("add", "Book a train to the mountains", "--due", (today + DAY).isoformat(),
                      "--remind", "1d", "--tag", "travel", "--tag", "family", "--tag", "mountains", "--tag", "winter")
        self.run_well("add", "Read a book")

    def test_twelve_hours_where_the_desktop_has_them(self):
        path = Path(self.home, "config/glib-2.0/settings/keyfile")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("[org/gnome/desktop/interface]\nclock-format='12h'\n")
        tomorrow = dates.today() + DAY
        self.run_well("add", "Water the plants", "--due", f"{tomorrow.isoformat()}T17:00")
        # A terminal shows the same everywhere.
        self.assertIn("17:00", self.run_well("list"))
        app = self.launch()
        app.resize(1100, 880)
        app.wait_row("Water the plants", lambda row: row.time == "5:00 PM")
        app.open_details("Water the plants")
        app.wait("label", dates.long(tomorrow) + " at 5:00 PM", within="Details")
        # Whoever changes it sees that at once.
        path.write_text("[org/gnome/desktop/interface]\nclock-format='24h'\n")
        app.wait_row("Water the plants", lambda row: row.time == "17:00")
        app.wait("label", dates.long(tomorrow) + " at 17:00", within="Details")

    def test_a_row_that_is_sorted_anew_keeps_the_focus(self):
        for title in ["a", "b", "c"]:
            self.run_well("add", title)
        self.run_well("lists", "edit", "To-Do", "--sort", "title")
        app = self.launch()
        app.wait_titles(["a", "b", "c"])
        app.select("a")
        self.run_well("edit", self.id_of("a"), "--title", "d")
        app.wait_titles(["b", "c", "d"])
        eventually(lambda: app.row("d").node.has("focused"), "the focus stays on the to-do")
        app.key("space")
        app.wait_titles(["b", "c"], ["d"])

    def test_words_and_today(self):
        self.fill()
        for scheme in ["light", "dark"]:
            app = self.launch(environment={"ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}"})
            list_name = "To-Do"
            app.resize(1000, 700)  # the window opens as it was closed
            app.open(list_name)
            rent = app.wait_row("Pay the rent", lambda row: row.is_overdue)
            self.assertEqual(rent.day, dates.long(dates.today() - DAY))
            plants = app.wait_row("Water the plants", lambda row: row.repeats)
            self.assertEqual((plants.time, plants.tags, plants.has_notes), ("17:00", ["home"], True))
            later = dates.today() + 2 * DAY
            self.assertEqual(app.wait_row("Renew the passport", lambda row: True).start, f"{later:%A}")
            self.assertEqual(plants.list, "", "a page of one list does not name it")
            self.picture(scheme)
            app.open("Today")
            app.wait_titles(["Pay the rent", "Water the plants"])
            app.wait_row("Pay the rent", lambda row: row.list == list_name)
            app.wait_places([("Important", 0), ("Today", 2), (list_name, 5)])
            self.picture(f"{scheme}-today")
            app.open(list_name)
            app.resize(360, 640)
            self.picture(f"{scheme}-narrow")
            app.close()
