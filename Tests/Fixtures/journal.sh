#!/bin/sh
# Runs a program with its standard error leading to a stand-in for the journal, in a mount namespace of
# its own, and prints the first entry it sends there. Usage: journal.sh PROGRAM [ARGUMENT...]
[ "$JOURNAL_IN_NAMESPACE" ] || JOURNAL_IN_NAMESPACE=1 exec unshare --mount "$0" "$@"
mount -t tmpfs none /run && mkdir -p /run/systemd/journal || exit 1
exec /usr/bin/python3 - "$@" <<'PYTHON'
import os
import socket
import subprocess
import sys

journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
journal.bind("/run/systemd/journal/socket")
journal.settimeout(20)
stream = os.open("/run/stream", os.O_CREAT | os.O_WRONLY)
status = os.fstat(stream)
environment = dict(os.environ, JOURNAL_STREAM=f"{status.st_dev}:{status.st_ino}")
subprocess.run(sys.argv[1:], stderr=stream, env=environment)
sys.stdout.buffer.write(journal.recv(65536))
sys.stdout.buffer.write(open("/run/stream", "rb").read())
PYTHON
