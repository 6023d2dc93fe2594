"""A sender of messages to mailboxes that does not let go before each is stored: NATS over TLS."""

import json
import secrets
import socket
import ssl
import time


class Sender:
    """One connection, made again whenever it ends. One message at a time, so that they stay in order."""

    def __init__(self, server):
        self.port, self.user = server.port, server.provider()
        self.context = ssl.create_default_context(cafile=server.folder / "ca.pem")
        # Another sender's answers must not be taken for ours.
        self.inbox = f"_INBOX.{secrets.token_hex(8)}"
        self.stream = None
        # Sent again because no word came that it was stored.
        self.again = 0

    def send(self, device, identifier, text):
        """Returns once the message is stored; the server knows by the id whether it has it already."""
        body = json.dumps({"aps": {"alert": {"body": text}}}).encode()
        headers = "".join(f"{name}: {value}\r\n" for name, value in (
            ("Nats-Msg-Id", identifier), ("Push-Kind", "notification"),
            ("Push-Sent", time.time_ns() // 1_000_000)))
        head = f"NATS/1.0\r\n{headers}\r\n".encode()
        line = (f"HPUB push.{device}.app.{identifier} {self.inbox} "
                f"{len(head)} {len(head + body)}")
        message = line.encode() + b"\r\n" + head + body + b"\r\n"
        while True:
            try:
                if not self.stream:
                    self.connect()
                self.stream.sendall(message)
                answer = self.answer()
                assert "error" not in answer, answer
                return
            except OSError:
                self.again += 1
                self.close()
                time.sleep(0.05)

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.recv(65536)
        self.stream = self.context.wrap_socket(plain, server_hostname="127.0.0.1")
        self.file = self.stream.makefile("rb")
        words = {"verbose": False, "pedantic": False, "tls_required": True, "headers": True,
                 "user": self.user["user"], "pass": self.user["password"]}
        self.stream.sendall(f"CONNECT {json.dumps(words)}\r\nSUB {self.inbox} 1\r\n".encode())

    def answer(self):
        while True:
            words = self.file.readline().split()
            if not words:
                raise ConnectionResetError("the server is gone")
            if words[0] == b"PING":
                self.stream.sendall(b"PONG\r\n")
            if words[0] == b"MSG":
                body = self.file.read(int(words[-1]) + 2)
                if not body.endswith(b"\r\n"):
                    raise ConnectionResetError("the server is gone")
                return json.loads(body)

    def close(self):
        if self.stream:
            self.stream.close()
        self.stream = None
