from __future__ import annotations

from importlib import import_module
from types import ModuleType

from .errors import AssayError


def need(module: str, extra: str) -> ModuleType:
    """A module that only some calls need. @raises AssayError that says how to install it"""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise AssayError(
            f'This needs {module.split(".")[0]}. Install it with: pip install "assay-client[{extra}]" (from the repository: pip install "./python[{extra}]").'
        ) from error
