"""Resources of calendars whose UIDs are not what they should be: of two with one UID, with two, or with another one than
before. RFC 4791 (section 4.1) forbids the former within a calendar; servers hold them all the same."""

from .hostile_calendars import todo as lines_of

LIST, OTHER = "list", "other"
MANY = 300


def todo(uid, title):
    return lines_of(uid=uid, title=title)


def of_two(first, second):
    """One resource with the to-dos of two."""
    inner = second.partition(b"BEGIN:VTODO")[2].partition(b"END:VTODO")[0]
    return first.replace(b"END:VTODO\r\n", b"END:VTODO\r\nBEGIN:VTODO" + inner + b"END:VTODO\r\n", 1)


def written(uid, title, more):
    """A to-do with a property more."""
    return todo(uid, title).replace(b"SUMMARY:", more + b"\r\nSUMMARY:", 1)


A, B = (LIST, "a.ics"), (LIST, "b.ics")

#: What another program does, a step after the other: each step is what is written into the calendars, nothing for what is
#: removed. `test` knows what waits here.
ONE_UID = {
    "two of one UID": lambda test: [{A: todo("u", "theirs"), B: todo("u", "others")}],
    "two of one UID, one after the other": lambda test: [{B: todo("u", "others")}, {A: todo("u", "theirs")}],
    "two of one UID that are alike": lambda test: [{A: todo("u", "theirs"), B: todo("u", "theirs")}],
    "two of one UID in two calendars": lambda test: [{A: todo("u", "theirs"), (OTHER, "b.ics"): todo("u", "others")}],
    "two of one UID and one name in two calendars": lambda test: [
        {A: todo("u", "theirs"), (OTHER, "a.ics"): todo("u", "others")}],
    "two that are alike in two calendars": lambda test: [
        {(LIST, "u.ics"): todo("u", "theirs"), (OTHER, "u.ics"): todo("u", "theirs")}],
    "the second of one UID in another calendar": lambda test: [
        {(OTHER, "a.ics"): todo("u", "others")}, {A: todo("u", "theirs")}],
    "the UID of another to-do": lambda test: [{A: todo("bread", "theirs")}],
    "the UID of another to-do in another calendar": lambda test: [{(OTHER, "bread.ics"): todo("bread", "theirs")}],
    "the UID of what waits": lambda test: [{A: todo(test.waiting(), "theirs")}],
    "the UID of what waits, in another calendar": lambda test: [{(OTHER, "a.ics"): todo(test.waiting(), "theirs")}],
    "the name and UID of what waits, in another calendar": lambda test: [
        {(OTHER, test.waiting() + ".ics"): todo(test.waiting(), "theirs")}],
    "UIDs that differ by case": lambda test: [{A: todo("u", "theirs"), B: todo("U", "others")}],
    "UIDs that differ by composition": lambda test: [{A: todo("\u00e9", "theirs"), B: todo("e\u0301", "others")}],
    "300 of one UID": lambda test: [{(LIST, f"{number}.ics"): todo("u", f"theirs {number}") for number in range(MANY)}],
    "300 of one UID in two calendars": lambda test: [
        {((LIST, OTHER)[number % 2], f"{number}.ics"): todo("u", f"theirs {number}") for number in range(MANY)}],
    "another UID than before": lambda test: [{A: todo("u", "theirs")}, {A: todo("v", "theirs")}],
    "another UID each time": lambda test: [{A: todo(f"u{number}", "theirs")} for number in range(4)],
    "the UID of another to-do than before": lambda test: [
        {A: todo("u", "theirs"), B: todo("v", "others")}, {A: todo("v", "theirs")}],
    "UIDs that were exchanged": lambda test: [
        {A: todo("u", "theirs"), B: todo("v", "others")}, {A: todo("v", "theirs"), B: todo("u", "others")}],
    "another UID than before, and the old one elsewhere": lambda test: [
        {A: todo("u", "theirs")}, {A: todo("v", "theirs"), B: todo("u", "others")}],
    "the old UID elsewhere, and then another one": lambda test: [
        {A: todo("u", "theirs")}, {B: todo("u", "others")}, {A: todo("v", "theirs")}],
    "another name than before": lambda test: [{A: todo("u", "theirs")}, {A: None, B: todo("u", "theirs")}],
    "another calendar than before": lambda test: [{A: todo("u", "theirs")}, {A: None, (OTHER, "a.ics"): todo("u", "theirs")}],
    "another calendar and UID than before": lambda test: [
        {A: todo("u", "theirs")}, {A: None, (OTHER, "a.ics"): todo("v", "others")}],
    "one of two is gone": lambda test: [
        {A: todo("u", "theirs"), B: todo("u", "others")}, {A: None}],
    "the other of two is gone": lambda test: [
        {A: todo("u", "theirs"), B: todo("u", "others")}, {B: None}],
    "one of two in two calendars is gone": lambda test: [
        {A: todo("u", "theirs"), (OTHER, "a.ics"): todo("u", "others")}, {A: None}],
    "the other of two in two calendars is gone": lambda test: [
        {A: todo("u", "theirs"), (OTHER, "a.ics"): todo("u", "others")}, {(OTHER, "a.ics"): None}],
    "a second UID in a to-do": lambda test: [{A: written("u", "theirs", b"UID:v"), B: todo("v", "others")}],
    "other names in the other order": lambda test: [
        {A: todo("u", "theirs"), B: todo("v", "others")},
        {A: None, B: None, (LIST, "c.ics"): todo("v", "others"), (LIST, "d.ics"): todo("u", "theirs")}],
}

