"""Replies of a CalDAV server that means harm, as the tables of cases put them together.

A reply gets the test and a request. It returns status, header fields and body; or a function of the connection and the
request.
"""

import itertools
import re
import time

from .calendars import BEGIN, END, HOME, XML, multistatus
from .hostile import MEGABYTE, answer, pour

HEAD = b"HTTP/1.1 207 Multi-Status\r\nContent-Type: application/xml\r\n"
PAGE = b"<!DOCTYPE html><html><body>Please sign in to the network.</body></html>"
HTML = ("Content-Type", "text/html")
NUMBERS = itertools.count()


def right(test, request):
    """The answer as it should be."""
    return test.calendars.answer(request)


def instead(status, body=b"", *headers):
    """An answer in the place of the server's, which does not get the request."""
    return lambda test, request: (status, headers, body)


def only(methods, reply, others=right):
    """Another answer to requests of some methods."""
    return lambda test, request: (reply if request.method in methods else others)(test, request)


def changed(change):
    """The server's answer, changed by a function of status, header fields and body."""
    return lambda test, request: change(*right(test, request))


def replaced(old, new):
    """The server's answer with other bytes in its body."""
    return changed(lambda status, headers, body: (status, headers, body.replace(old, new)))


def adding(part):
    """The server's answer with more responses."""
    return replaced(END, part + END)


def raw(behaviour):
    """A behaviour of a connection as a reply."""
    return lambda test, request: behaviour


def xml(*pieces, status=207):
    """An answer with bytes that need not be XML."""
    return instead(status, b"".join(pieces), XML)


def told(said, href=None, name=b"displayname", status=207):
    """An answer that tells of one property of one resource: of that of the request unless another one is named."""
    def reply(test, request):
        return xml(BEGIN, b"<response><href>%b</href><propstat><prop><%b/></prop><status>HTTP/1.1 %b</status></propstat>"
                   b"</response>" % (href or request.path.encode(), name, said), END, status=status)(test, request)
    return reply


def told_whole(said, status=207):
    """An answer that tells of the resource of the request as a whole."""
    return lambda test, request: xml(
        BEGIN, b"<response><href>%b</href><status>HTTP/1.1 %b</status></response>" % (request.path.encode(), said), END,
        status=status)(test, request)


def refusing(status, condition):
    """A refusal with the name of a precondition (RFC 4918, section 16)."""
    return xml(b'<error xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><%b/></error>' % condition, status=status)


def stream(start, piece, megabytes=64):
    """A multistatus that goes on far beyond what anybody should read."""
    return raw(pour(HEAD + b"\r\n" + BEGIN + start, piece, megabytes * MEGABYTE))


def endless(status):
    """An answer that is no multistatus and goes on far beyond what anybody should read."""
    return raw(pour(b"HTTP/1.1 %d Said\r\nContent-Type: text/plain\r\n\r\n" % status, b"a" * MEGABYTE))


def page(status, *headers):
    return instead(status, PAGE, HTML, *headers)


def digest(nonce, more=""):
    return "WWW-Authenticate", f'Digest realm="x", qop="auth", nonce="{nonce}"{more}'


def elsewhere(status, make):
    """A redirection to an address that is made of the other server's host and the request's path."""
    return lambda test, request: (status, [("Location", make(test.elsewhere.host, request.path))], PAGE)


def entities(*declarations, use=b"&a;"):
    return xml(b"<!DOCTYPE m [", *declarations, b"]>", BEGIN, b"<response><href>", use, b"</href></response>", END)


def external(declaration):
    """An entity that is to be read from the other server."""
    return lambda test, request: entities(declaration % test.elsewhere.host.encode())(test, request)


def hrefs_elsewhere(test, request):
    return replaced(b"<href>/", b"<href>http://" + test.elsewhere.host.encode() + b"/")(test, request)


def then(reply, before=right):
    """The server gets the request, and something else is answered."""
    def both(test, request):
        before(test, request)
        return reply(test, request)
    return both


def made(**qualities):
    """The calendar that a request makes is another one than it asks for."""
    def reply(test, request):
        before = set(test.calendars.lists)
        said = right(test, request)
        for name in set(test.calendars.lists) - before:
            vars(test.calendars.lists[name]).update(qualities)
        return said
    return reply


def copied(test, request):
    """What is to be moved is there, and still where it was."""
    kept = {name: dict(calendar.files) for name, calendar in test.calendars.lists.items()}
    said = right(test, request)
    for name, files in kept.items():
        for file in files.keys() - test.calendars.lists[name].files.keys():
            test.calendars.put(name, file, files[file][1])
    return said


def without_etag(status, headers, body):
    return status, [field for field in headers if field[0] != "ETag"], body


def with_etag(etag):
    return changed(lambda *said: (said[0], [*without_etag(*said)[1], ("ETag", etag)], said[2]))


def in_reports(kind, reply):
    """Another answer to one kind of report."""
    return lambda test, request: (reply if request.method == "REPORT" and kind in request.body else right)(test, request)


def in_bodies(text, reply):
    """Another answer to who wants to change a calendar by a request that contains some text."""
    return lambda test, request: (
        reply if request.method == "PROPPATCH" and text in request.body else right)(test, request)


def in_contents(reply):
    """Another answer to who asks for contents."""
    return in_reports(b"calendar-multiget", reply)


def etags(new):
    return changed(lambda status, headers, body: (
        status, headers, re.sub(rb"<getetag>[^<]+</getetag>", b"<getetag>%b</getetag>" % new, body)))


def twice(status, headers, body):
    return status, headers, re.sub(rb"(<response>.*</response>)", rb"\1\1", body, flags=re.DOTALL)


def swapped(status, headers, body):
    names = {b"theirs.ics": b"others.ics", b"others.ics": b"theirs.ics"}
    return status, headers, re.sub(rb"(theirs|others)\.ics", lambda found: names[found[0]], body)


def uids_swapped(status, headers, body):
    names = {b"theirs": b"others", b"others": b"theirs"}
    return status, headers, re.sub(rb"(?<=UID:)(theirs|others)", lambda found: names[found[0]], body)


def part_without_end(make_token, responses=lambda: b""):
    """A part of the changes, after which there are always more."""
    def reply(test, request):
        more = b"<response><href>%b</href><status>HTTP/1.1 507 More</status></response>" % request.path.encode()
        return multistatus(
            responses(), more, b"<sync-token>%b</sync-token>" % make_token(request))
    return in_reports(b"sync-collection", reply)


def present_token(request):
    found = re.search(rb"sync-token>([^<]+)<", request.body)
    return found[1] if found else b"first"


def new_token(request):
    return b"token-%d" % next(NUMBERS)


def new_names():
    return b"".join(b"<response><href>%blist/%d-%d</href><status>HTTP/1.1 404 No</status></response>"
                    % (HOME.encode(), next(NUMBERS), number) for number in range(10_000))


def drop_by_drop(test, request):
    """The right answer, one byte after the other."""
    status, headers, body = right(test, request)
    data = answer(status, body, headers)

    def behaviour(connection, request):
        for place in range(len(data)):
            connection.sendall(data[place:place + 1])
            time.sleep(0.001)
    return behaviour
