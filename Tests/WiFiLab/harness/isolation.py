"""A world of its own for each scenario: network, mounts and control groups.

Not the process numbers: nl80211 tells sockets apart by port number alone, which is the process's,
so a socket closed in one namespace would take down an access point of the same number in another.
"""

import ctypes
import os
import subprocess
from pathlib import Path

# linux/sched.h; os.unshare came with Python 3.12, Debian 12 has 3.11.
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWNET = 0x20000, 0x2000000, 0x40000000
# linux/mount.h, linux/prctl.h
MS_REC, MS_PRIVATE = 0x4000, 0x40000
PR_SET_CHILD_SUBREAPER = 36

GROUPS = Path("/sys/fs/cgroup")
libc = ctypes.CDLL(None, use_errno=True)

# What the product writes to or reads from is fresh in every scenario.
FRESH = ("/run", "/tmp", "/etc/localpush", "/usr/lib/localpush", "/var/lib/localpush")


def check(result, what):
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def mount(kind, target, options=""):
    Path(target).mkdir(parents=True, exist_ok=True)
    check(libc.mount(kind.encode(), target.encode(), kind.encode(), 0, options.encode()),
          f"mount {kind} on {target}")


def enter(name):
    """Takes this process, and what it starts from now on, into a world of its own."""
    group = GROUPS / name
    group.mkdir(exist_ok=True)
    (group / "cgroup.procs").write_text("0")
    check(libc.unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWCGROUP), "unshare")
    check(libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "become a subreaper")
    check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "make mounts private")
    mount("sysfs", "/sys")
    mount("cgroup2", "/sys/fs/cgroup")
    for folder in FRESH:
        mount("tmpfs", folder, "mode=1777" if folder == "/tmp" else "mode=755")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def end(name):
    """Kills whatever a world still holds; its radios go with its network namespace."""
    (GROUPS / name / "cgroup.kill").write_text("1")
