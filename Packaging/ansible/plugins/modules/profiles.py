#!/usr/bin/python3
"""Makes the stored profiles of a device what files or a playbook say, through localpush apply."""

from __future__ import absolute_import, division, print_function
__metaclass__ = type

DOCUMENTATION = r"""
---
module: profiles
short_description: Make the localpush profiles of a device what files say
version_added: 0.1.0
description:
  - Brings the stored profiles of a device to what files, or profiles in the playbook, say.
  - All of it is done or, when anything is wrong, nothing. Profiles that already are as wanted stay as
    they are, and so do their agents.
  - Profiles that files in C(/etc/localpush/system.d) or C(user.d) bring are managed, and not touched.
options:
  src:
    description:
      - Files and folders of profiles, in the order in which the profiles are to be saved.
      - Of a folder all files whose names end in C(.json) or, signed, in C(.p7m) are taken, by name.
      - They are looked for on the controller, as those of M(ansible.builtin.copy) are, and may be
        encrypted with Ansible Vault.
    type: list
    elements: str
  remote_src:
    description: Whether I(src) names files on the device.
    type: bool
    default: false
  profiles:
    description:
      - Profiles in the playbook, each with the keys of a profile file. They come after those of I(src).
      - For secrets there are credentials, C({"$credential":"NAME"}); see the role C(device).
    type: list
    elements: dict
  prune:
    description:
      - What becomes of stored profiles that are not named. C(none) stay, C(applied) removes those that
        an earlier run or C(localpush apply) brought, C(all) removes all.
    type: str
    choices: [none, applied, all]
    default: none
  scope:
    description:
      - C(system) for the profiles of the machine, which takes root, C(user) for those of the user that
        the task runs as. Without this root's are those of the machine.
    type: str
    choices: [system, user]
  confirm_within:
    description:
      - Take the change back after so many seconds, unless a later task confirms it with
        I(state=confirmed). The service has to be running.
    type: int
  state:
    description:
      - C(applied) makes the profiles what is said. C(confirmed) keeps a change that awaits its
        confirmation, C(reverted) takes it back now.
    type: str
    choices: [applied, confirmed, reverted]
    default: applied
  show_secrets:
    description: Whether the diff shows values that look like secrets.
    type: bool
    default: false
  executable:
    description: The path of C(localpush) on the device, where it is not on the search path.
    type: path
  files:
    description: Set from I(src), not by playbooks.
    type: list
    elements: dict
    suboptions:
      name:
        description: What messages call the file.
        type: str
        required: true
      content:
        description: What it holds, in base64.
        type: str
        required: true
requirements:
  - localpush and Python 3.6 or later on the device
notes:
  - Supports C(check_mode) and C(diff_mode).
  - Secrets are hidden in the diff and are never part of what is returned.
author:
  - the authors of localpush
"""

EXAMPLES = r"""
- name: The profiles of this fleet, and no others that came from here
  localpush.localpush.profiles:
    src: profiles
    prune: applied

- name: A profile of the playbook's own, its password a credential of the service
  localpush.localpush.profiles:
    profiles:
      - name: cruise-ship
        matchSSIDs: [Cruise Ship Wi-Fi, Cruise Ship Staff Wi-Fi]
        providerBundleIdentifier: com.myexample.SimplePush.Provider
        providerConfiguration:
          host: cruiseship.example.com
          password: {$credential: cruise-ship}

- name: A change that takes itself back where the device can no longer be reached
  localpush.localpush.profiles:
    src: profiles
    confirm_within: 120
  register: change

- name: It can still be reached
  ansible.builtin.wait_for_connection:
  when: change.awaits_confirmation

- name: So the change stays
  localpush.localpush.profiles:
    state: confirmed
  when: change.awaits_confirmation
"""

