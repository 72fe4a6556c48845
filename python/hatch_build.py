"""Makes the client of the API document while the package is built, so that the two never differ (docs/decisions/106)."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONFIG = "package_name_override: client\npost_hooks: []\n"


def lazy(models: str) -> str:
    """The list of models, each of which is loaded when it is first asked for: there are a thousand."""
    names = dict(re.findall(r"^from \.(\w+) import (\w+)$", models, re.MULTILINE))
    by_class = {cls: module for module, cls in names.items()}
    imports = "\n".join(f"    from .{module} import {cls} as {cls}" for cls, module in sorted(by_class.items()))
    return f'''"""All models; each is loaded when it is first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
{imports}

_MODULES = {by_class!r}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    return getattr(import_module(f".{{_MODULES[name]}}", __name__), name)
'''


class ClientBuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        # In a source distribution the document lies beside this file.
        document = next(each for each in (root / "openapi.json", root.parent / "docs" / "openapi.json") if each.exists())
        self.folder = tempfile.TemporaryDirectory()
        client = Path(self.folder.name) / "client"
        config = Path(self.folder.name) / "config.yaml"
        config.write_text(CONFIG, "utf-8")
        made = subprocess.run(
            [sys.executable, "-m", "openapi_python_client", "generate", "--path", document, "--meta", "none"]
            + ["--config", config, "--output-path", client, "--fail-on-warning"],
            capture_output=True,
            text=True,
        )
        if made.returncode != 0:
            raise RuntimeError(f"{document} makes no client:\n{made.stdout}{made.stderr}")
        models = client / "models" / "__init__.py"
        models.write_text(lazy(models.read_text("utf-8")), "utf-8")
        build_data["force_include"][str(client)] = "assay/client"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.target_name == "wheel":
            self.folder.cleanup()
