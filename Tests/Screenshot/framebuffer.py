"""The screen of an Xvfb that runs with -fbdir, and PNG files of it."""

import struct
import time
import zlib

BACKGROUND = bytes([0x3D, 0x5A, 0x80])
MARGIN = 24


class Framebuffer:
    """The file that Xvfb keeps its screen in: X's window dump format, XWDFile.h."""

    def __init__(self, path):
        self.path = path

    def pixels(self):
        """The rows of the screen, three bytes a pixel: red, green, blue."""
        data = self.path.read_bytes()
        header = struct.unpack(">25I", data[:100])
        size, width, height, stride, colours = header[0], header[4], header[5], header[12], header[19]
        start = size + colours * 12
        rows = []
        for y in range(height):
            row = data[start + y * stride:start + y * stride + width * 4]
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(rgb))
        return rows

    def settled(self, calm=1.5):
        """The screen once it has not changed for so many seconds."""
        last, since = self.pixels(), time.monotonic()
        while time.monotonic() - since < calm:
            time.sleep(0.1)
            if (now := self.pixels()) != last:
                last, since = now, time.monotonic()
        return last

    def save(self, path):
        """Writes what is on the screen, cut to it, as a PNG."""
        rows = self.pixels()
        used = [y for y, row in enumerate(rows) if any(row)]
        columns = [x // 3 for row in rows for x in (_first(row), _last(row)) if x >= 0]
        top, bottom, left, right = used[0], used[-1], min(columns), max(columns)
        width = right - left + 1
        side = BACKGROUND * MARGIN
        edge = [BACKGROUND * (width + 2 * MARGIN)] * MARGIN
        # What is black is the empty screen.
        body = [side + _filled(row[left * 3:(right + 1) * 3]) + side for row in rows[top:bottom + 1]]
        path.write_bytes(png(width + 2 * MARGIN, edge + body + edge))


def _first(row):
    return next((x for x, value in enumerate(row) if value), -1)


def _last(row):
    return next((len(row) - 1 - x for x, value in enumerate(reversed(row)) if value), -1)


def _filled(row):
    pixels = (row[x:x + 3] for x in range(0, len(row), 3))
    return b"".join(pixel if any(pixel) else BACKGROUND for pixel in pixels)


def png(width, rows):
    """A PNG of rows of three bytes a pixel (RFC 2083)."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">2I5B", width, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b""))
