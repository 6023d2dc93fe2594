"""The service itself: killed, stopped, overrun."""

import os
import signal
from pathlib import Path

from harness.aboard import NAME, Aboard
from harness.device import is_running
from harness.running import scenario
from harness.waiting import until


@scenario
def a_killed_service_leaves_no_agent_and_a_new_one_starts_just_one(lab):
    aboard = Aboard(lab, behavior="escapes")
    device = aboard.device
    agent = aboard.join()
    escaped = device.until_told("escaped")["pid"]
    device.kill()
    until("the agent is gone", lambda: not is_running(agent))
    until("what escaped is gone", lambda: not is_running(escaped))
    device.start_service()
    again = aboard.until_active()
    assert again != agent and len(device.told("start")) == 2
    assert device.agents() == [again], device.agents()


@scenario
def a_service_that_is_stopped_stops_its_agents_in_order(lab):
    aboard = Aboard(lab, behavior="lingers")
    agent = aboard.join()
    assert aboard.device.stop() == 0
    # It was waited for.
    assert aboard.device.told("lingered")
    stop = aboard.device.told("stop")[0]
    assert (stop["reason"], stop["code"]) == ("userInitiated", 1), stop
    assert not is_running(agent)


@scenario
def a_burst_of_events_that_overruns_the_sockets_hides_nothing(lab):
    aboard = Aboard(lab)
    pier = lab.air.access_point("Pier", channel=6)
    aboard.join()
    service = aboard.device.service.pid
    os.kill(service, signal.SIGSTOP)
    aboard.adapter.disconnect()
    until("events were dropped", lambda: burst(lab) and dropped(service))
    aboard.adapter.connect(pier)
    os.kill(service, signal.SIGCONT)

    # Long before the look that is taken every minute anyway.
    stop = aboard.device.until_told("stop", within=20)
    assert stop["code"] == 4, stop
    network = aboard.device.until_network(aboard.adapter.interface, "joined")
    assert network["ssid"] == "Pier", network
    assert not any(entry["ssid"] == "Nonsense" for entry in aboard.device.status()["networks"])


def burst(lab):
    """Radios that come and go: each makes some ten events of several kilobytes."""
    for _ in range(10):
        lab.air.radio().remove()
    return True


def dropped(process):
    """Whether the kernel threw away messages for a netlink socket of this process."""
    sockets = {os.readlink(entry)[8:-1] for entry in Path(f"/proc/{process}/fd").iterdir()
               if os.readlink(entry).startswith("socket:[")}
    lines = [line.split() for line in Path(f"/proc/{process}/net/netlink").read_text().splitlines()]
    return any(line[9] in sockets and int(line[8]) > 0 for line in lines[1:])
