"""Looks at the snippet for cloud-init with cloud-init's own eyes, and with those of localpush."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).resolve().parents[3]
SNIPPET = REPOSITORY / "Packaging/cloud-init/localpush.yaml"
# Unpacked by `make fleet`: installed, it would see to this machine at its next boot.
UNPACKED = REPOSITORY / ".build/cloud-init"


def schema(path):
    """Whether cloud-init takes the file, and what it says."""
    program = shutil.which("cloud-init") or UNPACKED / "usr/bin/cloud-init"
    modules = {**os.environ, "PYTHONPATH": str(UNPACKED / "usr/lib/python3/dist-packages")}
    done = subprocess.run(["/usr/bin/python3", program, "schema", "--config-file", path],
                          env=modules, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout


def files():
    """The files that the snippet writes, by path."""
    return {file["path"]: file for file in yaml.safe_load(SNIPPET.read_text())["write_files"]}


def profiles():
    """The profiles that the snippet writes, by path."""
    return {path: json.loads(file["content"]) for path, file in files().items()
            if path.endswith(".json")}


def credentials():
    """Where the drop-in of the snippet takes each credential from, by name."""
    text = files()["/etc/systemd/system/localpush.service.d/credentials.conf"]["content"]
    lines = [line for line in text.splitlines() if line.startswith("LoadCredential=")]
    return dict(line.removeprefix("LoadCredential=").split(":", 1) for line in lines)


def user_data(repository, key):
    """The snippet as an admin completes it: with a repository of packages, and that one's key."""
    snippet = yaml.safe_load(SNIPPET.read_text())
    source = snippet["apt"]["sources"]["localpush"]
    assert "https://packages.example.com/localpush bookworm main" in source["source"], source
    source["source"] = source["source"].replace(
        "https://packages.example.com/localpush bookworm main", f"{repository} ./")
    source["key"] = key
    return "#cloud-config\n" + yaml.safe_dump(snippet)
