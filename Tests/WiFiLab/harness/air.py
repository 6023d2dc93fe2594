"""The air: access points and adapters on simulated radios."""

import os
import re
import socket
import struct
import subprocess
from pathlib import Path

from .netlink import SimulatedRadios
from .waiting import DEADLINE, DeadlineMissed, until

FREQUENCY = {channel: 2407 + 5 * channel for channel in range(1, 14)}


def as_bytes(ssid):
    return ssid if isinstance(ssid, bytes) else ssid.encode()


def address_text(address):
    return ":".join(f"{byte:02x}" for byte in address)


def inside(namespace, *command):
    """The command as it runs in a network namespace; None is the scenario's own."""
    return ["ip", "netns", "exec", namespace, *command] if namespace else list(command)


def run(*command):
    """What a command prints; it has to succeed."""
    done = subprocess.run(command, text=True, errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{' '.join(map(str, command))}: {done.stdout.strip()}"
    return done.stdout


class Radio:
    """A simulated radio and the one interface it comes with."""

    def __init__(self, air, address):
        self.air = air
        self.address = address_text(address)
        self.number = air.maker.add(address)
        self.phy = until(f"a radio of address {self.address}", self._find)
        self.interface = until(f"an interface of {self.phy}", self._interface)

    def _find(self):
        for entry in Path("/sys/class/ieee80211").iterdir():
            if (entry / "macaddress").read_text().strip() == self.address:
                return entry.name
        return None

    def _interface(self):
        return next((entry.name for entry in self._device().iterdir()), None)

    def _device(self):
        return Path("/sys/class/ieee80211") / self.phy / "device/net"

    def move_to(self, namespace):
        """Into a network namespace that `ip netns add` has made. Radios hear each other all the same."""
        run("iw", "phy", self.phy, "set", "netns", "name", namespace)

    def remove(self):
        self.air.maker.remove(self.number)


class AirSpace:
    """Radios that hear each other and nobody else."""

    def __init__(self, folder, number):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.maker = SimulatedRadios()
        # The kernel wants addresses that differ in all namespaces.
        self.prefix = bytes([2, 0, 0]) + number.to_bytes(2, "big")
        self.made = 0

    def radio(self):
        self.made += 1
        return Radio(self, self.prefix + bytes([self.made]))

    def access_point(self, ssid, **settings):
        """An access point that is on the air when this returns; see AccessPoint for settings."""
        return AccessPoint(self, ssid, **settings)

    def adapter(self, namespace=None):
        """A Wi-Fi adapter of the device, not yet on any network."""
        return Adapter(self, namespace)


class AccessPoint:
    def __init__(self, air, ssid, channel=1, passphrase=None, hidden=False, country=None,
                 namespace=None):
        self.radio = air.radio()
        self.namespace = namespace
        if namespace:
            self.radio.move_to(namespace)
        self.bssid = self.radio.address
        self.ssid, self.channel, self.passphrase = as_bytes(ssid), channel, passphrase
        self.hidden, self.country = hidden, country
        self.name = f"ap{self.radio.number}"
        self.folder = air.folder
        self.process = None
        self.start()

    def start(self):
        settings = self.folder / f"{self.name}.conf"
        settings.write_text("\n".join(self._settings()) + "\n")
        log = self.folder / f"{self.name}.log"
        with open(log, "ab") as output:
            before = output.tell()
            self.process = subprocess.Popen(
                inside(self.namespace, "hostapd", settings), stdin=subprocess.DEVNULL, stdout=output,
                stderr=output)

        def enabled():
            assert self.process.poll() is None, f"hostapd ended: {log.read_text()}"
            return b"AP-ENABLED" in log.read_bytes()[before:]

        until(f"{self.name} is on the air", enabled)

    def _settings(self):
        yield f"interface={self.radio.interface}"
        yield "driver=nl80211"
        yield f"ssid2={self.ssid.hex()}"
        yield "hw_mode=g"
        yield f"channel={self.channel}"
        # A scan listens for 30 ms: that long an emulated hostapd may take to answer a probe, so
        # the beacon alone, which the kernel sends, has to be enough to be seen.
        yield "beacon_int=20"
        yield f"ignore_broadcast_ssid={1 if self.hidden else 0}"
        if self.country:
            # The element alone: setting the country would change every radio of this kernel.
            yield f"vendor_elements=0706{self.country.encode().hex()}20010b14"
        if self.passphrase:
            yield "wpa=2"
            yield "wpa_key_mgmt=WPA-PSK"
            yield "rsn_pairwise=CCMP"
            yield f"wpa_passphrase={self.passphrase}"

    def stop(self):
        """An orderly end: the stations are told."""
        self.process.terminate()
        self.process.wait(DEADLINE)

    def become(self, ssid, hidden=False):
        """The same radio, with the same address, under another SSID."""
        self.stop()
        self.ssid, self.hidden = as_bytes(ssid), hidden
        self.start()

    def vanish(self):
        """Off the air without a word, as when its power fails."""
        self.radio.remove()
        self.process.kill()
        self.process.wait(DEADLINE)


class Adapter:
    def __init__(self, air, namespace=None):
        self.air = air
        self.radio = air.radio()
        self.namespace = namespace
        if namespace:
            self.radio.move_to(namespace)
        self.interface = self.radio.interface
        self.phy = self.radio.phy
        self.supplicant = None

    # Joining with `iw` leaves no process behind; the supplicant is for everything iw cannot do.

    def connect(self, access_point):
        """Joins an open network with `iw`."""
        self.run("ip", "link", "set", self.interface, "up")
        until(f"{self.interface} is connected", lambda: self._connects(access_point))

    def _connects(self, access_point):
        # One attempt is one scan, which misses a beacon now and then. `iw connect -w` would wait for
        # the end of it, but misses that now and then as well, and then waits forever.
        subprocess.run(inside(self.namespace, "iw", "dev", self.interface, "connect",
                              access_point.ssid.decode(), str(FREQUENCY[access_point.channel]),
                              access_point.bssid),
                       stdin=subprocess.DEVNULL, capture_output=True)
        try:
            return until(f"{self.interface} is associated", self.is_associated, within=5)
        except DeadlineMissed:
            return False

    def disconnect(self):
        """Leaves a network joined with `iw`."""
        self.run("iw", "dev", self.interface, "disconnect")

    def join(self, *access_points, passphrase=None, wait=True):
        """Joins the network of these access points, all of one SSID, with wpa_supplicant."""
        first = access_points[0]
        if self.supplicant is None:
            self.supplicant = Supplicant(self)
        channels = sorted({point.channel for point in access_points})
        self.supplicant.select(first.ssid, channels, passphrase or first.passphrase)
        if wait:
            self.supplicant.wait_until_complete()

    def leave(self):
        self.supplicant.ask("DISCONNECT")

    def roam(self, access_point):
        assert self.supplicant.ask(f"ROAM {access_point.bssid}") == "OK"
        self.supplicant.wait_until_complete(access_point.bssid)

    # What can happen to an adapter.

    def block(self, blocked=True):
        """Sets the radio's soft block, as a switch on the device does."""
        index = next(Path(f"/sys/class/ieee80211/{self.phy}").glob("rfkill*")).name[6:]
        change, all_types, operation = 2, 0, "=IBBBB"
        with open("/dev/rfkill", "wb", buffering=0) as switch:
            switch.write(struct.pack(operation, int(index), all_types, change, int(blocked), 0))

    def unblock(self):
        self.block(False)

    def delete_interface(self):
        self.run("iw", "dev", self.interface, "del")

    def create_interface(self, name):
        self.run("iw", "phy", self.phy, "interface", "add", name, "type", "managed")
        self.interface = name

    def rename(self, name):
        """A new name for the interface, which on this kernel takes it down first."""
        self.run("ip", "link", "set", self.interface, "down")
        self.run("ip", "link", "set", self.interface, "name", name)
        self.interface = name

    def move_away(self):
        """Moves the radio into another network namespace, as a container that takes it does."""
        if not Path("/run/netns/elsewhere").exists():
            self.run("ip", "netns", "add", "elsewhere")
        self.run("iw", "phy", self.phy, "set", "netns", "name", "elsewhere")

    def move_back(self):
        self.run("ip", "netns", "exec", "elsewhere", "iw", "phy", self.phy, "set", "netns",
                 str(os.getpid()))

    def seen(self):
        """The addresses and SSIDs in the kernel's scan results, as `iw` shows them."""
        dump = self.run("iw", "dev", self.interface, "scan", "dump")
        return re.findall(r"^BSS ([0-9a-f:]+).*?^\tSSID: ?([^\n]*)$", dump,
                          re.MULTILINE | re.DOTALL)

    def is_associated(self):
        return "Connected to" in self.run("iw", "dev", self.interface, "link")

    def run(self, *command):
        return run(*inside(self.namespace, *command))


class Supplicant:
    """A wpa_supplicant of one interface, spoken to over its control socket."""

    def __init__(self, adapter):
        self.interface = adapter.interface
        folder = adapter.air.folder
        settings = folder / f"{self.interface}.conf"
        settings.write_text(f"ctrl_interface={folder}/wpa\nap_scan=1\n")
        self.logged = folder / f"{self.interface}.log"
        with open(self.logged, "ab") as log:
            self.process = subprocess.Popen(
                ["wpa_supplicant", "-t", "-i", self.interface, "-D", "nl80211", "-c", settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.server = folder / "wpa" / self.interface
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        own = folder / f"{self.interface}.control"
        own.unlink(missing_ok=True)
        self.socket.bind(str(own))
        self.socket.settimeout(DEADLINE)
        until(f"wpa_supplicant answers on {self.interface}", self._answers)
        self.ask("SCAN_INTERVAL 1")

    def _answers(self):
        self.socket.connect(str(self.server))
        return self.ask("PING") == "PONG"

    def ask(self, request):
        self.socket.send(request.encode())
        return self.socket.recv(65536).decode(errors="replace").strip()

    def select(self, ssid, channels, passphrase):
        number = self.ask("ADD_NETWORK")
        frequencies = " ".join(str(FREQUENCY[channel]) for channel in channels)
        settings = {"ssid": ssid.hex(), "scan_ssid": "1", "scan_freq": frequencies,
                    "freq_list": frequencies}
        settings |= {"psk": f'"{passphrase}"'} if passphrase else {"key_mgmt": "NONE"}
        for key, value in settings.items():
            answer = self.ask(f"SET_NETWORK {number} {key} {value}")
            assert answer == "OK", f"SET_NETWORK {key} {value}: {answer}"
        assert self.ask(f"SELECT_NETWORK {number}") == "OK"
        self.ssid = ssid

    def wait_until_complete(self, bssid=None):
        def complete():
            status = dict(line.split("=", 1) for line in self.ask("STATUS").splitlines())
            return status.get("wpa_state") == "COMPLETED" and bssid in (None, status.get("bssid"))

        until(f"{self.interface} is connected to {bssid or 'its network'}", complete)

    def log(self):
        return self.logged.read_text(errors="backslashreplace")
