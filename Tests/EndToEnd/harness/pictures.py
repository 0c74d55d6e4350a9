"""A picture server on the loopback address: it answers correctly, slowly, wrongly or not at all."""

import hashlib
import struct
import time
import zlib

from .server import LocalServer


def png(number, side=64):
    """A square in one colour, a different one for each number."""
    color = hashlib.sha256(str(number).encode()).digest()[:3]
    row = b"\0" + color * side

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * side)) + chunk(b"IEND", b""))


def bomb(side=30_000):
    """A small file that claims to be a very large picture."""
    picture = bytearray(png(0, 8))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    picture[16:29] = header
    picture[29:33] = struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return bytes(picture)


class PictureServer(LocalServer):
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
        super().__init__()
        self.base = f"http://{self.host}"

    def url(self, kind, number):
        return f"{self.base}/{kind}/{number}.png"

    def answer(self, request):
        with self.lock:
            self.requests.append(request.path)
            self.open += 1
            self.most_open = max(self.most_open, self.open)
        try:
            self._answer(request)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            with self.lock:
                self.open -= 1

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
            return request.pour("image/png", self._flood())
        return request.reply(404)

    def _send(self, request, body, etag):
        tags = [("ETag", etag)] if etag else []
        if etag and request.headers.get("If-None-Match") == etag:
            with self.lock:
                self.not_modified += 1
            request.reply(304, tags)
        else:
            request.reply(200, [("Content-Type", "image/png"), *tags], body)

    def _flood(self):
        yield png(1)[:33]
        for _ in range(1000):
            yield bytes(64 * 1024)
            with self.lock:
                self.bytes_sent += 64 * 1024
