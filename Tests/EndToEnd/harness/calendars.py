"""A CalDAV server in memory (RFC 4791, RFC 6578, RFC 4918). Its answers are right; a test may change them before they are sent."""

import base64
import copy
import re
import threading
import urllib.parse
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape

from .caldav import PASSWORD, USER

PREFIXES = {"DAV:": "", "urn:ietf:params:xml:ns:caldav": "C:", "http://calendarserver.org/ns/": "S:",
            "http://apple.com/ns/ical/": "A:"}
DAV, CALDAV, SERVER, APPLE = ("{%s}" % namespace for namespace in PREFIXES)
BEGIN = (b'<?xml version="1.0" encoding="utf-8"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
         b' xmlns:S="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/">')
END = b"</multistatus>"
XML = ("Content-Type", "application/xml; charset=utf-8")
HOME, PRINCIPAL = "/home/", "/principal/"
TOKEN = "http://127.0.0.1/token/"
SECRET = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


def multistatus(*responses):
    return 207, [XML], b"".join([BEGIN, *responses, END])


def response(href, found, wanted):
    """One resource: the properties of `found` that are wanted, and the names of the others; 404 where nothing is."""
    path = escape(href).encode()
    if found is None:
        return b"<response><href>%b</href><status>HTTP/1.1 404 Not Found</status></response>" % path
    parts = []
    for status, is_there in ((b"200 OK", True), (b"404 Not Found", False)):
        values = [element(name, found.get(name, b"")) for name in wanted if (name in found) == is_there]
        if values:
            parts.append(b"<propstat><prop>%b</prop><status>HTTP/1.1 %b</status></propstat>" % (b"".join(values), status))
    return b"<response><href>%b</href>%b</response>" % (path, b"".join(parts))


def element(name, content):
    namespace, _, local = name[1:].partition("}")
    prefix = PREFIXES.get(namespace)
    if prefix is None:
        return f'<X:{local} xmlns:X="{escape(namespace)}"/>'.encode()
    tag = (prefix + local).encode()
    return b"<%b>%b</%b>" % (tag, content, tag)


class Calendar:
    def __init__(self, name):
        self.name = name
        #: Colour and order, by their names.
        self.look = {}
        self.resource_type = b"<collection/><C:calendar/>"
        self.component = b"VTODO"
        #: ETag and text of each file, and at which number each was last changed or removed.
        self.files = {}
        self.changes = {}


