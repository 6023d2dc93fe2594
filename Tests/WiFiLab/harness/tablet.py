"""A person's tablet: localpush and SimplePush in the user scope, a session bus, a notification server;
in a network namespace of its own, with an adapter and addresses by DHCP."""

import json
import os
import signal
import subprocess
from pathlib import Path

from .air import inside, run
from .device import LOCALPUSH, PROVIDERS
from .ship import SIMPLEPUSH
from .waiting import DEADLINE, until

PROVIDER, APP = "com.myexample.SimplePush.Provider", "com.myexample.SimplePush"
NOTIFICATIONS = Path(__file__).resolve().parent.parent / "guest/notifications"
BUS = """\
<busconfig>
  <listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
  <servicedir>{folder}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""
ADDRESS_SCRIPT = """\
#!/bin/busybox sh
busybox ip address flush dev "$interface"
[ "$1" = bound ] && busybox ip address add "$ip/$mask" dev "$interface"
exit 0
"""


class Tablet:
    """`number` tells a scenario's tablets, and their users, apart; `profile` is what was issued for it.
    Its notification server writes down what it shows, unless another is given as `screen`."""

    def __init__(self, air, number, profile, screen=None):
        self.namespace, self.user = f"tablet{number}", 4000 + number
        self.folder = Path(f"/run/{self.namespace}")
        self.profile = profile
        run("ip", "netns", "add", self.namespace)
        run(*inside(self.namespace, "ip", "link", "set", "lo", "up"))
        self.adapter = air.adapter(self.namespace)
        self.furnish()
        self.bus = self.start("bus", "dbus-daemon", f"--config-file={self.folder}/bus.conf",
                              "--nofork")
        until("the bus is there", (self.folder / "bus").exists)
        if screen:
            self.start_display()
            self.screen = self.start("screen", *screen)
        else:
            self.screen = self.start("screen", NOTIFICATIONS, self.folder / "bus",
                                     self.folder / "shown", stdin=subprocess.PIPE)
            until("notifications are served", lambda: self.notes("ready"))
        self.localpush("apply", self.folder / "profile.json")
        self.service = self.start("service", LOCALPUSH, "run", "--user", "--grace", "0")

    def furnish(self):
        """The files that an administrator and packages have put in place."""
        services = self.folder / "services"
        services.mkdir(parents=True)
        (services / f"{APP}.service").write_text(
            f"[D-BUS Service]\nName={APP}\nExec={SIMPLEPUSH} app\n")
        (self.folder / "bus.conf").write_text(BUS.format(folder=self.folder))
        script = self.folder / "address"
        script.write_text(ADDRESS_SCRIPT)
        script.chmod(0o755)
        (self.folder / "profile.json").write_text(json.dumps(self.profile))
        os.chown(self.folder, self.user, self.user)
        manifest = {"bundleIdentifier": PROVIDER, "executable": [SIMPLEPUSH, "provider"],
                    "containingApp": APP}
        PROVIDERS.mkdir(parents=True, exist_ok=True)
        (PROVIDERS / f"{PROVIDER}.json").write_text(json.dumps(manifest))

    def start_display(self):
        """An X server, for notification servers that draw."""
        number = self.user
        self.start("display", "Xvfb", f":{number}", "-screen", "0", "640x480x24", "-nolisten", "tcp")
        until("there is a display", Path(f"/tmp/.X11-unix/X{number}").exists)

    # Programs of the tablet's user.

    @property
    def environment(self):
        folder = str(self.folder)
        return {"HOME": folder, "XDG_RUNTIME_DIR": folder, "PATH": os.environ["PATH"],
                "LANG": "C.UTF-8", "DISPLAY": f":{self.user}", "GSETTINGS_BACKEND": "memory",
                "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/bus"}

    def as_user(self, *words):
        return inside(self.namespace, "setpriv", f"--reuid={self.user}", f"--regid={self.user}",
                      "--clear-groups", *map(str, words))

    def start(self, name, *words, stdin=subprocess.DEVNULL):
        with open(self.folder / f"{name}.log", "ab") as log:
            return subprocess.Popen(self.as_user(*words), stdin=stdin, stdout=log, stderr=log,
                                    env=self.environment)

    def localpush(self, *words):
        done = subprocess.run(self.as_user(LOCALPUSH, *words), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, env=self.environment,
                              timeout=DEADLINE)
        assert done.returncode == 0, f"localpush {words}: {done.stdout}{done.stderr}"
        return done.stdout

    def agent(self):
        """What `status` says of the agent: its process number, what it says of itself."""
        profiles = json.loads(self.localpush("status", "--user", "--json"))["profiles"]
        return profiles[0]["agent"] or {}

    def until_connected(self):
        def connected():
            agent = self.agent()
            if (agent.get("status") or {}).get("state") != "connected":
                raise LookupError(agent)
            return agent

        return until(f"{self.namespace}'s agent is connected", connected)

    def kill_agent(self):
        os.kill(self.agent()["pid"], signal.SIGKILL)

    # The network.

    def join(self, point):
        self.adapter.connect(point)
        self.adapter.run("busybox", "udhcpc", "-i", self.adapter.interface, "-s",
                         self.folder / "address", "-n", "-q", "-f", "-t", "20", "-T", "1")

    def leave(self):
        self.adapter.disconnect()
        self.adapter.run("ip", "address", "flush", "dev", self.adapter.interface)

    # The screen.

    def notes(self, what):
        """What the notification server wrote down of one kind."""
        path = self.folder / "shown"
        text = path.read_text() if path.exists() else ""
        found = map(json.loads, text[:text.rfind("\n") + 1].splitlines())
        return [note for note in found if note["what"] == what]

    def texts(self):
        """What was shown, in its order; again in its place is no new one."""
        return [note["body"] for note in self.notes("shown") if note["isNew"]]

    def until_shown(self, *texts):
        """Waits until exactly these were shown, in this order."""
        until(f"{self.namespace} shows {texts[-1:]}",
              lambda: self.texts()[-1:] == list(texts[-1:]) and len(self.texts()) >= len(texts))
        assert self.texts() == list(texts), self.texts()

    def tell_screen(self, *words):
        """Has the notification server do something; see guest/notifications."""
        self.screen.stdin.write((" ".join(map(str, words)) + "\n").encode())
        self.screen.stdin.flush()
