"""A server between the app and the emulator that misbehaves as it is told."""

import http.client
import http.server
import socket
import threading
import time

from . import ports


class Fault:
    """What happens to an exchange. Without arguments it is passed on unharmed."""

    def __init__(self, delay=0.0, lose_answer=False, status=None, body=None, headers=(), endless=None,
                 applies=lambda method, path, body: True, times=None):
        """
        delay: seconds before the answer is passed on
        lose_answer: the server processes the request, then the connection is cut
        status, body, headers: the answer, made here; the server hears nothing of the request
        endless: bytes that are repeated for ever as the body of the answer
        applies: which exchanges are concerned; times: how many of them (None: all)
        """
        self.delay, self.lose_answer, self.status, self.body = delay, lose_answer, status, body
        self.headers, self.endless, self.applies, self.times = headers, endless, applies, times
        self.struck = 0


def is_write(method, path, body):
    return path.endswith(":commit")


def is_read(method, path, body):
    return path.endswith(":runQuery")


class FaultProxy:
    """Listens on a port of its own; `fault` may be changed at any time."""

    def __init__(self, target):
        self.target = target
        self.port = ports.free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.fault = Fault()
        self.requests = []  # (method, path) as they came
        self.lock = threading.Lock()
        self.server = None
        self.start()

    def start(self):
        """Accepts connections again."""
        if self.server is None:
            self.server = Server(("127.0.0.1", self.port), self)
            threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        """Ends all connections; new ones are refused."""
        server, self.server = self.server, None
        if server:
            server.shutdown()
            server.server_close()
            server.cut_connections()

    def strike(self, method, path, body):
        """The fault that this exchange meets."""
        with self.lock:
            self.requests.append((method, path))
            fault = self.fault
            if not fault.applies(method, path, body):
                return Fault()
            if fault.times is not None and fault.struck >= fault.times:
                return Fault()
            fault.struck += 1
            return fault


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def __init__(self, address, proxy):
        self.proxy = proxy
        self.connections = set()
        super().__init__(address, Handler)

    def cut_connections(self):
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def handle_error(self, request, client_address):
        pass  # a client that went away


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self):
        self.server.connections.discard(self.connection)
        super().finish()

    def log_message(self, *arguments):
        pass

    def exchange(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.server.proxy.strike(self.command, self.path, body)
        if fault.endless is not None:
            return self.pour(fault.endless)
        if fault.status is not None:
            time.sleep(fault.delay)
            return self.reply(fault.status, fault.headers, fault.body or b"")
        status, headers, answer = self.forward(body)
        time.sleep(fault.delay)
        if fault.lose_answer:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return None
        return self.reply(status, headers, answer)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = exchange

    def forward(self, body):
        host, port = self.server.proxy.target.split(":")
        server = http.client.HTTPConnection(host, int(port), timeout=60)
        hop = ("host", "connection", "accept-encoding", "content-length")
        headers = {name: value for name, value in self.headers.items() if name.lower() not in hop}
        try:
            server.request(self.command, self.path, body or None, headers)
            answer = server.getresponse()
            kept = [(name, value) for name, value in answer.getheaders()
                    if name.lower() in ("content-type", "retry-after")]
            return answer.status, kept, answer.read()
        except OSError:
            return 502, [], b""
        finally:
            server.close()

    def reply(self, status, headers, body):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def pour(self, piece):
        """Sends until the other side has enough."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.close_connection = True
        while True:
            self.wfile.write(piece * 1000)
