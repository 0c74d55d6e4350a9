"""Days as the window writes them in English."""

import datetime


def today():
    return datetime.date.today()


def long(day):
    return f"{day:%A, %B} {day.day}, {day.year}"


def in_this_month(day_number):
    """A day of the present month that appears once in a month's calendar, such as the 15th."""
    return today().replace(day=day_number)
