"""The way between a device and its server, and what can happen to it."""

import selectors
import socket
import threading


class Proxy:
    """Passes on what comes to a port of its own, until it is told otherwise."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.is_cut = False
        self.orders = []
        self.bell, self.ear = socket.socketpair()
        self.peers, self.selector = {}, selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ, self.accept)
        self.selector.register(self.ear, selectors.EVENT_READ, self.obey)
        threading.Thread(target=self.run, daemon=True).start()

    def cut(self):
        """Ends all connections and takes no more, until it is mended."""
        self.order(lambda: (setattr(self, "is_cut", True), self.close_all()))

    def mend(self):
        self.order(lambda: setattr(self, "is_cut", False))

    def silence(self):
        """From the connections that there are nothing comes through any more; they stay open."""
        self.order(lambda: [self.ignore(peer) for peer in self.peers])

    def order(self, action):
        self.orders.append(action)
        self.bell.send(b"!")

    # All else is the thread's.

    def run(self):
        while True:
            for key, _ in self.selector.select():
                if key.fileobj.fileno() >= 0:
                    key.data(key.fileobj)

    def obey(self, ear):
        ear.recv(1)
        self.orders.pop(0)()

    def accept(self, listener):
        near, _ = listener.accept()
        try:
            if self.is_cut:
                raise ConnectionRefusedError
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.peers[one] = other
            self.selector.register(one, selectors.EVENT_READ, self.pass_on)

    def pass_on(self, one):
        other = self.peers[one]
        try:
            data = one.recv(65536)
            if data:
                other.sendall(data)
        except OSError:
            data = b""
        if not data:
            self.close(one, other)

    def ignore(self, peer):
        if peer.fileno() >= 0 and peer in self.selector.get_map():
            self.selector.unregister(peer)

    def close_all(self):
        while self.peers:
            self.close(*next(iter(self.peers.items())))

    def close(self, *pair):
        for peer in pair:
            self.peers.pop(peer, None)
            self.ignore(peer)
            peer.close()
