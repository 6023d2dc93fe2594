"""A week of a thousand devices, for `simulate`."""

import json
import random

DEVICES, NETWORKS, PROFILES = 1000, 30, 20
WEEK = 7 * 86_400


def moments(device, chance):
    """What happens to one device: it joins a network, and often leaves it before it joins another."""
    now = chance.uniform(0, 3600)
    while now < WEEK:
        yield {"at": round(now, 3), "device": device, "ssid": f"Ship {chance.randrange(NETWORKS)}",
               "bssid": f"02:00:00:00:00:{chance.randrange(4):02x}"}
        now += chance.expovariate(1 / 7200)
        if chance.random() < 0.5:
            yield {"at": round(now, 3), "device": device}
            now += chance.expovariate(1 / 3600)


def write(timeline, profiles):
    """Writes both files; returns how many lines the timeline has."""
    chance = random.Random(1)
    lines = [json.dumps(moment) for number in range(DEVICES)
             for moment in moments(f"tablet-{number}", chance)]
    timeline.write_text("\n".join(lines) + "\n")
    profiles.write_text(json.dumps([
        {"name": f"profile-{number}", "matchSSIDs": [f"Ship {number}", f"Ship {number} Staff"],
         "providerBundleIdentifier": f"com.example.Provider{number % 5}"}
        for number in range(PROFILES)]))
    return len(lines)
