"""The story of a fleet, told in order: each part starts from where the one before it ended."""

import json
import shutil

from . import ansible, cloud
from .hosts import eventually
from .parts import Story
from .signing import Issuer

# Stands in every profile with a secret, and must be found nowhere else.
PLANTED = "planted-1f8c"
# Another, which one part asks to see.
SHOWN = "shown-22d0"
STORY = Story()
part = STORY.part


def store(host):
    """The bytes of the host's store; none when there is none."""
    path = host.file("/etc/localpush/preferences.json")
    return path.read_bytes() if path.exists() else b""


def names(host):
    """The names of the host's stored profiles, in save order."""
    return [profile["name"] for profile in json.loads(host.run("localpush", "profile", "export"))]


@part
def the_collection_is_installed_with_one_line_and_documented(fleet):
    ansible.prepare(fleet)
    said = ansible.command(fleet, "ansible-galaxy", "collection", "install", ansible.COLLECTION)
    version = fleet["ship01"].run("localpush", "--version").split()[-1]
    assert f"localpush.localpush:{version} was installed successfully" in said, said
    text = ansible.command(fleet, "ansible-doc", "localpush.localpush.profiles")
    for word in ("- confirm_within", "EXAMPLES:", "RETURN VALUES:", "awaits_confirmation"):
        assert word in text, text
    text = ansible.command(fleet, "ansible-doc", "-t", "role", "localpush.localpush.device")
    assert "localpush_credentials" in text, text


@part
def check_mode_tells_what_would_change_and_changes_nothing(fleet):
    outcome = ansible.play(fleet, "apply", "--check", src="profiles")
    assert outcome.changed == fleet.names and not outcome.failed, outcome
    assert outcome.results["ship01"]["profiles"] == [
        {"name": "cruise-ship", "action": "added"}, {"name": "staff", "action": "added"}], outcome
    assert all(store(host) == b"" for host in fleet.hosts)


@part
def the_first_run_changes_every_host_and_the_second_none(fleet):
    outcome = ansible.play(fleet, "apply", src="profiles")
    assert outcome.changed == fleet.names and not outcome.failed, outcome
    assert all(result["service"] == "inForce" for result in outcome.results.values()), outcome
    stored = {host.name: store(host) for host in fleet.hosts}
    assert all(b"1e400" in text and PLANTED.encode() in text for text in stored.values())
    outcome = ansible.play(fleet, "apply", src="profiles")
    assert outcome.reached == fleet.names and not outcome.changed and not outcome.failed, outcome
    assert stored == {host.name: store(host) for host in fleet.hosts}


@part
def the_host_that_was_tampered_with_is_the_one_that_changes(fleet):
    fleet["ship04"].run("localpush", "profile", "set", "cruise-ship", "--host", "evil.example.com",
                        "--set-string", "password=guess")
    outcome = ansible.play(fleet, "apply", "--diff", src="profiles")
    assert outcome.changed == {"ship04"} and not outcome.failed, outcome
    assert '-    "host": "evil.example.com",' in outcome.output, outcome
    assert '+    "host": "cruiseship.example.com",' in outcome.output, outcome
    assert '+    "password": "(hidden; changed)"' in outcome.output, outcome
    assert "guess" not in outcome.output, outcome


@part
def the_host_whose_store_cannot_be_read_is_the_one_that_fails(fleet):
    good = store(fleet["ship07"])
    path = fleet["ship07"].file("/etc/localpush/preferences.json")
    path.write_bytes(good.replace(b'"generation"', b'generation', 1))
    outcome = ansible.play(fleet, "apply", src="profiles")
    assert outcome.failed == {"ship07"} and not outcome.changed, outcome
    result = outcome.results["ship07"]
    assert result["rc"] == 7, outcome
    assert result["msg"].startswith("/etc/localpush/preferences.json:7:3: "), outcome
    path.write_bytes(good)
    outcome = ansible.play(fleet, "apply", src="profiles")
    assert not outcome.failed and not outcome.changed, outcome