#: Two to-dos in one resource: the first is shown, and the second is kept.
TWO_UIDS = {
    "two UIDs in one resource": lambda test: [{A: of_two(todo("u", "theirs"), todo("v", "second"))}],
    "one of two in one resource has a resource": lambda test: [
        {A: of_two(todo("u", "theirs"), todo("v", "second")), B: todo("v", "others")}],
    "the order in one resource changes": lambda test: [
        {A: of_two(todo("u", "theirs"), todo("v", "others"))}, {A: of_two(todo("v", "others"), todo("u", "theirs"))}],
    "a second one in one resource": lambda test: [
        {A: todo("u", "theirs")}, {A: of_two(todo("u", "theirs"), todo("v", "second"))}],
    "a second one in one resource, before the first": lambda test: [
        {A: todo("u", "theirs")}, {A: of_two(todo("v", "others"), todo("u", "theirs"))}],
    "both of one resource alone": lambda test: [
        {A: of_two(todo("u", "theirs"), todo("v", "others"))}, {A: todo("u", "theirs"), B: todo("v", "others")}],
    "one of two in one resource goes": lambda test: [
        {A: of_two(todo("u", "theirs"), todo("v", "others"))}, {A: todo("v", "others")}],
}

#: What has the name of a to-do that waits, in the list that it is for: the name is that of no resource here.
NAMES = {
    "the name of what waits": lambda test: todo("u", "theirs"),
    "the name of what waits, and no to-do": lambda test: todo("u", "theirs").replace(b"VTODO", b"VEVENT"),
    "the name of what waits, and no calendar": lambda test: b"nothing",
}

#: The cases of which the last step also meets edits that wait. A resource that got another name within its calendar is not
#: found then: the edit makes the to-do again, and both stay (docs/security.md).
EDITED = (
    "another UID than before", "UIDs that were exchanged", "another UID than before, and the old one elsewhere",
    "another calendar than before", "another calendar and UID than before", "one of two is gone", "the other of two is gone",
    "one of two in two calendars is gone", "the other of two in two calendars is gone", "the order in one resource changes",
    "a second one in one resource", "a second one in one resource, before the first", "both of one resource alone",
)
