"""The controller's half of the module profiles: it brings along the files that are on the controller.

They travel with the module's arguments, so that check mode can tell what they would change.
"""

from __future__ import absolute_import, division, print_function
__metaclass__ = type

import base64
import os

from ansible.errors import AnsibleActionFail, AnsibleError
from ansible.module_utils.parsing.convert_bool import boolean
from ansible.plugins.action import ActionBase


class ActionModule(ActionBase):
    """Runs the module, with the contents of files in place of their names."""

    TRANSFERS_FILES = False
    _requires_connection = True

    def run(self, tmp=None, task_vars=None):
        """What came of the module."""
        result = super().run(tmp, task_vars)
        del tmp
        arguments = dict(self._task.args)
        if "files" in arguments:
            raise AnsibleActionFail("files is set from src and not by playbooks")
        if arguments.get("src") and not boolean(arguments.get("remote_src", False), strict=False):
            arguments["files"] = self._contents(arguments["src"])
        result.update(self._execute_module(
            module_name="localpush.localpush.profiles", module_args=arguments, task_vars=task_vars))
        # Profiles can hold secrets: what ran is told without them.
        for name in ("profiles", "files"):
            result.get("invocation", {}).get("module_args", {}).pop(name, None)
        return result

    def _contents(self, sources):
        """What the files and folders hold, in order; a vault's contents in clear."""
        if isinstance(sources, str):
            sources = sources.split(",")
        files = []
        for source in sources:
            try:
                path = self._find_needle("files", source)
                found = self._files_of(path, source) if os.path.isdir(path) else [(path, source)]
                for path, name in found:
                    with open(self._loader.get_real_file(path), "rb") as file:
                        content = base64.b64encode(file.read()).decode("ascii")
                    files.append({"name": name, "content": content})
            except (AnsibleError, OSError) as error:
                raise AnsibleActionFail(f"cannot read {source} on the controller: {error}") from error
        return files

    @staticmethod
    def _files_of(folder, title):
        """The files of a folder that localpush would take, each with what messages call it."""
        names = sorted(
            name for name in os.listdir(folder)
            if name.endswith((".json", ".p7m")) and not name.startswith(".")
            and not name.endswith(".schema.json"))
        return [(os.path.join(folder, name), os.path.join(title, name)) for name in names]
