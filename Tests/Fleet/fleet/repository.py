"""A repository of packages, as apt takes it: signed by a key of its own."""

import hashlib
import shutil
import subprocess

from .hosts import run


class Repository:
    def __init__(self, folder, packages):
        self.folder = folder
        self.home = folder.with_name("keyring")
        folder.mkdir()
        self.home.mkdir(mode=0o700)
        for package in packages:
            shutil.copy(package, folder)
        index = run("dpkg-scanpackages", ".", cwd=folder, stderr=subprocess.DEVNULL)
        (folder / "Packages").write_text(index)
        digest = hashlib.sha256(index.encode()).hexdigest()
        (folder / "Release").write_text(
            f"Date: {run('date', '-Ru').strip()}\nSHA256:\n {digest} {len(index.encode())} Packages\n")
        self.gpg("--passphrase", "", "--quick-generate-key", "repository@example.com")
        self.gpg("--clearsign", "--output", "InRelease", "Release")
        self.key = self.gpg("--armor", "--export")

    def gpg(self, *words):
        return run("gpg", "--batch", "--quiet", "--homedir", self.home, *words, cwd=self.folder,
                   stderr=subprocess.DEVNULL)
