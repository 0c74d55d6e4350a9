"""CalDAV servers of other people, Radicale, Xandikos and sabre/dav; and requests as another program's."""

import base64
import os
import re
import shutil
import ssl
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from . import leashed, ports
from .waiting import eventually

VARIANT = os.environ.get("VARIANT")
FOLDER = "caldav-servers" + (f"-{VARIANT}" if VARIANT else "")
PROGRAMS = Path(__file__).resolve().parents[3] / "build" / FOLDER / "bin"

USER = "ann"
PASSWORD = "secret: %ü"
ADMINISTRATOR = "administrator"

#: Where there are several users: who may do what at Radicale. Everybody owns a home; what begins with "locked" in it is
#: written by the administrator alone.
RIGHTS = f"""
[administrator]
user: {ADMINISTRATOR}
collection: .*
permissions: RrWw
[locked]
user: .+
collection: {{user}}/locked[^/]*
permissions: Rr
[owner]
user: .+
collection: {{user}}(/.*)?
permissions: RrWw
[root]
user: .+
collection:
permissions: R
"""

TODO = """BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//Another program//EN\r
BEGIN:VTODO\r
UID:{uid}\r
DTSTAMP:20261122T120000Z\r
SUMMARY:{title}\r
END:VTODO\r
END:VCALENDAR\r
"""

MAKE = """<?xml version="1.0"?>
<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>{name}</D:displayname>
<C:supported-calendar-component-set><C:comp name="{component}"/></C:supported-calendar-component-set>
</D:prop></D:set></C:mkcalendar>"""


def missing(kind="radicale"):
    """Why there are no servers of a kind here; empty where there are."""
    if kind == "sabre":
        if not shutil.which("php"):
            return "PHP is not installed (meson-helpers/bootstrap servers)"
        if not os.path.exists(os.environ.get("SABRE_DAV", "/usr/share/php/Sabre/autoload.php")):
            return "sabre/dav is not installed (meson-helpers/bootstrap servers)"
    if not (PROGRAMS / "radicale").exists():
        return f"radicale is not installed (meson-helpers/caldav-servers build/{FOLDER})"
    return "" if shutil.which("openssl") else "openssl is not installed"


