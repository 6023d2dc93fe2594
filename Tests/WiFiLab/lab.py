"""How the programs of the lab start the guest: with the programs under test in its memory."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PRODUCTS = HERE.parent.parent / ".build/release"
PROGRAMS = {
    "localpush": "/lab/bin/localpush",
    "localpushd": "/lab/libexec/localpush/localpushd",
    "localpush-keeper": "/lab/libexec/localpush/localpush-keeper",
    "simplepush": "/lab/bin/simplepush",
}


def boot_command(products, *options):
    """The command that boots the guest with these programs; what runs there goes behind it."""
    command = [HERE / "boot", *options, "--share", f"tests={HERE}",
               "--copy", f"{HERE}/guest/agent=/lab/bin/agent"]
    for name, target in PROGRAMS.items():
        program = products / name
        if not program.is_file():
            print(f"No {program}: build it first, with make.", file=sys.stderr)
            sys.exit(69)
        command += ["--copy", f"{program}={target}"]
    return [*command, "--"]
