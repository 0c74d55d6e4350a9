"""Every field of a to-do in a terminal: as options, as typed words, and taken back."""

import datetime
import json

from test_commands import NOT_FOUND, USAGE, CommandTest

FIELDS = {
    "account", "assignee", "completedAt", "createdAt", "done", "due", "dueZone", "id", "list", "notes", "parent",
    "position", "priority", "recurrence", "reminders", "repeatsFromCompletion", "shortID", "start", "startZone",
    "status", "tags", "title", "url",
}


class FieldTests(CommandTest):
    def setUp(self):
        super().setUp()
        self.terminal.variables["TZ"] = "Asia/Seoul"

    def added(self, *words):
        todo, = json.loads(self.run_well("add", "--json", *words))
        self.assertEqual(set(todo), FIELDS)
        return todo

    def shown(self, id):
        todo, = json.loads(self.run_well("show", id, "--json"))
        return todo

    def test_options(self):
        todo = self.added(
            "Buy", "milk", "--due", "2031-12-24T17:00", "--start", "2031-12-20", "--repeat", "every second week",
            "--remind", "15m", "--remind", "1d", "--remind", "2031-12-01T08:00", "--priority", "medium",
            "--tag", "shop", "--tag", "#Café au lait", "--url", "https://example.org/?a=%s", "--notes", "two")
        wanted = {
            "title": "Buy milk", "due": "2031-12-24T17:00", "dueZone": "Asia/Seoul", "start": "2031-12-20",
            "startZone": None, "recurrence": "FREQ=WEEKLY;INTERVAL=2", "repeatsFromCompletion": False,
            "reminders": ["2031-11-30T23:00:00Z Asia/Seoul", "DUE -P1D", "DUE -PT15M"], "priority": "medium",
            "tags": ["Café au lait", "shop"], "url": "https://example.org/?a=%s", "notes": "two", "status": "open",
            "done": False, "parent": None}
        self.assertEqual({name: todo[name] for name in wanted}, wanted)
        text = self.run_well("show", todo["shortID"])
        for words in ["Buy milk", "17:00", "Every second week", "FREQ=WEEKLY;INTERVAL=2", "medium", "DUE -PT15M",
                      "15 minutes before it is due", "https://example.org/?a=%s", "#shop"]:
            self.assertIn(words, text)

    def test_zones(self):
        self.assertEqual(self.added("x", "--due", "2031-07-01T09:30 Europe/Berlin")["dueZone"], "Europe/Berlin")
        self.run_badly(USAGE, "add", "x", "--due", "2031-07-01T09:30 ../../etc/passwd")
        self.run_badly(USAGE, "add", "x", "--due", "2031-07-01T09:30 Europe/Atlantis")

    def test_what_is_not_understood(self):
        id = self.added("x")["shortID"]
        for option in ["--due=soonish", "--start=2031-02-30", "--repeat=sometimes", "--repeat=FREQ=NEVER",
                       "--remind=whenever", "--remind=99999999999d", "--priority=urgent", "--tag=#", "--tag= ",
                       "--url=javascript:alert(1)", "--url=file:///etc/passwd", "--assignee=zoe"]:
            self.assertIn("optimist", "optimist" + self.run_badly(USAGE, "add", "y", option), option)
            self.run_badly(USAGE, "edit", id, option)
        self.assertEqual(self.titles(), ["x"])

    def test_a_link_without_a_scheme(self):
        self.assertEqual(self.added("x", "--url", "example.org/a")["url"], "https://example.org/a")
        for text in ["not a link", "a@example.org", "word"]:
            self.run_badly(USAGE, "add", "y", "--url", text)

    def test_typed_words(self):
        today = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=9))).date()
        self.added("shop", "--tag", "Home")
        todo = self.added("Call Ann tomorrow 5pm !! #home every week")
        self.assertEqual(
            (todo["title"], todo["due"], todo["dueZone"], todo["priority"], todo["tags"], todo["recurrence"]),
            ("Call Ann", f"{today + datetime.timedelta(1)}T17:00", "Asia/Seoul", "medium", ["Home"], "FREQ=WEEKLY"))
        # An option wins over the words; words that mean nothing stay.
        todo = self.added("Read 1984 tomorrow", "--due", "none")
        self.assertEqual((todo["title"], todo["due"]), ("Read 1984", None))
        todo = self.added("--literal", "Read 1984 tomorrow")
        self.assertEqual((todo["title"], todo["due"]), ("Read 1984 tomorrow", None))
        self.terminal.variables.update({"LANGUAGE": "ko", "LANG": "C.UTF-8"})
        todo = self.added("내일 오후 5시 앤에게 전화 !! #집 매주")
        self.assertEqual((todo["title"], todo["due"], todo["tags"]),
                         ("앤에게 전화", f"{today + datetime.timedelta(1)}T17:00", ["집"]))

    def test_a_list_is_named_in_the_words(self):
        app = self.window_with("Home", "Work")
        app.close()
        todo = self.added("Send the report ~work")
        self.assertEqual((todo["title"], todo["list"]["name"]), ("Send the report", "Work"))
        todo = self.added("Send the report ~work", "--list", "Home")
        self.assertEqual((todo["title"], todo["list"]["name"]), ("Send the report ~work", "Home"))

    def test_edit_changes_only_what_is_named(self):
        before = self.added("Buy milk", "--due", "2031-12-24", "--tag", "a", "--tag", "b", "--remind", "1h", "--star")
        id = before["shortID"]
        self.assertIn("Buy oat milk", self.run_well("edit", id, "--title", "Buy oat milk", "--untag", "a",
                                                    "--tag", "c", "--repeat", "FREQ=MONTHLY;BYMONTHDAY=-1"))
        after = self.shown(id)
        changed = {name for name in before if before[name] != after[name]}
        self.assertEqual(changed, {"title", "tags", "recurrence", "repeatsFromCompletion"})
        self.assertEqual((after["tags"], after["recurrence"]), (["b", "c"], "FREQ=MONTHLY;BYMONTHDAY=-1"))
        self.run_well("edit", id, "--due", "none", "--repeat", "none", "--remind", "none", "--priority", "none")
        after = self.shown(id)
        self.assertEqual((after["due"], after["recurrence"], after["reminders"], after["priority"]),
                         (None, None, [], "none"))

    def test_an_edit_names_a_field(self):
        id = self.added("x")["shortID"]
        for words in [], ["--json"]:
            self.assertIn("Nothing is to be changed.", self.run_badly(USAGE, "edit", id, *words))

    def test_a_reminder_without_a_day_is_on_the_due_day(self):
        wanted = ["2031-12-24T00:00:00Z Asia/Seoul"]
        for words in [("x", "--due", "2031-12-24", "--remind", "9am"), ("x dec 24 2031", "--remind", "at 9am")]:
            self.assertEqual(self.added(*words)["reminders"], wanted, words)
        id = self.added("x", "--due", "2031-12-24")["shortID"]
        self.run_well("edit", id, "--remind", "9am")
        self.assertEqual(self.shown(id)["reminders"], wanted)
        self.run_well("edit", id, "--unremind", "9am")
        self.assertEqual(self.shown(id)["reminders"], [])

        self.run_well("edit", id, "--remind", "9am")
        self.run_well("edit", id, "--due", "2031-12-25", "--unremind", "9am", "--remind", "10am")
        self.assertEqual(self.shown(id)["reminders"], ["2031-12-25T01:00:00Z Asia/Seoul"])

    def test_one_time_takes_one_reminder_away(self):
        id = self.added("x", "--due", "2031-12-25")["shortID"]
        self.run_well("edit", id, "--remind", "9am", "--remind", "tomorrow 9am")
        self.assertEqual(len(self.shown(id)["reminders"]), 2)
        self.run_well("edit", id, "--unremind", "9am")
        left, = self.shown(id)["reminders"]
        self.assertNotIn("2031", left)

    def test_a_time_that_is_past_on_its_day_is_the_next_one(self):
        for day in ("--start", "--due"):
            id = self.added("x", day, "2020-01-01")["shortID"]
            self.run_well("edit", id, "--remind", "9am")
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M")
            self.assertGreater(self.shown(id)["reminders"][0], now)
            self.run_well("edit", id, "--unremind", "9am")
            self.assertEqual(self.shown(id)["reminders"], [])

    def test_a_list_is_printed_as_it_is_sorted(self):
        self.run_well("lists", "add", "Work", "--sort", "due")
        for title, due in [("c", "none"), ("a", "2031-12-20"), ("b", "2031-12-10T10:00")]:
            self.added(title, "--due", due, "--list", "Work")
        self.assertEqual(self.titles("Work"), ["b", "a", "c"])
        ids = {todo["title"]: todo["shortID"] for todo in json.loads(self.run_well("list", "Work", "--json"))}
        self.assertIn("The list is sorted.", self.run_badly(USAGE, "move", ids["c"], "--before", ids["a"]))
        self.run_well("lists", "edit", "Work", "--sort", "manual")
        self.assertEqual(self.titles("Work"), ["c", "a", "b"])

    def test_a_text_may_begin_with_a_dash(self):
        todo = self.added("x", "--notes", "- milk\n- bread")
        self.assertEqual(todo["notes"], "- milk\n- bread")
        self.run_well("edit", todo["shortID"], "--title", "-5 degrees")
        self.assertEqual(self.titles("--search", "-5"), ["-5 degrees"])

    def test_odd_days_are_told(self):
        late = "“x” starts after it is due."
        self.run_doubtful(late, "add", "x", "--due", "2031-12-24", "--start", "2031-12-25")
        id = self.added("x", "--due", "2031-12-24T17:00", "--start", "2031-12-24", "--repeat", "every day")["shortID"]
        self.run_doubtful(late, "edit", id, "--start", "2031-12-24T18:00")
        # It is said of days only, and what starts has a day.
        self.run_well("edit", id, "--priority", "low")
        self.run_well("edit", id, "--due", "none")
        self.run_doubtful("“x” needs a day to repeat.", "edit", id, "--start", "none")
        self.assertEqual(self.shown(id)["recurrence"], "FREQ=DAILY")
        self.run_doubtful("“x” needs a day to repeat.", "add", "x", "--repeat", "FREQ=DAILY")
        self.run_doubtful("“y” needs a day to repeat.", "add", "y", "--repeat", "every monday", "--due", "none")
        self.run_well("edit", id, "--repeat", "none")

    def test_one_reminder_goes(self):
        id = self.added("x", "--due", "2031-12-24T17:00", "--start", "2031-12-20T09:00", "--remind", "1h", "--remind",
                        "start 1h", "--remind", "2031-12-01T08:00", "--remind", "1d")["shortID"]
        self.run_well("edit", id, "--unremind", "start 1h", "--unremind", "DUE -P1D", "--remind", "15m")
        self.assertEqual(self.shown(id)["reminders"],
                         ["2031-11-30T23:00:00Z Asia/Seoul", "DUE -PT15M", "DUE -PT1H"])
        self.run_well("edit", id, "--unremind", "2031-12-01T08:00")
        self.assertEqual(self.shown(id)["reminders"], ["DUE -PT15M", "DUE -PT1H"])
        self.run_badly(USAGE, "edit", id, "--unremind", "whenever")

    def test_done_says_what_comes_next(self):
        id = self.added("Water plants", "--due", "2031-12-24T17:00", "--repeat", "every week")["shortID"]
        self.assertEqual(self.run_well("done", id),
                         f"Done: “Water plants” in “To-Do” ({id}). Next: Dec 31, 2031 17:00\n")
        self.assertEqual(self.shown(id)["due"], "2031-12-31T17:00")

    def test_several_at_once_or_none(self):
        one, two = self.added("one")["shortID"], self.added("two")["shortID"]
        self.run_badly(NOT_FOUND, "edit", one, "nowhere", "--priority", "high")
        self.assertEqual({todo["priority"] for todo in self.listed()}, {"none"})
        self.run_well("edit", one, two, "--priority", "high")
        self.assertEqual({todo["priority"] for todo in self.listed()}, {"high"})
        self.run_badly(NOT_FOUND, "delete", one, "nowhere")
        self.assertEqual(self.titles(), ["one", "two"])
        self.run_well("delete", one, two)
        self.assertEqual(self.titles(), [])

    def test_undo(self):
        self.assertIn("nothing", self.run_badly(NOT_FOUND, "undo"))
        id = self.added("Buy milk", "--tag", "a")["shortID"]
        before = self.listed()
        self.run_well("edit", id, "--title", "Other", "--due", "tomorrow")
        self.run_well("delete", id)
        self.run_well("undo")
        self.assertEqual(self.titles(), ["Other"])
        self.run_well("undo")
        after = self.listed()
        self.assertEqual(after, before)
        self.run_well("done", id)
        self.assertEqual(self.titles(), [])
        self.run_well("undo")
        self.assertEqual(self.titles(), ["Buy milk"])
        self.run_well("undo")
        self.assertEqual(self.listed("--all"), [])

    def test_undo_keeps_what_came_since(self):
        id = self.added("Buy milk")["shortID"]
        self.run_well("edit", id, "--title", "Mine", "--notes", "mine")
        app = self.launch()
        app.open("To-Do")
        app.wait_titles(["Mine"])
        app.tick("Mine")
        app.wait_titles([], ["Mine"])
        app.close()
        self.run_well("undo")
        todo = self.shown(id)
        self.assertEqual((todo["title"], todo["notes"], todo["done"]), ("Buy milk", "", True))

    def test_cancelled_is_not_done(self):
        id = self.added("x")["shortID"]
        self.assertIn("Cancelled", self.run_well("done", "--cancel", id))
        todo = self.shown(id)
        self.assertEqual((todo["status"], todo["done"]), ("cancelled", False))
        self.assertEqual(self.titles(), [])
        self.assertIn("[-] x", self.run_well("list", "--all"))
        self.run_badly(USAGE, "done", "--cancel", "--undo", id)

    def test_trees(self):
        parent = self.added("Party")["shortID"]
        cake = self.added("Cake", "--parent", parent)
        self.added("Alone")
        self.added("Flour", "--parent", cake["shortID"])
        self.assertEqual(cake["parent"], self.shown(parent)["id"])
        lines = [line.split("] ")[1] if "] " in line else line for line in self.run_well("list").splitlines()]
        self.assertEqual(lines, ["To-Do", "Party", "Cake", "Flour", "Alone"])
        indents = [len(line) - len(line.lstrip()) for line in self.run_well("list").splitlines()]
        self.assertEqual(indents, [0, 2, 4, 6, 2])
        self.run_badly(USAGE, "add", "x", "--parent", parent, "--list", "To-Do")
        self.run_well("edit", cake["shortID"], "--notes", "with cream")
        lines = self.run_well("show", cake["shortID"]).splitlines()
        self.assertIn(f"  Part of: Party ({cake['parent']})", lines)
        self.assertEqual(lines[-4:], ["  Notes:", "    with cream", "  Subtasks:", "    [ ] Flour"])

    def test_filters(self):
        today = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=9))).date()
        self.added("late", "--due", str(today - datetime.timedelta(2)), "--tag", "Home")
        self.added("now", "--due", "today", "--notes", "with Milk and honey")
        self.added("then", "--due", "2031-12-24T10:00", "--tag", "Home", "--tag", "b")
        self.assertEqual(self.titles("--overdue"), ["late"])
        self.assertEqual(self.titles("--today"), ["now"])
        self.assertEqual(self.titles("--due", "2031-12-24"), ["then"])
        self.assertEqual(self.titles("--tag", "Home"), ["late", "then"])
        self.assertEqual(self.titles("--tag", "#Home", "--tag", "b"), ["then"])
        self.assertEqual(self.titles("--tag", "HOME", "--tag", "B"), ["then"])
        for json_too in [], ["--json"]:
            self.assertIn("There is no tag “Hom”. Similar ones:\n  Home\n",
                          self.run_badly(NOT_FOUND, "list", "--tag", "Home", "--tag", "Hom", *json_too))
        self.assertIn("There is no tag “unknown”.\n", self.run_badly(NOT_FOUND, "list", "--tag", "unknown"))
        self.assertEqual(self.titles("--search", "HONEY mílk"), ["now"])
        self.assertEqual(self.titles("--search", "%"), ["late", "now", "then"])
        self.run_badly(USAGE, "list", "--due", "soonish")

    def test_a_tag_has_one_spelling(self):
        id = self.added("x", "--tag", "Home")["shortID"]
        self.assertEqual(self.added("y", "--tag", "#HOME", "--tag", "new")["tags"], ["Home", "new"])
        self.run_well("edit", id, "--tag", "home", "--tag", "NEW")
        self.assertEqual(self.shown(id)["tags"], ["Home", "new"])
        self.run_well("edit", id, "--untag", "hOME")
        self.assertEqual(self.shown(id)["tags"], ["new"])

    def test_lists_and_tags(self):
        self.added("x", "--tag", "b")
        self.added("y", "--tag", "b", "--tag", "a\u202e")
        self.assertEqual(self.run_well("tags"), "#a – 1 to-do\n#b – 2 to-dos\n")
        self.assertEqual(json.loads(self.run_well("tags", "--json"))[1], {"open": 2, "tag": "b"})
        self.assertEqual(self.run_well("lists"), "To-Do – 2 to-dos\n")
        home, = json.loads(self.run_well("lists", "--json"))
        self.assertEqual((home["name"], home["open"], home["account"]), ("To-Do", 2, None))

    def test_lists_are_edited(self):
        record, = json.loads(self.run_well(
            "lists", "add", "My", "home", "--color", "blue", "--emoji", "\U0001f3e0", "--sort", "due", "--json"))
        self.assertEqual(
            {name: record[name] for name in ["name", "color", "emoji", "sortOrder", "open", "account"]},
            {"name": "My home", "color": "blue", "emoji": "\U0001f3e0", "sortOrder": "due", "open": 0, "account": None})
        self.assertEqual(self.run_well("lists", "add", "My home"), "Added the list “My home (1)”.\n")
        self.run_well("add", "x", "--list", "My home")
        self.run_well("lists", "edit", "my home (1)", "--name", "%s", "--color=#1a5fb4", "--before", "My home")
        second, first = json.loads(self.run_well("lists", "list", "--json"))
        self.assertEqual((second["name"], second["color"], first["name"]), ("%s", "#1a5fb4", "My home"))
        # All that a command changed is one step.
        self.run_well("undo")
        first, second = json.loads(self.run_well("lists", "--json"))
        self.assertEqual((first["name"], second["name"], second["color"]), ("My home", "My home (1)", None))
        self.run_well("lists", "edit", "My home", "--color", "none", "--emoji", "none", "--sort", "manual")
        first = json.loads(self.run_well("lists", "--json"))[0]
        self.assertEqual([first[name] for name in ["color", "emoji", "sortOrder"]], [None, None, "manual"])
        self.assertEqual(self.run_well("lists", "delete", "My home"), "Deleted the list “My home” and its 1 to-do.\n")
        self.assertEqual(self.titles(), [])
        self.assertEqual(self.run_well("undo"), "Taken back: “My home”.\n")
        self.assertEqual(self.titles(), ["x"])

    def test_lists_that_are_not_understood(self):
        self.run_well("lists", "add", "a")
        for option in ["--color=beige", "--color=#12", "--emoji=ab", "--emoji= ", "--sort=size", "--name= ",
                       "--name=Important", "--before=a"]:
            self.run_badly(USAGE, "lists", "edit", "a", option)
        self.run_badly(NOT_FOUND, "lists", "edit", "b", "--name", "c")
        self.run_badly(NOT_FOUND, "lists", "delete", "b")
        self.run_badly(NOT_FOUND, "lists", "add", "b", "--account", "nobody")
        self.run_badly(USAGE, "lists", "add", " ")
        record, = json.loads(self.run_well("lists", "--json"))
        self.assertEqual((record["name"], record["color"], record["emoji"]), ("a", None, None))

    def test_several_moves_are_one_step(self):
        ids = [self.added(title)["id"] for title in "abc"]
        self.run_well("move", ids[1], ids[2], "--before", ids[0])
        self.assertEqual(self.titles(), ["b", "c", "a"])
        self.run_well("undo")
        self.assertEqual(self.titles(), ["a", "b", "c"])
