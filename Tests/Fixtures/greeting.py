#!/usr/bin/python3 -B
"""A NATS server that ceases to be one after the greeting: greeting.py CERTIFICATE KEY handshake|silent|garbage

Prints its port. `handshake` is silent from the TLS handshake on, `silent` after it; `garbage` then
answers what is no TLS.
"""

import os
import socket
import ssl
import sys

INFO = (b'INFO {"server_id":"x","version":"2.9.10","proto":1,"headers":true,"max_payload":65536,'
        b'"tls_required":true,"auth_required":true}\r\n')

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
# Nothing is closed.
kept = []
while True:
    plain, _ = listener.accept()
    plain.sendall(INFO)
    kept.append(plain)
    if sys.argv[3] == "handshake":
        continue
    try:
        secure = context.wrap_socket(plain, server_side=True)
        secure.recv(4096)
    except OSError:
        continue
    kept.append(secure)
    if sys.argv[3] == "garbage":
        os.write(secure.fileno(), b"\x17\x03\x03\x00\x20" + b"x" * 32)
