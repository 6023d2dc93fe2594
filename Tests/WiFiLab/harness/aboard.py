"""The usual beginning: a profile for a network, an adapter, and the service running."""

from .device import Device

SSID = "Cruise Ship Wi-Fi"
NAME = "cruise-ship"


class Aboard:
    """A device with one profile, in reach of the profile's network."""

    def __init__(self, lab, ssid=SSID, options=(), behavior="obedient", grace=None, **point):
        self.lab = lab
        self.device = Device()
        self.device.install(behavior=behavior)
        self.device.add(NAME, ssid, options=options)
        self.point = lab.air.access_point(ssid, **point)
        self.adapter = lab.air.adapter()
        self.device.start(grace)

    def join(self):
        """Joins, and waits until the agent runs; its process."""
        self.adapter.connect(self.point)
        return self.until_active()

    def until_active(self):
        return self.device.until_state(NAME, "active")["agent"]["pid"]
