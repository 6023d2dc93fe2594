"""A `simplepush server` of a measurement's own, and what is needed to talk to it."""

import json
import os
import resource
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path


def raise_limits():
    """A thousand devices need some thousands of descriptors, here and in what is started here."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def status(pid, key):
    """A figure of /proc/PID/status in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    raise KeyError(key)


class MailServer:
    def __init__(self, products, address="127.0.0.1", namespace=None, names=()):
        raise_limits()
        self.products = products
        self.scratch = tempfile.TemporaryDirectory(prefix="localpush-bench-")
        self.folder = Path(self.scratch.name) / "server"
        self.address, self.port, self.namespace = address, free_port(), namespace
        self.names = names
        self.process = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.scratch.cleanup()

    def path(self, name):
        return Path(self.scratch.name) / name

    def inside(self, command):
        if not self.namespace:
            return command
        return ["ip", "netns", "exec", self.namespace, *command]

    def start(self):
        """Starts the server where it does not run; returns once it takes connections."""
        words = [self.products / "simplepush", "server", "--folder", self.folder,
                 "--port", str(self.port), "--address", self.address, "--storage", "4G"]
        for name in self.names:
            words += ["--name", name]
        with open(self.path("log"), "ab") as log:
            self.process = subprocess.Popen(self.inside(words), stdout=log, stderr=log)
        deadline = time.monotonic() + 30
        while not self.is_serving():
            assert time.monotonic() < deadline, self.path("log").read_text()[-2000:]
            time.sleep(0.01)

    def pid(self):
        return int((self.folder / "nats-server.pid").read_text())

    def is_serving(self):
        try:
            pid = self.pid()
            os.kill(pid, 0)
            return (self.folder / f"nats-server_{pid}.ports").exists()
        except (OSError, ValueError):
            return False

    def kill(self):
        """Kills nats-server, as a crash would, and waits for what ran it to end."""
        os.kill(self.pid(), signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            # In another namespace it is `ip` that was started; both get what nats-server gets.
            try:
                os.kill(self.pid(), signal.SIGCONT)
            except (OSError, ValueError):
                pass
            self.process.terminate()
            self.process.wait()

    def run(self, *words, check=True):
        command = [self.products / "simplepush", *map(str, words), "--folder", self.folder]
        done = subprocess.run(self.inside(command), capture_output=True, text=True)
        assert done.returncode == 0 or not check, f"{words[0]}: {done.stderr[-2000:]}"
        return done

    def enroll(self, devices, *options):
        self.run("enroll", *devices, "--output", self.path("keys"), *options)

    def profile(self, device):
        return json.loads(self.path(f"keys/{device}.profile.json").read_text())

    def provider(self):
        return json.loads((self.folder / "provider.json").read_text())