@part
def what_is_wrong_with_a_profile_is_told_with_its_file_and_line(fleet):
    profile = {"name": "far", "matchSSIDs": ["x" * 40], "providerBundleIdentifier": "a.b",
               "providerConfiguration": {"password": PLANTED}}
    folder = fleet.work / "issued"
    folder.mkdir()
    (folder / "far.json").write_text(json.dumps(profile, indent=2))
    outcome = ansible.play(fleet, "apply", src=[str(folder)], profiles=[profile])
    assert outcome.failed == fleet.names, outcome
    result = outcome.results["ship01"]
    problem = "an SSID has 1 to 32 octets, this one has 40"
    wanted = {"file": f"{folder}/far.json", "line": 4, "column": 5, "key": "matchSSIDs[0]",
              "problem": problem}
    assert wanted.items() <= result["errors"][0].items(), outcome
    assert result["msg"] == (
        f"{folder}/far.json:4:5: matchSSIDs[0]: {problem}\nprofiles[0].matchSSIDs[0]: {problem}"
    ), outcome
    assert result["rc"] == 10 and result["advice"], outcome
    assert all(names(host) == ["cruise-ship", "staff"] for host in fleet.hosts)


@part
def a_profile_of_the_playbook_shows_its_secrets_only_when_asked_to(fleet):
    profile = {"name": "extra", "matchSSIDs": ["Deck 3"], "providerBundleIdentifier": "a.b",
               "providerConfiguration": {"accounts": [{"token": SHOWN}], "port": 1}}
    outcome = ansible.play(fleet, "apply", "--check", "--diff", "-vvv", profiles=[profile])
    assert outcome.changed == fleet.names, outcome
    assert '"token": "(hidden)"' in outcome.output and '"port": 1' in outcome.output, outcome
    # What was given on the command line stands there in any case.
    said = outcome.output.replace(json.dumps(profile), "")
    assert SHOWN not in said, outcome
    outcome = ansible.play(
        fleet, "apply", "--check", "--diff", profiles=[profile], show_secrets=True)
    assert f'"token": "{SHOWN}"' in outcome.output, outcome
    fleet.printed.pop()


@part
def pruning_removes_what_came_from_here_and_leaves_what_did_not(fleet):
    for host in fleet.hosts:
        host.run("localpush", "profile", "add", "own", "--ssid", "Home", "--provider", "a.b")
    outcome = ansible.play(fleet, "apply", src=["profiles/staff.json"], prune="applied")
    assert outcome.changed == fleet.names, outcome
    assert all(sorted(names(host)) == ["own", "staff"] for host in fleet.hosts)
    outcome = ansible.play(fleet, "apply", profiles=[], prune="all")
    assert outcome.changed == fleet.names, outcome
    assert all(names(host) == [] for host in fleet.hosts)


@part
def a_change_that_nobody_confirms_takes_itself_back(fleet):
    outcome = ansible.play(fleet, "apply", src="profiles", confirm_within=2)
    assert outcome.changed == fleet.names, outcome
    assert all(result["awaits_confirmation"] for result in outcome.results.values()), outcome
    eventually("the change is gone", lambda: all(names(host) == [] for host in fleet.hosts))
    outcome = ansible.play(fleet, "apply", src="profiles", confirm_within=600)
    assert outcome.changed == fleet.names, outcome
    outcome = ansible.play(fleet, "apply", state="confirmed")
    assert outcome.changed == fleet.names and not outcome.failed, outcome
    outcome = ansible.play(fleet, "apply", src="profiles", confirm_within=600)
    assert not outcome.changed and not outcome.failed, outcome


