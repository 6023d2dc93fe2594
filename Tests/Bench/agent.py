"""`simplepush provider`, run as the service runs it."""

import json
import subprocess
from pathlib import Path

NETWORK = {"ssid": "Ship", "ssidHex": "53686970", "interface": "lo", "protected": True}


class Agent:
    """The agent of an enrolled device, on a desktop."""

    def __init__(self, products, profile, desktop, log):
        self.program = products / "simplepush"
        self.profile, self.desktop, self.log = profile, desktop, log
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "provider"], stdin=subprocess.PIPE, stdout=log, stderr=log,
                env=self.desktop.environment)
        self.tell("start", protocol=1, profile=self.profile["name"], network=NETWORK,
                  providerConfiguration=self.profile["providerConfiguration"])

    def tell(self, message, **body):
        try:
            self.process.stdin.write(json.dumps({message: body}).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def says(self, text):
        return text in self.log.read_text()

    def restart(self):
        """As the service does once it was killed."""
        self.process.wait(60)
        self.start()

    def stop(self):
        self.process.stdin.close()
        self.process.wait(30)

    def status(self, key):
        """A figure of /proc/PID/status, in KiB where it is an amount of memory."""
        return figure(Path(f"/proc/{self.process.pid}"), key)

    def wake_ups(self):
        """How often its threads have stopped waiting."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(figure(thread, "voluntary_ctxt_switches") for thread in threads)


def figure(process, key):
    for line in (process / "status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    raise KeyError(key)
