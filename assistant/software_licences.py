"""What Parley is made of: the packages that it is installed with, and all their licences."""

import importlib.metadata
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "parley-assistant"
_LONGEST_NAME: Final = 100
"""Characters of a licence's name; in its field some packages have its text."""
_LICENCE_FILE: Final = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
_REQUIRED: Final = re.compile(r"[\w.-]+")
_UNTOLD: Final = {"espeakng-loader": "GPL-3.0-or-later (the eSpeak NG in it)"}
"""Licences of packages that say nothing of theirs."""
_RULE: Final = "=" * 100
_HEAD: Final = """\
Parley is under the Apache License 2.0. What it is distributed with, and the model files it
fetches, have licences of their own. Two of them, piper-tts and espeakng-loader (eSpeak NG),
are GPL-3.0, so whoever passes the Debian package on does so under the terms of GPL-3.0.
"""


def required_packages(name: str = DISTRIBUTION) -> list[Distribution]:
    """Return the installed packages that one needs to run, and those that they need, and so on."""
    found: dict[str, Distribution] = {}
    wanted = [name]
    while wanted:
        package = wanted.pop()
        key = re.sub(r"[-_.]+", "-", package).lower()
        if key in found:
            continue
        try:
            found[key] = importlib.metadata.distribution(package)
        except PackageNotFoundError:
            continue  # another system needs it
        required = (line for line in found[key].requires or () if "extra ==" not in line)
        wanted += [found_name[0] for line in required if (found_name := _REQUIRED.match(line))]
    return list(found.values())


def licences_text(packages: Iterable[Distribution], models: Iterable[str]) -> str:
    """Return every licence of packages, of what lies in Parley itself, and those of the models.

    Args:
        packages: The packages.
        models: A line for each model file.
    """
    ordered = sorted(packages, key=lambda one: one.name.lower())
    lines = [_HEAD, "# Packages", ""]
    lines += [f"{one.name} {one.version}: {licence_of(one)}" for one in ordered]
    lines += ["", "# Model files, fetched by the program", "", *models]
    place = Path(__file__).parent
    for file in sorted(place.rglob("*")):
        if file.name.startswith(("LICENSE", "OFL")):
            title = f"In Parley itself: {place.name}/{file.relative_to(place).as_posix()}"
            lines += _chapter(title, file.read_text(encoding="utf-8").strip())
    for one in ordered:
        for name, text in _texts(one):
            lines += _chapter(f"{one.name} {one.version}: {name}", text)
    return "\n".join(lines) + "\n"


def model_line(name: str, licence: str, about: str) -> str:
    """Return what is said of a model file; `about` is where to read about it."""
    return f"{name}: {licence} ({about})"


def licence_of(package: Distribution) -> str:
    """Return what a package says of its licence, the clearest first."""
    expressions = package.metadata.get_all("License-Expression") or []
    free = [line.strip() for line in package.metadata.get_all("License") or []]
    short = [line for line in free if line and "\n" not in line and len(line) < _LONGEST_NAME]
    classifiers = package.metadata.get_all("Classifier") or []
    classified = [c.rpartition(" :: ")[2] for c in classifiers if c.startswith("License :: ")]
    own = [_UNTOLD[package.name]] if package.name in _UNTOLD else []
    begun = [text.split("\n", 1)[0] for _name, text in _texts(package)]
    told = (*expressions, *short, ", ".join(classified), *own, *begun, "not told")
    return next(filter(None, told))


def _chapter(title: str, text: str) -> tuple[str, ...]:
    return ("", _RULE, title, _RULE, "", text)


def _texts(package: Distribution) -> Iterator[tuple[str, str]]:
    for file in sorted(package.files or (), key=str):
        if ".dist-info" in file.parts[0] and _LICENCE_FILE.search(file.name):
            text = Path(str(file.locate())).read_text(encoding="utf-8", errors="replace").strip()
            yield "/".join(file.parts[1:]), text
