"""Texts of calendar resources that somebody has written to do harm. Each is made when it is needed: some are large."""

import datetime

from .hostile import MEGABYTE

MANY = 30_000
DAYS = "MO,TU,WE,TH,FR,SA,SU"


def todo(*lines, before=(), title="theirs", uid="theirs"):
    """A VTODO with some lines more, in a calendar that may have something before it."""
    whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another program//EN", *before, "BEGIN:VTODO",
             f"UID:{uid}", "DTSTAMP:20261122T120000Z", f"SUMMARY:{title}", *lines, "END:VTODO", "END:VCALENDAR", ""]
    return "\r\n".join(whole).encode()


def numbers(first, last):
    return ",".join(str(number) for number in range(first, last + 1))


def day(number):
    """A day after the start of what repeats."""
    return (datetime.date(2026, 1, 5) + datetime.timedelta(number)).strftime("%Y%m%d")


def repeating(rule, start="DTSTART:20260105T090000Z", *lines):
    return lambda: todo(start, "DUE:20260105T100000Z", "RRULE:" + rule, *lines)


def zoned(*parts):
    """A to-do at a time of a zone that is defined in the calendar."""
    return todo("DTSTART;TZID=Nowhere:20260105T090000", "DUE;TZID=Nowhere:20260105T100000", "RRULE:FREQ=DAILY",
                before=["BEGIN:VTIMEZONE", "TZID:Nowhere", *parts, "END:VTIMEZONE"])


def observance(start, *lines, offset="+0100"):
    return ["BEGIN:STANDARD", "DTSTART:" + start, "TZOFFSETFROM:+0000", "TZOFFSETTO:" + offset, *lines, "END:STANDARD"]


def alarm(*lines):
    return ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", *lines, "END:VALARM"]


