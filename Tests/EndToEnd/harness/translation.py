"""What the installed translations say, read from the same files as the app does."""

import gettext
import re
from pathlib import Path


class Translation:
    def __init__(self, binary, language):
        folder = Path(binary).resolve().parent.parent / "share" / "locale"
        self.catalogue = gettext.translation("optimist", folder, languages=[language])

    def __call__(self, text, *values):
        """The translation without mnemonic and with its values."""
        return self._plain(self.catalogue.gettext(text), values)

    def plural(self, singular, plural, count, *values):
        return self._plain(self.catalogue.ngettext(singular, plural, count), (count, *values))

    @staticmethod
    def _plain(text, values):
        # Japanese and Korean put the mnemonic behind: 취소(_C).
        text = re.sub(r"\(_\w\)", "", text).replace("_", "")
        if "%" in text and values:
            numbered = re.sub(r"%(\d)\$[sd]", lambda match: "{" + str(int(match[1]) - 1) + "}", text)
            if numbered != text:
                return numbered.format(*values)
            return text % values[:text.count("%")]
        return text
