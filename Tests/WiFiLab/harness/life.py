"""The life of one machine, told step by step: each step goes on where the one before has left it."""

import time
import traceback

from .installed import run

steps = []


class Machine:
    """What the steps hand on to those that follow."""

    device = air = point = adapter = agent = person = listed = None

    def install(self, kind):
        run("dpkg", "-i", f"/lab/{kind}/localpush.deb", f"/lab/{kind}/simplepush.deb")


def step(body):
    """Marks a function as a step. Its name is the statement that it proves."""
    steps.append(body)
    return body


def live(machine):
    """Takes the steps up to the first that fails; the exit status."""
    for body in steps:
        begun = time.monotonic()
        statement = body.__name__.replace("_", " ")
        try:
            body(machine)
        except BaseException:
            print(f"FAILED {time.monotonic() - begun:6.1f} s  {statement}\n", flush=True)
            traceback.print_exc()
            print(run("journalctl", "-b", "-n", "60", "--no-pager", "-o", "short-monotonic"))
            return 1
        print(f"passed {time.monotonic() - begun:6.1f} s  {statement}", flush=True)
    return 0
