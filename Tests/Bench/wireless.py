"""The rows that are measured in the Wi-Fi lab."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from table import Row

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "WiFiLab"))

import lab


def rows(products):
    with tempfile.TemporaryDirectory(prefix="localpush-bench-") as out:
        command = lab.boot_command(products, "--out", out, "--share", f"bench={HERE}",
                                   "--timeout", "1200")
        if subprocess.run([*command, "/lab/bench/guest"]).returncode:
            raise SystemExit("The measurements in the lab failed; the reason is above.")
        measured = json.loads((Path(out) / "bench.json").read_text())
    reading, start, rest = measured["reading"], measured["start"], measured["rest"]
    again = "Tests/Bench/run lab"
    ssid, agent = "ssid, joined", "association → agent started"
    return [
        Row(ssid, reading["localpush"], 1, "ms", f"{again}: localpush ssid; iw dev X link",
            "iw dev X link", reading["iw"]),
        Row(ssid, reading["localpush"], 0.1, "ms",
            f"{again}: localpush ssid; nmcli -t -f active,ssid dev wifi", "nmcli",
            reading["nmcli"]),
        Row(agent, start["ours"], 0.5, "ms", f"{again}: wpa_cli -a SCRIPT", "wpa_cli -a",
            start["action_script"]),
        Row(agent, start["ours"], 0.1, "ms", f"{again}: a script in dispatcher.d",
            "NetworkManager", start["dispatcher_script"]),
        Row("wake-ups in two minutes of rest", rest["wakeUps"], 3, "",
            f"{again}: voluntary_ctxt_switches; two or three of the looks every 60 s fall into it"),
        Row("private memory, 100 profiles", rest["memory"] / (1 << 20), 6, "MiB",
            f"{again}: RssAnon in /proc/PID/status"),
    ]
