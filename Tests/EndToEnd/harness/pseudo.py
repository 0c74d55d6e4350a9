"""A language that nobody speaks: every text of the app in letters that English lacks, and longer by two fifths, as
texts are in the languages that need most room. What shows in plain English was forgotten, and what is cut is too wide."""

import os
import re
import struct
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LANGUAGE = "xx"
LETTERS = str.maketrans("aeiouycdlnrstAEIOUYCDLNRST", "àëîöüÿçđłñřšťÀËÎÖÜŸÇĐŁÑŘŠŤ")
#: Parts of a text that stay: conversions of printf, mnemonics, addresses, tags of markup, names of keys.
KEPT = re.compile(r"%(?:\d\$)?[-+ #0-9.]*l*[sdiuxX%]|_\w|https?://\S+|<[^>]*>|&\w+;")
#: A word of English: of a text in this language at least one letter would be another.
ENGLISH = re.compile(r"[A-Za-z]*[aeiouAEIOU][A-Za-z]*")


def translate(text):
    """A text in this language."""
    parts, end = [], 0
    for kept in KEPT.finditer(text):
        parts += [text[end:kept.start()].translate(LETTERS), kept.group()]
        end = kept.end()
    parts.append(text[end:].translate(LETTERS))
    words = len(text) * 2 // 5
    return "".join(parts) + (" " + " ".join(["ööööö"] * (words // 6 + 1)) if words else "")


def environment(binary, folder):
    """The environment in which the program at `binary` speaks it; what that needs is put into `folder`."""
    data = Path(folder) / "pseudo"
    share = Path(binary).resolve().parent.parent / "share"
    data.mkdir()
    for entry in share.iterdir():
        if entry.name != "locale":
            (data / entry.name).symlink_to(entry)
    messages = data / "locale" / LANGUAGE / "LC_MESSAGES"
    messages.mkdir(parents=True)
    (messages / "optimist.mo").write_bytes(_catalogue(folder))
    return {"OPTIMIST_DATADIR": str(data), "LC_ALL": "C.UTF-8", "LANGUAGE": LANGUAGE}


def _catalogue(folder):
    """The compiled translation (https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html)."""
    english = os.path.join(folder, "english.po")
    subprocess.run(["msginit", "--no-translator", "--locale=en_US.UTF-8", f"--input={ROOT}/po/optimist.pot",
                    f"--output-file={english}"], check=True, capture_output=True)
    compiled = subprocess.run(["msgfmt", "--no-hash", "--endianness=little", "--output-file=-", english],
                              check=True, capture_output=True).stdout
    _, _, count, originals, translations, _, _ = struct.unpack_from("<7I", compiled)

    def read(table, index):
        length, start = struct.unpack_from("<2I", compiled, table + 8 * index)
        return compiled[start:start + length]
    texts = []
    for index in range(count):
        original, translation = read(originals, index), read(translations, index)
        if original:  # the first one is the header
            plurals = translation.decode().split("\0")
            translation = "\0".join(map(translate, plurals)).encode()
        texts.append((original, translation))
    head, tables, strings = 28, [b"", b""], b""
    for column in (0, 1):
        for pair in texts:
            tables[column] += struct.pack("<2I", len(pair[column]), head + 16 * count + len(strings))
            strings += pair[column] + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, count, head, head + 8 * count, 0, 0) + b"".join(tables) + strings
