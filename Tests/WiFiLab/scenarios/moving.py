"""Moving about: roams, short losses, access points that vanish, other networks."""

from harness.aboard import NAME, SSID, Aboard
from harness.device import is_running
from harness.running import scenario
from harness.waiting import throughout

# What has to end at once ends long before this grace would.
LONG_GRACE = 300


def keeps_its_agent(device, agent, grace=5):
    """Had anything been set off by the loss, it would have come by the end of the grace period."""
    throughout("the agent runs", lambda: is_running(agent), grace + 2)
    assert device.profile(NAME)["agent"]["pid"] == agent
    assert len(device.told("start")) == 1 and not device.told("stop")


@scenario
def a_roam_keeps_the_agent_and_is_recorded(lab):
    aboard = Aboard(lab)
    second = lab.air.access_point(SSID, channel=6)
    aboard.adapter.join(aboard.point, second)
    agent = aboard.until_active()
    before = aboard.device.network(aboard.adapter.interface)["bssid"]
    other = second if before == aboard.point.bssid else aboard.point
    aboard.adapter.roam(other)

    roamed = aboard.device.until_event("roamed", interface=aboard.adapter.interface)
    assert (roamed["from"], roamed["to"]) == (before, other.bssid), roamed
    assert roamed["ssid"] == SSID
    assert aboard.device.network(aboard.adapter.interface)["bssid"] == other.bssid
    keeps_its_agent(aboard.device, agent)


@scenario
def a_short_loss_changes_nothing(lab):
    aboard = Aboard(lab, grace=15)
    agent = aboard.join()
    aboard.adapter.disconnect()
    aboard.device.until_event("network", state="leaving")
    assert aboard.device.profile(NAME)["state"] == "active"
    aboard.adapter.connect(aboard.point)
    keeps_its_agent(aboard.device, agent, 15)


@scenario
def an_access_point_that_vanishes_without_a_word_stops_the_agent(lab):
    aboard = Aboard(lab)
    agent = aboard.join()
    aboard.point.vanish()
    assert aboard.device.until_told("stop")["code"] == 3
    aboard.device.until_state(NAME, "waiting")
    assert not is_running(agent)


@scenario
def moving_to_the_network_of_another_profile_hands_over_at_once(lab):
    aboard = Aboard(lab, grace=LONG_GRACE)
    device = aboard.device
    device.add("pier", "Pier")
    pier = lab.air.access_point("Pier", channel=6)
    aboard.join()
    aboard.adapter.disconnect()
    aboard.adapter.connect(pier)

    device.until_state("pier", "active")
    stop, start = device.told("stop")[0], device.told("start")[1]
    assert (stop["reason"], stop["code"]) == ("unrecoverableNetworkChange", 4), stop
    assert start["profile"] == "pier" and start["at"] >= stop["at"] and start["pid"] != stop["pid"]
    assert device.profile(NAME)["state"] == "waiting"


@scenario
def moving_to_a_network_without_a_profile_stops_the_agent_at_once(lab):
    aboard = Aboard(lab, grace=LONG_GRACE)
    pier = lab.air.access_point("Pier", channel=6)
    aboard.join()
    aboard.adapter.disconnect()
    aboard.adapter.connect(pier)

    stop = aboard.device.until_told("stop")
    assert (stop["reason"], stop["code"]) == ("unrecoverableNetworkChange", 4), stop
    waiting = aboard.device.until_state(NAME, "waiting")
    assert f'"{SSID}"' in waiting["reason"] and '"Pier"' in waiting["reason"], waiting