@part
def files_may_be_in_a_vault_or_on_the_device_and_for_a_user(fleet):
    vaulted = fleet.work / "vaulted.json"
    vaulted.write_text(json.dumps({
        "name": "vaulted", "matchSSIDs": ["Vault"], "providerBundleIdentifier": "a.b",
        "providerConfiguration": {"password": PLANTED}}))
    password = fleet.work / "vault-password"
    password.write_text("open sesame\n")
    ansible.command(fleet, "ansible-vault", "encrypt", f"--vault-password-file={password}", vaulted)
    assert PLANTED not in vaulted.read_text()
    outcome = ansible.play(fleet, "apply", "--limit=ship03", f"--vault-password-file={password}",
                           src=[str(vaulted)])
    assert outcome.changed == {"ship03"} and "vaulted" in names(fleet["ship03"]), outcome
    fleet["ship03"].file("/root/own.json").write_text(json.dumps({
        "name": "own", "matchSSIDs": ["Home"], "providerBundleIdentifier": "a.b"}))
    outcome = ansible.play(fleet, "apply", "--limit=ship03", src=["/root/own.json"],
                           remote_src=True, scope="user")
    assert outcome.changed == {"ship03"} and "own" not in names(fleet["ship03"]), outcome
    assert outcome.results["ship03"]["scope"] == "user", outcome
    assert fleet["ship03"].file("/root/.config/localpush/preferences.json").exists()


@part
def a_device_without_localpush_says_what_installs_it(fleet):
    program = fleet["ship02"].file("/usr/bin/localpush")
    shutil.move(program, f"{program}.away")
    outcome = ansible.play(fleet, "apply", src="profiles")
    shutil.move(f"{program}.away", program)
    assert outcome.failed == {"ship02"} and not outcome.changed, outcome
    assert "localpush.localpush.device" in outcome.results["ship02"]["advice"][0], outcome


@part
def what_is_issued_and_signed_on_one_machine_is_verified_and_applied_on_ten(fleet):
    fleet.issuer = Issuer(fleet)
    signed = fleet.issuer.issue("issued", 2, "--for-host", "ship*")
    for host in fleet.hosts:
        trust = host.file("/etc/localpush/trust.d")
        trust.mkdir()
        shutil.copy(fleet.issuer.folder / "ca.pem", trust)
        host.file("/etc/localpush/policy.json").write_text('{"requireSigned": true}')
    shutil.copy(signed, fleet["ship01"].file("/root"))
    verified = json.loads(fleet["ship01"].run("localpush", "verify", f"/root/{signed.name}", "--json"))
    assert verified["verified"] and verified["signer"].endswith("Admin"), verified
    outcome = ansible.play(fleet, "apply", src=[str(signed)])
    assert outcome.changed == fleet.names and not outcome.failed, outcome
    outcome = ansible.play(fleet, "apply", src=[str(signed)])
    assert outcome.reached == fleet.names and not outcome.changed and not outcome.failed, outcome


@part
def a_signed_profile_that_was_changed_on_one_host_is_put_right_on_that_host(fleet):
    # The commands refuse to, for the policy asks for a signature; an editor does not.
    path = fleet["ship09"].file("/etc/localpush/preferences.json")
    path.write_bytes(path.read_bytes().replace(b"Cruise Ship Wi-Fi", b"Evil Ship Wi-Fi"))
    outcome = ansible.play(fleet, "apply", src=[str(fleet.issuer.folder / "issued-2.p7m")])
    assert outcome.changed == {"ship09"} and not outcome.failed, outcome


@part
def what_was_not_signed_for_the_hosts_is_refused_with_the_reason(fleet):
    folder = fleet.work / "refused"
    folder.mkdir()
    older = fleet.issuer.issue("issued", 1)
    other = fleet.issuer.issue("other", 1, "--for-host", "plane*")
    altered = fleet.issuer.issue("altered", 1).read_bytes().replace(b"Cruise Ship", b"Crvise Ship")
    (folder / "altered.p7m").write_bytes(altered)
    (folder / "plain.json").write_text(json.dumps(
        {"name": "plain", "matchSSIDs": ["x"], "providerBundleIdentifier": "a.b"}))
    for source, reason in ((folder / "altered.p7m", "tampered"), (folder / "plain.json", "unsigned"),
                           (other, "wrongTarget"), (older, "rolledBack")):
        outcome = ansible.play(fleet, "apply", "--limit=ship01,ship02", src=[str(source)])
        assert outcome.failed == {"ship01", "ship02"}, outcome
        [error] = outcome.results["ship01"]["errors"]
        assert error["reason"] == reason and error["file"] == str(source), outcome
    assert "plain" not in names(fleet["ship01"])
    for host in fleet.hosts:
        host.file("/etc/localpush/policy.json").unlink()


