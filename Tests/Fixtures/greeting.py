#!/usr/bin/python3 -B
"""A NATS server that ceases to be one after the greeting: greeting.py CERTIFICATE KEY MANNER

Prints its port. In the manner `handshake` it is silent from the TLS handshake on, in `silent` after it;
in `garbage` it then answers what is no TLS. `slow-handshake` and `slow` say what would be right, but a
byte now and then, and never get to the end of it. `plain-silent` and `plain-slow` do without TLS.
"""

import contextlib
import os
import socket
import ssl
import sys
import threading
import time

INFO = (b'INFO {"server_id":"x","version":"2.9.10","proto":1,"headers":true,"max_payload":65536,'
        b'"tls_required":true,"auth_required":true}\r\n')

PLAIN_INFO = INFO.replace(b'"tls_required":true', b'"tls_required":false')

PAUSE = 0.2


def drip(send, content):
    """Sends it a byte at a time."""
    for byte in content:
        send(bytes([byte]))
        time.sleep(PAUSE)


def shake_hands_slowly(plain):
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    session = context.wrap_bio(incoming, outgoing, server_side=True)
    while True:
        received = plain.recv(4096)
        if not received:
            raise ConnectionResetError
        incoming.write(received)
        try:
            session.do_handshake()
        except ssl.SSLWantReadError:
            drip(plain.sendall, outgoing.read())


def serve_without_tls(plain):
    plain.sendall(PLAIN_INFO)
    plain.recv(4096)
    if manner == "plain-slow":
        drip(plain.sendall, b"+" * 10_000)


def serve(plain):
    if manner.startswith("plain-"):
        serve_without_tls(plain)
        return
    plain.sendall(INFO)
    if manner == "handshake":
        return
    if manner == "slow-handshake":
        shake_hands_slowly(plain)
    secure = context.wrap_socket(plain, server_side=True)
    kept.append(secure)
    secure.recv(4096)
    if manner == "garbage":
        os.write(secure.fileno(), b"\x17\x03\x03\x00\x20" + b"x" * 32)
    elif manner == "slow":
        drip(secure.sendall, b"+" * 10_000)


def serve_patiently(plain):
    """The other side may go at any time."""
    with contextlib.suppress(OSError):
        serve(plain)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
certificate, key, manner = sys.argv[1:]
context.load_cert_chain(certificate, key)
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
# Nothing is closed.
kept = []
while True:
    kept.append(listener.accept()[0])
    threading.Thread(target=serve_patiently, args=kept[-1:], daemon=True).start()
