"""The device sleeps and wakes up, as logind tells it."""

from harness.aboard import Aboard
from harness.bus import Logind, start_bus
from harness.device import is_running
from harness.running import scenario


@scenario
def the_agent_is_told_of_sleep_before_the_device_sleeps_and_keeps_running(lab):
    start_bus()
    logind = Logind()
    aboard = Aboard(lab)
    agent = aboard.join()
    logind.until_says("inhibit sleep delay")
    logind.announce("sleep")
    assert aboard.device.until_told("sleep")["pid"] == agent
    logind.until_says("asleep")

    logind.announce("wake")
    assert aboard.device.until_told("wake")["pid"] == agent
    assert is_running(agent) and not aboard.device.told("stop")
    # Ready for the next time.
    logind.announce("sleep")
    aboard.device.until_told("sleep", count=2)


@scenario
def a_network_lost_in_sleep_is_noticed_on_waking(lab):
    start_bus()
    logind = Logind()
    aboard = Aboard(lab)
    aboard.join()
    logind.announce("sleep")
    aboard.device.until_told("sleep")
    aboard.adapter.disconnect()
    logind.announce("wake")
    assert aboard.device.until_told("stop")["code"] == 3
