"""A hostile server: it reads a request, then a function of the test decides what happens to the connection."""

import socket
import threading

from . import ports
from .server import shut

#: The most that is read of a request.
REQUEST = 1 << 20


class Request:
    """A request: method, path and body, as far as they arrived."""

    def __init__(self, head, body):
        words = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
        self.method, self.path = (words + ["", ""])[:2]
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
    head, _, body = received.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = min(int(value), REQUEST)
    while len(body) < length:
        piece = connection.recv(1 << 16)
        if not piece:
            break
        body += piece
    return Request(head, body)


def answer(status, body=b"", headers=()):
    """An HTTP answer as bytes."""
    lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(body)}", "Connection: close",
             *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
