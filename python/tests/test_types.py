"""The package says its types, and they are right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long
def test_types(tmp_path: Path) -> None:
    config = Path(__file__).parent.parent / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(tmp_path)]
    checked = subprocess.run([*command, "-p", "assay"], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
