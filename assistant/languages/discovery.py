"""Finds the languages: every folder beside this module is one."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from assistant.languages.language import Language


def find_languages(package: str, folders: Iterable[str]) -> Iterator[tuple[Language, str]]:
    """Yield each language with the name of its package, in the order of their precedence.

    Args:
        package: Name of the package that holds them.
        folders: Its `__path__`.

    Raises:
        TypeError: If a package in it has no `LANGUAGE`.
        ValueError: If two have the same code.
    """
    found: dict[str, tuple[Language, str]] = {}
    for module in iter_modules(folders, f"{package}."):
        if not module.ispkg:
            continue
        language = getattr(import_module(module.name), "LANGUAGE", None)
        if not isinstance(language, Language):
            raise TypeError(f"{module.name} is no language: its LANGUAGE is missing")
        if language.code in found:
            raise ValueError(
                f"{module.name} and {found[language.code][1]} are both {language.code}"
            )
        found[language.code] = language, module.name
    yield from sorted(found.values(), key=lambda one: (one[0].precedence, one[0].code))
