"""The rows of the details for what repeats, rings and is made of parts."""

import datetime

from harness import dates, xdotool
from harness.case import EndToEndTest
from harness.waiting import eventually


class DetailsTest(EndToEndTest):
    def open(self, *titles, size=(1100, 880), **arguments):
        app = self.launch(**arguments)
        app.new_list("Home")
        app.add(*titles)
        app.resize(*size)
        app.open_details(titles[0])
        return app

    def open_row(self, app, row):
        app.click(app.find("list item", row, within="Details") or app.wait("combo box", row, within="Details"))

    def choose_in_row(self, app, row, choice):
        self.open_row(app, row)
        app.click_in_popover("label", choice)

    def choose_day(self, app, number=15):
        app.press("Choose a Day", within="Details")
        app.click_in_popover("label", str(number))
        return dates.in_this_month(number)

    def wait_stored(self, app, title, field, value):
        def stored():
            return (app.database.todo(title) or {}).get(field) == value
        eventually(stored, lambda: f"{field} {value!r} in {app.database.todo(title)}")

    def bring_into_view(self, app, role, name):
        """What has the focus is scrolled to."""
        # What a toggle is called depends on the version of GTK.
        node = eventually(lambda: app.find(role, name, within="Details")
                          or role == "toggle button" and app.find("push button", name, within="Details"), name)
        for _ in range(60):
            if app.focus_of(app.frame("Optimist")) == node:
                return node
            app.key("Tab")
        raise AssertionError(f"{name} is not reached by Tab")


    def press_by_key(self, app, name):
        self.bring_into_view(app, "push button", name)
        app.key("space")


class ReminderRowTests(DetailsTest):
    def reminders(self, app, *texts):
        """How many of some texts are in the stored reminders."""
        stored = app.database.todo("task")["reminders"] or b""
        return sum(text.encode() in stored for text in texts)

    def test_several_are_added_set_and_removed(self):
        app = self.open("task")
        self.choose_day(app)
        app.press("Add Reminder", within="Details")
        app.choose("1 day before it is due")
        app.wait("push button", "Remove “1 day before it is due”", within="Details")
        # By keys: the button still has the focus.
        app.key("space")
        eventually(lambda: app.find("menu item", "When it is due").has("focused"), "the menu is open")
        app.key("Return")
        app.wait("push button", "Remove “When it is due”", within="Details")
        eventually(lambda: self.reminders(app, "DUE -P1D", "DUE PT0S") == 2, "both are stored")
        app.press("Add Reminder", within="Details")
        app.choose("Day and Time")
        eventually(lambda: self.reminders(app, "DUE -P1D", "DUE PT0S", ":00Z ") == 3, "the third is stored")
        self.picture("details-reminders")
        app.press("Remove “1 day before it is due”", within="Details")
        app.wait_gone("push button", "Remove “1 day before it is due”")
        app.key("ctrl+z")
        app.wait("push button", "Remove “1 day before it is due”", within="Details")
        app.press("No Day", within="Details")
        app.wait("label", "Silent while nothing is due", within="Details")


