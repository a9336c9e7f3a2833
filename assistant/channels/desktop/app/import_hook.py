"""Keeps PySide from reading the source of every module that is imported after it."""

import builtins
from typing import Final

from PySide6 import QtCore, QtGui, QtSvg, QtWidgets

_ORIGINAL: Final = "__orig_import__"
"""Where PySide keeps Python's own `__import__` when it puts one in its place."""
_USED: Final = (QtCore, QtGui, QtSvg, QtWidgets)
"""The first brings the hook. It also amends PySide's own modules as they come, so all come before."""


def restore_builtin_import() -> None:
    """Let `import` be Python's own again; GUI thread, before the modules of the window.

    PySide's looks into the source of each new module for `from __feature__ import …`, which switches
    the names of Qt's methods and which nothing here uses. That was half of what importing numpy costs,
    and it kept every source in memory. A PySide that has no such
    hook is left as it is.
    """
    original = vars(builtins).get(_ORIGINAL)
    if original is not None:
        builtins.__import__ = original
