"""An SSID is bytes: what is on the air is what counts, to the last one."""

import subprocess

from harness.aboard import NAME, SSID, Aboard
from harness.device import LOCALPUSH, Device
from harness.running import scenario

HOSTILE = b"ship\xff\x00\x1b[31m" + "🚢".encode()


@scenario
def a_hidden_network_is_known_beside_stale_entries_of_the_same_access_point(lab):
    device = Device()
    device.add("stale", "Old Name")
    device.add(NAME, SSID)
    point = lab.air.access_point("Old Name")
    adapter = lab.air.adapter()
    adapter.join(point)
    adapter.leave()
    point.become(SSID, hidden=True)
    device.start()
    adapter.join(point)
    device.until_state(NAME, "active")

    entries = [ssid for bssid, ssid in adapter.seen() if bssid == point.bssid]
    assert len(entries) >= 2, f"the trap is not laid: {entries}"
    assert device.network(adapter.interface)["ssid"] == SSID
    assert device.profile("stale")["state"] == "superseded" or not device.profile("stale")["isActive"]
    assert [start["profile"] for start in device.told("start")] == [NAME]


@scenario
def bytes_that_are_no_text_match_to_the_last_one_and_never_reach_a_terminal(lab):
    device = Device()
    device.add("near", HOSTILE[:-1])
    device.add("exact", HOSTILE)
    point = lab.air.access_point(HOSTILE)
    adapter = lab.air.adapter()
    device.start()
    adapter.join(point)
    device.until_state("exact", "active")

    network = device.network(adapter.interface)
    assert network["ssid"] is None and network["ssidHex"] == HOSTILE.hex(), network
    start = device.told("start")[0]
    assert start["network"]["ssid"] is None
    assert start["network"]["ssidHex"] == HOSTILE.hex()
    assert device.profile("near")["state"] == "waiting"

    exact = subprocess.run([LOCALPUSH, "ssid", "--interface", adapter.interface],
                           stdout=subprocess.PIPE, check=True).stdout
    assert exact == HOSTILE, exact
    for command in (["status", "--system"], ["match", "--system"], ["profile", "list", "--system"]):
        shown = device.command(*command)
        assert "\x1b" not in shown and "\0" not in shown, (command, shown)
    logged = (device.folder / "service.log").read_bytes()
    assert b"\x1b" not in logged and b"\0" not in logged, logged


@scenario
def an_emoji_is_text_as_any_other(lab):
    aboard = Aboard(lab, ssid="🚢 Deck 3")
    aboard.adapter.join(aboard.point)
    aboard.until_active()
    assert aboard.device.network(aboard.adapter.interface)["ssid"] == "🚢 Deck 3"
    assert aboard.device.told("start")[0]["network"]["ssid"] == "🚢 Deck 3"


@scenario
def an_ssid_that_only_looks_the_same_does_not_match(lab):
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    device = Device()
    device.add("decomposed", decomposed)
    device.add("padded", composed + " ")
    device.add("composed", composed, provider="com.example.Lab")
    device.start()
    point = lab.air.access_point(composed)
    adapter = lab.air.adapter()
    adapter.join(point)
    device.until_state("composed", "active")
    assert device.profile("decomposed")["state"] == "waiting"
    assert device.profile("padded")["state"] == "waiting"
