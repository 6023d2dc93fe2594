"""A machine with a Debian of its own and systemd as its first process, in namespaces. It has the network
of the tests, so there is one machine at a time."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from .hosts import eventually, run


class Machine:
    """`furnish` puts files in place before the machine boots; it is given the machine."""

    address = "127.0.0.1"

    def __init__(self, debian, work, name, furnish=lambda machine: None):
        self.name = name
        self.work = work / name
        self.root = self.mount(debian)
        furnish(self)
        words = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--link-journal=no",
                 "--boot", f"--machine={name}", f"--directory={self.root}", "--console=pipe",
                 "systemd.unit=multi-user.target"]
        self.log = open(self.work / "console.log", "w", encoding="utf-8")
        self.nspawn = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "UNIFIED_CGROUP_HIERARCHY": "1"})
        eventually("systemd runs", self.first_process)
        eventually("it has booted", self.has_booted)

    def mount(self, debian):
        """The file system: the Debian, to be written on in memory."""
        for name in ("root", "changes", "work"):
            (self.work / name).mkdir(parents=True)
        run("mount", "-t", "overlay", "overlay", "-o",
            f"lowerdir={debian},upperdir={self.work}/changes,workdir={self.work}/work",
            self.work / "root")
        return self.work / "root"

    def first_process(self):
        """The number of the machine's first process; None while there is none."""
        children = Path(f"/proc/{self.nspawn.pid}/task/{self.nspawn.pid}/children").read_text()
        return next((int(child) for child in children.split()
                     if Path(f"/proc/{child}/comm").read_text() == "systemd\n"), None)

    def has_booted(self):
        said = self.attempt("systemctl", "is-system-running").stdout.strip()
        return said in ("running", "degraded")

    def inside(self, *words):
        """The command that runs `words` on the machine."""
        return ["nsenter", f"--target={self.first_process()}", "--all", "--wdns=/", *map(str, words)]

    def run(self, *words):
        """Runs a command as root, which has to succeed; returns what it printed."""
        done = self.attempt(*words)
        assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}"
        return done.stdout.strip()

    def attempt(self, *words):
        return subprocess.run(self.inside(*words), text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)

    def tries(self, *words):
        return self.attempt(*words).returncode == 0

    def copy(self, source, target):
        """Copies a file of this machine there, for everybody to read and root to write."""
        path = self.file(target)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        path.chmod(0o644)

    def file(self, path):
        """The path, on this machine, of a file of that one; not of its /run and /tmp."""
        return self.root / path.lstrip("/")

    def property(self, unit, name):
        """What systemd says of a unit."""
        return self.run("systemctl", "show", "--value", "-p", name, unit)

    def stop(self):
        """As when the power goes."""
        os.kill(self.first_process(), signal.SIGKILL)
        self.nspawn.wait()