RETURN = r"""
profiles:
  description: What became, or would become, of each profile.
  returned: when profiles were applied
  type: list
  elements: dict
  contains:
    name:
      description: The name of the profile.
      type: str
    action:
      description: >-
        C(added), C(changed), C(moved) to a later place, C(signed) by now, C(unchanged) or C(removed).
      type: str
  sample: [{"name": "cruise-ship", "action": "added"}]
generation:
  description: The generation of the store.
  returned: success
  type: int
  sample: 7
scope:
  description: Whose profiles they are.
  returned: success
  type: str
  sample: system
service:
  description:
    - C(inForce) when the service runs by what was stored, C(notRunning) when it will once it is started.
  returned: when something was stored
  type: str
  sample: inForce
awaits_confirmation:
  description: Whether the change is taken back unless it is confirmed.
  returned: when profiles were applied
  type: bool
shadowed:
  description: The profiles without effect, as a managed file has their name.
  returned: when profiles were applied
  type: list
  elements: dict
  sample: [{"name": "cruise-ship", "file": "/etc/localpush/system.d/cruise-ship.json"}]
errors:
  description: What is wrong with which profile, and where.
  returned: when a profile is not valid
  type: list
  elements: dict
  contains:
    file:
      description: The file, as I(src) led to it; C(profiles) for what stands in the playbook.
      type: str
    line:
      description: The line; none where the file as a whole is not taken.
      type: int
    column:
      description: The column.
      type: int
    key:
      description: The path of the key.
      type: str
    problem:
      description: What is wrong, and what would be right.
      type: str
    reason:
      description:
        - Why a valid file is not taken. One of C(unsigned), C(untrusted), C(expired), C(tampered),
          C(wrongTarget) and C(rolledBack).
      type: str
  sample:
    - file: profiles/ship.json
      line: 3
      column: 18
      key: matchSSIDs[1]
      problem: an SSID has 1 to 32 octets, this one has 40
advice:
  description: What to do next.
  returned: failure
  type: list
  elements: str
rc:
  description: The exit status of localpush; its manual page lists them.
  returned: failure
  type: int
  sample: 10
"""

import base64
import json
import os
import tempfile

from ansible.module_utils.basic import AnsibleModule

# What messages call the profiles of the playbook.
PLAYBOOK = "profiles"
HIDDEN = "(hidden)"
HIDDEN_CHANGED = "(hidden; changed)"


class Command:
    """A run of localpush."""

    def __init__(self, module):
        self.module = module
        found = module.params["executable"] or module.get_bin_path("localpush")
        if not found:
            module.fail_json(
                msg="localpush is not installed",
                advice=["The role localpush.localpush.device installs it."])
        self.words = [found, "apply", "--json"]
        if module.params["scope"]:
            self.words.append("--" + module.params["scope"])

    def run(self, options, folder=None, names=None):
        """What localpush says it did. Fails the module when it could not."""
        status, output, complaints = self.module.run_command(
            self.words + options, cwd=folder, environ_update={"LC_ALL": "C.UTF-8"})
        document = json.loads(output) if output.strip() else {}
        if status:
            self.fail(status, document, complaints, names or {})
        return document

    def fail(self, status, document, complaints, names):
        """Passes on everything that localpush said."""
        errors = [{**error, "file": names.get(error["file"], error["file"])}
                  for error in document.get("errors", [])]
        lines = complaints.splitlines()
        told = [text(error) for error in errors] or [
            line.split("localpush: ", 1)[-1] for line in lines if not line.startswith(" ")]
        advice = [line.strip() for line in lines if line.startswith(" ")]
        result = {"errors": errors} if errors else {}
        self.module.fail_json(msg="\n".join(told), advice=advice, rc=status, **result)


def text(error):
    """An error as a line: file, line, column, key, problem."""
    place = [str(error[key]) for key in ("file", "line", "column") if error[key] is not None]
    if error["file"] == PLAYBOOK:
        # Lines of a text that nobody has seen; the key says which profile it is.
        place = [PLAYBOOK + error["key"]]
    elif error["key"]:
        place.append(" " + error["key"])
    return ":".join(place + [" " + error["problem"]])


def write(folder, params):
    """Writes what is to be applied; returns the paths and what messages call each."""
    names = {}
    for number, file in enumerate(params["files"] or []):
        path = f"{number}-{os.path.basename(file['name'])}"
        names[path] = file["name"]
        with open(os.path.join(folder, path), "xb") as copy:
            copy.write(base64.b64decode(file["content"]))
    if params["profiles"] is not None:
        names[PLAYBOOK] = PLAYBOOK
        with open(os.path.join(folder, PLAYBOOK), "x", encoding="utf-8") as copy:
            json.dump(params["profiles"], copy)
    return names


