"""A person who logs in on a device with localpush: a session, a manager of the user's own, an agent."""

import json
import os
import pwd
import subprocess
from pathlib import Path

from .device import AGENT, told
from .installed import run
from .waiting import DEADLINE, until

APP_UNIT = "simplepush-app.service"


class Person:
    """`provider` is that of the person's own agent, whose containing app is `app`."""

    def __init__(self, name, provider, app):
        run("useradd", "--create-home", name)
        self.name, self.account = name, pwd.getpwnam(name)
        self.home = Path(self.account.pw_dir)
        self.record = self.home / "record"
        self.manager = f"user@{self.account.pw_uid}.service"
        self.session = None
        self.install(provider, app)

    def install(self, provider, app):
        folder = self.home / ".local/share/localpush/providers"
        run("runuser", "-u", self.name, "--", "mkdir", "-p", str(folder))
        # An agent that reports a call as soon as it is started.
        manifest = {"bundleIdentifier": provider, "containingApp": app,
                    "executable": [AGENT, str(self.record), "calls"]}
        path = folder / f"{provider}.json"
        path.write_text(json.dumps(manifest))
        os.chown(path, self.account.pw_uid, self.account.pw_gid)

    def log_in(self):
        """A session as a login gives it, by PAM."""
        self.session = subprocess.Popen(["su", "--login", self.name, "-c", "exec sleep infinity"],
                                        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.until_there()

    def log_out(self):
        """Ends the sessions, and with them what else the person runs."""
        run("loginctl", "terminate-user", self.name)
        self.session.wait(DEADLINE)
        self.until_gone()

    def linger(self, lingers=True):
        """Has the system run the person's own manager without a login, or no more."""
        run("loginctl", "enable-linger" if lingers else "disable-linger", self.name)
        if lingers:
            self.until_there()
        else:
            self.until_gone()

    def until_there(self):
        until(f"{self.name}'s service runs", lambda: self.status()["service"]["running"])

    def until_gone(self):
        until(f"nothing of {self.name} runs", lambda: not self.processes())

    def processes(self):
        """Those that the person runs."""
        return [entry.name for entry in Path("/proc").iterdir()
                if entry.name.isdigit() and entry.stat().st_uid == self.account.pw_uid]

    def run(self, *words):
        """What a command of the person's prints; it has to succeed."""
        runtime = f"/run/user/{self.account.pw_uid}"
        environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": runtime,
                       "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus", "LANG": "C.UTF-8"}
        done = subprocess.run(words, user=self.name, group=self.account.pw_gid, extra_groups=[],
                              cwd=self.home, env=environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE)
        if done.returncode:
            raise LookupError(f"{' '.join(words)}: {done.returncode}\n{done.stdout}")
        return done.stdout.strip()

    def status(self):
        return json.loads(self.run("localpush", "status", "--user", "--json"))

    def until_active(self, name):
        """Waits until the agent of the profile runs; its process."""
        def active():
            profile = next(entry for entry in self.status()["profiles"] if entry["name"] == name)
            if profile["state"] != "active":
                raise LookupError(f"{profile['state']}: {profile['reason']}")
            return profile["agent"]["pid"]

        return until(f"{name} is active for {self.name}", active)

    def until_app_runs(self):
        """Waits until the app runs as a unit of the person's; its process."""
        return until(f"{self.name}'s app runs", lambda: int(self.unit_property(APP_UNIT, "MainPID")))

    def unit_property(self, unit, name):
        return self.run("systemctl", "--user", "show", "--value", "-p", name, unit)

    def told(self, message):
        return told(self.record, message)

    def until_stopped(self, count):
        """Waits until agents were told to stop so many times; the last reason, with its code."""
        until(f"{self.name}'s agent is told to stop, {count} times",
              lambda: len(self.told("stop")) >= count)
        stop = self.told("stop")[count - 1]
        return stop["reason"], stop["code"]
