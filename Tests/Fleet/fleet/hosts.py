"""Hosts of a fleet: each has a network, a host name and a file system of its own, and an sshd."""

import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

PROGRAMS = {
    "localpush": "usr/bin/localpush",
    "localpushd": "usr/libexec/localpush/localpushd",
    "localpush-keeper": "usr/libexec/localpush/localpush-keeper",
    "localpush-signature": "usr/libexec/localpush/localpush-signature",
}
SSHD = """\
HostKey /etc/ssh/fleet_host_key
AuthorizedKeysFile /etc/ssh/fleet_authorized_keys
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PidFile none
# Ten hosts on a busy machine.
MaxStartups 100
Subsystem sftp internal-sftp
"""
DEVICES = ["null", "zero", "full", "random", "urandom", "tty"]
PATIENCE = 30


def run(*words, **options):
    """Runs a command that has to succeed; returns what it printed."""
    return subprocess.run([str(word) for word in words], check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


def eventually(what, condition):
    """Waits for a condition, and fails when it does not come true in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain: {what}")
        time.sleep(0.02)


class Host:
    """One host. What it writes is kept in memory and gone with it."""

    def __init__(self, fleet, number):
        self.name = f"ship{number:02}"
        self.address = f"10.77.0.{10 + number}"
        self.service = None
        # What was sent to the system's log.
        self.logged = []
        self.root = self.mount(fleet)
        words = ["unshare", "--mount", "--net", "--uts", f"--root={self.root}",
                 "/usr/sbin/sshd", "-D", "-e", "-f", "/etc/ssh/fleet_config"]
        self.log = open(fleet.work / f"{self.name}.log", "w", encoding="utf-8")
        self.sshd = subprocess.Popen(words, stderr=self.log)
        self.connect()

    def mount(self, fleet):
        """The file system: that of this machine, with localpush installed, to be written on."""
        layer = fleet.work / "hosts" / self.name
        root = layer / "root"
        for folder in (root, layer / "changes", layer / "work"):
            folder.mkdir(parents=True)
        run("mount", "-t", "overlay", "overlay", "-o",
            f"lowerdir={fleet.installed}:/,upperdir={layer}/changes,workdir={layer}/work", root)
        for folder in ("run", "tmp", "root", "dev", "var/lib", "etc/credstore"):
            (root / folder).mkdir(exist_ok=True)
            run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", root / folder)
        run("mount", "-t", "proc", "proc", root / "proc")
        for device in DEVICES:
            (root / "dev" / device).touch()
            run("mount", "--bind", f"/dev/{device}", root / "dev" / device)
        journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        journal.bind(str(root / "dev/log"))
        threading.Thread(target=self.keep, args=[journal], daemon=True).start()
        (root / "run/sshd").mkdir()
        (root / "tmp").chmod(0o1777)
        return root

    def connect(self):
        """Plugs the host into the fleet's network."""
        network = f"/proc/{self.sshd.pid}/ns/net"
        eventually("a network of its own",
                   lambda: os.readlink(network) != os.readlink("/proc/self/ns/net"))
        run("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0",
            "netns", self.sshd.pid)
        run("ip", "link", "set", self.name, "master", "fleet", "up")
        run(*self.inside("hostname", self.name))
        inside = ["nsenter", f"--target={self.sshd.pid}", "--net", "ip"]
        run(*inside, "link", "set", "lo", "up")
        run(*inside, "address", "add", f"{self.address}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")

    def inside(self, *words):
        """The command that runs `words` on the host."""
        return ["nsenter", f"--target={self.sshd.pid}", "--mount", "--net", "--uts", "--root",
                "--wd=/", *words]

    def run(self, *words):
        """Runs a command on the host, as its admin would by hand; returns what it printed."""
        return run(*self.inside(*words))

    def keep(self, journal):
        """Keeps what is sent to the system's log: whoever writes there waits for a reader."""
        while True:
            self.logged.append(journal.recv(1 << 16).decode("utf-8", "replace"))

    def file(self, path):
        """The path, on this machine, of a file of the host's."""
        return self.root / path.lstrip("/")

    def serve(self, **variables):
        """Starts the localpush service of the host's system, with these environment variables too."""
        self.service = subprocess.Popen(
            self.inside("localpush", "run", "--system"), env={**os.environ, **variables},
            stdout=self.log, stderr=self.log)
        eventually("the service runs", lambda: subprocess.run(
            self.inside("localpush", "sync"), stderr=subprocess.DEVNULL).returncode == 0)

    def stop_serving(self):
        """Ends the service, in order."""
        self.service.terminate()
        self.service.wait(PATIENCE)


class Fleet:
    """The hosts, and the network that they and this machine are on."""

    def __init__(self, work, products, size):
        self.work = work
        run("mount", "-t", "tmpfs", "tmpfs", work)
        self.installed = work / "installed"
        self.install(products)
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "fleet", "type", "bridge")
        run("ip", "address", "add", "10.77.0.1/24", "dev", "fleet")
        run("ip", "link", "set", "fleet", "up")
        self.hosts = [Host(self, number) for number in range(1, size + 1)]
        for host in self.hosts:
            host.serve()
        # What ansible printed so far.
        self.printed = []

    def __getitem__(self, name):
        return next(host for host in self.hosts if host.name == name)

    @property
    def host_key(self):
        return (self.installed / "etc/ssh/fleet_host_key.pub").read_text()

    @property
    def names(self):
        return {host.name for host in self.hosts}

    def install(self, products):
        """What all hosts have that this machine has not: localpush, and keys for ssh."""
        for name, target in PROGRAMS.items():
            (self.installed / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(products / name, self.installed / target)
        ssh = self.installed / "etc/ssh"
        ssh.mkdir(parents=True)
        (ssh / "fleet_config").write_text(SSHD)
        for name in (ssh / "fleet_host_key", self.work / "key"):
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "fleet", "-f", name)
        shutil.copy(self.work / "key.pub", ssh / "fleet_authorized_keys")
        # Without PAM sshd lets in nobody whose password is locked by "!".
        shadow = Path("/etc/shadow").read_text()
        (self.installed / "etc/shadow").touch(mode=0o600)
        (self.installed / "etc/shadow").write_text(
            "".join(f"root:*:{line.split(':', 2)[2]}" if line.startswith("root:") else line
                    for line in shadow.splitlines(keepends=True)))
