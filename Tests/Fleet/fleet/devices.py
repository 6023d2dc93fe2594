"""The story of devices with systemd: the package on a machine that runs, people with and without
rights, the role, and a first boot with cloud-init."""

import json
import time

from . import ansible, cloud
from .hosts import eventually
from .parts import Story

STORY = Story()
part = STORY.part
SERVICE = "localpush.service"
# Debian's dbus-broker is the system's bus where this link to it is.
BROKER = "/etc/systemd/system/dbus.service"


# What an admin may write: who is in the group `bob` may, unasked.
ADMINS = """\
polkit.addRule(function(action, subject) {
    if (action.id == "org.localpush1.manage" && subject.isInGroup("bob")) return polkit.Result.YES;
});
"""
PLANTED = "planted-77ab"


@part
def a_package_that_is_installed_on_a_running_machine_is_on_the_bus_at_once(devices):
    machine = devices.boot("daemon", lambda machine: machine.file(BROKER).unlink())
    assert "dbus-daemon" in machine.run("systemctl", "status", "dbus")
    assert seconds_to_the_bus(devices, machine) < 3


@part
def so_it_is_where_the_bus_is_a_broker_that_reads_its_policy_later(devices):
    machine = devices.boot("broker")
    assert "dbus-broker" in machine.run("systemctl", "status", "dbus")
    assert seconds_to_the_bus(devices, machine) < 3


def seconds_to_the_bus(devices, machine):
    """Installs the packages; how long after that the service is on the bus."""
    devices.install(machine)
    installed = time.monotonic()
    assert machine.run("systemctl", "is-active", SERVICE) == "active"
    eventually("the service is on the bus",
               lambda: machine.tries("busctl", "status", "org.localpush1"))
    return time.monotonic() - installed


@part
def polkit_decides_who_but_root_may_change_things_over_the_bus(devices):
    machine = devices.machine
    for name in ("alice", "bob"):
        machine.run("useradd", "--create-home", name)
    refused = save(machine, "alice", "refused")
    assert refused.returncode and "nobody can be asked for a password" in refused.stdout, refused
    machine.file("/etc/polkit-1/rules.d/50-localpush.rules").write_text(ADMINS)
    eventually("polkit has read the rule", lambda: not save(machine, "bob", "allowed").returncode)
    refused = save(machine, "alice", "refused")
    assert refused.returncode and "nobody can be asked for a password" in refused.stdout, refused
    assert names(machine) == ["allowed"]


@part
def without_polkit_only_root_may_and_the_others_are_told(devices):
    machine = devices.machine
    machine.run("systemctl", "mask", "--now", "polkit.service")
    refused = save(machine, "bob", "refused")
    assert refused.returncode and "permission denied: only root" in refused.stdout, refused
    assert not save(machine, "root", "of-root").returncode
    assert names(machine) == ["allowed", "of-root"]


def save(machine, user, name):
    """What comes of a user's wish for another profile of the machine's."""
    profile = json.dumps({"name": name, "matchSSIDs": ["Pier"],
                          "providerBundleIdentifier": "com.example.Orders.Provider"})
    return machine.attempt("runuser", "-u", user, "--", "dbus-send", "--system", "--print-reply",
                           "--dest=org.localpush1", "/org/localpush1",
                           "org.localpush1.Manager.SaveProfile", f"string:{profile}")


@part
def the_role_makes_a_device_that_systemd_runs(devices):
    machine = devices.boot("role", devices.let_in)
    ansible.prepare(devices)
    ansible.command(devices, "ansible-galaxy", "collection", "install", ansible.COLLECTION)
    package = next(package for package in devices.packages if package.name.startswith("localpush_"))
    given = {"secret": PLANTED, "localpush_service": True, "localpush_package": str(package)}
    outcome = ansible.play(devices, "device", **given)
    assert outcome.changed == {"role"} and not outcome.failed, outcome
    assert is_enabled_and_running(machine) and names(machine) == ["staff", "galley"], outcome
    assert machine.file("/etc/credstore/localpush.galley").read_text() == PLANTED
    galley = profile(machine, "galley")
    assert galley["state"] == "waiting", galley
    process = machine.property(SERVICE, "MainPID")
    outcome = ansible.play(devices, "device", **given)
    assert outcome.reached == {"role"} and not outcome.changed and not outcome.failed, outcome
    assert machine.property(SERVICE, "MainPID") == process


@part
def the_role_puts_right_what_somebody_has_stopped(devices):
    machine = devices.machine
    machine.run("systemctl", "disable", "--now", SERVICE)
    outcome = ansible.play(devices, "device", secret=PLANTED, localpush_service=True)
    assert outcome.changed == {"role"} and not outcome.failed, outcome
    assert is_enabled_and_running(machine), outcome


@part
def a_secret_that_changes_restarts_the_service(devices):
    machine = devices.machine
    process = machine.property(SERVICE, "MainPID")
    outcome = ansible.play(devices, "device", secret="another", localpush_service=True)
    assert outcome.changed == {"role"} and not outcome.failed, outcome
    assert is_enabled_and_running(machine) and machine.property(SERVICE, "MainPID") != process


@part
def a_device_is_what_the_snippet_says_after_its_first_boot_with_cloud_init(devices):
    machine = devices.boot("cloud", devices.seed)
    done = machine.attempt("cloud-init", "status", "--wait", "--long")
    said = machine.file("/var/log/cloud-init-output.log").read_text()
    assert done.returncode == 0, f"{done.stdout}{said}"
    assert is_enabled_and_running(machine), said
    assert machine.run("systemctl", "--global", "is-enabled", SERVICE) == "enabled"
    for path, written in cloud.files().items():
        assert oct(machine.file(path).stat().st_mode)[-4:] == written["permissions"], path
    galley = profile(machine, "galley")
    assert (galley["origin"], galley["state"]) == ("managed", "waiting"), galley


def is_enabled_and_running(machine):
    return machine.tries("systemctl", "is-enabled", SERVICE) and machine.tries(
        "systemctl", "is-active", SERVICE)


def names(machine):
    """The names of the stored profiles, in save order."""
    return [profile["name"] for profile in json.loads(machine.run("localpush", "profile", "export"))]


def profile(machine, name):
    """The profile as `status` shows it."""
    status = json.loads(machine.run("localpush", "status", "--system", "--json"))
    return next(profile for profile in status["profiles"] if profile["name"] == name)
