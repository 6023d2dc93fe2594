"""How long a message takes from the sender to the screen, against plain libnats at the same load."""

import statistics
import subprocess
import time

from mailserver import MailServer
from table import Row

ROUNDS = 3
SECONDS = 5
RATES = (500, 2000)
# A device without an agent.
PEER = "peer"


class Agent:
    """The agent, and what its screen was shown."""

    def __init__(self, products, server, device):
        self.record = server.path("record")
        profile = server.path(f"keys/{device}.profile.json")
        self.process = subprocess.Popen(
            [products / "RecordingAgent", profile, server.path(f"state-{device}"), self.record],
            stdin=subprocess.PIPE)
        self.seen = 0

    def lines(self):
        try:
            return self.record.read_text().splitlines()
        except FileNotFoundError:
            return []

    def wait_until_connected(self):
        deadline = time.monotonic() + 30
        while not any(line.startswith("# connected") for line in self.lines()):
            assert time.monotonic() < deadline, self.lines()
            time.sleep(0.05)

    def latencies(self, count):
        """Of the next so many that were shown, in seconds."""
        deadline = time.monotonic() + 120
        while True:
            shown = [line for line in self.lines() if not line.startswith("#")]
            if len(shown) >= self.seen + count:
                break
            assert time.monotonic() < deadline, f"{len(shown) - self.seen} of {count} shown"
            time.sleep(0.2)
        new = shown[self.seen:self.seen + count]
        self.seen += count
        return [(int(when) - int(sent)) / 1e9 for when, sent in map(str.split, new)]

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def tool(products, server, *words):
    user = server.provider()
    return [products / "PlainNATS", f"tls://127.0.0.1:{server.port}", server.folder / "ca.pem",
            user["user"], user["password"], *map(str, words)]


def heard(products, server, listen, send, count, rate):
    """What PlainNATS hears of what PlainNATS sends."""
    listener = subprocess.Popen(tool(products, server, *listen, count), stdout=subprocess.PIPE,
                                text=True)
    assert listener.stdout.readline() == "ready\n"
    subprocess.run(tool(products, server, *send, count, rate), check=True)
    received = [line.split() for line in listener.stdout]
    listener.wait()
    return [(int(when) - int(sent)) / 1e9 for when, sent in received]


def plain(products, server, count, rate):
    subject = "bench.plain"
    return heard(products, server, ("subscribe", subject), ("publish", subject), count, rate)


def mailbox(products, server, count, rate):
    """A mailbox emptied by the least that could: what JetStream itself takes."""
    return heard(products, server, ("take", PEER), ("mail", PEER), count, rate)


def mail(products, server, agent, count, rate):
    subprocess.run(tool(products, server, "mail", "bench", count, rate), check=True)
    return agent.latencies(count)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1e6


def rows(products):
    result = []
    with MailServer(products) as server:
        server.enroll(["bench", PEER], "--ssid", "Bench", "--host", "127.0.0.1",
                      "--max-messages", "200000", "--max-bytes", "256M")
        agent = Agent(products, server, "bench")
        try:
            agent.wait_until_connected()
            for rate in RATES:
                count = rate * SECONDS
                measured = {"plain": [], "mailbox": [], "mail": []}
                for _ in range(ROUNDS):
                    measured["plain"].append(plain(products, server, count, rate))
                    measured["mailbox"].append(mailbox(products, server, count, rate))
                    measured["mail"].append(mail(products, server, agent, count, rate))
                half, rare = (
                    {name: statistics.median(percentile(times, share) for times in rounds)
                     for name, rounds in measured.items()} for share in (0.5, 0.99))
                ours, peer = half["mail"], half["plain"]
                print(f"  latency at {rate}/s: p99 {rare['mail']:.0f} µs, "
                      f"plain {rare['plain']:.0f} µs; libnats on a mailbox: p50 "
                      f"{half['mailbox']:.0f} µs, p99 {rare['mailbox']:.0f} µs", flush=True)
                result.append(Row(f"sent → on the screen, {rate}/s over TLS, p50", ours, 1.3, "µs",
                                  "Tests/Bench/run delivery", "libnats pub/sub", peer))
        finally:
            agent.stop()
    return result
