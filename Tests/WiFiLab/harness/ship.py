"""A ship: an access point, addresses, and a server for messages, in a network namespace of its own."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from .air import inside, run
from .waiting import DEADLINE, until

SSID = "Cruise Ship Wi-Fi"
SIMPLEPUSH = "/lab/bin/simplepush"
NAMESPACE, ADDRESS = "ship", "10.7.0.1"
ADDRESSES = """\
interface {interface}
start 10.7.0.20
end 10.7.0.90
lease_file {folder}/leases
pidfile {folder}/udhcpd.pid
opt subnet 255.255.255.0
opt router {address}
"""


class Ship:
    def __init__(self, air, folder="/run/ship"):
        self.folder = Path(folder)
        self.folder.mkdir()
        run("ip", "netns", "add", NAMESPACE)
        run(*self.inside("ip", "link", "set", "lo", "up"))
        self.server = self.start_program("server", "--name", ADDRESS, "--storage", "64M")
        self.point = air.access_point(SSID, namespace=NAMESPACE)
        interface = self.point.radio.interface
        run(*self.inside("ip", "address", "add", f"{ADDRESS}/24", "dev", interface))
        settings = self.folder / "udhcpd.conf"
        (self.folder / "leases").touch()
        settings.write_text(
            ADDRESSES.format(interface=interface, folder=self.folder, address=ADDRESS))
        with open(self.folder / "udhcpd.log", "ab") as log:
            subprocess.Popen(self.inside("busybox", "udhcpd", "-f", settings),
                             stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.until_serving()

    def inside(self, *command):
        return inside(NAMESPACE, *command)

    # The server.

    def start_program(self, *words):
        with open(self.folder / "server.log", "ab") as log:
            return subprocess.Popen(
                self.inside(SIMPLEPUSH, *words, "--folder", self.folder / "server"),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def pid(self):
        """The process number of nats-server."""
        return int((self.folder / "server/nats-server.pid").read_text())

    def until_serving(self):
        def serving():
            os.kill(self.pid(), 0)
            return (self.folder / f"server/nats-server_{self.pid()}.ports").exists()

        until("the ship's server takes connections", serving)

    def kill_server(self):
        """As a crash does; `simplepush server` ends with it."""
        os.kill(self.pid(), signal.SIGKILL)
        self.server.wait(DEADLINE)

    def restart_server(self):
        self.server = self.start_program("server")
        self.until_serving()

    def freeze_server(self, frozen=True):
        """Stops it where it is: its connections stand, and nothing comes from it."""
        os.kill(self.pid(), signal.SIGSTOP if frozen else signal.SIGCONT)

    # What people on board do.

    def command(self, *words, status=0):
        """What a command of simplepush prints; fails when its exit status is not the one expected."""
        done = subprocess.run(
            self.inside(SIMPLEPUSH, *map(str, words), "--folder", self.folder / "server"),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=DEADLINE)
        told = f"simplepush {words}: exit status {done.returncode}\n{done.stdout}{done.stderr}"
        assert done.returncode == status, told
        return done.stdout

    def enroll(self, *devices):
        """Makes mailboxes; the profile of each device."""
        keys = self.folder / "keys"
        self.command("enroll", *devices, "--output", keys, "--ssid", SSID, "--host", ADDRESS)
        return [json.loads((keys / f"{device}.profile.json").read_text()) for device in devices]

    def send(self, device, text, *options):
        self.command("send", "--to", device, "--text", text, *options)

    def call(self, device, caller, *options):
        """When the call was sent."""
        self.command("send", "--to", device, "--call", caller, *options)
        return time.monotonic()
