"""Runs playbooks on a fleet with the Ansible of this machine, and tells what came of them."""

import json
import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
COLLECTION = HERE.parent.parent / "Packaging/ansible"
RESULT = re.compile(r"^(ok|changed|fatal|failed|skipping): \[(\w+)\](?:: FAILED!)? => (\{.*\})$", re.M)
RECAP = re.compile(r"^(\w+) +: ok=\d+ +changed=(\d+) +unreachable=(\d+) +failed=(\d+)", re.M)
# Seconds that a playbook may take.
PATIENCE = 60


class Outcome:
    """What a playbook did."""

    def __init__(self, status, output):
        self.status = status
        self.output = output
        counts = {name: [int(text) for text in rest] for name, *rest in RECAP.findall(output)}
        self.reached = {name for name, (_, unreachable, _) in counts.items() if not unreachable}
        self.changed = {name for name, (changed, _, _) in counts.items() if changed}
        self.failed = {name for name, (_, unreachable, failed) in counts.items()
                       if failed or unreachable}
        # The last result of each host.
        self.results = {name: json.loads(text) for _, name, text in RESULT.findall(output)}

    def __str__(self):
        return f"status {self.status}\n{self.output}"


def environment(fleet):
    """Nothing of the calling user's own configuration plays a part."""
    return {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(fleet.work), "LC_ALL": "C.UTF-8",
        "ANSIBLE_CONFIG": str(fleet.work / "ansible.cfg"), "ANSIBLE_COLLECTIONS_PATH": str(fleet.work / "collections"),
        "ANSIBLE_COLLECTIONS_PATHS": str(fleet.work / "collections"),
        "ANSIBLE_INVENTORY": str(fleet.work / "inventory"), "ANSIBLE_FORKS": str(len(fleet.hosts)),
        "ANSIBLE_NOCOLOR": "1", "ANSIBLE_RETRY_FILES_ENABLED": "0", "ANSIBLE_PIPELINING": "1",
        "ANSIBLE_TIMEOUT": "30",
    }


def command(fleet, *words):
    """Runs one of Ansible's commands, which has to succeed; returns what it printed."""
    done = subprocess.run([str(word) for word in words], env=environment(fleet), text=True,
                          cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def prepare(fleet):
    """Writes the inventory, as an admin would, and knows the hosts by their keys."""
    known = fleet.work / "known_hosts"
    known.write_text("".join(f"{host.address} {fleet.host_key}" for host in fleet.hosts))
    hosts = "".join(f"{host.name} ansible_host={host.address}\n" for host in fleet.hosts)
    (fleet.work / "ansible.cfg").touch()
    (fleet.work / "inventory").write_text(
        f"[fleet]\n{hosts}\n[fleet:vars]\nansible_user=root\n"
        "ansible_python_interpreter=/usr/bin/python3\n"
        f"ansible_ssh_private_key_file={fleet.work}/key\n"
        f"ansible_ssh_common_args=-o UserKnownHostsFile={known}\n")


def play(fleet, playbook, *options, **variables):
    """Runs a playbook of the folder on every host."""
    words = ["ansible-playbook", "-v", HERE / "playbooks" / f"{playbook}.yml", *options]
    if variables:
        words += ["--extra-vars", json.dumps(variables)]
    try:
        done = subprocess.run([str(word) for word in words], env=environment(fleet), text=True, cwd=HERE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    except subprocess.TimeoutExpired as problem:
        # What hangs is still there to be seen.
        shown = subprocess.run(["ps", "axfww", "-o", "pid,wchan:20,args"], text=True, check=True,
                               stdout=subprocess.PIPE).stdout
        raise TimeoutError(f"{playbook} hangs\n{problem.output}\n{shown}") from None
    fleet.printed.append(done.stdout)
    return Outcome(done.returncode, done.stdout)
