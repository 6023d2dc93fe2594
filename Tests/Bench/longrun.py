#!/usr/bin/python3 -B
"""Messages to two devices over TLS while everything fails that can fail on the way.

    longrun.py [--products DIR] [--messages N] [--rate N] [--seed N] [--no-tags]

Real parts: `simplepush server`, `simplepush provider` as the service runs it, a bus. Exit status 0: each
message was shown, once, in the order in which it was sent. --no-tags is a notification server that
does not know a message again: then one that an agent was killed over is shown twice.
"""

import argparse
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

from agent import NETWORK, Agent
from desktop import Desktop, wait_for
from mailserver import MailServer
from proxy import Proxy
from sender import Sender
from table import Row

DEVICES = ("alpha", "bravo")
MESSAGES, RATE, SEED = 10_000, 200, 7
# How many of each are in a long run. A short one has one of each.
FAULTS = {"kill the server": 5, "stop the server for a while": 3, "kill an agent": 8,
          "kill an agent that is showing": 10, "flap the link": 10, "silence the link": 5}


class Device:
    """A device: its agent, its way to the server, and who sends to it."""

    def __init__(self, name, server, desktop):
        self.name = name
        self.proxy = Proxy(server.port)
        self.sender = Sender(server)
        self.sent = 0
        profile = server.profile(name)
        profile["providerConfiguration"]["port"] = self.proxy.port
        self.agent = Agent(server.products, profile, desktop, server.path(f"{name}.log"))

    def send(self, count, pause):
        for number in range(count):
            self.sender.send(self.name, f"{self.name}-{number}", f"{self.name} {number}")
            self.sent += 1
            # In bursts.
            if number % 25 == 24:
                time.sleep(25 * pause)


class Faults:
    """What goes wrong. Each returns once it is over, not once all is well again."""

    def __init__(self, server, desktop, devices, chance):
        self.server, self.desktop, self.devices, self.chance = server, desktop, devices, chance

    def inject(self, fault):
        getattr(self, fault.replace(" ", "_"))(self.chance.choice(self.devices))

    def kill_the_server(self, _):
        self.server.kill()
        self.server.start()

    def stop_the_server_for_a_while(self, _):
        os.kill(self.server.pid(), signal.SIGSTOP)
        # The link says that something changed, so agents ask whether the server is still there.
        for device in self.devices:
            device.agent.tell("networkChanged", network=NETWORK)
        time.sleep(self.chance.uniform(1, 6))
        os.kill(self.server.pid(), signal.SIGCONT)

    def kill_an_agent(self, device):
        device.agent.process.kill()
        device.agent.restart()

    def kill_an_agent_that_is_showing(self, device):
        self.desktop.tell("murder", device.agent.process.pid, device.name)
        device.agent.restart()

    def flap_the_link(self, device):
        device.proxy.cut()
        time.sleep(self.chance.uniform(0.05, 1))
        device.proxy.mend()
        device.agent.tell("networkChanged", network=NETWORK)

    def silence_the_link(self, device):
        device.proxy.silence()
        device.agent.tell("networkChanged", network=NETWORK)


def plan(messages, chance):
    """The faults in the order in which they happen."""
    whole = messages >= MESSAGES
    faults = [fault for fault, count in FAULTS.items() for _ in range(count if whole else 1)]
    chance.shuffle(faults)
    return faults


def send_through_faults(devices, faults, each, rate):
    begun = time.monotonic()
    senders = [threading.Thread(target=device.send, args=(each, len(devices) / rate), daemon=True)
               for device in devices]
    for sender in senders:
        sender.start()
    for number, fault in enumerate(faults.plan, 1):
        due = each * len(devices) * number // (len(faults.plan) + 1)
        wait_for(lambda: sum(device.sent for device in devices) >= due, f"{due} are sent", 120)
        faults.inject(fault)
        print(f"  {time.monotonic() - begun:5.1f} s  {due} sent: {fault}", file=sys.stderr,
              flush=True)
    for sender in senders:
        sender.join(300)
        assert not sender.is_alive(), "not all could be sent"


def account(desktop, devices, each):
    """What each device was shown: how many were lost, shown twice, out of order, and shown again in the
    place where they were."""
    shown = desktop.notes("shown")
    lost = twice = disordered = again = 0
    for device in devices:
        texts = [note for note in shown if note["body"].startswith(device.name + " ")]
        fresh = [int(note["body"].split()[1]) for note in texts if note["isNew"]]
        again += len(texts) - len(fresh)
        lost += each - len(set(fresh))
        twice += len(fresh) - len(set(fresh))
        first = list(dict.fromkeys(fresh))
        disordered += sum(one > other for one, other in zip(first, first[1:]))
    return {"lost": lost, "twice": twice, "disordered": disordered, "again": again}


def run(products, messages=MESSAGES, rate=RATE, seed=SEED, options=()):
    """Sends through all faults; what became of it."""
    chance = random.Random(seed)
    each = messages // len(DEVICES)
    with MailServer(products) as server:
        server.enroll(DEVICES, "--ssid", "Ship", "--host", "127.0.0.1", "--max-messages", "20000",
                      "--max-bytes", "64M")
        desktop = Desktop(server.path("desktop"), *options)
        devices = [Device(name, server, desktop) for name in DEVICES]
        try:
            faults = Faults(server, desktop, devices, chance)
            faults.plan = plan(messages, chance)
            send_through_faults(devices, faults, each, rate)
            try:
                wait_for(lambda: account(desktop, devices, each)["lost"] == 0, "all are shown", 120)
            except AssertionError:
                for device in devices:
                    print(device.agent.log.read_text()[-3000:], file=sys.stderr)
            result = account(desktop, devices, each)
        finally:
            for device in devices:
                device.agent.stop()
            desktop.stop()
    murders = faults.plan.count("kill an agent that is showing")
    return result | {"faults": len(faults.plan), "murders": murders,
                     "resent": sum(device.sender.again for device in devices)}


def told(result, messages):
    return (f"{messages} messages over TLS through {result['faults']} faults: {result['lost']} lost, "
            f"{result['twice']} shown twice, {result['disordered']} out of order; "
            f"{result['again']} shown again in their place, agents killed over {result['murders']}, "
            f"{result['resent']} sent again")


def rows(products):
    result = run(products)
    print(f"  long run: {told(result, MESSAGES)}", flush=True)
    bad = result["lost"] + result["twice"] + result["disordered"]
    return [Row(f"{MESSAGES:,} messages, {result['faults']} faults: lost, twice, out of order", bad, 0,
                "", "Tests/Bench/longrun.py")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--products", type=Path, help="the folder of the built programs",
                        default=Path(__file__).resolve().parents[2] / ".build/release")
    parser.add_argument("--messages", type=int, default=MESSAGES)
    parser.add_argument("--rate", type=int, default=RATE, help="messages a second")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--no-tags", action="store_true")
    chosen = parser.parse_args()
    options = ["--no-tags"] if chosen.no_tags else []
    result = run(chosen.products.resolve(), chosen.messages, chosen.rate, chosen.seed, options)
    print(told(result, chosen.messages))
    return 1 if result["lost"] + result["twice"] + result["disordered"] else 0


if __name__ == "__main__":
    sys.exit(main())
