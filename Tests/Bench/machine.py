"""The rows that are measured on this machine itself."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import timeline
from table import Row
from timing import medians

PROFILES = 10_000
# What `match --json` tells of every profile, for jq to tell the same.
JQ_MATCH = """{profiles: [.profiles[] | (.matchSSIDs | index("%s") != null) as $matches | {
    name, matches: $matches, wouldRun: ($matches and .isEnabled != false),
    reason: (if .isEnabled == false then "it is switched off"
        elif $matches then "it is one of its networks" else "it wants \\(.matchSSIDs)" end)}]}"""

JQ_LIST = """.profiles[] | [.name, .isEnabled, .providerBundleIdentifier, (.matchSSIDs | tojson)] | @tsv"""


def start_up(products):
    taken = medians({"ours": [products / "localpush", "--version"],
                     "iw": ["iw", "--version"]}, rounds=200)
    return Row("localpush --version", taken["ours"], 1.5, "ms",
               "localpush --version; iw --version", "iw --version", taken["iw"])


def size(products):
    program = products / "localpush"
    headers = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True).stdout
    assert "INTERP" not in headers, f"{program} is not static"
    mebibytes = program.stat().st_size / (1 << 20)
    return Row("command line, one static file", mebibytes, 16, "MiB", f"ls -l {program}")


def profile(number):
    return {
        "isEnabled": number % 7 != 0,
        "localizedDescription": f"Messages and calls aboard ship {number}, all decks and tenders",
        "matchSSIDs": [f"Ship {number}", f"Ship {number} Staff", f"Ship {number} Bridge",
                       {"hex": f"73686970{number:08x}"}],
        "name": f"ship-{number:05}",
        "providerBundleIdentifier": f"com.example.Provider{number % 40}",
        "providerConfiguration": {
            "channels": ["messages", "calls", "alerts"], "host": f"ship{number}.example.com",
            "keepAlive": 30.5, "port": 4222, "tls": {"name": "ship", "required": True},
        },
    }


def write_store(path):
    profiles = [profile(number) for number in range(PROFILES)]
    document = {"formatVersion": 1, "generation": 1, "profiles": profiles}
    path.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n")
    path.chmod(0o600)


def store(products):
    program = products / "localpush"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "preferences.json"
        write_store(path)
        # In the form in which localpush itself writes it.
        subprocess.run([program, "profile", "disable", "ship-00001", "--no-wait", "--store", path],
                       check=True, capture_output=True)
        name, ssid = "ship-07776", "Ship 7776"
        files = Path(folder) / "profiles.json"
        exported = subprocess.run([program, "profile", "export", "--store", path],
                                  check=True, capture_output=True).stdout
        files.write_bytes(exported)
        before = path.stat()
        taken = medians({
            "show": [program, "profile", "show", name, "--json", "--store", path],
            "jq show": ["jq", f'.profiles[] | select(.name == "{name}")', path],
            "match": [program, "match", ssid, "--json", "--store", path],
            "jq match": ["jq", JQ_MATCH % ssid, path],
            "apply": [program, "apply", files, "--prune", "--store", path],
            "diff": [program, "diff", files, "--prune", "--store", path],
            "jq both": ["jq", "-s", ".[0].profiles == .[1]", path, files],
            "list": [program, "profile", "list", "--store", path],
            "jq list": ["jq", "-r", JQ_LIST, path],
        }, rounds=9)
        assert path.stat() == before, "what changed nothing has written the store"
        megabytes = path.stat().st_size / 1e6
    repeat = f"a store of {PROFILES} profiles, {megabytes:.1f} MB; localpush"
    return [
        Row("profile show, 10,000 profiles", taken["show"], 0.5, "ms",
            f"{repeat} profile show {name} --store FILE", "jq", taken["jq show"]),
        Row("match, 10,000 profiles", taken["match"], 0.5, "ms",
            f"{repeat} match '{ssid}' --store FILE", "jq", taken["jq match"]),
        Row("apply, 10,000 profiles, unchanged", taken["apply"], 1, "ms",
            f"{repeat} apply ALL --prune --store FILE", "jq, both files", taken["jq both"]),
        Row("diff, 10,000 profiles, the same", taken["diff"], 1, "ms",
            f"{repeat} diff ALL --prune --store FILE", "jq, both files", taken["jq both"]),
        Row("profile list, 10,000 profiles", taken["list"], 1, "ms",
            f"{repeat} profile list --store FILE", "jq", taken["jq list"]),
    ]


def simulation(products):
    with tempfile.TemporaryDirectory() as folder:
        week, profiles = Path(folder) / "week.jsonl", Path(folder) / "profiles.json"
        count = timeline.write(week, profiles)
        command = [products / "localpush", "simulate", week, "--profiles", profiles]
        taken = medians({"ours": command}, rounds=3)["ours"] / 1000
    return Row("simulate, a week of 1,000 devices", taken, 10, "s",
               f"{count} joins and leaves, {timeline.PROFILES} profiles; "
               "localpush simulate FILE --profiles FILE")


def rows(products):
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    return [start_up(products), size(products), *store(products), simulation(products)]
