"""Texts and calls, from the ship's server over the air to the screen of a person's tablet."""

import time

from harness.running import scenario
from harness.ship import Ship
from harness.tablet import Tablet
from harness.waiting import throughout, until


# An authority that has nothing to do with the ship; its key is nobody's.
STRANGER = """\
-----BEGIN CERTIFICATE-----
MIIBgjCCASegAwIBAgIUQI+egRjA9i2avDDT7R6q4whutjYwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKQSBzdHJhbmdlcjAgFw0yNjExMzAwOTQ1MjhaGA8yMTI2MTEw
NjA5NDUyOFowFTETMBEGA1UEAwwKQSBzdHJhbmdlcjBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABDLgfHQnBzDN4hVPwqcOyITIMEujZvQtxc+nfXhZmloQDzFO1xpF
Q47sj4tCcbVhVef0iF4otIKkPz8Wl3Gz7PijUzBRMB0GA1UdDgQWBBQKSRLXyyKe
Bm4gXfHMS31iAWu4LTAfBgNVHSMEGDAWgBQKSRLXyyKeBm4gXfHMS31iAWu4LTAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCPPozB+Meh3Hb5laR2
cr2/lQvKStdBk0F78iKZBIyztwIhAN7JsbX27BsmjPASmcJXCx5w6A1pszjW+0br
RVRMOtD/
-----END CERTIFICATE-----
"""


def aboard(lab, *devices):
    """A ship, and a tablet for each device, not yet on its network."""
    ship = Ship(lab.air)
    profiles = ship.enroll(*devices)
    tablets = [Tablet(lab.air, number, profile) for number, profile in enumerate(profiles, 1)]
    return ship, tablets


@scenario
def a_text_is_shown_after_joining_and_one_sent_while_away_after_the_return(lab):
    ship, (tablet,) = aboard(lab, "tablet-7")
    tablet.join(ship.point)
    tablet.until_connected()
    ship.send("tablet-7", "Lunch is ready", "--title", "Galley")
    tablet.until_shown("Lunch is ready")
    assert tablet.notes("shown")[0]["summary"] == "Galley"

    tablet.leave()
    until("the agent is gone", lambda: not tablet.agent())
    ship.send("tablet-7", "Boat drill at four")
    ship.send("tablet-7", "Bring your vest")
    tablet.join(ship.point)
    tablet.until_shown("Lunch is ready", "Boat drill at four", "Bring your vest")
    assert len(tablet.notes("shown")) == 3, tablet.notes("shown")


@scenario
def real_notification_servers_take_the_text(lab):
    ship = Ship(lab.air)
    profiles = ship.enroll("tablet-7", "tablet-8")
    screens = [["dunst", "-print"],
               ["/usr/lib/notification-daemon/notification-daemon"]]
    tablets = [Tablet(lab.air, number, profile, screen)
               for number, (profile, screen) in enumerate(zip(profiles, screens), 1)]
    for tablet in tablets:
        tablet.join(ship.point)
        tablet.until_connected()
    ship.command("send", "--all", "--title", "Galley", "--text", "Fish & <chips>")
    for tablet in tablets:
        # Counted once the server has taken it.
        until("the text is shown", lambda: tablet.agent()["status"]["delivered"] == 1)
        assert not (tablet.agent()["status"].get("detail") or ""), tablet.agent()
    printed = (tablets[0].folder / "screen.log").read_text()
    assert "summary: 'Galley'" in printed and "Fish &amp; &lt;chips&gt;" in printed, printed


@scenario
def a_call_has_the_bus_start_its_app_which_rings_and_is_accepted(lab):
    ship, (tablet,) = aboard(lab, "tablet-7")
    tablet.join(ship.point)
    tablet.until_connected()
    ship.call("tablet-7", "Bridge")
    until("it rings", lambda: tablet.notes("shown"))
    ringing, = tablet.notes("shown")
    assert ringing["category"] == "call.incoming" and ringing["urgency"] == "critical", ringing
    assert "Bridge" in ringing["summary"] + ringing["body"], ringing
    tablet.tell_screen("click", ringing["id"], "accept")
    until("it rings no more", lambda: tablet.notes("closed"))
    throughout("nothing says that the call was missed",
               lambda: len(tablet.notes("shown")) == 1, 1)


