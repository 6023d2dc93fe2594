"""Packages that are upgraded, removed, purged, and installed again."""

import os
from pathlib import Path

from harness.device import is_running
from harness.installed import SERVICE, UNIT, run, unit_property
from harness.life import step


@step
def an_upgrade_tells_agents_so_and_starts_them_again(machine):
    device, person = machine.device, machine.person
    told, told_persons = len(device.told("stop")), len(person.told("stop"))
    service = device.main_process()
    machine.install("later")
    stop = device.until_told("stop", told + 1)
    assert (stop["reason"], stop["code"]) == ("appUpdate", 16), stop
    assert device.main_process() not in (0, service)
    assert not is_running(machine.agent)
    machine.agent = device.until_state("ship", "active")["agent"]["pid"]
    device.until_state("lamp", "active")
    assert person.until_stopped(told_persons + 1) == ("appUpdate", 16)
    person.until_active("deck")
    assert run("dpkg-query", "-W", "-f", "${Version}", "localpush").endswith("+1")


@step
def removing_the_package_stops_everything(machine):
    device = machine.device
    machine.listed = run("dpkg", "-L", "simplepush", "localpush").splitlines()
    person = machine.person
    told, told_persons = len(device.told("stop")), len(person.told("stop"))
    persons = [person.until_active("deck"), person.until_app_runs()]
    run("dpkg", "-r", "simplepush", "localpush")
    stop = device.told("stop")[told]
    assert (stop["reason"], stop["code"]) == ("userInitiated", 1), stop
    assert not is_running(machine.agent)
    assert person.until_stopped(told_persons + 1) == ("userInitiated", 1)
    assert not any(is_running(process) for process in persons), persons
    person.linger(False)
    assert unit_property(UNIT, "ActiveState") == "inactive"
    assert Path("/etc/localpush/preferences.json").exists()


@step
def purging_it_leaves_nothing(machine):
    run("dpkg", "-P", "simplepush", "localpush")
    Path(f"/etc/systemd/system/{UNIT}").unlink()
    left = leavings(machine.listed)
    assert left == [], left


def leavings(listed=()):
    """What is left of the files that the packages listed, files of the name where a machine keeps its
    own, and lines about it where packages and users are kept."""
    # Folders are shared, and so are links to them.
    found = [path for path in listed if os.path.lexists(path) and not os.path.isdir(path)]
    found += run("find", "/etc", "/var", "/run", "-iname", "*localpush*", "-o", "-iname",
                 "*simplepush*").splitlines()
    books = ["/etc/passwd", "/etc/group", "/etc/shadow", "/var/lib/dpkg/status"]
    return found + [f"{book}: {line}" for book in books
                    for line in Path(book).read_text().splitlines() if "localpush" in line
                    or "simplepush" in line]


@step
def installing_it_on_a_machine_that_runs_starts_it_at_once(machine):
    machine.install("now")
    assert run("systemctl", "is-active", SERVICE) == "active"
    assert machine.device.status()["networks"][0]["state"] == "joined"
    assert run("id", "-un", "simplepush-agent") == "simplepush-agent"
    run("dpkg", "-P", "simplepush", "localpush")
    left = leavings(machine.listed)
    assert left == [], left
