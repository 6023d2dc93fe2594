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

    def __init__(self, name, number):
        self.folder = OUT / name
        self.air = AirSpace("/run/air", number)

    def tell(self):
        """Prints what took part and the ends of its logs, which are kept: a scenario failed."""
        print("\n-- processes")
        for process in isolation.processes():
            print(process, " ".join(isolation.words_of(process))[:200])
        for log in sorted([*Path("/run").glob("*/*.log"), *Path("/run").glob("*/records/*")]):
            self.folder.mkdir(exist_ok=True)
            (self.folder / log.name).write_bytes(log.read_bytes())
            lines = log.read_text(errors="backslashreplace").splitlines()[-40:]
            print(f"\n-- {log.name}", *(line[:1000] for line in lines), sep="\n")


def statement(body):
    return body.__name__.replace("_", " ")


def load(folder):
    sys.path.insert(0, str(folder.parent))
    for path in sorted(folder.glob("*.py")):
        importlib.import_module(f"{folder.name}.{path.stem}")


def chosen(words):
    """The scenarios with one of the words in their name or that of their file; without words all."""
    wanted = [word.replace("_", " ").lower() for word in words] or [""]
    return [body for body in registered
            if any(word in f"{statement(body)} {body.__module__}" for word in wanted)]


def perform(body, number):
    """Starts the scenario in a world of its own; all it prints goes to its log."""
    def logged():
        log = os.open(OUT / f"{body.__name__}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(log, 1)
        os.dup2(log, 2)
        return isolation.perform(number, lambda: observe(body, Lab(body.__name__, number)))

    return isolation.fork(logged)


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
            running[perform(body, number)] = (body, time.monotonic())
        child, state = os.wait()
        body, begun = running.pop(child)
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


def prepare():
    """What the guest needs before the first scenario: control groups and the providers' users."""
    isolation.prepare()
    with open("/etc/passwd", "a") as users, open("/etc/group", "a") as groups:
        for number, name in enumerate(USERS.values(), 4001):
            users.write(f"{name}:x:{number}:{number}::/nonexistent:/usr/sbin/nologin\n")
            groups.write(f"{name}:x:{number}:\n")


def main(folder, words, at_once):
    prepare()
    load(folder)
    bodies = chosen(words)
    if not bodies:
        print(f"no scenario has this in its name: {' '.join(words)}")
        return 2
    return 1 if tell_failures(run(bodies, at_once)) else 0