@part
def the_role_makes_devices_of_hosts(fleet):
    secret = fleet.work / "secret.yml"
    secret.write_text(f"secret: {PLANTED}\n")
    options = ["--extra-vars", f"@{secret}", "--limit", "ship01,ship02"]
    outcome = ansible.play(fleet, "device", *options)
    assert outcome.changed == {"ship01", "ship02"} and not outcome.failed, outcome
    for host in (fleet["ship01"], fleet["ship02"]):
        assert sorted(names(host)) == ["galley", "staff"]
        credential = host.file("/etc/credstore/localpush.galley")
        assert credential.read_text() == PLANTED and credential.stat().st_mode & 0o7777 == 0o600
        assert host.file("/etc/credstore").stat().st_mode & 0o7777 == 0o700
        drop_in = host.file("/etc/systemd/system/localpush.service.d/credentials.conf").read_text()
        assert "\nLoadCredential=galley:/etc/credstore/localpush.galley\n" in drop_in, drop_in
        assert PLANTED.encode() not in store(host)
    outcome = ansible.play(fleet, "device", *options)
    assert outcome.reached == {"ship01", "ship02"}, outcome
    assert not outcome.changed and not outcome.failed, outcome
    (fleet.work / "none.json").write_text(json.dumps({"localpush_credentials": {}}))
    outcome = ansible.play(fleet, "device", *options, "--limit=ship02",
                           f"--extra-vars=@{fleet.work}/none.json")
    assert outcome.changed == {"ship02"} and not outcome.failed, outcome
    assert not list(fleet["ship02"].file("/etc/credstore").iterdir())


@part
def a_profile_waits_for_its_credential_and_then_for_its_network(fleet):
    host = fleet["ship01"]

    def galley():
        status = json.loads(host.run("localpush", "status", "--json"))
        return next(profile for profile in status["profiles"] if profile["name"] == "galley")

    assert galley()["state"] == "invalid", galley()
    assert "LoadCredential=galley:FILE" in galley()["reason"], galley()
    # As systemd would, by the drop-in that the role wrote.
    credentials = host.file("/run/credentials")
    credentials.mkdir(mode=0o700)
    shutil.copy(host.file("/etc/credstore/localpush.galley"), credentials / "galley")
    host.stop_serving()
    host.serve(CREDENTIALS_DIRECTORY="/run/credentials")
    assert galley()["state"] == "waiting", galley()


@part
def cloud_init_and_localpush_take_the_snippet(fleet):
    holds, said = cloud.schema(cloud.SNIPPET)
    assert holds, said
    broken = fleet.work / "broken.yaml"
    broken.write_text(cloud.SNIPPET.read_text().replace("write_files:", "write_files: 5\nelsewhere:"))
    assert not cloud.schema(broken)[0]
    host = fleet["ship01"]
    for path, profile in cloud.profiles().items():
        host.file(path).parent.mkdir(parents=True, exist_ok=True)
        host.file(path).write_text(json.dumps(profile))
        host.run("localpush", "profile", "validate", path)
    listed = json.loads(host.run("localpush", "profile", "list", "--system", "--json"))
    origins = {profile["name"]: profile["origin"] for profile in listed}
    assert origins["galley"] == "managed", listed
    wanted = {value["$credential"] for profile in cloud.profiles().values()
              for value in profile["providerConfiguration"].values() if isinstance(value, dict)}
    given = cloud.credentials()
    assert given.keys() == wanted and wanted, given
    assert all(cloud.files()[path]["permissions"] == "0600" for path in given.values()), given


@part
def nothing_that_was_printed_or_logged_holds_a_secret(fleet):
    assert fleet.printed
    for output in fleet.printed:
        assert PLANTED not in output, output
    for host in fleet.hosts:
        logged = (fleet.work / f"{host.name}.log").read_text() + "\n".join(host.logged)
        assert "Invoked with" in logged
        assert PLANTED not in logged and SHOWN not in logged, logged
