"""A bus of the scenario's own, and a stand-in for logind on it."""

import subprocess
from pathlib import Path

from .waiting import until

SETTINGS = """\
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""


def start_bus():
    """Starts a system bus where everybody looks for it; /run is the scenario's own."""
    folder = Path("/run/dbus")
    folder.mkdir()
    (folder / "lab.conf").write_text(SETTINGS)
    process = subprocess.Popen(["dbus-daemon", f"--config-file={folder}/lab.conf", "--nofork"],
                               stdin=subprocess.DEVNULL)
    until("the bus is there", (folder / "system_bus_socket").exists)
    return process


class Logind:
    """The stand-in; see guest/logind."""

    def __init__(self):
        self.said = Path("/run/dbus/logind.log")
        program = Path(__file__).resolve().parent.parent / "guest/logind"
        with open(self.said, "ab") as output:
            self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=output,
                                            stderr=output)
        self.until_says("ready")

    def says(self):
        return self.said.read_text().splitlines()

    def until_says(self, line):
        until(f"logind says {line!r}", lambda: line in self.says())

    def announce(self, word):
        """Announces that the device is about to `sleep`, or that it has come awake (`wake`)."""
        self.process.stdin.write(f"{word}\n".encode())
        self.process.stdin.flush()
