"""The second part of the demonstration: a text and a call reach a tablet on the ship's network."""

import shlex
import time

from harness.ship import ADDRESS, SSID, Ship
from harness.tablet import APP, Tablet
from harness.waiting import until

DEVICE = "tablet-7"


def tell_delivery(air, tell):
    """Tells the story line by line, as it happens."""
    tell("# What the agent is for: a server on board, and a tablet with a mailbox on it.")
    tell(f"$ simplepush server --name {ADDRESS}")
    ship = Ship(air)
    tell(f"$ simplepush enroll {DEVICE} --ssid {shlex.quote(SSID)} --host {ADDRESS}")
    profile, = ship.enroll(DEVICE)
    tablet = Tablet(air, 1, profile)
    tell(f"* the tablet has its profile, {profile['name']}, and runs its service")
    tablet.join(ship.point)
    tell("* it has joined the ship's network, and has an address")
    tablet.until_connected()
    tell("* SimplePush's agent is connected, over TLS")

    tell("# A text becomes a notification.")
    sent = send(ship, tell, "--title", "Galley", "--text", "Lunch is ready")
    note = until("the text is shown", lambda: tablet.notes("shown"))[0]
    tell(f"* {delay(note, sent)} the tablet shows: {note['summary']}: {note['body']}")

    tell("# A call starts its app, which rings.")
    sent = send(ship, tell, "--call", "Bridge")
    note = until("it rings", lambda: tablet.notes("shown")[1:])[0]
    tell(f"* {delay(note, sent)} {APP} rings: {note['summary']}: {note['body']}")
    tablet.tell_screen("click", note["id"], "accept")
    until("it rings no more", lambda: tablet.notes("closed"))
    tell("* it is accepted, and rings no more")


def send(ship, tell, *words):
    """When the command was given."""
    words = ["send", "--to", DEVICE, *words]
    tell(f"$ simplepush {shlex.join(words)}")
    begun = time.monotonic()
    for line in ship.command(*words).splitlines():
        tell(line)
    return begun


def delay(note, sent):
    return f"{(note['at'] - sent) * 1000:.0f} ms later"