class Calendars:
    """The calendars of the user, by the last segment of their paths."""

    def __init__(self):
        self.lists = {}
        self.number = 0
        self.lock = threading.Lock()

    def copied(self):
        other = Calendars()
        other.lists, other.number = copy.deepcopy(self.lists), self.number
        return other

    def titles(self):
        """The titles of all to-dos there are."""
        return sorted(title.decode(errors="replace") for calendar in self.lists.values()
                      for _, text in calendar.files.values() for title in re.findall(rb"^SUMMARY:(.*?)\r?$", text, re.M))

    def shown_titles(self, titles):
        """Of each resource the title of one to-do: one of `titles` where there is one, which each resource takes away."""
        rest, shown = list(titles), []
        resources = [re.findall(rb"^SUMMARY:(.*?)\r?$", text, re.M) for calendar in self.lists.values()
                     for _, text in calendar.files.values()]
        for names in sorted(filter(None, resources), key=len):
            names = [name.decode(errors="replace") for name in names]
            name = next((name for name in names if name in rest), names[0])
            shown.append(name)
            if name in rest:
                rest.remove(name)
        return sorted(shown)

    def paths(self, title):
        """Where the to-dos of a title are: lists and files."""
        return sorted((name, file) for name, calendar in self.lists.items() for file, (_, text) in calendar.files.items()
                      if re.search(rb"^SUMMARY:%b\r?$" % re.escape(title.encode()), text, re.M))

    def put(self, name, file, text):
        """Writes a resource; returns its ETag."""
        with self.lock:
            return self._write(self.lists[name], file, text)

    def remove(self, name, file):
        with self.lock:
            self._remove(self.lists[name], file)

    def answer(self, request):
        """Status, header fields and body."""
        with self.lock:
            if request.headers.get("authorization") != SECRET:
                return 401, [("WWW-Authenticate", 'Basic realm="calendars", charset="UTF-8"')], b""
            make = getattr(self, "_" + request.method.lower(), None)
            return make(request) if make else (501, [], b"")

    # Methods

    def _propfind(self, request):
        if request.path == "/.well-known/caldav":
            return 301, [("Location", "/")], b""
        wanted = [child.tag for child in ElementTree.fromstring(request.body).find(DAV + "prop")]
        found = self._properties(request.path)
        if found is None:
            return 404, [], b""
        parts = [response(request.path, found, wanted)]
        if request.headers.get("depth") == "1":
            parts += [response(href, self._properties(href), wanted) for href in self._members(request.path)]
        return multistatus(*parts)

    def _report(self, request):
        name, _ = self._place(request.path)
        calendar = self.lists.get(name)
        if calendar is None:
            return 404, [], b""
        asked = ElementTree.fromstring(request.body)
        wanted = [child.tag for child in asked.find(DAV + "prop")]
        last = b""
        if asked.tag == DAV + "sync-collection":
            token = asked.findtext(DAV + "sync-token") or ""
            since = int(token.removeprefix(TOKEN) or 0)
            hrefs = [request.path + file for file, number in calendar.changes.items()
                     if number > since and (since or file in calendar.files)]
            last = element(DAV + "sync-token", f"{TOKEN}{self.number}".encode())
        elif asked.tag == CALDAV + "calendar-multiget":
            hrefs = [href.text for href in asked.findall(DAV + "href")]
        else:
            hrefs = self._members(request.path)
        return multistatus(*(response(href, self._properties(href), wanted) for href in hrefs), last)

    def _get(self, request):
        found = self._file(request.path)
        if found is None:
            return 404, [], b""
        return 200, [("Content-Type", "text/calendar; charset=utf-8"), ("ETag", found[0])], found[1]

    def _put(self, request):
        name, file = self._place(request.path)
        if name not in self.lists:
            return 409, [], b""
        if not self._is_expected(request):
            return 412, [], b""
        status = 204 if file in self.lists[name].files else 201
        return status, [("ETag", self._write(self.lists[name], file, request.body))], b""

    def _delete(self, request):
        name, file = self._place(request.path)
        if self._file(request.path) is None:
            return 404, [], b""
        if not self._is_expected(request):
            return 412, [], b""
        self._remove(self.lists[name], file)
        return 204, [], b""

    def _move(self, request):
        name, file = self._place(request.path)
        found = self._file(request.path)
        if found is None:
            return 404, [], b""
        target = urllib.parse.urlsplit(request.headers["destination"]).path
        new_name, new_file = self._place(target)
        if new_name not in self.lists:
            return 409, [], b""
        if not self._is_expected(request) or self._file(target) is not None:
            return 412, [], b""
        self._remove(self.lists[name], file)
        self._write(self.lists[new_name], new_file, found[1])
        # Most servers keep the ETag.
        self.lists[new_name].files[new_file] = found
        return 201, [], b""

    def _mkcalendar(self, request):
        name, file = self._place(request.path)
        if not name or file:
            return 403, [], b""
        if name in self.lists:
            return 405, [], b""
        self.lists[name] = Calendar("")
        self._change(self.lists[name], request)
        return 201, [], b""

    _mkcol = _mkcalendar

    def _proppatch(self, request):
        name, file = self._place(request.path)
        if name not in self.lists or file:
            return 404, [], b""
        changed = self._change(self.lists[name], request)
        return multistatus(response(request.path, dict.fromkeys(changed, b""), changed))

    # Parts

    def _change(self, calendar, request):
        """Sets and removes what a calendar shows; returns the names of the properties."""
        self.number += 1
        changed = []
        for action in ElementTree.fromstring(request.body):
            for value in action.find(DAV + "prop"):
                changed.append(value.tag)
                text = value.text if action.tag == DAV + "set" else None
                if value.tag == DAV + "displayname":
                    calendar.name = text or ""
                elif value.tag.startswith(APPLE):
                    calendar.look.pop(value.tag, None)
                    if text is not None:
                        calendar.look[value.tag] = escape(text).encode()
        return changed

    def _remove(self, calendar, file):
        self.number += 1
        del calendar.files[file]
        calendar.changes[file] = self.number

    def _write(self, calendar, file, text):
        self.number += 1
        calendar.files[file] = (f'"{self.number}"', text)
        calendar.changes[file] = self.number
        return calendar.files[file][0]

    def _is_expected(self, request):
        found = self._file(request.path)
        if request.headers.get("if-none-match") == "*" and found is not None:
            return False
        etag = request.headers.get("if-match")
        return etag is None or found is not None and found[0] == etag

    @staticmethod
    def _place(path):
        """The list and the file in a path; empty where it has none."""
        name, _, file = path.removeprefix(HOME).partition("/") if path.startswith(HOME) else ("", "", "")
        return name, file

    def _file(self, path):
        name, file = self._place(path)
        return self.lists[name].files.get(file) if name in self.lists else None

    def _members(self, path):
        if path == HOME:
            return [f"{HOME}{name}/" for name in self.lists]
        name, file = self._place(path)
        return [path + member for member in self.lists[name].files] if name in self.lists and not file else []

    def _properties(self, path):
        """The properties of what is at a path; nothing where nothing is."""
        collection, owner = b"<collection/>", b"<href>%b</href>" % PRINCIPAL.encode()
        user = {DAV + "current-user-principal": owner, DAV + "owner": owner}
        if path in ("/", HOME, PRINCIPAL):
            homes = {CALDAV + "calendar-home-set": b"<href>%b</href>" % HOME.encode()} if path == PRINCIPAL else {}
            return {DAV + "resourcetype": collection, **user, **homes}
        name, file = self._place(path)
        if name not in self.lists:
            return None
        if file:
            found = self.lists[name].files.get(file)
            return found and {DAV + "getetag": escape(found[0]).encode(), DAV + "resourcetype": b"",
                              CALDAV + "calendar-data": escaped(found[1])}
        calendar = self.lists[name]
        return {
            DAV + "resourcetype": calendar.resource_type, **user, **calendar.look,
            DAV + "displayname": escape(calendar.name).encode(),
            CALDAV + "supported-calendar-component-set": b'<C:comp name="%b"/>' % calendar.component,
            SERVER + "getctag": str(self.number).encode(), DAV + "sync-token": f"{TOKEN}{self.number}".encode(),
            DAV + "current-user-privilege-set": b"<privilege><all/></privilege>",
            DAV + "supported-report-set": b"<supported-report><report><sync-collection/></report></supported-report>"}


def escaped(text):
    return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")
