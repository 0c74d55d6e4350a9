#!/usr/bin/env python3
"""Works out recurrence rules with python-dateutil, and their moments with Python's zoneinfo: neither knows anything
of libical and GLib.

One line a case, its columns separated by tabs: rule, first day or time, zone (empty for none), then the occurrences,
separated by spaces: `2026-12-24`, or `2026-12-24T17:00:00@1798128000` with the seconds since 1970.
"""

import itertools
import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

MOST = 30

# Clocks are changed on these days and at these hours; Apia left out a whole day, Casablanca and Cairo change their
# minds, Lord Howe moves half an hour, Seoul and Kathmandu move no more.
ZONES = [
    ("Europe/Berlin", "2026-03-28T02:30:00"), ("Europe/Berlin", "2026-10-24T02:30:00"),
    ("America/New_York", "2027-03-13T02:15:00"), ("America/New_York", "2026-10-31T01:45:00"),
    ("America/Sao_Paulo", "2018-11-03T00:30:00"), ("Australia/Lord_Howe", "2026-10-03T02:15:00"),
    ("Africa/Casablanca", "2026-02-14T02:30:00"), ("Africa/Cairo", "2014-05-14T00:30:00"),
    ("Pacific/Apia", "2011-12-28T09:00:00"), ("Asia/Seoul", "1988-05-07T23:30:00"),
    ("Asia/Kathmandu", "1985-12-30T08:00:00"), ("America/St_Johns", "2026-03-07T00:01:00"),
]
DAYS = ["2026-01-01", "2024-02-29", "2026-01-31", "2026-12-31", "2025-11-30", "2028-02-28"]
TIMES = ["2026-01-31T09:00:00", "2024-02-29T23:59:00", "2026-06-15T00:00:00"]

DAILY = ["FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;INTERVAL=10", "FREQ=DAILY;COUNT=5",
         "FREQ=DAILY;BYMONTH=1", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=DAILY;BYMONTHDAY=1,15,31",
         "FREQ=DAILY;INTERVAL=3;BYDAY=SA", "FREQ=DAILY;BYMONTHDAY=-1", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29"]
WEEKLY = ["FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
          "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=SA,SU", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR",
          "FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU,SU", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU",
          "FREQ=WEEKLY;INTERVAL=4;BYDAY=MO;COUNT=6", "FREQ=WEEKLY;BYMONTH=1,7;BYDAY=WE",
          "FREQ=WEEKLY;INTERVAL=3;BYDAY=FR,MO"]
MONTHLY = ["FREQ=MONTHLY", "FREQ=MONTHLY;INTERVAL=2", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=-1",
           "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYMONTHDAY=1,15,-1", "FREQ=MONTHLY;BYDAY=1MO",
           "FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=5FR", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=-2SU",
           "FREQ=MONTHLY;BYDAY=1SU,-1SU", "FREQ=MONTHLY;BYDAY=TU,TH", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
           "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3",
           "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12",
           "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=30", "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1MO"]
YEARLY = ["FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=4", "FREQ=YEARLY;INTERVAL=3", "FREQ=YEARLY;BYMONTH=6,7",
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "FREQ=YEARLY;BYDAY=20MO",
          "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "FREQ=YEARLY;BYDAY=2SU;BYMONTH=5", "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11",
          "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH",
          "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "FREQ=YEARLY;BYYEARDAY=-1",
          "FREQ=YEARLY;BYYEARDAY=366", "FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
          "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=31",
          "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=YEARLY;BYMONTH=9;BYDAY=MO;BYSETPOS=1"]
WITHIN = ["FREQ=DAILY;BYHOUR=9,17", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30", "FREQ=HOURLY", "FREQ=HOURLY;INTERVAL=5",
          "FREQ=HOURLY;INTERVAL=8;COUNT=20", "FREQ=MINUTELY;INTERVAL=90", "FREQ=SECONDLY;INTERVAL=45;COUNT=25",
          "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8,20", "FREQ=MONTHLY;BYDAY=1SU;BYHOUR=2;BYMINUTE=30"]
ENDS = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,SA", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=YEARLY"]


