"""Adapters come, go, change their names, and there may be several of them."""

from harness.aboard import NAME, SSID, Aboard
from harness.device import Device, is_running
from harness.running import scenario
from harness.waiting import throughout, until

OTHER = "com.example.Other"
# What has to end at once ends long before this grace would.
LONG_GRACE = 300


@scenario
def two_adapters_on_two_networks_run_two_providers(lab):
    aboard = Aboard(lab)
    device = aboard.device
    device.install(OTHER)
    device.add("pier", "Pier", provider=OTHER)
    pier = lab.air.access_point("Pier", channel=6)
    second = lab.air.adapter()
    aboard.join()
    second.connect(pier)
    device.until_state("pier", "active")

    assert device.profile(NAME)["isActive"]
    assert device.told("start")[0]["network"]["interface"] == aboard.adapter.interface
    assert device.told("start", OTHER)[0]["network"]["interface"] == second.interface
    second.disconnect()
    assert device.until_told("stop", provider=OTHER)["code"] == 3
    assert device.profile(NAME)["isActive"] and not device.told("stop")


@scenario
def two_adapters_on_one_network_run_one_agent_until_both_have_left(lab):
    aboard = Aboard(lab)
    device = aboard.device
    second = lab.air.adapter()
    agent = aboard.join()
    second.connect(aboard.point)
    device.until_network(second.interface, "joined")
    aboard.adapter.disconnect()
    device.until_network(aboard.adapter.interface, "disconnected")
    assert device.profile(NAME)["agent"]["pid"] == agent and is_running(agent)
    assert not device.told("stop") and len(device.told("start")) == 1
    second.disconnect()
    assert device.until_told("stop")["code"] == 3


@scenario
def a_blocked_radio_stops_the_agent_at_once_and_is_told_from_a_lost_network(lab):
    aboard = Aboard(lab, grace=LONG_GRACE)
    agent = aboard.join()
    aboard.adapter.block()
    stop = aboard.device.until_told("stop")
    assert stop["code"] == 3, stop
    aboard.device.until_network(aboard.adapter.interface, "radioOff")
    assert "radio" in aboard.device.until_state(NAME, "waiting")["reason"]

    aboard.adapter.unblock()
    aboard.device.until_network(aboard.adapter.interface, "disconnected")
    assert aboard.join() != agent


@scenario
def an_interface_that_is_deleted_stops_the_agent_at_once_and_may_come_back(lab):
    aboard = Aboard(lab, grace=LONG_GRACE)
    agent = aboard.join()
    old = aboard.adapter.interface
    aboard.adapter.delete_interface()
    stop = aboard.device.until_told("stop")
    assert stop["code"] == 3, stop
    aboard.device.until_event("networkRemoved", interface=old)
    assert aboard.device.network(old) is None

    aboard.adapter.create_interface("wlan7")
    assert aboard.join() != agent
    assert aboard.device.told("start")[1]["network"]["interface"] == "wlan7"


@scenario
def an_interface_is_followed_through_a_new_name(lab):
    aboard = Aboard(lab)
    aboard.join()
    device, old = aboard.device, aboard.adapter.interface
    index = device.network(old)["ifindex"]
    aboard.adapter.rename("deck0")
    renamed = until("status knows the new name", lambda: device.network("deck0"))
    assert renamed["ifindex"] == index and device.network(old) is None
    aboard.join()
    assert device.network("deck0")["state"] == "joined"


@scenario
def a_radio_moved_to_another_namespace_and_back_is_noticed(lab):
    aboard = Aboard(lab, grace=LONG_GRACE)
    agent = aboard.join()
    aboard.adapter.move_away()
    stop = aboard.device.until_told("stop")
    assert stop["code"] == 3, stop
    until("no interface is left", lambda: aboard.device.status()["networks"] == [])
    assert "no Wi-Fi interface" in aboard.device.until_state(NAME, "waiting")["reason"]
    aboard.adapter.move_back()
    until("the interface is back", lambda: aboard.device.network(aboard.adapter.interface))
    assert aboard.join() != agent


@scenario
def a_service_started_before_any_interface_exists_waits_for_one(lab):
    device = Device()
    device.add(NAME, SSID)
    device.start()
    assert device.status()["networks"] == []
    assert "no Wi-Fi interface" in device.until_state(NAME, "waiting")["reason"]
    point = lab.air.access_point(SSID)
    adapter = lab.air.adapter()
    adapter.connect(point)
    device.until_state(NAME, "active")
    # The access point's own interface says its SSID too; it is no network of this device.
    assert [network["interface"] for network in device.status()["networks"]] == [adapter.interface]


@scenario
def an_access_point_of_this_device_is_no_network_it_is_on(lab):
    device = Device()
    device.add(NAME, SSID)
    device.start()
    point = lab.air.access_point(SSID)
    until("the interface is an access point's and not shown",
          lambda: device.network(point.radio.interface) is None)
    throughout("nothing starts", lambda: not device.record(), 1)
    assert device.profile(NAME)["state"] == "waiting"
