"""A Nextcloud of the test's own: Login Flow v2 as its manual says, in front of Radicale; and a browser that only looks.

https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/index.html#login-flow-v2
"""

import json
import os
import stat
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from .caldav import USER

TOKEN = "mQUYQdffOSAMJYtm8pVpkOsVqXt5hglnuSpO5EMbgJMNEPFGaiDe8OUjvrJ2WcYcBSLgqynu9jaPFvZHMl83ybMvp6aDIDARjTFIBpRW"
APP_PASSWORD = "yKTVA4zgxjfivy52WqD8kW3M2pKGQr6srmUXMipRdunxjPFripJn0GMfmtNOqOolYSuJ6sCN"


class LoginFlowServer:
    """Nextcloud below a folder of a host, with a Radicale that is given its own password by `grant`."""

    def __init__(self, radicale, folder="/nextcloud"):
        self.radicale = radicale
        self.folder = folder
        #: The paths that the browser has opened, and the methods and paths of all requests.
        self.visits = []
        self.requests = []
        #: What other host the answers name, where the server lies.
        self.other = ""
        self.is_granted = False
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}{folder}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def grant(self):
        """The user has signed in in the browser and lets the program in."""
        self.radicale.set_password(APP_PASSWORD)
        self.is_granted = True

    # Answers

    def answer(self, method, path, headers, body):
        """Status, headers and body for a request below the folder."""
        if path == "/status.php":
            return self._json({"installed": True, "maintenance": False, "needsDbUpgrade": False, "version": "31.0.10.2",
                               "versionstring": "31.0.10", "edition": "", "productname": "Nextcloud"})
        if (method, path) == ("POST", "/index.php/login/v2"):
            base = self.other or self.url
            return self._json({"poll": {"token": TOKEN, "endpoint": base + "/login/v2/poll"},
                               "login": base + "/login/v2/flow/guyjGtcKPTKCi4epIRIupIexgJ8wNInMFSfHabACRPZUkmEaWZSM54b"})
        if (method, path) == ("POST", "/login/v2/poll"):
            known = urllib.parse.parse_qs(body.decode()).get("token") == [TOKEN]
            if not known or not self.is_granted:
                return 404, {}, b"[]"
            self.is_granted = False  # it is told once
            return self._json({"server": self.url, "loginName": USER, "appPassword": APP_PASSWORD})
        if method == "GET" and path.startswith("/login/v2/flow/"):
            self.visits.append(path)
            return 200, {"Content-Type": "text/html"}, b"<title>Connect to your account</title>"
        if path.startswith("/remote.php/dav/"):
            return self._forward(method, path, headers, body)
        return 404, {}, b""

    @staticmethod
    def _json(value):
        return 200, {"Content-Type": "application/json; charset=utf-8"}, json.dumps(value).encode()

    def _forward(self, method, path, headers, body):
        """Asks Radicale, which is told where it is."""
        place = "/remote.php/dav"
        kept = {name: text for name, text in headers.items() if name.lower() not in ("host", "connection")}
        request = urllib.request.Request(
            self.radicale.url.rstrip("/") + path.removeprefix(place), method=method, data=body or None,
            headers={**kept, "X-Script-Name": self.folder + place})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers), error.read()

    def _handler(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                server.requests.append((self.command, self.path))
                inside = self.path.startswith(server.folder + "/")
                status, headers, text = (server.answer(self.command, self.path.removeprefix(server.folder),
                                                       self.headers, body) if inside else (404, {}, b""))
                self.send_response(status)
                for name, value in headers.items():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PUT = do_DELETE = do_PROPFIND = do_PROPPATCH = do_REPORT = handle_any
            do_MKCOL = do_MKCALENDAR = do_MOVE = do_OPTIONS = handle_any

            def log_message(self, *_):
                pass

        return Handler


class Browser:
    """What opens addresses in the home of a test: it fetches the page and writes down the address. It can open more
    than pages of the web: what is named by its MIME type."""

    def __init__(self, home, types=("x-scheme-handler/http", "x-scheme-handler/https"), fetches=True):
        self.folder = Path(home)
        self.opened_file = self.folder / "opened"
        script = self.folder / "browser"
        script.write_text("#!/usr/bin/python3\nimport sys, urllib.request\n"
                          f"open({str(self.opened_file)!r}, 'a').write(sys.argv[1] + '\\n')\n"
                          + "urllib.request.urlopen(sys.argv[1], timeout=30).read()\n" * fetches, encoding="utf-8")
        os.chmod(script, stat.S_IRWXU)
        applications = self.folder / "data/applications"
        applications.mkdir(parents=True, exist_ok=True)
        (applications / "browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={script} %u\n"
            f"MimeType={';'.join(types)};\n", encoding="utf-8")
        config = self.folder / "config"
        config.mkdir(parents=True, exist_ok=True)
        (config / "mimeapps.list").write_text(
            "[Default Applications]\n" + "".join(f"{one}=browser.desktop\n" for one in types), encoding="utf-8")

    @property
    def opened(self):
        """The addresses that were opened."""
        return self.opened_file.read_text(encoding="utf-8").split() if self.opened_file.exists() else []
