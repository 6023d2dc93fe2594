"""A peer on a D-Bus bus, for stand-ins of services: the wire format of the D-Bus specification,
little-endian, with nothing but the standard library."""

import os
import socket
import struct

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
# Header fields, each with its signature.
FIELDS = {"path": (1, "o"), "interface": (2, "s"), "member": (3, "s"), "error": (4, "s"),
          "reply": (5, "u"), "destination": (6, "s"), "sender": (7, "s"), "signature": (8, "g"),
          "descriptors": (9, "u")}
NAMES = {number: name for name, (number, _) in FIELDS.items()}
BUS = {"path": "/org/freedesktop/DBus", "interface": "org.freedesktop.DBus",
       "destination": "org.freedesktop.DBus"}

FIXED = {"y": "<B", "b": "<I", "n": "<h", "q": "<H", "i": "<i", "u": "<I", "h": "<I", "x": "<q",
         "t": "<Q", "d": "<d"}
ALIGNMENT = {"s": 4, "o": 4, "a": 4, "g": 1, "v": 1, "(": 8, "{": 8}


def types(signature):
    """The complete types that a signature is made of."""
    begin = depth = 0
    for place, letter in enumerate(signature, 1):
        depth += (letter in "({") - (letter in ")}")
        if letter != "a" and depth == 0:
            yield signature[begin:place]
            begin = place


def alignment(kind):
    return struct.calcsize(FIXED[kind]) if kind in FIXED else ALIGNMENT[kind[0]]


def marshal(signature, values):
    out = bytearray()
    for kind, value in zip(types(signature), values):
        write(out, kind, value)
    return bytes(out)


def pad(out, size):
    out += b"\0" * (-len(out) % size)


def write(out, kind, value):
    """Adds one value; a variant is a pair of its signature and its content."""
    pad(out, alignment(kind))
    if kind in FIXED:
        out += struct.pack(FIXED[kind], value)
    elif kind in ("s", "o"):
        text = value.encode()
        out += struct.pack("<I", len(text)) + text + b"\0"
    elif kind == "g":
        out += bytes([len(value)]) + value.encode() + b"\0"
    elif kind == "v":
        write(out, "g", value[0])
        write(out, value[0], value[1])
    elif kind[0] == "a":
        write_array(out, kind[1:], value)
    else:
        for part, content in zip(types(kind[1:-1]), value):
            write(out, part, content)


def write_array(out, kind, values):
    place = len(out)
    out += bytes(4)
    pad(out, alignment(kind))
    begin = len(out)
    for value in values.items() if isinstance(values, dict) else values:
        write(out, kind, value)
    struct.pack_into("<I", out, place, len(out) - begin)


def unmarshal(signature, data, offset=0):
    values = []
    for kind in types(signature):
        value, offset = read(kind, data, offset)
        values.append(value)
    return values, offset


def read(kind, data, offset):
    """One value and where the next begins; of a variant its content, of a dictionary a dict."""
    offset += -offset % alignment(kind)
    if kind in FIXED:
        return struct.unpack_from(FIXED[kind], data, offset)[0], offset + alignment(kind)
    if kind in ("s", "o"):
        length, = struct.unpack_from("<I", data, offset)
        return data[offset + 4:offset + 4 + length].decode(), offset + length + 5
    if kind == "g":
        length = data[offset]
        return data[offset + 1:offset + 1 + length].decode(), offset + length + 2
    if kind == "v":
        inner, offset = read("g", data, offset)
        return read(inner, data, offset)
    if kind[0] == "a":
        return read_array(kind[1:], data, offset)
    return unmarshal(kind[1:-1], data, offset)


def read_array(kind, data, offset):
    length, = struct.unpack_from("<I", data, offset)
    offset += 4 + -(offset + 4) % alignment(kind)
    values, end = [], offset + length
    while offset < end:
        value, offset = read(kind, data, offset)
        values.append(value)
    return (dict(values) if kind[0] == "{" else values), offset


class Message:
    """One message that has come."""

    def __init__(self, kind, serial, fields, body):
        self.kind, self.serial, self.fields, self.body = kind, serial, fields, body

    @property
    def member(self):
        return self.fields.get("member")

    @property
    def values(self):
        return unmarshal(self.fields.get("signature", ""), self.body)[0]


class Peer:
    """A connection to the bus at a socket."""

    def __init__(self, path, name=None):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(str(path))
        self.serial = 0
        self.pending = b""
        self.socket.send(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        assert self.socket.recv(512).startswith(b"OK")
        self.socket.send(b"NEGOTIATE_UNIX_FD\r\n")
        assert self.socket.recv(512).startswith(b"AGREE")
        self.socket.send(b"BEGIN\r\n")
        self.send(CALL, BUS | {"member": "Hello"})
        if name:
            self.send(CALL, BUS | {"member": "RequestName"}, "su", [name, 4])

    def send(self, kind, fields, signature="", values=(), descriptors=()):
        """Sends a message; its serial."""
        self.serial += 1
        body = marshal(signature, values)
        fields = fields | ({"signature": signature} if signature else {})
        fields |= {"descriptors": len(descriptors)} if descriptors else {}
        message = bytearray(
            struct.pack("<BBBBII", ord("l"), kind, 0, 1, len(body), self.serial))
        write(message, "a(yv)", [(FIELDS[name][0], (FIELDS[name][1], value))
                                 for name, value in fields.items()])
        pad(message, 8)
        message += body
        sent = socket.send_fds(self.socket, [message], descriptors)
        self.socket.sendall(message[sent:])
        return self.serial

    def reply(self, call, signature="", values=(), descriptors=()):
        fields = {"reply": call.serial, "destination": call.fields["sender"]}
        self.send(RETURN, fields, signature, values, descriptors)

    def fail(self, call, error):
        fields = {"reply": call.serial, "destination": call.fields["sender"], "error": error}
        self.send(ERROR, fields)

    def receive(self):
        """Waits for something to come, and yields the messages that are complete; EOFError when
        the bus is gone."""
        data = self.socket.recv(65536)
        if not data:
            raise EOFError("the bus is gone")
        self.pending += data
        while len(self.pending) >= 16:
            _, kind, _, _, length, serial, size = struct.unpack_from("<BBBBIII", self.pending)
            start = 16 + size + (-size % 8)
            if len(self.pending) < start + length:
                return
            entries, _ = read("a(yv)", self.pending, 12)
            body = self.pending[start:start + length]
            self.pending = self.pending[start + length:]
            yield Message(kind, serial, {NAMES.get(number): value for number, value in entries},
                          body)