def cases():
    for rule in DAILY + WEEKLY + MONTHLY + YEARLY:
        for start in DAYS:
            yield rule, start, ""
        for start in TIMES:
            yield rule, start, ""
    for rule in DAILY[:4] + WEEKLY[:4] + MONTHLY[:4] + YEARLY[:3] + WITHIN:
        for zone, start in ZONES:
            yield rule, start, zone
    for rule, (zone, start) in itertools.product(ENDS, ZONES):
        last = datetime.fromisoformat(start) + timedelta(days=40)
        # The end in UTC, just before, at and after a time that the clock shows.
        moment = last.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc)
        for seconds in (-1, 0, 1):
            yield f"{rule};UNTIL={moment + timedelta(seconds=seconds):%Y%m%dT%H%M%SZ}", start, zone
    for rule, start in itertools.product(ENDS, DAYS):
        last = datetime.fromisoformat(start) + timedelta(days=61)
        yield f"{rule};UNTIL={last:%Y%m%d}", start, ""
    yield from drawn(random.Random(5545))


def drawn(draw):
    """Rules nobody would write, always the same."""
    for _ in range(600):
        frequency = draw.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
        parts = [f"FREQ={frequency}"]
        if draw.random() < 0.5:
            parts.append(f"INTERVAL={draw.randint(2, 6)}")
        if draw.random() < 0.3:
            parts.append(f"COUNT={draw.randint(1, 20)}")
        names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        chosen = draw.sample(names, draw.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and draw.random() < 0.5:
            chosen = [f"{draw.choice([1, 2, 3, 4, 5, -1, -2])}{day}" for day in chosen]
        if draw.random() < 0.3:
            parts.append("BYMONTH=" + ",".join(str(m) for m in sorted(draw.sample(range(1, 13), draw.randint(1, 4)))))
        kind = draw.randint(0, 3)
        if kind in (1, 3) and not (frequency == "YEARLY" and chosen[0][:-2] and kind == 3):
            parts.append("BYDAY=" + ",".join(chosen))
        if kind in (2, 3) and frequency != "WEEKLY" and not (chosen[0][:-2] and kind == 3):
            low = 1 if frequency == "DAILY" else -5
            numbers = sorted(n for n in draw.sample(range(low, 32), draw.randint(1, 5)) if n)
            if numbers:
                parts.append("BYMONTHDAY=" + ",".join(str(n) for n in numbers))
        if draw.random() < 0.2 and frequency in ("MONTHLY", "YEARLY") and len(parts) > 2 and any(p.startswith(("BYDAY", "BYMONTHDAY")) for p in parts):
            parts.append(f"BYSETPOS={draw.choice([1, 2, -1, -2])}")
        if draw.random() < 0.3:
            parts.append(f"WKST={draw.choice(names)}")
        # Days of both ends with BYSETPOS are not supported: OccurrencesTests.
        days = next((p for p in parts if p.startswith("BYMONTHDAY=")), "")
        if "=-" in days and any(not n.startswith("-") for n in days[11:].split(",")):
            parts = [p for p in parts if not p.startswith("BYSETPOS")]
        yield ";".join(parts), draw.choice(DAYS + TIMES), ""


def answer(rule, start, zone):
    first = datetime.fromisoformat(start)
    is_day = "T" not in start
    if zone:
        first = first.replace(tzinfo=ZoneInfo(zone))
    found = []
    for time in itertools.islice(rrulestr(rule, dtstart=first), MOST):
        # Years after 2200 say nothing about what is meant here.
        if time.year > 2200:
            break
        if is_day:
            found.append(f"{time:%Y-%m-%d}")
        elif zone:
            found.append(f"{time:%Y-%m-%dT%H:%M:%S}@{int(time.replace(fold=0).timestamp())}")
        else:
            found.append(f"{time:%Y-%m-%dT%H:%M:%S}")
    return found


def main():
    seen = set()
    for case in cases():
        if case not in seen:
            seen.add(case)
            print("\t".join([*case, " ".join(answer(*case))]))


if __name__ == "__main__":
    sys.exit(main())
