"""A desktop of a measurement's own: a session bus, and a notification server that writes down what it
shows."""

import json
import os
import subprocess
import time
from pathlib import Path

SETTINGS = """\
<busconfig>
  <listen>unix:path={}</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""
NOTIFICATIONS = Path(__file__).resolve().parent.parent / "WiFiLab/guest/notifications"


class Desktop:
    def __init__(self, folder, *options):
        folder.mkdir()
        self.socket, self.record = folder / "bus", folder / "shown"
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.socket}",
                            "XDG_STATE_HOME": str(folder / "state"), "HOME": str(folder),
                            "PATH": os.environ["PATH"]}
        (folder / "bus.conf").write_text(SETTINGS.format(self.socket))
        with open(folder / "bus.log", "ab") as log:
            self.bus = subprocess.Popen(
                ["dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork"],
                stdin=subprocess.DEVNULL, stderr=log)
        wait_for(self.socket.exists, "the bus is there")
        self.server = subprocess.Popen([NOTIFICATIONS, self.socket, self.record, *options],
                                       stdin=subprocess.PIPE, text=True)
        wait_for(lambda: self.record.exists() and self.notes("ready"), "notifications are served")

    def tell(self, *words):
        """Tells the notification server something; see its head."""
        self.server.stdin.write(" ".join(map(str, words)) + "\n")
        self.server.stdin.flush()

    def notes(self, what):
        """What was written down of one kind."""
        lines = self.record.read_text()
        found = map(json.loads, lines[:lines.rfind("\n") + 1].splitlines())
        return [note for note in found if note["what"] == what]

    def stop(self):
        self.server.stdin.close()
        self.server.wait()
        self.bus.terminate()
        self.bus.wait()


def wait_for(condition, what, patience=30):
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, f"not within {patience} s: {what}"
        time.sleep(0.02)
