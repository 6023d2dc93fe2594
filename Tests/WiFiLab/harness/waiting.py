"""Waiting for a condition with a deadline. Nothing in the lab sleeps for a guessed time."""

import time


# Seconds until waiting is given up. It is met only when something is broken, so it is long: an emulated
# machine on a busy one can be ten times slower than on an idle one.
DEADLINE = 90.0


class DeadlineMissed(AssertionError):
    """A condition did not come true in time."""


def until(what, probe, within=DEADLINE, pause=None):
    """Returns the first true value of `probe()`, or raises DeadlineMissed after `within` seconds.

    `pause` waits for news, at most the seconds it is given; without one the probe is simply asked
    again a little later. What the probe saw last goes into the error.
    """
    deadline = time.monotonic() + within
    seen = None
    while True:
        try:
            value = probe()
            if value:
                return value
            seen = value
        except (LookupError, OSError, ValueError) as error:
            seen = error
        if time.monotonic() >= deadline:
            raise DeadlineMissed(f"not within {within:g} s: {what} (last seen: {seen!r})")
        (pause or time.sleep)(0.05)


def throughout(what, probe, seconds):
    """Fails as soon as `probe()` is false within the given time: what must not happen, did not."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert probe(), f"ceased within {seconds:g} s: {what}"
        time.sleep(0.05)