def apply(module):
    """Makes the profiles what is said, or tells what that would change."""
    params = module.params
    options = {"none": [], "applied": ["--prune"], "all": ["--prune", "--all"]}[params["prune"]]
    if module.check_mode:
        options.append("--dry-run")
    elif params["confirm_within"]:
        options.append(f"--confirm-within={params['confirm_within']}")
    # Only this user can enter it, and Ansible removes it with all that is in it.
    folder = tempfile.mkdtemp(dir=module.tmpdir)
    names = write(folder, params)
    paths = [os.path.abspath(path) for path in params["src"] or []] if params["remote_src"] else []
    document = Command(module).run([*options, "--", *paths, *names], folder, names)
    report(module, document)


def report(module, document):
    """Returns what localpush did, without a secret in it."""
    for shadowed in document["shadowed"]:
        module.warn("{name} has no effect as long as there is {file}".format(**shadowed))
    result = {key: document[key] for key in ("changed", "generation", "scope", "shadowed")}
    result["profiles"] = [
        {"name": profile["name"], "action": profile["action"]} for profile in document["profiles"]]
    result["awaits_confirmation"] = document.get("awaitsConfirmation", False)
    if document.get("service"):
        result["service"] = document["service"]
    if module._diff:
        result["diff"] = [
            difference(profile, module.params["show_secrets"]) for profile in document["profiles"]
            if profile["action"] != "unchanged"]
    module.exit_json(**result)


def difference(profile, shows_secrets):
    """The change of one profile, for --diff."""
    name = profile["name"]
    if profile["action"] == "moved":
        return {"prepared": f"{name}: saved later than others, so it goes before them\n"}
    if profile["action"] == "signed":
        return {"prepared": f"{name}: signed by now\n"}
    before, after = profile["before"], profile["after"]
    if not shows_secrets:
        # Should localpush not say which values look like secrets, all might be.
        for path in profile.get("secrets", [["providerConfiguration"]]):
            hide(path, before, after)
    return {
        "before_header": name, "after_header": name, "before": lines(before), "after": lines(after)}


def hide(path, before, after):
    """Replaces the values at `path`; that they differ can still be seen."""
    *way, last = path
    places = [find(way, before), find(way, after)]
    values = [value(place, last) for place in places]
    is_changed = None not in values and values[0] != values[1]
    for place, found, word in zip(places, values, (HIDDEN, HIDDEN_CHANGED if is_changed else HIDDEN)):
        if found is not None:
            place[last] = word


def find(path, document):
    """What is at `path`; None when nothing is."""
    for key in path:
        document = value(document, key)
    return document


def value(container, key):
    """The value at a key of an object or an index of an array; None when there is none."""
    try:
        return container[key]
    except (KeyError, IndexError, TypeError):
        return None


def lines(profile):
    """A profile as lines that can be compared."""
    if profile is None:
        return ""
    return json.dumps(profile, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def settle(module):
    """Keeps a change that awaits its confirmation, or takes it back."""
    if module.check_mode:
        module.exit_json(changed=False, skipped=True, msg="only a change that was made can be settled")
    word = {"confirmed": "--confirm", "reverted": "--revert"}[module.params["state"]]
    document = Command(module).run([word])
    module.exit_json(**{
        key: document[key] for key in ("changed", "generation", "scope", "service")})


def main():
    """The module."""
    module = AnsibleModule(
        argument_spec={
            "src": {"type": "list", "elements": "str"},
            "remote_src": {"type": "bool", "default": False},
            # What is logged at the start of a module holds none of these.
            "profiles": {"type": "list", "elements": "dict", "no_log": True},
            "files": {"type": "list", "elements": "dict", "no_log": True, "options": {
                "name": {"type": "str", "required": True},
                "content": {"type": "str", "required": True, "no_log": True}}},
            "prune": {"type": "str", "choices": ["none", "applied", "all"], "default": "none"},
            "scope": {"type": "str", "choices": ["system", "user"]},
            "confirm_within": {"type": "int"},
            "state": {"type": "str", "choices": ["applied", "confirmed", "reverted"],
                      "default": "applied"},
            "show_secrets": {"type": "bool", "default": False, "no_log": False},
            "executable": {"type": "path"},
        },
        required_if=[("state", "applied", ("src", "profiles"), True)],
        supports_check_mode=True)
    # Ansible would blot out every value of a profile wherever it stands, names of networks included.
    # What is returned is chosen with care instead.
    module.no_log_values = set()
    if module.params["state"] == "applied":
        apply(module)
    else:
        settle(module)


if __name__ == "__main__":
    main()
