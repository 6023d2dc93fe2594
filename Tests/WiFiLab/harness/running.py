"""Finds the scenarios, runs several at a time, and tells how each went."""

import importlib
import os
import sys
import time
import traceback
from pathlib import Path

from . import isolation
from .air import AirSpace
from .device import USERS

OUT = Path("/out")
registered = []


def scenario(body):
    """Marks a function as a scenario. Its name is the statement that it proves."""
    registered.append(body)
    return body


class Lab:
    """What a scenario is given."""

    def __init__(self, number):
        self.air = AirSpace("/run/air", number)

    def tell(self):
        """Prints the ends of the logs of everything that took part: a scenario failed."""
        for log in sorted(Path("/run").glob("*/*.log")):
            lines = log.read_text(errors="backslashreplace").splitlines()[-40:]
            print(f"\n-- {log.name}", *lines, sep="\n")


def statement(body):
    return body.__name__.replace("_", " ")


def load(folder):
    sys.path.insert(0, str(folder.parent))
    for path in sorted(folder.glob("*.py")):
        importlib.import_module(f"{folder.name}.{path.stem}")


def chosen(words):
    wanted = [word.replace("_", " ").lower() for word in words]
    return [body for body in registered
            if not wanted or any(word in statement(body) for word in wanted)]


def perform(body, number):
    """Starts the scenario in a world of its own; all it prints goes to its log."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        log = os.open(OUT / f"{body.__name__}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(log, 1)
        os.dup2(log, 2)
        isolation.enter(world(number))
        status = observe(body, Lab(number))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def world(number):
    return f"scenario-{number}"


def observe(body, lab):
    try:
        body(lab)
        return 0
    except BaseException:
        traceback.print_exc()
        lab.tell()
        return 1


def run(bodies, at_once):
    waiting, running, results = list(enumerate(bodies)), {}, {}
    while waiting or running:
        while waiting and len(running) < at_once:
            number, body = waiting.pop(0)
            running[perform(body, number)] = (number, body, time.monotonic())
        child, state = os.wait()
        number, body, begun = running.pop(child)
        isolation.end(world(number))
        passed = os.waitstatus_to_exitcode(state) == 0
        results[body] = passed
        mark = "passed" if passed else "FAILED"
        print(f"{mark} {time.monotonic() - begun:6.1f} s  {statement(body)}", flush=True)
    return results


def tell_failures(results):
    for body, passed in results.items():
        if not passed:
            print(f"\n--- {statement(body)}")
            log = (OUT / f"{body.__name__}.log").read_text(errors="backslashreplace")
            print("\n".join(log.splitlines()[-100:]))
    failed = sum(not passed for passed in results.values())
    print(f"\n{len(results) - failed} passed, {failed} failed", flush=True)
    return failed


def add_users():
    """A user for each provider, as the system scope asks for."""
    with open("/etc/passwd", "a") as users, open("/etc/group", "a") as groups:
        for number, name in enumerate(USERS.values(), 4001):
            users.write(f"{name}:x:{number}:{number}::/nonexistent:/usr/sbin/nologin\n")
            groups.write(f"{name}:x:{number}:\n")


def main(folder, words, at_once):
    isolation.mount("cgroup2", "/sys/fs/cgroup")
    add_users()
    load(folder)
    bodies = chosen(words)
    if not bodies:
        print(f"no scenario has this in its name: {' '.join(words)}")
        return 2
    return 1 if tell_failures(run(bodies, at_once)) else 0
