"""Agents that are units of systemd, and what becomes of agents when the service is killed."""

import os
from pathlib import Path

from harness.device import is_running
from harness.installed import SSID, UNIT, unit_property
from harness.life import step
from harness.waiting import until

UNIT_PROVIDER = "com.example.Lamp"


@step
def a_unit_of_systemd_runs_while_the_network_is_joined(machine):
    device = machine.device
    device.install_unit(UNIT_PROVIDER, UNIT, "/bin/sleep 100000")
    device.add("lamp", SSID, provider=UNIT_PROVIDER, options=["--host", "lamp.ship"])
    process = device.until_state("lamp", "active")["agent"]["pid"]
    assert process == device.main_process(UNIT), process
    environment = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    assert f"LOCALPUSH_SSID_HEX={SSID.encode().hex()}".encode() in environment, environment
    given = Path(f"/run/credentials/{UNIT}/configuration").read_text()
    assert "lamp.ship" in given, given


@step
def the_death_of_a_unit_is_noticed_and_it_is_started_again(machine):
    device = machine.device
    process = device.main_process(UNIT)
    os.kill(process, 9)
    failed = device.until_event("agentFailed", name="lamp")
    assert failed["problem"] == "killed by signal 9", failed
    until("it runs again", lambda: device.main_process(UNIT) not in (0, process))
    assert device.until_state("lamp", "active")["agent"]["restarts"] == 1


@step
def a_killed_service_comes_back_and_leaves_no_agent_and_no_unit_behind(machine):
    device = machine.device
    before = (machine.agent, device.main_process(UNIT))
    os.kill(device.main_process(), 9)
    until("it is back", lambda: device.status()["service"]["running"])
    machine.agent = device.until_state("ship", "active")["agent"]["pid"]
    device.until_state("lamp", "active")
    assert not any(is_running(process) for process in before), before
    device.monitor.wait()
    device.watch()


@step
def a_unit_stops_when_its_profile_is_disabled(machine):
    machine.device.command("profile", "disable", "lamp", "--system")
    assert unit_property(UNIT, "ActiveState") == "inactive"
    assert not list(Path("/run/localpush/units").iterdir())
    machine.device.command("profile", "enable", "lamp", "--system")
    machine.device.until_state("lamp", "active")
