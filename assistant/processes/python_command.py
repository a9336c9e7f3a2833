"""How a Python child is started: without the folder it runs in among its modules."""

import os
import sys
from collections.abc import Mapping

import assistant
from assistant.processes.model.environment import for_python


def python_module(name: str, *arguments: str, options: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The command that runs a module.

    Args:
        name: Of the module.
        arguments: The module's own.
        options: Further ones of Python.
    """
    return (sys.executable, "-P", *options, "-m", name, *arguments)


def python_code(code: str) -> tuple[str, ...]:
    """The command that runs a piece of code."""
    return (sys.executable, "-P", "-c", code)


def python_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment in which a Python child finds this package."""
    root = os.path.dirname(os.path.dirname(assistant.__file__))
    is_installed = os.path.basename(root) in {"site-packages", "dist-packages"}
    return for_python(environment, "" if is_installed else root)
