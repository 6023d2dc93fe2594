"""The device with localpush as its packages install it, run by systemd."""

import json
import subprocess
from pathlib import Path

from .device import PROVIDERS, Device
from .waiting import until

SERVICE = "localpush.service"
SSID = "Cruise Ship Wi-Fi"
# An agent that systemd runs.
UNIT = "lab-lamp.service"
UNITS = Path("/etc/systemd/system")


def run(*words, status=0):
    """What a command prints; fails when its exit status is not the one expected."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, errors="backslashreplace", timeout=120)
    assert done.returncode == status, f"{' '.join(words)}: {done.returncode}\n{done.stdout}"
    return done.stdout.strip()


def unit_property(unit, name):
    return run("systemctl", "show", "--value", "-p", name, unit)


class InstalledDevice(Device):
    program = "/usr/bin/localpush"

    def record_path(self, provider):
        # The one folder where an agent may write.
        return Path("/var/lib/localpush") / provider / "record"

    def install_unit(self, provider, unit, command):
        """Installs a provider that systemd runs."""
        (UNITS / unit).write_text(
            f"[Service]\nEnvironmentFile=/run/localpush/units/{unit}.env\n"
            f"LoadCredential=configuration:/run/localpush/units/{unit}.json\n"
            f"DynamicUser=yes\nExecStart={command}\n")
        run("systemctl", "daemon-reload")
        fresh = PROVIDERS / f".{provider}.new"
        fresh.write_text(json.dumps(
            {"bundleIdentifier": provider, "type": "systemd", "unit": unit}))
        fresh.rename(PROVIDERS / f"{provider}.json")

    def main_process(self, unit=SERVICE):
        return int(unit_property(unit, "MainPID"))

    def until_unit(self, unit, state):
        until(f"{unit} is {state}", lambda: unit_property(unit, "ActiveState") == state)
