"""The device under test: its providers, its profiles, and the service that runs on it."""

import json
import os
import socket
import subprocess
import time
from datetime import datetime
from pathlib import Path

from . import isolation
from .air import as_bytes
from .waiting import DEADLINE, until

LOCALPUSH = "/lab/bin/localpush"
AGENT = "/lab/bin/agent"
PROVIDERS = Path("/etc/localpush/providers.d")
PROVIDER = "com.example.Lab"
# Each provider has a user of its own; the guest's start makes these.
USERS = {PROVIDER: "lab-one", "com.example.Other": "lab-two"}


def record(path):
    """What agents wrote down in a file: a list of at, pid and line."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def told(path, message):
    """The bodies of all messages of that name in a file of agents', each with when it came and the `pid`
    of the agent that got it."""
    return [note["line"][message] | {"pid": note["pid"], "at": note["at"]}
            for note in record(path) if message in note["line"]]


class Device:
    """One machine with localpush on it, in the system scope."""

    program = LOCALPUSH

    def __init__(self, folder="/run/device"):
        self.folder = Path(folder)
        self.records = self.folder / "records"
        self.records.mkdir(parents=True)
        self.records.chmod(0o1777)
        self.monitored = self.folder / "monitor.log"
        self.service = self.monitor = self.grace = None
        self.install()

    # Providers.

    def install(self, provider=PROVIDER, behavior="obedient", **more):
        """Installs the recording agent as a provider."""
        PROVIDERS.mkdir(parents=True, exist_ok=True)
        manifest = {
            "bundleIdentifier": provider,
            "executable": [AGENT, str(self.record_path(provider)), behavior],
            "user": USERS[provider],
        } | more
        fresh = PROVIDERS / f".{provider}.new"
        fresh.write_text(json.dumps(manifest))
        fresh.rename(PROVIDERS / f"{provider}.json")

    def uninstall(self, provider=PROVIDER):
        (PROVIDERS / f"{provider}.json").unlink()

    def record_path(self, provider):
        """The file that the provider's agents write down in what they are told."""
        return self.records / provider

    def record(self, provider=PROVIDER):
        """What the provider's agents wrote down: a list of at, pid and line."""
        return record(self.record_path(provider))

    def told(self, message, provider=PROVIDER):
        """The bodies of all messages of that name, each with the `pid` of the agent that got it."""
        return told(self.record_path(provider), message)

    def until_told(self, message, count=1, provider=PROVIDER, within=DEADLINE):
        """Waits until agents of the provider got that message so many times; the last of them."""
        until(f"the agent is told {message!r}, {count} times",
              lambda: len(self.told(message, provider)) >= count, within)
        return self.told(message, provider)[count - 1]

    # The command line.

    def command(self, *words, status=0):
        """What a command prints; fails when its exit status is not the one expected."""
        done = subprocess.run([self.program, *words], stdin=subprocess.DEVNULL, text=True,
                              errors="backslashreplace", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        told = (f"localpush {' '.join(words)}: exit status {done.returncode}, expected {status}\n"
                f"{done.stdout}{done.stderr}")
        assert done.returncode == status, told
        return done.stdout

    def add(self, name, *ssids, provider=PROVIDER, options=()):
        """Adds a profile for these SSIDs, each text or bytes."""
        words = ["profile", "add", name, "--system", "--provider", provider]
        for ssid in ssids:
            words += ["--ssid-hex", as_bytes(ssid).hex()] if isinstance(ssid, bytes) else [
                "--ssid", ssid]
        self.command(*words, *options)

    def manage(self, name, profile):
        """Puts a managed profile in place, as an administrator's tools do."""
        folder = Path("/run/localpush/system.d")
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f".{name}.new"
        fresh.write_text(json.dumps(profile))
        fresh.rename(folder / f"{name}.json")

    def unmanage(self, name):
        Path(f"/run/localpush/system.d/{name}.json").unlink()

    def status(self):
        return json.loads(self.command("status", "--system", "--json"))

    def profile(self, name):
        """The profile as `status` shows it."""
        found = [entry for entry in self.status()["profiles"] if entry["name"] == name]
        if not found:
            raise LookupError(f"no profile {name} in status")
        return found[0]

    def network(self, interface):
        """The interface as `status` shows it; None when it does not."""
        found = [entry for entry in self.status()["networks"] if entry["interface"] == interface]
        return found[0] if found else None

    def until_state(self, name, state, within=DEADLINE):
        """Waits until `status` shows the profile in that state; the profile then."""
        def reached():
            profile = self.profile(name)
            if profile["state"] != state:
                raise LookupError(f"{profile['state']}: {profile['reason']}")
            return profile

        return until(f"{name} is {state}", reached, within, self.pause)

    def until_network(self, interface, state, within=DEADLINE):
        """Waits until `status` shows the interface in that state; the network then."""
        def reached():
            network = self.network(interface)
            if not network or network["state"] != state:
                raise LookupError(f"{network}")
            return network

        return until(f"{interface} is {state}", reached, within, self.pause)

    # The service.

    def start(self, grace=None, environment=None):
        """Starts the service and `monitor`; back when it says that it is ready."""
        self.grace = grace
        self.start_service(environment)
        self.watch()

    def watch(self):
        """Starts `monitor`; back when it shows something."""
        with open(self.monitored, "ab") as output, open(self.folder / "client.log", "ab") as log:
            self.monitor = subprocess.Popen([self.program, "monitor", "--system", "--json"],
                                            stdin=subprocess.DEVNULL, stdout=output, stderr=log)
        until("monitor shows the beginning", self.events)

    def start_service(self, environment=None):
        place = self.folder / "notify"
        place.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.bind(str(place))
            told.settimeout(DEADLINE)
            options = [] if self.grace is None else ["--grace", str(self.grace)]
            with open(self.folder / "service.log", "ab") as log:
                self.service = subprocess.Popen(
                    [self.program, "run", "--system", *options], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    env=os.environ | {"NOTIFY_SOCKET": str(place)} | (environment or {}))
            while b"READY=1" not in told.recv(4096).split(b"\n"):
                pass

    def stop(self):
        """Stops the service in order, as a service manager does."""
        self.service.terminate()
        return self.service.wait(DEADLINE)

    def kill(self):
        """Kills the service, which learns nothing of it."""
        self.service.kill()
        self.service.wait(10)

    def private_memory(self):
        """The service's own memory in bytes (RssAnon, proc(5))."""
        for line in Path(f"/proc/{self.service.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
        raise LookupError("no RssAnon")

    def agents(self):
        """The processes of this scenario that are the recording agent."""
        return [process for process in isolation.processes()
                if AGENT in isolation.words_of(process)[:2]]

    def pause(self, seconds):
        time.sleep(seconds)

    def events(self, event=None):
        """What `monitor --json` has printed so far, of one kind if it is given."""
        if not self.monitored.exists():
            return []
        text = self.monitored.read_text()
        lines = text[:text.rfind("\n") + 1].splitlines()
        events = [json.loads(line) for line in lines]
        return [entry for entry in events if event in (None, entry.get("event"))]

    def until_event(self, event, within=DEADLINE, **values):
        """Waits until `monitor` has shown such an event with these values; that event."""
        def shown():
            return next((entry for entry in self.events(event)
                         if all(entry.get(key) == value for key, value in values.items())), None)

        return until(f"monitor shows {event} {values}", shown, within, self.pause)

    def seconds_between(self, earlier, later):
        """The time from one event of `monitor` to another, by the service's clock."""
        first, second = (datetime.fromisoformat(entry["time"]) for entry in (earlier, later))
        return (second - first).total_seconds()

    def states(self, name):
        """The states of a profile, in the order `monitor` showed them."""
        states = []
        for entry in self.events("profile"):
            if entry["name"] == name and states[-1:] != [entry["state"]]:
                states.append(entry["state"])
        return states


def is_running(process):
    """Whether there is such a process, one that has ended and is not yet collected aside."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
