#!/usr/bin/python3
"""A provider agent that does what it is asked, and says what it was told."""

import json
import sys


def say(name, **body):
    print(json.dumps({name: body}), flush=True)


for line in sys.stdin:
    [(name, body)] = json.loads(line).items()
    print("told", name, json.dumps(body, sort_keys=True), file=sys.stderr, flush=True)
    if name == "start":
        say("started")
        say("status", state="connected", delivered=0)
    elif name == "configurationChanged":
        say("configurationAccepted", revision=body["revision"])
    elif name == "networkChanged":
        say("incomingCall", id="1", userInfo={"from": "bridge"})
    elif name == "stop":
        say("stopped")
        break
