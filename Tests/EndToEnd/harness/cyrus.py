"""Cyrus IMAP's CalDAV server, Fastmail's, where Debian's packages cyrus-caldav and cyrus-imapd are installed."""

import imaplib
import os
import shutil
import socket
import struct
import tempfile
import threading
from pathlib import Path

from . import ports
from .caldav import PASSWORD, USER, CalDAVServer
from .waiting import eventually

PROGRAMS = Path("/usr/lib/cyrus/bin")
ADMINISTRATOR = "cyrus"


def missing():
    """Why there is no Cyrus here; empty where there is."""
    if os.geteuid() == 0 and all((PROGRAMS / name).exists() for name in ("master", "httpd", "imapd")):
        return ""
    return "Cyrus is not installed (apt-get install cyrus-caldav cyrus-imapd), or this is not root, which it starts as"


class CyrusServer(CalDAVServer):
    """Cyrus with one user. Ends with `stop`."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="optimist-cyrus-")
        self.port = ports.free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.fingerprint = ""
        self.user = USER
        self.password = PASSWORD
        self.home = f"dav/calendars/user/{USER}/"
        self.asks_for_password = True
        self.log = open(os.path.join(self.folder, "log"), "wb")
        self.mail_port = ports.free_port()
        self._configure()
        self.passwords = self._listen()
        self.command = [str(PROGRAMS / "master"), "-C", f"{self.folder}/imapd.conf", "-M", f"{self.folder}/cyrus.conf",
                        "-p", f"{self.folder}/pid", "-D"]
        self._start()
        self._add_user()

    def _configure(self):
        for name in ("configuration", "spool"):
            os.mkdir(os.path.join(self.folder, name))
        Path(self.folder, "imapd.conf").write_text(f"""
configdirectory: {self.folder}/configuration
partition-default: {self.folder}/spool
defaultpartition: default
admins: {ADMINISTRATOR}
sasl_pwcheck_method: saslauthd
sasl_saslauthd_path: {self.folder}/passwords
sasl_mech_list: PLAIN
allowplaintext: yes
virtdomains: off
unixhierarchysep: on
servername: localhost
httpmodules: caldav
""", encoding="utf-8")
        service = f'cmd="{PROGRAMS}/{{}} -C {self.folder}/imapd.conf" listen="127.0.0.1:{{}}" prefork={{}} proto="tcp"'
        Path(self.folder, "cyrus.conf").write_text(f"""
START {{
  recover cmd="{PROGRAMS}/ctl_cyrusdb -C {self.folder}/imapd.conf -r"
}}
SERVICES {{
  http {service.format("httpd", self.port, 1)}
  imap {service.format("imapd", self.mail_port, 0)}
}}
""", encoding="utf-8")
        # It gives up root for this user.
        for folder, _, names in os.walk(self.folder):
            for name in ["", *names]:
                shutil.chown(os.path.join(folder, name), "cyrus", "mail")

    def _listen(self):
        """Says whose password is right, in place of saslauthd: user, password, service and realm come as counted texts."""
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(os.path.join(self.folder, "passwords"))
        os.chmod(os.path.join(self.folder, "passwords"), 0o777)
        listening.listen(16)

        def text(stream):
            count, = struct.unpack("!H", stream.read(2))
            return stream.read(count).decode()

        def answer():
            while True:
                try:
                    asking, _ = listening.accept()
                except OSError:
                    return
                with asking, asking.makefile("rb") as stream:
                    user, password, _, _ = (text(stream) for _ in range(4))
                    is_right = user in (self.user, ADMINISTRATOR) and password == self.password
                    asking.sendall(struct.pack("!H", 2) + (b"OK" if is_right else b"NO"))
        threading.Thread(target=answer, daemon=True).start()
        return listening

    def _add_user(self):
        """A user is somebody with a mailbox."""
        with imaplib.IMAP4("127.0.0.1", self.mail_port) as connection:
            connection.authenticate("PLAIN", lambda _: f"\0{ADMINISTRATOR}\0{self.password}".encode())
            status, said = connection.create(f"user/{USER}")
            assert status == "OK", said

    def stop(self):
        self.passwords.close()
        super().stop()
