#!/usr/bin/python3
"""Runs a command at a terminal of its own, and does what somebody would do there.

    terminal.py COLUMNS STEPS -- COMMAND...

STEPS is a JSON array of [EXPECT, TYPE]: when the terminal has shown the text EXPECT after what was
expected before it, TYPE is typed. All that the terminal shows is printed; the exit status is the
command's, 128 and the signal's number where one ended it, or 99 when something expected did not come.
"""

import fcntl
import json
import os
import select
import struct
import sys
import termios
import time

PATIENCE = 60


def start(columns, command):
    controller, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = os.fork()
    if child == 0:
        os.close(controller)
        os.login_tty(terminal)
        os.execvp(command[0], command)
    os.close(terminal)
    return child, controller


def main():
    columns, steps, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[4:]
    child, controller = start(columns, command)
    shown, seen, deadline, status = b"", 0, time.monotonic() + PATIENCE, None
    while True:
        while steps and (at := shown.find(steps[0][0].encode(), seen)) >= 0:
            seen = at + len(steps[0][0].encode())
            os.write(controller, steps.pop(0)[1].encode())
        ready, _, _ = select.select([controller], [], [], max(0, deadline - time.monotonic()))
        try:
            new = os.read(controller, 65536) if ready else b""
        except OSError:
            # The other end is closed.
            break
        if not new:
            status = 99
            os.kill(child, 9)
            break
        shown += new
    _, ended = os.waitpid(child, 0)
    sys.stdout.buffer.write(shown)
    sys.stdout.flush()
    code = os.waitstatus_to_exitcode(ended)
    sys.exit(status or (99 if steps else code if code >= 0 else 128 - code))


main()
