"""Finds the scenarios, runs several at a time, and tells how each went."""

import importlib
import os
import signal
import sys
import time
import traceback
from pathlib import Path

from . import isolation
from .air import AirSpace
from .device import USERS

OUT = Path("/out")
# Seconds after which a scenario has failed, whatever it waits for.
PATIENCE = 240
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


def overdue(*_):
    raise TimeoutError(f"not done within {PATIENCE} s")


def perform(body, number):
    """Starts the scenario in a world of its own; all it prints goes to its log."""
    def logged():
        log = os.open(OUT / f"{body.__name__}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(log, 1)
        os.dup2(log, 2)
        return isolation.perform(number, lambda: observe(body, Lab(body.__name__, number)))

    return isolation.fork(logged)


def observe(body, lab):
    signal.signal(signal.SIGALRM, overdue)
    signal.alarm(PATIENCE)
    try:
        body(lab)
        return 0
    except BaseException:
        traceback.print_exc()
        lab.tell()
        return 1


def run(bodies, at_once, first_number=0):
    """Whether each passed. The numbers tell the worlds of scenarios apart."""
    waiting, running, results = list(enumerate(bodies, first_number)), {}, {}
    while waiting or running:
        while waiting and len(running) < at_once:
            number, body = waiting.pop(0)
            running[perform(body, number)] = (body, time.monotonic())
        for child, passed in ended(running):
            body, begun = running.pop(child)
            results[body] = passed
            mark = "passed" if passed else "FAILED"
            print(f"{mark} {time.monotonic() - begun:6.1f} s  {statement(body)}", flush=True)
    return results


def ended(running):
    """The next of these processes that end, and whether they passed. A world that cannot even be killed
    has failed, and is left behind."""
    signal.signal(signal.SIGALRM, overdue)
    signal.alarm(PATIENCE + 60)
    try:
        child, state = os.wait()
        return [(child, os.waitstatus_to_exitcode(state) == 0)] if child in running else []
    except TimeoutError:
        return [(child, False) for child in running]
    finally:
        signal.alarm(0)


def tell_logs(bodies):
    for body in bodies:
        print(f"\n--- {statement(body)}")
        log = (OUT / f"{body.__name__}.log").read_text(errors="backslashreplace")
        print("\n".join(log.splitlines()[-100:]))


def tell_failures(results):
    failed = [body for body, passed in results.items() if not passed]
    tell_logs(failed)
    print(f"\n{len(results) - len(failed)} passed, {len(failed)} failed", flush=True)
    return len(failed)


def prepare():
    """What the guest needs before the first scenario: control groups and the providers' users."""
    isolation.prepare()
    add_users()


def add_users():
    """The providers' users."""
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
    results = run(bodies, at_once)
    failed = [body for body, passed in results.items() if not passed]
    if failed and at_once > 1:
        # Several at a time can be too much for an emulated machine. A fault shows alone as well.
        tell_logs(failed)
        print("\nOnce more, one at a time:", flush=True)
        results |= run(failed, 1, first_number=len(bodies))
    return 1 if tell_failures(results) else 0
