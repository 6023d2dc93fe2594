"""How long programs take, side by side: runs of each take turns, and the median counts.

Also used inside the lab's guest, hence nothing but the standard library.
"""

import os
import statistics
import time


def run_once(command, environment):
    """The milliseconds from starting a program to its end, its output thrown away."""
    actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
               (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    begun = time.perf_counter()
    child = os.posix_spawnp(command[0], command, environment, file_actions=actions)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    taken = time.perf_counter() - begun
    if status:
        raise RuntimeError(f"{' '.join(command)} ended with status {status}")
    return taken * 1000


def medians(commands, rounds, environment=None):
    """The median milliseconds of each command, by name."""
    environment = dict(os.environ) if environment is None else environment
    samples = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            samples[name].append(run_once([str(word) for word in command], environment))
    return {name: statistics.median(taken) for name, taken in samples.items()}
