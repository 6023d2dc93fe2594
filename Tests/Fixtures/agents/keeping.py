#!/usr/bin/python3
"""A provider agent that keeps to itself what it is told, but for a file that its configuration names."""

import json
import sys

for line in sys.stdin:
    [(name, body)] = json.loads(line).items()
    configuration = body.get("providerConfiguration")
    if configuration:
        with open(configuration["record"], "a", encoding="utf-8") as record:
            record.write(f"{name} {configuration['password']}\n")
    if name == "start":
        print('{"started": {}}', flush=True)
    elif name == "configurationChanged":
        print(json.dumps({"configurationAccepted": {"revision": body["revision"]}}), flush=True)
    elif name == "stop":
        print('{"stopped": {}}', flush=True)
        break
