"""What the HTTP servers of the harness have in common."""

import http.server
import socket
import threading

from . import ports


class LocalServer:
    """Listens on a port of its own on the loopback address. It can be stopped and started again at that port.

    Each request is answered by `answer`, in a thread of its own.
    """

    def __init__(self):
        self.port = ports.free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.lock = threading.Lock()
        self.server = None
        self.start()

    def start(self):
        """Accepts connections again."""
        if self.server is None:
            self.server = _Server(("127.0.0.1", self.port), self)
            threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        """Ends all connections; new ones are refused."""
        server, self.server = self.server, None
        if server:
            server.shutdown()
            server.server_close()
            server.cut_connections()

    def answer(self, request):
        """Answers a request, see `Request`."""
        raise NotImplementedError


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, address, owner):
        self.owner = owner
        self.connections = set()
        super().__init__(address, Request)

    def cut_connections(self):
        for connection in list(self.connections):
            shut(connection)

    def handle_error(self, request, client_address):
        pass  # a client that went away


class Request(http.server.BaseHTTPRequestHandler):
    """A request as http.server gives it, with its whole body."""

    protocol_version = "HTTP/1.1"
    body = b""

    def setup(self):
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self):
        self.server.connections.discard(self.connection)
        super().finish()

    def log_message(self, *arguments):
        pass

    def exchange(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.owner.answer(self)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = exchange
    do_OPTIONS = do_PROPFIND = do_PROPPATCH = do_REPORT = do_MKCALENDAR = do_MKCOL = do_MOVE = exchange

    def reply(self, status, headers=(), body=b""):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def pour(self, content_type, pieces):
        """Sends a body whose end is not announced, until the other side has enough or nothing is left."""
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(piece)

    def cut(self):
        """Ends the connection without an answer."""
        self.close_connection = True
        shut(self.connection)


def shut(end):
    """Ends a connection, whatever state it is in."""
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