class CalDAVServer:
    """Radicale or sabre/dav with one user, or Xandikos, which asks for no password. Ends with `stop`.

    `others` are users besides, with the same password.
    """

    HOMES = {"radicale": f"{USER}/", "xandikos": f"{USER}/calendars/", "sabre": f"remote.php/dav/calendars/{USER}/"}
    #: What the server's program needs to know besides.
    environment = {}

    def __init__(self, kind="radicale", is_secure=False, others=()):
        self.folder = tempfile.mkdtemp(prefix="optimist-caldav-")
        self.port = ports.free_port()
        self.url = f"{'https' if is_secure else 'http'}://127.0.0.1:{self.port}/"
        self.fingerprint = self._make_certificate() if is_secure else ""
        self.user = USER
        self.others = others
        self.password = PASSWORD
        self.home = self.HOMES[kind]
        self.log = open(os.path.join(self.folder, "log"), "wb")
        self.asks_for_password = kind != "xandikos"
        if kind == "radicale":
            self.command = self._radicale(is_secure)
        else:
            self.command = self._xandikos() if kind == "xandikos" else self._sabre()
        self._start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self._end()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def renew_certificate(self):
        """Goes on with another certificate that nobody has signed."""
        self._end()
        self.fingerprint = self._make_certificate()
        self._start()

    def set_password(self, password):
        """Radicale and sabre/dav read the file at each request."""
        self.password = password
        self._write_users()

    def rename_user(self, user):
        """The user signs in with another name, and keeps the calendars."""
        self.user = user
        self._write_users()

    def set_habits(self, *words):
        """What sabre/dav does besides, in the words of Tests/Servers/habits.php."""
        Path(self.file("habits")).write_text(" ".join(words), encoding="utf-8")

    def file(self, name):
        """The path of a file of the server; sabre/dav keeps everything in "calendars.sqlite"."""
        return os.path.join(self.folder, name)

    # What another program does

    def ask(self, method, path, body=None, **headers):
        """Sends a request below the home; returns the status and the text."""
        secret = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        request = urllib.request.Request(
            self.url + self.home + path, method=method, data=None if body is None else body.encode(),
            headers={"Authorization": "Basic " + secret, **{name.replace("_", "-"): text for name, text in headers.items()}})
        context = ssl._create_unverified_context() if self.fingerprint else None
        try:
            with urllib.request.urlopen(request, timeout=30, context=context) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def make_list(self, path, name, component="VTODO"):
        status, text = self.ask("MKCALENDAR", path + "/", MAKE.format(name=name, component=component),
                                Content_Type="application/xml")
        assert status == 201, (status, text)

    def put(self, path, title):
        name = path.split("/")[-1]
        status, text = self.ask("PUT", path + ".ics", TODO.format(uid=name, title=title), Content_Type="text/calendar")
        assert status in (201, 204), (status, text)

    def resources(self, path=""):
        """The paths of the to-dos of a list, or of the lists, below the home."""
        status, text = self.ask("PROPFIND", path, Depth="1")
        assert status == 207, (status, text)
        found = re.findall(r"<(?:\w+:)?href>/?([^<]*)</", text)
        names = {href.removeprefix(self.home) for href in found if href.startswith(self.home)}
        return sorted(name for name in names if name not in ("", path))

    def titles(self):
        """The titles of all to-dos there are."""
        found = []
        for place in self.resources():
            if place.endswith("/"):
                for name in self.resources(place):
                    if name.endswith(".ics"):
                        found += re.findall(r"^SUMMARY:(.*?)\r?$", self.ask("GET", name)[1], re.MULTILINE)
        return sorted(found)

    # Parts

    def _start(self):
        self.process = leashed.start(
            self.command, self.log, {**os.environ, "HOME": self.folder, "LC_ALL": "C.UTF-8", **self.environment})
        eventually(lambda: self._answers(), "the server is up", 60)

    def _end(self):
        leashed.end(self.process)

    def _answers(self):
        try:
            return self.ask("OPTIONS", "")[0] > 0
        except OSError:
            return False

    def _write_users(self):
        lines = [f"{user}:{self.password}\n" for user in (self.user, *self.others)]
        Path(self.file("users")).write_text("".join(lines), encoding="utf-8")

    def _radicale(self, is_secure):
        self._write_users()
        Path(self.file("rights")).write_text(RIGHTS, encoding="utf-8")
        Path(self.file("config")).write_text(f"""
[server]
hosts = 127.0.0.1:{self.port}
ssl = {is_secure}
key = {self.folder}/key.pem
certificate = {self.folder}/certificate.pem
[auth]
type = htpasswd
htpasswd_filename = {self.folder}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = {"from_file" if self.others else "authenticated"}
file = {self.folder}/rights
[storage]
filesystem_folder = {self.folder}/data
[web]
type = none
[logging]
level = critical
""", encoding="utf-8")
        return [str(PROGRAMS / "python"), "-m", "radicale", "-C", f"{self.folder}/config"]

    def _xandikos(self):
        return [str(PROGRAMS / "xandikos"), "serve", "-d", f"{self.folder}/data", "--state-dir", f"{self.folder}/state",
                "--current-user-principal", f"/{USER}/", "--defaults", "--no-detect-systemd",
                "-l", "127.0.0.1", "-p", str(self.port)]

    def _sabre(self):
        self.set_password(PASSWORD)
        self.environment = {"SABRE_FOLDER": self.folder, "PHP_CLI_SERVER_WORKERS": "4"}
        return ["php", "-d", "opcache.enable_cli=1", "-S", f"127.0.0.1:{self.port}",
                str(Path(__file__).resolve().parents[2] / "Servers" / "sabre.php")]

    def _make_certificate(self):
        """Makes a certificate that nobody else has signed; returns its fingerprint."""
        certificate = f"{self.folder}/certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
             f"{self.folder}/key.pem", "-out", certificate, "-days", "2", "-subj", "/CN=Ann's server", "-addext",
             "subjectAltName=IP:127.0.0.1,DNS:localhost"], check=True, capture_output=True)
        told = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-fingerprint", "-sha256"], check=True,
                              capture_output=True, text=True).stdout
        return told.split("=")[1].strip().replace(":", "").lower()
