#!/usr/bin/python3
"""Says a lot that is no message, and one thing that is."""

import os

out = 1
os.write(out, b"\x00\xff\x1b[2J garbage\n")
os.write(out, b"[1, 2\n\n \t\n")
os.write(out, b'{"nonsense": {}}\n')
line = b'{"status": {"state": "' + b"x" * (1 << 20) + b'"}}\n'
while line:
    line = line[os.write(out, line):]
os.write(2, b"\x1b]0;owned\x07\n" + b"y" * 10000 + b"\n")
os.write(out, b'{"started": {}}\n{"unfinished"')
