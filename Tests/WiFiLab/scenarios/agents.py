"""Agents that misbehave cost nothing but themselves."""

import ctypes
from pathlib import Path

from harness.aboard import NAME, Aboard
from harness.device import is_running
from harness.running import scenario
from harness.waiting import throughout, until


@scenario
def an_agent_that_crashes_is_started_again_after_longer_and_longer_pauses(lab):
    aboard = Aboard(lab, behavior="crashes")
    aboard.adapter.connect(aboard.point)
    device = aboard.device
    device.until_told("start", count=4)
    pauses = [entry["pauseMilliseconds"] for entry in device.events("agentFailed")][:3]
    assert pauses == sorted(pauses) and pauses[2] > 1.5 * pauses[0], pauses
    backoff = device.until_state(NAME, "backoff")
    assert "7" in backoff["reason"], backoff
    assert device.events("agentFailed")[0]["problem"], device.events("agentFailed")
    aboard.adapter.disconnect()
    device.until_state(NAME, "waiting")


@scenario
def an_agent_that_never_confirms_its_start_is_replaced(lab):
    aboard = Aboard(lab, behavior="hangs")
    aboard.adapter.connect(aboard.point)
    device = aboard.device
    first = device.until_told("start")
    assert device.until_state(NAME, "starting")["isActive"] is False
    device.until_told("start", count=2)
    assert not is_running(first["pid"])
    taken = device.seconds_between(device.until_event("profile", state="starting"),
                                   device.until_event("agentFailed"))
    # Told of after the launch, which takes a moment here.
    assert 25 <= taken <= 60, taken


@scenario
def an_agent_that_cannot_start_says_why(lab):
    aboard = Aboard(lab, behavior="fails")
    aboard.adapter.connect(aboard.point)
    backoff = aboard.device.until_state(NAME, "backoff")
    assert "no answer from the ship" in backoff["reason"], backoff
    failed = aboard.device.until_event("agentFailed")
    assert "no answer from the ship" in failed["problem"], failed


@scenario
def an_agent_that_ignores_stop_is_killed_in_time(lab):
    aboard = Aboard(lab, behavior="stubborn")
    agent = aboard.join()
    device = aboard.device
    device.command("profile", "disable", NAME, "--system")
    assert not is_running(agent)
    # Five seconds after `stop`, one after SIGTERM; disabling gives up after ten.
    taken = device.seconds_between(device.until_event("agentStopping", name=NAME),
                                   device.until_event("profile", state="disabled"))
    assert taken >= 6, taken


@scenario
def nothing_an_agent_started_outlives_it_by_control_group(lab):
    leaves_nothing(lab)


@scenario
def nothing_an_agent_started_outlives_it_without_control_groups(lab):
    assert ctypes.CDLL(None).umount2(b"/sys/fs/cgroup", 2) == 0
    assert not Path("/sys/fs/cgroup/cgroup.procs").exists()
    leaves_nothing(lab)


def leaves_nothing(lab):
    aboard = Aboard(lab, behavior="escapes")
    aboard.join()
    escaped = aboard.device.until_told("escaped")["pid"]
    assert is_running(escaped)
    aboard.device.command("profile", "disable", NAME, "--system")
    until("what escaped is gone", lambda: not is_running(escaped))


@scenario
def an_agent_that_babbles_is_put_up_with(lab):
    aboard = Aboard(lab, behavior="babbles")
    agent = aboard.join()
    throughout("the agent runs", lambda: is_running(agent), 2)
    assert len(aboard.device.told("start")) == 1
    assert aboard.device.profile(NAME)["agent"]["pid"] == agent


@scenario
def an_agent_that_floods_its_output_does_not_take_the_service_along(lab):
    withstands(lab, "floods")


@scenario
def an_agent_that_floods_its_log_does_not_take_the_service_along(lab):
    withstands(lab, "floods-log")


def withstands(lab, behavior):
    aboard = Aboard(lab, behavior=behavior)
    agent = aboard.join()
    throughout("status answers and the service stays small",
               lambda: aboard.device.profile(NAME) and aboard.device.private_memory() < 10 << 20, 5)
    aboard.device.command("profile", "disable", NAME, "--system")
    assert not is_running(agent)


@scenario
def what_an_agent_reports_is_shown(lab):
    aboard = Aboard(lab, behavior="reports")
    aboard.join()
    shown = until("status shows it", lambda: aboard.device.profile(NAME)["agent"]["status"])
    assert shown == {"state": "connected", "detail": "to the ship", "delivered": 3}, shown


@scenario
def a_simple_provider_is_any_program(lab):
    aboard = Aboard(lab, options=("--host", "one.example.com"))
    aboard.device.install(behavior="simple", type="simple")
    agent = aboard.join()
    simple = aboard.device.until_told("simple")
    assert simple["ssidHex"] == aboard.point.ssid.hex()
    assert simple["configuration"] == {"host": "one.example.com"}
    aboard.adapter.disconnect()
    aboard.device.until_state(NAME, "waiting")
    assert not is_running(agent)


@scenario
def a_provider_that_goes_away_stops_its_agent(lab):
    aboard = Aboard(lab)
    agent = aboard.join()
    aboard.device.uninstall()
    stop = aboard.device.until_told("stop")
    assert (stop["reason"], stop["code"]) == ("providerDisabled", 5), stop
    until("the agent is gone", lambda: not is_running(agent))
    aboard.device.install()
    aboard.until_active()
