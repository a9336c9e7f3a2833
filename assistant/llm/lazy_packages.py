"""Imports a package without what its `__init__` imports, until that is asked for.

`import anthropic` takes a second of processor time: the packages of the SDK import the types of every
service that Anthropic has, three thousand modules, of which the Messages API uses a third. A package
that is prepared here does not run its `__init__`. A name is imported from the module that `__init__`
takes it from; for a name that it makes itself, `__init__` runs after all. Nothing is left out or put
in the place of something else: at worst, with another version, the import is slow again.
"""

import re
import sys
import threading
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Final

_TAKEN: Final = re.compile(r"^from (\.+[\w.]*) import (\([^)]*\)|[^\n(]+)", re.MULTILINE)
_preparing: Final = threading.Lock()


def prepare(packages: Iterable[str]) -> None:
    """Have these packages imported without their `__init__`; any thread.

    Args:
        packages: The outer before the inner. One that is imported already stays as it is.
    """
    with _preparing:
        for name in packages:
            if name not in sys.modules and (module := _prepared(name)) is not None:
                sys.modules[name] = module
                outer, _dot, inner = name.rpartition(".")
                if outer:
                    setattr(sys.modules[outer], inner, module)


def _prepared(name: str) -> ModuleType | None:
    """Return the package, not run; None if there is none, or no source to read names in."""
    spec = find_spec(name)
    loader = None if spec is None else spec.loader
    if spec is None or not isinstance(loader, InspectLoader):
        return None
    code = loader.get_source(name)
    if code is None:
        return None
    module = module_from_spec(spec)
    places = dict(_places(code))

    def get(attribute: str) -> object:
        if attribute in places:
            place, there = places[attribute]
            value: object = getattr(import_module(place, name), there)
            setattr(module, attribute, value)
            return value
        if attribute.startswith("__"):
            raise AttributeError(f"{name} has no {attribute} yet")
        if find_spec(f"{name}.{attribute}") is not None:
            return import_module(f"{name}.{attribute}")
        delattr(module, "__getattr__")
        loader.exec_module(module)
        return getattr(module, attribute)

    setattr(module, "__getattr__", get)  # noqa: B010
    return module


def _places(code: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name that a package takes from its modules, with the module and its name there."""
    for place, names in _TAKEN.findall(code):
        for name in names.partition("#")[0].strip("() \n").split(","):
            if words := name.split():
                yield words[-1], (place, words[0])
