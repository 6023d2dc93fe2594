#!/usr/bin/python3
"""A service that starts agents and does nothing else, to be killed at any instant.

Usage: keeper-parent.py KEEPER LOCK CGROUP AGENT...    (CGROUP may be empty)
"""

import fcntl
import os
import signal
import socket
import sys

keeper, lock_path, cgroup, *agent = sys.argv[1:]
lock = os.open(lock_path, os.O_RDONLY | os.O_CREAT, 0o600)
fcntl.flock(lock, fcntl.LOCK_EX)
os.write(1, b"ready\n")
lifelines = []
while len(lifelines) < 5:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    arguments = [keeper]
    if cgroup:
        group = f"{cgroup}/{len(lifelines)}"
        os.mkdir(group)
        arguments += ["--cgroup", group]
    gate, opener = os.pipe()
    # Some agents run, the others are ready to.
    if len(lifelines) % 2 == 0:
        os.write(opener, b"1")
    actions = [
        (os.POSIX_SPAWN_DUP2, fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, 10), 3),
        (os.POSIX_SPAWN_DUP2, fcntl.fcntl(lock, fcntl.F_DUPFD_CLOEXEC, 10), 4),
        (os.POSIX_SPAWN_DUP2, fcntl.fcntl(gate, fcntl.F_DUPFD_CLOEXEC, 10), 5),
    ]
    os.posix_spawn(keeper, arguments + ["--"] + agent, os.environ, file_actions=actions)
    theirs.close()
    lifelines.append(ours)
os.write(1, b"started\n")
signal.pause()
