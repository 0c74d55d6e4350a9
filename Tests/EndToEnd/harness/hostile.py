"""A hostile server: it reads a request, then a function of the test decides what happens to the connection.

The functions that tables of hostile answers have in common are here as well: each makes a behaviour, which gets the
connection and the request.
"""

import socket
import threading

from . import ports
from .server import shut

MEGABYTE = 1 << 20
#: The most that is read of a request.
REQUEST = 32 * MEGABYTE


class Request:
    """A request: method, path, header fields by their names in lower case, and body, as far as they arrived."""

    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.method, self.path = (lines[0].split(" ") + ["", ""])[:2]
        self.headers = {name.strip().lower(): value.strip()
                        for name, _, value in (line.partition(":") for line in lines[1:])}
        self.body = body

    def __repr__(self):
        return f"{self.method} {self.path}"


class HostileServer:
    """Listens on a port of its own until it is stopped.

    `behaviour` may be changed at any time: a function of the connection and the request, after which the
    connection is closed.
    """

    def __init__(self):
        self.port = ports.free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.requests = []
        self.behaviour = lambda connection, request: None
        self.connections = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self):
        for closed in [self.listener, *self.connections]:
            shut(closed)
        self.listener.close()

    def begin(self, behaviour):
        """Ends all connections; from now on `behaviour` handles each request."""
        self.behaviour = behaviour
        with self.lock:
            self.requests = []
            connections = list(self.connections)
        for connection in connections:
            shut(connection)

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                self.connections.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            connection.settimeout(60)
            request = read(connection)
            with self.lock:
                self.requests.append(request)
            self.behaviour(connection, request)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1 << 16):  # closing with unread bytes would take back the answer
                pass
        except (OSError, ValueError):
            pass  # the client has had enough
        finally:
            with self.lock:
                self.connections.discard(connection)
            connection.close()


def read(connection):
    """One request, as far as it comes."""
    received = b""
    while b"\r\n\r\n" not in received and len(received) < REQUEST:
        piece = connection.recv(1 << 16)
        if not piece:
            return Request(received, b"")
        received += piece
    head, _, start = received.partition(b"\r\n\r\n")
    request = Request(head, start)
    length = min(int(request.headers.get("content-length") or 0), REQUEST)
    body = bytearray(start)
    while len(body) < length:
        piece = connection.recv(1 << 16)
        if not piece:
            break
        body += piece
    request.body = bytes(body)
    return request


def answer(status, body=b"", headers=()):
    """An HTTP answer as bytes."""
    lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(body)}", "Connection: close",
             *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


# ---- What is sent instead of an answer

def send(data):
    """Sends bytes."""
    return lambda connection, request: connection.sendall(data)


def say(status, body=b"", *headers):
    """Answers with a status, a body and header fields."""
    return send(answer(status, body, headers))


def page(status):
    """Answers as the login page of a hotel does: nothing of that is the server's word."""
    return say(status, b"<html><body>Please sign in to the network.</body></html>", ("Content-Type", "text/html"))


def pour(start, piece, limit=64 * MEGABYTE):
    """Sends a piece again and again, far beyond what anybody should read."""
    def behaviour(connection, request):
        connection.sendall(start)
        sent = 0
        while sent < limit:
            connection.sendall(piece)
            sent += len(piece)
    return behaviour
