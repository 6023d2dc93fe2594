"""The one who issues profiles, on a machine of its own: an authority, a signer, and signed files."""

import subprocess

from .hosts import run

EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]


class Issuer:
    """Makes profiles in a store of its own, and signs them."""

    def __init__(self, fleet):
        self.folder = fleet.work / "issuer"
        self.folder.mkdir()
        self.program = fleet.installed / "usr/bin/localpush"
        self.openssl("req", "-x509", *EC, "-keyout", "ca.key", "-out", "ca.pem",
                     "-subj", "/CN=Authority", "-days", "30")
        self.openssl("req", *EC, "-keyout", "admin.key", "-out", "admin.csr", "-subj", "/CN=Admin")
        self.openssl("x509", "-req", "-in", "admin.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                     "-CAcreateserial", "-days", "20", "-out", "admin.pem")

    def openssl(self, *words):
        """Runs openssl in the folder."""
        run("openssl", *words, cwd=self.folder, stderr=subprocess.DEVNULL)

    def localpush(self, *words):
        """Runs localpush on the issuer's machine."""
        return run(self.program, *words, cwd=self.folder, stderr=subprocess.DEVNULL)

    def issue(self, name, version, *options):
        """Issues a version of a profile to hosts of the fleet; returns the signed file."""
        words = ["--ssid", "Cruise Ship Wi-Fi", "--provider", "com.myexample.SimplePush.Provider",
                 "--set", f"version={version}", "--store", self.folder / "preferences.json"]
        (self.folder / "preferences.json").unlink(missing_ok=True)
        self.localpush("profile", "add", name, *words)
        issued = self.folder / f"{name}-{version}.json"
        issued.write_text(self.localpush(
            "profile", "export", name, "--issue", f"com.example.{name}", "--issue-version", version,
            *options, "--store", self.folder / "preferences.json"))
        signed = issued.with_suffix(".p7m")
        self.localpush("sign", issued, "--key", "admin.key", "--cert", "admin.pem", "-o", signed)
        return signed
