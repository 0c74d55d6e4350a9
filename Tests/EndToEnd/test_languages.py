"""Korean and Japanese."""

from harness.case import EndToEndTest, Options
from harness.translation import Translation
from harness.waiting import eventually


class LanguageTests:
    language = ""

    def setUp(self):
        super().setUp()
        self.tr = Translation(Options.binary, self.language)

    def launch_translated(self):
        # LANGUAGE counts in any locale but "C"; so no other locale need be installed.
        return self.launch(environment={"LC_ALL": "C.UTF-8", "LANGUAGE": self.language})

    def footer(self, app, count):
        text = self.tr.plural("You have %d custom list.", "You have %d custom lists.", count)
        self.assertNotIn("custom", text, "this is translated")
        app.wait("label", text)

    def submit(self, app, name):
        app.key("ctrl+shift+l")
        app.wait_frame(self.tr("New List"))
        if name:
            app.type(name)
        app.key("Return")

    def test_window_and_plurals(self):
        app = self.launch_translated()
        app.wait("list item", self.tr.plural(
            "%2$s, %1$d open to-do", "%2$s, %1$d open to-dos", 0, self.tr("Important")))
        for name, count in [("A", 1), ("B", 2)]:
            self.submit(app, name)
            app.wait_no_frame(self.tr("New List"))
            self.footer(app, count)
        app.key("ctrl+n")
        app.type("one")
        app.key("Return")
        row = app.wait("list item", "one")
        app.click(row.find("check box"))
        app.wait("list item", self.tr("Tasks done!"))
        self.picture(f"language-{self.language}")
        app.key("ctrl+shift+n")
        app.wait_frame(self.tr("New To-Do"))
        self.picture(f"language-{self.language}-edit")

    def test_reserved_and_untitled(self):
        app = self.launch_translated()
        # The English word is reserved in every language, since other devices may speak English.
        self.submit(app, "Important")
        app.dismiss(self.tr("Reserved Name"))
        entry = app.wait("text", self.tr("List Name"))

        def typed():
            app.key("ctrl+a")
            app.type(self.tr("Important"))
            return entry.text == self.tr("Important")
        eventually(typed, lambda: f"the word is typed: {entry.text!r}")
        app.key("Return")
        app.wait_frame(self.tr("Reserved Name"))
        app.wait("label", self.tr("The name “%s” is reserved. Please choose another one.", self.tr("Important")))
        app.dismiss(self.tr("Reserved Name"))
        app.key("Escape")
        app.wait_no_frame(self.tr("New List"))
        self.submit(app, "")
        app.wait_no_frame(self.tr("New List"))
        eventually(lambda: app.database.list_names() == [self.tr("Untitled List")], "the untitled list is named")


class KoreanTests(LanguageTests, EndToEndTest):
    language = "ko"


class JapaneseTests(LanguageTests, EndToEndTest):
    language = "ja"
