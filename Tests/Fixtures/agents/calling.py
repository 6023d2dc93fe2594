#!/usr/bin/python3
"""A provider without any library: it reports the calls that its configuration names."""

import json
import sys


def say(name, **body):
    print(json.dumps({name: body}), flush=True)


for line in sys.stdin:
    [(name, body)] = json.loads(line).items()
    if name in ("start", "configurationChanged"):
        if name == "start":
            say("started")
        else:
            say("configurationAccepted", revision=body["revision"])
        for call, info in body["providerConfiguration"].get("calls", {}).items():
            say("incomingCall", id=call, userInfo=info)
    elif name == "callReported":
        print("reported", body["id"], body["delivered"], file=sys.stderr, flush=True)
    elif name == "stop":
        say("stopped")
        break