class RepeatRowTests(DetailsTest):
    def test_plain_and_custom_rules(self):
        app = self.open("task")
        self.open_row(app, "Repeat")
        app.key("Down", "Down", "Down", "Return")
        self.wait_stored(app, "task", "recurrence", "FREQ=WEEKLY")
        today = datetime.date.today()
        self.wait_stored(app, "task", "dueDay", today.isoformat())
        self.choose_in_row(app, "Repeat", "Custom")
        app.click(app.wait("spin button", "Every", within="Details"))
        app.key("ctrl+a")
        app.type("2")
        app.key("Tab")
        self.wait_stored(app, "task", "recurrence", "FREQ=WEEKLY;INTERVAL=2")
        app.wait("label", "Every second week", within="Details")
        weekday = (today + datetime.timedelta(days=1)).strftime("%A")
        self.bring_into_view(app, "toggle button", weekday)
        app.key("space")
        eventually(lambda: "BYDAY=" in app.database.todo("task")["recurrence"], "the day of the week")
        self.picture("details-repeat")
        self.choose_in_row(app, "Unit", "Months")
        self.wait_stored(app, "task", "recurrence", "FREQ=MONTHLY;INTERVAL=2")
        self.choose_in_row(app, "Day", "On the last day")
        self.wait_stored(app, "task", "recurrence", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1")
        self.choose_in_row(app, "Ends", "After a Count")
        self.wait_stored(app, "task", "recurrence", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYMONTHDAY=-1")
        self.picture("details-repeat-months")
        self.choose_in_row(app, "Repeat", "Never")
        self.wait_stored(app, "task", "recurrence", None)

    def test_the_wheel_scrolls_past_a_number(self):
        app = self.open("task")
        self.choose_in_row(app, "Repeat", "Every day")
        self.wait_stored(app, "task", "recurrence", "FREQ=DAILY")
        self.choose_in_row(app, "Repeat", "Custom")
        number = app.wait("spin button", "Every", within="Details")
        app.click(number)
        app.key("ctrl+a")
        app.type("5")
        app.key("Tab")
        self.wait_stored(app, "task", "recurrence", "FREQ=DAILY;INTERVAL=5")
        x, top, _, height = app.place(number)
        xdotool.click(x + 10, top + height // 2, button=5, times=2)
        eventually(lambda: app.place(number)[1] < top, "the page is scrolled")
        self.choose_in_row(app, "Unit", "Months")
        self.wait_stored(app, "task", "recurrence", "FREQ=MONTHLY;INTERVAL=5")

    def test_the_next_date_is_told_with_undo(self):
        app = self.open("task")
        self.choose_in_row(app, "Repeat", "Every day")
        self.wait_stored(app, "task", "recurrence", "FREQ=DAILY")
        app.close_details()
        app.tick("task")
        app.wait("label", "Done. Next: Tomorrow")
        app.press("Undo")
        self.wait_stored(app, "task", "dueDay", datetime.date.today().isoformat())
        app.tick("task")
        app.wait("label", "Done. Next: Tomorrow")
        app.open_details("task")
        self.picture("details-history")
        app.wait("label", "Done 1 time", within="Details")


class SubtaskRowTests(DetailsTest):
    def test_by_keys(self):
        app = self.open("party", "other")
        app.click(app.wait("text", "Add Subtask", within="Details"))
        app.type("cake")
        app.key("Return")
        app.type("music")
        app.key("Return")
        app.wait("check box", "Completed: music", within="Details")
        app.type("half a")
        app.key("Tab")
        app.wait("check box", "Completed: half a", within="Details")
        app.click(app.wait("check box", "Completed: cake", within="Details"))
        app.wait("label", "1 of 3 done", within="Details")
        party = app.database.todo("party")["id"]
        eventually(lambda: app.database.todo("cake")["isDone"] == 1, "it is done")
        self.assertEqual(app.database.todo("half a")["parent"], party)
        self.picture("details-subtasks")
        app.click(app.wait("label", "music", within="Details"))
        eventually(lambda: app.wait("text", "Title").text == "music", "the details of the subtask")
        self.picture("details-part")
        app.click(app.wait("label", "party", within="Details"))
        eventually(lambda: app.wait("text", "Title").text == "party", "back again")

    def garden(self, app):
        return next(row["id"] for row in app.database.lists() if row["name"] == "Garden")

    def test_another_parent_and_another_list(self):
        app = self.open("cake", "party", "music")
        cake, party = app.database.todo("cake"), app.database.todo("party")["id"]
        self.press_by_key(app, "Choose What It Is a Part Of")
        app.wait_frame("Make It a Subtask")
        app.type("par")
        eventually(lambda: [row.name for row in app.find("list", "To-dos", within="Make It a Subtask").children]
                   == ["party"], "the to-do that was typed")
        app.key("Return")
        app.wait_no_frame("Make It a Subtask")
        self.wait_stored(app, "cake", "parent", party)
        app.wait("push button", "Make It a To-Do of Its Own", within="Details")
        app.take_keys()
        button = app.wait("push button", "Choose What It Is a Part Of", within="Details")
        eventually(lambda: button.has("focused"), "the focus is back")
        self.picture("details-place")
        app.key("shift+Tab", "space")
        self.wait_stored(app, "cake", "parent", None)
        app.key("ctrl+z")
        self.wait_stored(app, "cake", "parent", party)
        app.new_list("Garden")
        app.open("Home")
        app.open_details("cake")
        self.press_by_key(app, "Move to Another List")
        app.wait_frame("Move to List")
        app.key("Return")
        app.wait_no_frame("Move to List")
        self.wait_stored(app, "cake", "listID", self.garden(app))
        self.assertNotEqual(app.database.todo("cake")["listID"], cake["listID"])

    def test_what_is_typed_is_understood(self):
        app = self.open("party")
        app.click(app.wait("text", "Add Subtask", within="Details"))
        app.type("cake tomorrow !!")
        app.wait("push button", "Medium priority, remove", within="Details")
        self.picture("details-subtask-typed")
        app.key("Tab")  # to what is understood, which adds nothing yet
        app.key("Delete")
        app.wait_gone("push button", "Due tomorrow, remove")
        app.key("Return")
        app.wait("check box", "Completed: cake tomorrow", within="Details")
        eventually(lambda: "cake tomorrow" in app.database.contents(), "it is stored")
        cake, party = app.database.todo("cake tomorrow"), app.database.todo("party")
        self.assertEqual((cake["priority"], cake["dueDay"], cake["parent"]), (5, None, party["id"]))

    def test_what_stands_in_the_entry_is_kept_with_the_window(self):
        app = self.open("party")
        app.click(app.wait("text", "Add Subtask", within="Details"))
        app.type("cake")
        self.assertEqual(app.close(), 0)
        self.apps.remove(app)
        self.assertEqual(app.database.contents(), ["party", "cake"])


class LooksTests(DetailsTest):
    def test_all_rows_in_a_narrow_dark_window(self):
        app = self.open("party", environment={"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"})
        self.choose_in_row(app, "Repeat", "Custom")
        app.wait("spin button", "Every", within="Details")
        app.resize(360, 880)
        app.wait("push button", "Back", within="Details")
        self.picture("details-dark-360")
        app.press("Back", within="Details")
        app.wait_no_frame("Details")


class SwitchTests(DetailsTest):
    def test_a_switch_turned_before_escape_stays_turned(self):
        app = self.launch()
        name = "Understand what is typed"
        for _ in range(2):
            app.key("ctrl+comma")
            app.wait_frame("Preferences")
            control = app.wait("check box", name, within="Preferences")
            before = control.has("checked")
            app.click(control)
            app.key("Escape")
            app.wait_no_frame("Preferences")
            app.key("ctrl+comma")
            app.wait_frame("Preferences")
            self.assertNotEqual(app.wait("check box", name, within="Preferences").has("checked"), before)
            app.key("Escape")
            app.wait_no_frame("Preferences")
