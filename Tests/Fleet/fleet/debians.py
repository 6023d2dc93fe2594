"""The world of machines with systemd: a Debian that all are copies of, and the packages to be installed."""

from pathlib import Path

from . import cloud
from .hosts import run
from .machine import Machine
from .repository import Repository

TESTS = Path(__file__).resolve().parents[2]
BUILD = TESTS.parent / ".build"
PROVIDER = TESTS / "Fleet/playbooks/providers/com.example.Orders.Provider.json"
# What the packages depend on or suggest, and what a device of a fleet has besides.
PACKAGES = ["apt", "cloud-init", "dbus", "dbus-broker", "dbus-user-session", "gnupg",
            "init-system-helpers", "libnats3.4", "libnl-3-200", "libnl-genl-3-200", "libpam-systemd",
            "libssl3", "libstdc++6", "openssh-server", "polkitd", "python3", "python3-apt", "systemd-sysv"]


def made():
    """The folder of the Debian, which is made when there is none yet."""
    return run(TESTS / "make-debian", BUILD / "debian", *PACKAGES).strip()


class Debians:
    def __init__(self, work, debian):
        self.work = work
        self.debian = debian
        run("mount", "-t", "tmpfs", "tmpfs", work)
        # Of all that systemd needs, only the control groups are not a namespace's own by themselves.
        run("umount", "-l", "/sys/fs/cgroup")
        run("mount", "-t", "cgroup2", "cgroup2", "/sys/fs/cgroup")
        run("ip", "link", "set", "lo", "up")
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "fleet", "-f", work / "key")
        self.packages = sorted((BUILD / "deb").glob("*.deb"))
        assert len(self.packages) == 2, "make deb makes the packages"
        self.machine = None
        # What ansible printed so far.
        self.printed = []

    @property
    def hosts(self):
        return [self.machine]

    @property
    def host_key(self):
        return (self.debian / "etc/ssh/ssh_host_ed25519_key.pub").read_text()

    def boot(self, name, furnish=lambda machine: None):
        """A new machine, in the place of the one before."""
        if self.machine:
            self.machine.stop()
        self.machine = Machine(self.debian, self.work, name, furnish)
        return self.machine

    def install(self, machine):
        """Installs the packages by hand."""
        for package in self.packages:
            machine.copy(package, f"/root/{package.name}")
        machine.run("dpkg", "-i", *(f"/root/{package.name}" for package in self.packages))

    def let_in(self, machine):
        """Lets the admin in over ssh."""
        machine.copy(self.work / "key.pub", "/root/.ssh/authorized_keys")

    def seed(self, machine):
        """Puts in place what a cloud hands to a machine at its first boot, and a repository."""
        repository = Repository(machine.file("/srv/repository"), self.packages)
        # As the packages of a provider do, which the snippet leaves to the admin.
        machine.copy(PROVIDER, f"/usr/lib/localpush/providers.d/{PROVIDER.name}")
        # There are no other locales in this Debian, and nobody needs more than one key.
        machine.file("/etc/cloud/cloud.cfg.d/99-lab.cfg").write_text(
            "locale: C.UTF-8\nssh_genkeytypes: [ed25519]\n")
        seed = machine.file("/var/lib/cloud/seed/nocloud")
        seed.mkdir(parents=True)
        (seed / "meta-data").write_text("instance-id: first\nlocal-hostname: tablet\n")
        (seed / "user-data").write_text(cloud.user_data("file:/srv/repository", repository.key))
