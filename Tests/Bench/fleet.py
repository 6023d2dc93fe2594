"""A thousand devices on one server: how many bytes each costs, and how they come back together."""

import bisect
import subprocess
import threading
import time

from mailserver import MailServer, status
from table import Row

DEVICES = 1000


class Fleet:
    """All devices, in one process; the times at which each was connected or lost."""

    def __init__(self, products, server):
        self.came, self.left = [], []
        self.process = subprocess.Popen(
            [products / "MailboxFleet", "127.0.0.1", str(server.port), server.folder / "ca.pem",
             server.folder / "devices.json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            word, _, when = line.partition(" ")
            if word in "+-":
                (self.came if word == "+" else self.left).append(float(when))

    def connected(self):
        return len(self.came) - len(self.left)

    def wait(self, count, patience):
        deadline = time.monotonic() + patience
        while self.connected() != count and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.connected() == count

    def wait_for_return(self, patience):
        """Until all have been lost and are back."""
        deadline = time.monotonic() + patience
        while len(self.left) < DEVICES or self.connected() < DEVICES:
            assert time.monotonic() < deadline, f"only {self.connected()} devices came back"
            time.sleep(0.02)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.reader.join()


def busiest_second(times):
    times = sorted(times)
    return max((bisect.bisect_left(times, start + 1) - place
                for place, start in enumerate(times)), default=0)


def rows(products):
    with MailServer(products) as server:
        empty = status(server.pid(), "VmRSS")
        server.enroll([f"dev{number}" for number in range(DEVICES)])
        server.stop()
        server.start()
        fleet = Fleet(products, server)
        try:
            assert fleet.wait(DEVICES, 120), f"only {fleet.connected()} devices connected"
            # Both have what a burst of handshakes needed, and have given back what they give back.
            time.sleep(10)
            per_server = (status(server.pid(), "VmRSS") - empty) / DEVICES
            per_agent = status(fleet.process.pid, "VmRSS") / DEVICES
            threads = status(fleet.process.pid, "Threads")
            print(f"  fleet: agents {per_agent:.0f} KiB a device in one process, "
                  f"{threads} threads for all", flush=True)
            killed = time.monotonic()
            server.kill()
            server.start()
            listening = time.monotonic() - killed
            fleet.wait_for_return(120)
            again = [when - killed for when in fleet.came if when > killed]
            half = sorted(again)[len(again) // 2]
            print(f"  fleet: back after {half:.1f} s (half of them), {max(again):.1f} s (all)",
                  flush=True)
        finally:
            fleet.stop()
    repeat = "Tests/Bench/run delivery"
    return [
        Row(f"server's memory a device, {DEVICES} over TLS", per_server, 170, "KiB", repeat),
        Row("server killed: takes connections again", listening, 3, "s", repeat),
        Row(f"server killed: all {DEVICES} devices back", max(again), 30, "s", repeat),
        Row("server killed: most connects in a second", busiest_second(again), 350, "", repeat),
    ]