@scenario
def what_is_taken_back_leaves_the_screen(lab):
    ship, (tablet,) = aboard(lab, "tablet-7")
    tablet.join(ship.point)
    tablet.until_connected()

    def closed():
        return [note["id"] for note in tablet.notes("closed")]

    ship.send("tablet-7", "Boat drill at four", "--id", "drill")
    tablet.until_shown("Boat drill at four")
    ship.command("send", "--to", "tablet-7", "--withdraw", "drill")
    until("the text is gone", lambda: closed() == [1])

    ship.call("tablet-7", "Bridge", "--id", "call-1")
    until("it rings", lambda: len(tablet.notes("shown")) == 2)
    ship.command("send", "--to", "tablet-7", "--end-call", "call-1")
    until("it rings no more", lambda: closed() == [1, 2])
    until("the call is a missed one", lambda: len(tablet.notes("shown")) == 3)
    missed = tablet.notes("shown")[2]
    assert missed["category"] == "call.unanswered" and missed["body"] == "Bridge", missed


@scenario
def through_crashes_flaps_and_silence_each_text_is_shown_once_and_in_order(lab):
    ship, (tablet,) = aboard(lab, "tablet-7")
    tablet.join(ship.point)
    tablet.until_connected()
    texts = []

    def send(count):
        for _ in range(count):
            texts.append(f"text {len(texts)}")
            ship.send("tablet-7", texts[-1])

    # The agent dies between showing and acknowledging; the service starts another.
    tablet.tell_screen("murder", tablet.agent()["pid"], "text 1")
    send(3)
    tablet.until_shown(*texts)

    # The server dies when a text is on the screen, and the agent has yet to hear so.
    tablet.until_connected()
    tablet.tell_screen("hold", "text 3")
    send(1)
    until("it is on the screen", lambda: tablet.texts()[-1] == "text 3")
    ship.kill_server()
    tablet.tell_screen("release")
    ship.restart_server()
    send(1)
    tablet.until_shown(*texts)

    # The server dies with texts that nobody has yet.
    tablet.leave()
    send(2)
    tablet.join(ship.point)
    ship.kill_server()
    ship.restart_server()
    send(1)
    tablet.until_shown(*texts)

    # The link flaps.
    for _ in range(3):
        tablet.adapter.disconnect()
        tablet.join(ship.point)
    send(1)
    tablet.until_shown(*texts)

    # The server goes silent, which an agent finds out when its address is another.
    tablet.until_connected()
    ship.freeze_server()
    tablet.adapter.run(
        "ip", "address", "add", "10.7.0.200/24", "dev", tablet.adapter.interface)
    until("the agent notices", lambda: tablet.agent()["status"]["state"] != "connected")
    ship.freeze_server(False)
    send(1)
    tablet.until_shown(*texts)

    # It is silent when the tablet comes back, and for a while longer.
    tablet.until_connected()
    ship.freeze_server()
    tablet.leave()
    tablet.join(ship.point)
    time.sleep(1)
    ship.freeze_server(False)
    send(1)
    tablet.until_shown(*texts)
    # Only the one that was shown and could not be remembered was shown again, in its place.
    assert [note["body"] for note in tablet.notes("shown") if not note["isNew"]] == ["text 1"]


@scenario
def of_two_devices_the_one_that_is_away_gets_its_text_when_it_comes(lab):
    ship, (here, away) = aboard(lab, "tablet-7", "tablet-8")
    here.join(ship.point)
    here.until_connected()
    ship.command("send", "--all", "--text", "Land in sight")
    here.until_shown("Land in sight")
    assert not away.notes("shown")
    away.join(ship.point)
    away.until_shown("Land in sight")
    assert len(here.notes("shown")) == 1


@scenario
def neither_a_stranger_is_trusted_nor_one_whose_credentials_were_revoked(lab):
    ship = Ship(lab.air)
    profile, = ship.enroll("tablet-7")
    profile["providerConfiguration"]["ca"] = STRANGER
    deceived = Tablet(lab.air, 1, profile)
    deceived.join(ship.point)

    def refused():
        status = deceived.agent().get("status") or {}
        return "certificate" in (status.get("detail") or "") and status["state"] != "connected"

    until("the agent refuses the server's certificate", refused)

    profile, = ship.enroll("tablet-8")
    tablet = Tablet(lab.air, 2, profile)
    tablet.join(ship.point)
    tablet.until_connected()
    ship.command("enroll", "tablet-8", "--revoke")
    until("the agent is rejected",
          lambda: (tablet.agent().get("status") or {}).get("state") == "rejected")
    assert not deceived.notes("shown") and not tablet.notes("shown")
