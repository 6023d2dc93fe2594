"""What is done to profiles acts at once on a device that is already on the network."""

from harness.aboard import NAME, SSID, Aboard
from harness.device import is_running
from harness.running import scenario
from harness.waiting import until


def edit(aboard, *words):
    aboard.device.command("profile", *words, "--system")


@scenario
def a_profile_enabled_on_its_network_starts_at_once(lab):
    aboard = Aboard(lab, options=("--disabled",))
    aboard.adapter.connect(aboard.point)
    aboard.device.until_network(aboard.adapter.interface, "joined")
    assert aboard.device.profile(NAME)["state"] == "disabled"
    assert aboard.device.record() == []
    edit(aboard, "enable", NAME)
    aboard.until_active()


@scenario
def disabling_returns_when_the_agent_is_gone(lab):
    aboard = Aboard(lab, behavior="lingers")
    agent = aboard.join()
    edit(aboard, "disable", NAME)
    assert not is_running(agent)
    stop = aboard.device.told("stop")[0]
    assert (stop["reason"], stop["code"]) == ("configurationDisabled", 9), stop
    assert aboard.device.until_state(NAME, "disabled")["agent"] is None


@scenario
def removing_stops_the_agent_and_says_so(lab):
    aboard = Aboard(lab)
    agent = aboard.join()
    edit(aboard, "remove", NAME)
    stop = aboard.device.until_told("stop")
    assert (stop["reason"], stop["code"]) == ("configurationRemoved", 10), stop
    until("the agent is gone", lambda: not is_running(agent))
    aboard.device.until_event("profileRemoved", name=NAME)
    assert aboard.device.status()["profiles"] == []


@scenario
def a_changed_configuration_reaches_the_running_agent(lab):
    aboard = Aboard(lab, options=("--host", "one.example.com"))
    agent = aboard.join()
    edit(aboard, "set", NAME, "--host", "two.example.com", "--set", "precise=1e400")
    changed = aboard.device.until_told("configurationChanged")
    assert changed["pid"] == agent
    assert changed["providerConfiguration"]["host"] == "two.example.com"
    # Numbers pass through as they were written.
    assert "1e400" in (aboard.device.records / "com.example.Lab").read_text()
    assert aboard.device.until_state(NAME, "active")["agent"]["pid"] == agent
    assert len(aboard.device.told("start")) == 1


@scenario
def an_agent_that_does_not_accept_a_configuration_is_started_with_it(lab):
    aboard = Aboard(lab, options=("--host", "one.example.com"), behavior="conservative")
    agent = aboard.join()
    edit(aboard, "set", NAME, "--host", "two.example.com")
    start = aboard.device.until_told("start", count=2)
    assert start["pid"] != agent
    assert start["providerConfiguration"] == {"host": "two.example.com"}
    # It was asked first, and its program is the same as before.
    assert aboard.device.told("configurationChanged")[0]["pid"] == agent
    assert aboard.device.told("stop")[0]["reason"] != "appUpdate", aboard.device.told("stop")
    until("the first agent is gone", lambda: not is_running(agent))


@scenario
def a_network_taken_out_of_a_profile_stops_the_agent(lab):
    aboard = Aboard(lab)
    agent = aboard.join()
    edit(aboard, "set", NAME, "--add-ssid", "Deck 3", "--remove-ssid", SSID)
    aboard.device.until_told("stop")
    aboard.device.until_state(NAME, "waiting")
    assert not is_running(agent)


@scenario
def of_two_profiles_of_one_provider_the_last_saved_runs(lab):
    aboard = Aboard(lab)
    device = aboard.device
    aboard.join()
    device.add("second", SSID)
    device.until_state("second", "active")
    stop = device.told("stop")[0]
    assert (stop["reason"], stop["code"]) == ("superceded", 11), stop
    superseded = device.profile(NAME)
    assert superseded["state"] == "superseded" and "second" in superseded["reason"], superseded

    edit(aboard, "remove", "second")
    device.until_state(NAME, "active")
    assert [start["profile"] for start in device.told("start")] == [NAME, "second", NAME]
    assert_one_at_a_time(device)


def assert_one_at_a_time(device):
    """No agent was started before the one before it had been told to stop."""
    running = set()
    for note in device.record():
        if "start" in note["line"]:
            assert not running, device.record()
            running.add(note["pid"])
        elif "stop" in note["line"]:
            running.remove(note["pid"])


@scenario
def an_agent_stopped_by_hand_is_held_until_its_network_is_left(lab):
    aboard = Aboard(lab)
    device = aboard.device
    agent = aboard.join()
    device.command("agent", "stop", NAME, "--system")
    stop = device.until_told("stop")
    assert (stop["reason"], stop["code"]) == ("userInitiated", 1), stop
    device.until_state(NAME, "held")
    assert not is_running(agent)
    aboard.adapter.disconnect()
    device.until_state(NAME, "waiting")
    assert aboard.join() != agent


@scenario
def a_managed_profile_acts_as_soon_as_its_file_is_there(lab):
    aboard = Aboard(lab, options=("--disabled",))
    aboard.adapter.connect(aboard.point)
    device = aboard.device
    device.until_network(aboard.adapter.interface, "joined")
    device.manage("fleet", {"name": "fleet", "matchSSIDs": [SSID],
                            "providerBundleIdentifier": "com.example.Lab"})
    managed = device.until_state("fleet", "active")
    assert managed["origin"] == "managed", managed
    device.unmanage("fleet")
    assert device.until_told("stop")["code"] == 10
