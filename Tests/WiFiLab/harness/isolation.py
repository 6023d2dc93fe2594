"""A world of its own for each scenario: network, mounts, processes and control groups.

Process numbers differ between worlds all the same: nl80211 tells sockets apart by port number alone,
which is the process's, so a socket closed in one namespace would take down an access point of the
same number in another.
"""

import ctypes
import os
import subprocess
import traceback
from pathlib import Path

# linux/sched.h; os.unshare came with Python 3.12, Debian 12 has 3.11.
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWPID, CLONE_NEWNET = 0x20000, 0x2000000, 0x20000000, 0x40000000
# linux/mount.h
MS_REC, MS_PRIVATE = 0x4000, 0x40000
# Process numbers of one world: more than it ever uses.
NUMBERS = 20_000

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


def prepare():
    """What all worlds need: the root of control groups, and enough process numbers."""
    mount("cgroup2", str(GROUPS))
    Path("/proc/sys/kernel/pid_max").write_text(str(1 << 22))


def perform(number, body):
    """Runs `body` in a world of its own, and returns what it returns; 1 if it cannot.

    When the body ends, the kernel kills every process it started, and takes its radios away.
    """
    group = GROUPS / f"scenario-{number}"
    group.mkdir(exist_ok=True)
    (group / "cgroup.procs").write_text("0")
    check(libc.unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWCGROUP), "unshare")
    return wait_for(fork(lambda: act_as_first_process(number, body)))


def fork(body):
    """A child that ends with the status that `body` returns."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        status = body()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def wait_for(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def act_as_first_process(number, body):
    """Process 1 of the world: sets it up, then collects what is left to it until the body ends."""
    check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "make mounts private")
    mount("proc", "/proc")
    mount("sysfs", "/sys")
    mount("cgroup2", str(GROUPS))
    for folder in FRESH:
        mount("tmpfs", folder, "mode=1777" if folder == "/tmp" else "mode=755")
    Path("/proc/sys/kernel/ns_last_pid").write_text(str((number + 1) * NUMBERS))
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    main = fork(body)
    while True:
        child, state = os.wait()
        if child == main:
            return max(0, os.waitstatus_to_exitcode(state)) or os.WIFSIGNALED(state)


def processes():
    """The processes of this world."""
    return sorted(int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def words_of(process):
    """The command line of a process; empty once it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace").split("\0")[:-1]
    except OSError:
        return []
