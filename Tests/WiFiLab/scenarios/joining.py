"""Joining a network starts the agent, leaving it stops the agent."""

import time

from harness.aboard import NAME, SSID, Aboard
from harness.device import is_running
from harness.running import scenario
from harness.waiting import until


@scenario
def an_agent_starts_when_its_open_network_is_joined_and_stops_when_it_is_left(lab):
    aboard = Aboard(lab, options=("--host", "cruiseship.example.com"))
    device = aboard.device
    waiting = device.until_state(NAME, "waiting")
    assert SSID in waiting["reason"], waiting
    began = time.monotonic()
    agent = aboard.join()
    # Events told of it: the look that is taken every minute anyway would have come later.
    assert time.monotonic() - began < 30, time.monotonic() - began

    active = device.profile(NAME)
    assert active["isActive"] and active["matchedSSID"] == SSID, active
    start = device.told("start")[0]
    assert start["pid"] == agent
    assert start["protocol"] == 1 and start["profile"] == NAME
    assert start["providerConfiguration"] == {"host": "cruiseship.example.com"}
    assert start["network"] == {"ssid": SSID, "ssidHex": SSID.encode().hex(), "protected": False,
                                "interface": aboard.adapter.interface}

    aboard.adapter.disconnect()
    stop = device.until_told("stop")
    assert (stop["reason"], stop["code"]) == ("noNetworkAvailable", 3), stop
    grace = device.seconds_between(device.until_event("network", state="leaving"),
                                   device.until_event("agentStopping", name=NAME))
    assert 4.9 <= grace <= 10, f"a grace of {grace} s"
    device.until_state(NAME, "waiting")
    until("the agent is gone", lambda: not is_running(agent))
    assert device.states(NAME) == ["waiting", "starting", "active", "stopping", "waiting"]


@scenario
def an_agent_starts_on_a_protected_network_once_the_passphrase_was_accepted(lab):
    aboard = Aboard(lab, passphrase="all hands on deck")
    aboard.adapter.join(aboard.point)
    aboard.until_active()
    assert aboard.device.told("start")[0]["network"]["protected"] is True
    network = aboard.device.network(aboard.adapter.interface)
    assert network["state"] == "joined" and network["protected"], network
    assert network["bssid"] == aboard.point.bssid, network

    aboard.adapter.leave()
    assert aboard.device.until_told("stop")["code"] == 3


@scenario
def a_wrong_passphrase_never_counts_as_joined_and_starts_nothing(lab):
    aboard = Aboard(lab, passphrase="all hands on deck")
    aboard.adapter.join(aboard.point, passphrase="abandon ship", wait=False)
    aboard.device.until_event("network", state="associated")
    until("wpa_supplicant finds the passphrase wrong",
          lambda: "WRONG_KEY" in aboard.adapter.supplicant.log())
    aboard.device.until_event("network", state="disconnected")

    seen = {entry["state"] for entry in aboard.device.events("network")}
    assert "joined" not in seen, seen
    assert aboard.device.states(NAME) == ["waiting"]
    assert aboard.device.record() == []


@scenario
def a_network_is_known_without_a_country_element(lab):
    joins_with_country(lab, None)


@scenario
def a_network_is_known_with_a_country_element(lab):
    joins_with_country(lab, "US")


def joins_with_country(lab, country):
    aboard = Aboard(lab, country=country)
    aboard.join()
    network = aboard.device.network(aboard.adapter.interface)
    assert network["ssid"] == SSID, network
    shown = aboard.device.command("ssid", "--interface", aboard.adapter.interface)
    assert shown == SSID, shown


@scenario
def a_supplicant_that_ends_takes_the_network_with_it(lab):
    aboard = Aboard(lab)
    aboard.adapter.join(aboard.point)
    aboard.until_active()
    aboard.adapter.supplicant.process.kill()
    aboard.adapter.supplicant.process.wait()
    aboard.adapter.run("ip", "link", "set", aboard.adapter.interface, "down")
    assert aboard.device.until_told("stop")["code"] == 3
