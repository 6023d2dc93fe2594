"""A person's own service: with the session it comes, with the session it goes."""

import json
from pathlib import Path

from harness.device import is_running
from harness.installed import SERVICE, SSID
from harness.life import step
from harness.person import APP_UNIT, Person
from harness.waiting import until

PROVIDER = "com.example.Deck"
APP = "com.myexample.SimplePush"
MANAGED = Path("/etc/localpush/user.d/deck.json")


@step
def who_logs_in_has_an_agent_of_their_own(machine):
    MANAGED.write_text(json.dumps({"name": "deck", "matchSSIDs": [SSID],
                                   "providerBundleIdentifier": PROVIDER}))
    person = machine.person = Person("ada", PROVIDER, APP)
    person.log_in()
    agent = person.until_active("deck")
    assert Path(f"/proc/{agent}").stat().st_uid == person.account.pw_uid
    group = Path(f"/proc/{agent}/cgroup").read_text()
    assert f"/{person.manager}/" in group and f"/{SERVICE}/" in group, group


@step
def a_call_has_the_users_systemd_start_the_app(machine):
    person = machine.person
    until("the call is handed over", lambda: person.told("callReported"))
    assert person.told("callReported")[0]["delivered"] is True, person.told("callReported")
    assert person.unit_property(APP_UNIT, "ActiveState") == "active"
    app = person.until_app_runs()
    assert f"/{APP_UNIT}" in Path(f"/proc/{app}/cgroup").read_text()


@step
def a_user_may_stop_the_service_and_start_it_again(machine):
    person = machine.person
    agent = person.until_active("deck")
    person.run("systemctl", "--user", "restart", SERVICE)
    assert person.until_stopped(1) == ("userInitiated", 1)
    assert not is_running(agent)
    person.until_active("deck")


@step
def the_agent_of_one_who_logs_out_is_told_so_and_stops(machine):
    person = machine.person
    agent = person.until_active("deck")
    person.log_out()
    assert person.until_stopped(2) == ("userLogout", 12)
    assert not is_running(agent)


@step
def one_who_lingers_has_it_without_a_login(machine):
    person = machine.person
    person.linger()
    person.until_active("deck")
