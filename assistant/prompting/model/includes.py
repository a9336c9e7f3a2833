"""Includes: prompt files made of prompt files. Pure; whoever calls reads the files.

A file names another one as `{{include:./common.prompt}}`, by a path relative to itself. Names are
those of the prompt tree (`files.py`), not of the disk, so that an overridden file is found from
wherever it is included.
"""

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assistant.errors import ConfigError
from assistant.locale import _

PROMPTS: Final = "prompts"
"""The folder of the prompt tree."""
SYSTEM_PROMPT: Final = "system_prompt.md"
"""The one file of the tree that stands beside the folder."""

MAX_PROMPT_CHARACTERS: Final = 200_000
"""Of a whole prompt; far above any that helps a model, below what files that include each other
over and over would grow to."""

_INCLUDE: Final = re.compile(r"\{\{include:([^{}\n]*)\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSegment:
    """A stretch of a prompt that is from one file."""

    name: str
    """The file's name in the prompt tree."""
    text: str


def expand(root: str, read: Callable[[str], str | None]) -> tuple[PromptSegment, ...]:
    """Read a file with everything it includes.

    Args:
        root: Name of the file in the prompt tree.
        read: Returns the text of a file by its name, or None if there is none.

    Returns:
        What the files contribute, in order; joined, it is the prompt.

    Raises:
        ConfigError: If a file is missing, includes itself, stands outside the prompt tree, or the
            whole is longer than `MAX_PROMPT_CHARACTERS`. It names the chain of files that led
            there.
    """
    segments: list[PromptSegment] = []
    _expand(root, read, (), segments)
    return tuple(segments)


def joined(segments: tuple[PromptSegment, ...]) -> str:
    return "".join(segment.text for segment in segments)


def _expand(
    name: str,
    read: Callable[[str], str | None],
    above: tuple[str, ...],
    segments: list[PromptSegment],
) -> None:
    chain = (*above, name)
    if name in above:
        raise _problem(_("The prompt file includes itself: {chain}."), chain)
    text = read(name)
    if text is None:
        raise _problem(_("The prompt file at the end of {chain} does not exist."), chain)
    text = text.strip()
    at = 0
    for found in _INCLUDE.finditer(text):
        _append(name, text[at : found.start()], chain, segments)
        _expand(_target(found[1], chain), read, chain, segments)
        at = found.end()
    _append(name, text[at:], chain, segments)


def _append(name: str, text: str, chain: tuple[str, ...], segments: list[PromptSegment]) -> None:
    if not text:
        return
    segments.append(PromptSegment(name=name, text=text))
    if sum(len(segment.text) for segment in segments) > MAX_PROMPT_CHARACTERS:
        raise _problem(_("The prompt is too long; it has grown over {chain}."), chain)


def _target(written: str, chain: tuple[str, ...]) -> str:
    """Name in the tree of a file that the last of the chain includes."""
    path = written.strip()
    name = posixpath.normpath(posixpath.join(posixpath.dirname(chain[-1]), path))
    is_inside = name == SYSTEM_PROMPT or name.startswith(f"{PROMPTS}/")
    if not path or path.startswith(("/", "~")) or "\\" in path or not is_inside:
        raise _problem(
            _("{chain} is no file of the prompt folders."), (*chain, path or "{{include:}}")
        )
    return name


def _problem(template: str, chain: tuple[str, ...]) -> ConfigError:
    text = template.format(chain=" → ".join(chain))
    return ConfigError(
        text,
        hint=_("Mend the include, or remove your own version of the file."),
    )