#: Texts that are long or have many parts.
LARGE = {
    "notes of 15 MB": lambda: todo("DESCRIPTION:" + "x" * (15 * MEGABYTE)),
    "notes of 12 MB, folded": lambda: todo("DESCRIPTION:" + "x\r\n " * (3 * MEGABYTE)),
    "a title of 1 MB": lambda: todo(title="x" * MEGABYTE),
    "a title of nothing but marks": lambda: todo(title="a" + "\u0301" * 100_000),
    "a UID of 1 MB": lambda: todo(uid="u" * MEGABYTE),
    "an attachment of 15 MB": lambda: todo("ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "QUFB" * (15 * MEGABYTE // 4)),
    "a parameter of 1 MB": lambda: todo("X-A;X-B=" + "b" * MEGABYTE + ":c"),
    "100 000 parameters": lambda: todo("X-A;" + ";".join(f"X-{number}=1" for number in range(100_000)) + ":c"),
    "a line of 15 MB without a colon": lambda: todo("X" * (15 * MEGABYTE)),
    "100 000 properties": lambda: todo(*["X-A:1"] * 100_000),
    "90 000 properties": lambda: todo(*[f"X-{number}:1" for number in range(90_000)]),
    "90 000 categories": lambda: todo(*[f"CATEGORIES:c{number}" for number in range(90_000)]),
    "90 000 completions": lambda: todo(
        "DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY",
        *[f"X-OPTIMIST-COMPLETION:{datetime.date.min + datetime.timedelta(number)} - 2026-01-01T00:00:00Z"
          for number in range(90_000)]),
    "90 000 snoozes": lambda: todo(
        *[f"X-OPTIMIST-SNOOZE:2026-01-01T00:00:00Z u{number} DUE PT0S" for number in range(90_000)]),
    "categories of 1 MB": lambda: todo("CATEGORIES:" + "c," * 500_000),
    "90 000 parents": lambda: todo(*[f"RELATED-TO:p{number}" for number in range(90_000)]),
    "90 000 children": lambda: todo(*[f"RELATED-TO;RELTYPE=CHILD:c{number}" for number in range(90_000)]),
    "15 000 alarms": lambda: todo("DUE:20260105T100000Z", *alarm("TRIGGER:-PT5M") * 15_000),
    "15 000 different alarms": lambda: todo("DUE:20260105T100000Z", *(
        line for number in range(15_000) for line in alarm(f"TRIGGER:-PT{number}M", f"UID:a{number}"))),
    "alarms without end": lambda: todo(
        "DUE:20260105T100000Z", *alarm("TRIGGER:-PT5M", "REPEAT:999999999", "DURATION:PT1S")),
    "20 000 to-dos in one": lambda: todo(before=[
        line for number in range(20_000) for line in ("BEGIN:VTODO", f"UID:o{number}", "SUMMARY:x", "END:VTODO")]),
    "15 000 occurrences": lambda: todo("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY", before=[
        line for number in range(15_000) for line in (
            "BEGIN:VTODO", "UID:theirs", f"RECURRENCE-ID:{day(number)}T090000Z", "STATUS:COMPLETED", "END:VTODO")]),
    "1000 components deep": lambda: todo(*["BEGIN:X-A"] * 1000, *["END:X-A"] * 1000),
    "30 000 components": lambda: todo(*["BEGIN:X-A", "END:X-A"] * MANY),
}

#: Repeats and zones.
REPEATS = {
    "each second a billion times": repeating("FREQ=SECONDLY;COUNT=999999999"),
    "each second until 9999": repeating("FREQ=SECONDLY;UNTIL=99991231T235959Z"),
    "each day a billion times": repeating("FREQ=DAILY;COUNT=999999999"),
    "never": repeating("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    "never, each second": repeating("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
    "nearly never": repeating("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYWEEKNO=53"),
    "an interval beyond all": repeating("FREQ=DAILY;INTERVAL=2147483647"),
    "an interval of nothing": repeating("FREQ=DAILY;INTERVAL=0"),
    "a count below zero": repeating("FREQ=DAILY;COUNT=-1"),
    "all numbers": repeating(
        f"FREQ=YEARLY;BYSECOND={numbers(0, 59)};BYMINUTE={numbers(0, 59)};BYHOUR={numbers(0, 23)};BYDAY={DAYS};"
        f"BYMONTHDAY={numbers(1, 31)};BYYEARDAY={numbers(1, 366)};BYMONTH={numbers(1, 12)};BYSETPOS={numbers(1, 366)}"),
    "the last of all": repeating(
        f"FREQ=YEARLY;BYSECOND={numbers(0, 59)};BYMINUTE={numbers(0, 59)};BYHOUR={numbers(0, 23)};BYSETPOS=-1"),
    "a million days": repeating("FREQ=YEARLY;BYYEARDAY=" + ",".join(["1"] * 1_000_000)),
    "a million names of days": repeating("FREQ=YEARLY;BYDAY=" + ",".join(["MO"] * 1_000_000)),
    "a number without end": repeating("FREQ=DAILY;COUNT=" + "9" * 100_000),
    "20 000 rules": repeating("FREQ=DAILY", "DTSTART:20260105T090000Z", *["RRULE:FREQ=SECONDLY"] * 20_000),
    "50 000 dates left out": repeating("FREQ=DAILY", "DTSTART:20260105T090000Z", *[
        f"EXDATE:{day(number)}T090000Z" for number in range(50_000)]),
    "1 MB of dates": repeating(
        "FREQ=DAILY", "DTSTART:20260105T090000Z", "RDATE:" + ",".join(["20260105T090000Z"] * 60_000)),
    "a start in the year 99999": repeating("FREQ=DAILY", "DTSTART:999990101T000000Z"),
    "a start in the year 0": repeating("FREQ=SECONDLY", "DTSTART:00000101T000000Z"),
    "a start in the year 1": repeating("FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "DTSTART:00010101T000000Z"),
    "a start in the year 9999": repeating("FREQ=YEARLY", "DTSTART:99991231T235959Z"),
    "the 99th day of the 99th month": repeating("FREQ=DAILY", "DTSTART:20269999T999999Z"),
    "a duration without end": lambda: todo(
        "DTSTART:20260105T090000Z", "DURATION:P" + "9" * 1000 + "W", "RRULE:FREQ=DAILY"),
    "a trigger without end": lambda: todo("DUE:20260105T090000Z", *alarm("TRIGGER:-P99999999999W")),
    "a zone of 16 000 changes": lambda: zoned(*(
        line for number in range(16_000) for line in observance(f"{1900 + number % 200}0101T000000"))),
    "a zone of 100 000 dates": lambda: zoned(*observance("19700101T000000", *["RDATE:19800101T000000"] * 90_000)),
    "a zone that changes each second": lambda: zoned(*observance("16010101T000000", "RRULE:FREQ=SECONDLY")),
    "a zone that changes for ever": lambda: zoned(*observance("00010101T000000", "RRULE:FREQ=DAILY;COUNT=999999999")),
    "a zone that changes never": lambda: zoned(
        *observance("19700101T000000", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")),
    "a zone that is far away": lambda: zoned(*observance("19700101T000000", offset="+999999")),
    "a zone without rules": lambda: zoned(),
    "an unknown zone": lambda: todo("DTSTART;TZID=" + "../" * 1000 + "etc/passwd:20260105T090000", "RRULE:FREQ=DAILY"),
    "5000 zones": lambda: todo("DUE;TZID=Z1:20260105T090000", "RRULE:FREQ=DAILY", before=[
        line for number in range(5_000) for line in (
            "BEGIN:VTIMEZONE", f"TZID:Z{number}", *observance("19700101T000000"), "END:VTIMEZONE")]),
}

#: Texts that are no calendar, or not all of it.
ODD = {
    "nothing": lambda: b"",
    "a page": lambda: b"<!DOCTYPE html><html><body>Please sign in.</body></html>",
    "random bytes": lambda: bytes(range(256)) * 64,
    "NULs by the megabyte": lambda: bytes(8 * MEGABYTE),
    "NUL in a title": lambda: todo(title="a\0b"),
    "a title that is not UTF-8": lambda: todo(title="TITLE").replace(b"TITLE", b"\xff\xfe\xc3"),
    "a fold in a character": lambda: todo(title="TITLE").replace(b"TITLE", b"\xc3\r\n \xa9"),
    "control characters": lambda: todo(title="\x1b]0;mine\x07\x9b2J\u202e"),
    "cut off": lambda: todo()[:100],
    "an end without a beginning": lambda: b"END:VCALENDAR\r\n" * 1000,
    "no UID": lambda: todo().replace(b"UID:theirs\r\n", b""),
    "a UID of nothing": lambda: todo(uid=""),
    "a UID that is a path": lambda: todo(uid="../../../etc/passwd"),
    "its own parent": lambda: todo("RELATED-TO:theirs", "RELATED-TO;RELTYPE=CHILD:theirs"),
    "numbers beyond all": lambda: todo(
        "PRIORITY:" + "9" * 1000, "SEQUENCE:" + "9" * 1000, "PERCENT-COMPLETE:-" + "9" * 1000),
    "a link of 1 MB": lambda: todo("URL:file:///" + "x" * MEGABYTE),
    "an event": lambda: todo().replace(b"VTODO", b"VEVENT"),
    "a calendar in a calendar": lambda: b"BEGIN:VCALENDAR\r\n" + todo() + b"END:VCALENDAR\r\n",
}
