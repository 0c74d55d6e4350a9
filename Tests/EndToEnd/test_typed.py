"""A to-do typed as it is spoken: understood while typing, taken back, added."""

import json
import re

from harness import xdotool
from harness.case import EndToEndTest, Options
from harness.terminal import Terminal
from harness.waiting import eventually


class TypedTests(EndToEndTest):
    def chip(self, app, name):
        return app.wait("push button", name, within="Optimist")

    def no_chips(self, app):
        def gone():
            return not [node for node in app.frame("Optimist").walk()
                        if node.seen_role == "push button" and node.seen_name.endswith(", remove")]
        eventually(gone, "no part is understood")

    def test_typed_and_added(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("Call Ann tomorrow 5pm !! #home every week")
        for name in ("Due tomorrow, remove", "Due 17:00, remove", "Medium priority, remove", "#home, remove",
                     "Every week, remove"):
            self.chip(app, name)
        eventually(lambda: app.is_painted(self.chip(app, "Every week, remove")), "the chips are painted")
        self.picture("typed")
        app.key("Return")
        app.wait_row("Call Ann", lambda row: row.priority == "medium" and row.tags == ["home"] and row.repeats)
        self.no_chips(app)

    def test_what_is_typed_stays_on_its_page(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("tea tomorrow")
        self.chip(app, "Due tomorrow, remove")
        app.open("Today")
        eventually(lambda: app.entry().text == "", "nothing is typed on the other page")
        app.open("Home")
        eventually(lambda: app.entry().text == "tea tomorrow", "it is there again")
        self.chip(app, "Due tomorrow, remove")
        app.key("ctrl+n", "End")
        app.type(" #home")
        app.key("Return")
        app.wait_row("tea", lambda row: row.tags == ["home"])

    def test_escape_and_chips(self):
        app = self.launch()
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("tea tomorrow !! #home")
        app.click(self.chip(app, "Due tomorrow, remove"))
        app.wait_gone("push button", "Due tomorrow, remove")
        self.assertEqual(app.entry().text, "tea tomorrow !! #home")
        # By keyboard: past the button to the first one.
        app.key("Tab", "Tab")
        eventually(lambda: self.chip(app, "Medium priority, remove").has("focused"), "the chip has the focus")
        app.key("Delete")
        app.wait_gone("push button", "Medium priority, remove")
        eventually(lambda: app.entry().has("focused"), "the entry has the focus again")
        app.key("Escape")
        self.no_chips(app)
        app.key("Return")
        app.wait_titles(["tea tomorrow !! #home"])

    def test_names_are_offered(self):
        app = self.launch()
        app.new_list("Work")
        app.new_list("Home")
        app.key("ctrl+n")
        app.type("call ~w")
        app.wait("list item", "Work", within="Optimist")
        eventually(lambda: app.entry().description == "Work", "the marked name is said")
        self.picture("typed-names")
        app.key("Return")
        eventually(lambda: app.entry().text == "call ~Work ", "the name stands there")
        self.chip(app, "~Work, remove")
        app.key("Return")
        app.wait("label", "Added to “Work”")
        app.wait_titles([])
        app.open("Work")
        app.wait_titles(["call"])

    def check_typed(self, language, text, chips, stored):
        """Types a line into the entry in a language; `chips` are how the names of what is understood begin."""
        app = self.launch(environment={"LC_ALL": "C.UTF-8", "LANGUAGE": language})
        entry = lambda: app.wait("text", {"ja": "新しいタスク", "ko": "새 할 일"}[language], within="Optimist").text
        app.type(text)
        eventually(lambda: entry() == text, lambda: f"{text!r} is typed, there is {entry()!r}")
        for name in chips:
            app.wait("push button", re.compile("^" + re.escape(name)), within="Optimist")
        self.picture("typed-" + language + "-stored")
        app.key("Return")
        app.wait("list item", re.compile("^" + re.escape(stored["title"])))
        app.wait_stored([stored["title"]])
        todo, = json.loads(Terminal(Options.binary, self.home).run("list", "--json").out)
        self.assertEqual({name: todo[name] for name in stored}, stored)
        self.assertEqual(entry(), "")

    def test_japanese_is_stored_as_it_was_understood(self):
        self.check_typed(
            "ja", "毎週（月・水）17時に会議 ！！ ＃仕事", ["毎週", "#仕事"],
            {"title": "会議", "recurrence": "FREQ=WEEKLY;BYDAY=MO,WE", "tags": ["仕事"], "priority": "medium"})

    def test_korean_is_stored_as_it_was_understood(self):
        self.check_typed(
            "ko", "매월 1일과 15일 화분에 물 주기 ! #집", ["#집"],
            {"title": "화분에 물 주기", "recurrence": "FREQ=MONTHLY;BYMONTHDAY=1,15", "tags": ["집"],
             "priority": "low"})

    def test_a_date_with_its_weekday_in_japanese(self):
        self.check_typed(
            "ja", "2031/12/24（水）18時〜忘年会", [],
            {"title": "忘年会", "due": "2031-12-24T18:00", "recurrence": None})

    def test_a_date_with_its_weekday_in_korean(self):
        self.check_typed(
            "ko", "2031. 12. 24.(수) 오후 6시 송년회", [],
            {"title": "송년회", "due": "2031-12-24T18:00", "recurrence": None})

    def test_korean(self):
        app = self.launch(environment={"LC_ALL": "C.UTF-8", "LANGUAGE": "ko"})
        app.type("내일 오후 5시 앤에게 전화 !! #집 매주")
        eventually(lambda: app.find("push button", re.compile("^#집")), "the tag is understood")
        self.picture("typed-ko")
        app.key("Return")
        app.wait("list item", re.compile("^앤에게 전화"))
