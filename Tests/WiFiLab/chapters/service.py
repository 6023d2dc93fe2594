"""The service of the system: its boot, its sandbox, its agent."""

import subprocess
from pathlib import Path

from harness import running
from harness.air import AirSpace
from harness.device import PROVIDER, USERS
from harness.installed import SERVICE, SSID, InstalledDevice, run
from harness.life import step
from harness.waiting import until

SECRET = "kept-by-systemd-5e0a"
# Exposure in tenths, as systemd-analyze counts it.
MOST_EXPOSURE = 25


def wireless():
    return list(Path("/sys/class/ieee80211").iterdir()) if Path("/sys/class/ieee80211").exists() else []


def as_nobody(*words):
    return subprocess.run(words, user="nobody", group="nogroup", extra_groups=[], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)


@step
def the_service_comes_up_at_boot_before_there_is_any_interface(machine):
    assert not wireless()
    assert run("systemctl", "is-enabled", SERVICE) == "enabled"
    assert run("systemctl", "is-active", SERVICE) == "active"
    assert run("systemctl", "--global", "is-enabled", SERVICE) == "enabled"
    running.add_users()
    machine.device = InstalledDevice()
    status = machine.device.status()
    assert status["service"]["running"] and status["networks"] == [], status
    machine.device.watch()


@step
def its_sandbox_is_in_force_and_leaves_little_exposed(machine):
    run("systemd-analyze", "security", f"--threshold={MOST_EXPOSURE}", SERVICE)
    status = Path(f"/proc/{machine.device.main_process()}/status").read_text()
    assert "NoNewPrivs:\t1" in status and "Seccomp:\t2" in status, status


@step
def an_agent_runs_in_it_as_its_user_once_its_network_is_joined(machine):
    device = machine.device
    device.add("ship", SSID)
    machine.air = AirSpace("/run/air", 0)
    machine.point = machine.air.access_point(SSID)
    machine.adapter = machine.air.adapter()
    machine.adapter.connect(machine.point)
    device.until_told("start")
    machine.agent = device.until_state("ship", "active")["agent"]["pid"]
    record = device.record_path(PROVIDER)
    assert record.owner() == USERS[PROVIDER] and record.parent.stat().st_mode & 0o777 == 0o700
    group = Path(f"/proc/{machine.agent}/cgroup").read_text()
    assert f"/{SERVICE}/" in group and "/localpush" in group, group


@step
def an_agent_is_told_before_the_machine_sleeps_and_after_it_has_woken(machine):
    device = machine.device
    # The machine waits for it: without the lock it is told only when there happens to be time.
    until("it delays the machine's sleep",
          lambda: "localpush" in run("systemd-inhibit", "--list", "--mode=delay", "--no-legend"))
    # The kernel freezes all processes, and instead of the devices' sleep thaws them after five seconds.
    Path("/sys/power/pm_test").write_text("freezer")
    run("systemctl", "suspend")
    asleep, awake = device.until_told("sleep"), device.until_told("wake")
    assert asleep["at"] + 4 < awake["at"], (asleep, awake)
    assert {asleep["pid"], awake["pid"]} == {machine.agent}, (asleep, awake)


@step
def an_agent_is_given_a_secret_that_systemd_keeps(machine):
    device = machine.device
    drop_in = Path(f"/etc/systemd/system/{SERVICE}.d/credentials.conf")
    kept = Path("/etc/credstore/localpush.ship")
    device.command("profile", "set", "ship", "--system", "--set", "password.$credential=ship")
    assert "LoadCredential=ship:FILE" in device.until_state("ship", "invalid")["reason"]
    for path in (drop_in, kept):
        path.parent.mkdir(mode=0o700, exist_ok=True)
    kept.touch(mode=0o600)
    kept.write_text(f"{SECRET}\n")
    drop_in.write_text(f"[Service]\nLoadCredential=ship:{kept}\n")
    told = len(device.told("start"))
    restart(device)
    start = device.until_told("start", told + 1)
    assert start["providerConfiguration"]["password"] == SECRET, start
    device.until_state("ship", "active")
    assert SECRET not in run("journalctl", "-b", "--no-pager"), "the journal has it"
    assert SECRET not in Path("/etc/localpush/preferences.json").read_text()
    device.command("profile", "set", "ship", "--system", "--unset", "password")
    for path in (drop_in, kept):
        path.unlink()
    drop_in.parent.rmdir()
    restart(device)
    machine.agent = device.until_state("ship", "active")["agent"]["pid"]


def restart(device):
    """Has systemd read its files again and start the service afresh."""
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", SERVICE)
    device.monitor.wait()
    device.watch()


@step
def everybody_may_ask_and_only_root_may_change(machine):
    for words in (["/usr/bin/localpush", "status"], busctl("Status")):
        done = as_nobody(*words)
        assert done.returncode == 0 and "ship" in done.stdout, done.stdout
    denied = as_nobody(*busctl("RemoveProfile", "s", "ship"))
    assert denied.returncode != 0 and "ship" in run("/usr/bin/localpush", "status"), denied.stdout


def busctl(method, *arguments):
    return ["busctl", "call", "org.localpush1", "/org/localpush1", "org.localpush1.Manager", method,
            *arguments]


@step
def the_service_changes_the_store_from_within_its_sandbox(machine):
    run(*busctl("SaveProfile", "s", '{"name":"pier","matchSSIDs":["Pier"],'
                f'"providerBundleIdentifier":"{PROVIDER}"}}'))
    assert "pier" in machine.device.command("profile", "list", "--system")
    run(*busctl("RemoveProfile", "s", "pier"))


@step
def a_blocked_radio_is_noticed_at_once(machine):
    device = machine.device
    machine.adapter.block()
    # A look that no event asked for comes after a minute.
    device.until_network(machine.adapter.interface, "radioOff", within=30)
    device.until_state("ship", "waiting")
    machine.adapter.unblock()
    device.until_network(machine.adapter.interface, "disconnected", within=30)
    machine.adapter.connect(machine.point)
    machine.agent = device.until_state("ship", "active")["agent"]["pid"]
