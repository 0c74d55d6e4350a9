"""A server of pictures on loopback that behaves as a test wants: well, slowly, wrongly or not at all."""

import hashlib
import struct
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def png(number, side=64):
    """A square of one colour, another one for each number."""
    color = hashlib.sha256(str(number).encode()).digest()[:3]
    row = b"\0" + color * side

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * side)) + chunk(b"IEND", b""))


def bomb(side=30_000):
    """A small file that says it is very large."""
    picture = bytearray(png(0, 8))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    picture[16:29] = header
    picture[29:33] = struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return bytes(picture)


class PictureServer:
    """Answers at /KIND/NUMBER.png.

    good: a picture with an ETag; slow: the same after `slowness` seconds; broken: cut off in the middle;
    huge: megabytes without end; bomb: a few bytes that claim 30 000 × 30 000 pixels; wrong: a page that
    says it is a picture; missing: 404.
    """

    def __init__(self, slowness=1.0):
        self.slowness = slowness
        self.requests = []
        self.not_modified = 0
        self.bytes_sent = 0
        self.open = 0
        self.most_open = 0
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                with outer._lock:
                    outer.requests.append(self.path)
                    outer.open += 1
                    outer.most_open = max(outer.most_open, outer.open)
                try:
                    outer._answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                finally:
                    with outer._lock:
                        outer.open -= 1

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, *_):
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def url(self, kind, number):
        return f"{self.base}/{kind}/{number}.png"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, request):
        _, kind, name = request.path.split("/")
        number = int(name.removesuffix(".png"))
        if kind == "slow":
            time.sleep(self.slowness)
        if kind in ("good", "slow"):
            return self._send(request, png(number), f'"{kind}{number}"')
        if kind == "broken":
            return self._send(request, png(number, 256)[:120], None)
        if kind == "bomb":
            return self._send(request, bomb(), None)
        if kind == "wrong":
            return self._send(request, b"<html>not a picture</html>", None)
        if kind == "huge":
            return self._flood(request)
        request.send_error(404)
        return None

    def _send(self, request, body, etag):
        if etag and request.headers.get("If-None-Match") == etag:
            with self._lock:
                self.not_modified += 1
            request.send_response(304)
            request.send_header("ETag", etag)
            request.end_headers()
            return
        request.send_response(200)
        request.send_header("Content-Type", "image/png")
        request.send_header("Content-Length", str(len(body)))
        if etag:
            request.send_header("ETag", etag)
        request.end_headers()
        request.wfile.write(body)

    def _flood(self, request):
        request.send_response(200)
        request.send_header("Content-Type", "image/png")
        request.send_header("Connection", "close")
        request.end_headers()
        request.wfile.write(png(1)[:33])
        for _ in range(1000):
            request.wfile.write(bytes(64 * 1024))
            with self._lock:
                self.bytes_sent += 64 * 1024
