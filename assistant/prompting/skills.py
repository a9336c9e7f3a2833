"""Skills: folders with a `SKILL.md`, a head of YAML and instructions below it.

The program's own come first, then the user's, then the workspace's; a later one of the same name
takes the place of an earlier one. A faulty file is reported, and the others go on. A skill
is text: nothing in it is run.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from assistant.errors import AssistantError, ConfigError, QuestionError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _, joined, mark
from assistant.prompting.files import PACKAGE, PromptOrigin, leads_out, read_text
from assistant.prompting.model.front_matter import FrontMatterError, split
from assistant.prompting.model.templates import TemplateError, resolve
from assistant.questions.formats import TEMPLATE, parse_tool_input

QUESTION_SKILL: Final = "UIAskUserQuestion"
"""The one that says how to ask in words; it is in the prompt itself, never in the list."""
NAMESPACE: Final = "local:"
"""What models may write before the name of a skill."""

SKILL_FILE: Final = "SKILL.md"
MAX_SKILL_BYTES: Final = 64_000
"""Of one skill file."""
MAX_SKILLS: Final = 50
"""In one place: each costs the model a line of every prompt."""
MAX_DESCRIPTION: Final = 1_024
"""Characters, as for skills elsewhere; the rest is cut off."""

_MEND: Final = mark("Mend the file or remove its folder.")
_SHIPPED: Final = PACKAGE / "local" / "skills"
_NAME: Final = re.compile(r"[^\W_][\w-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One skill."""

    name: str
    description: str
    """One line: what it is for and when to use it."""
    body: str
    questions: tuple[object, ...]
    """Prepared questions as they are written, placeholders and all; empty if there are none."""
    path: Path
    place: PromptOrigin


@dataclass(frozen=True, slots=True, kw_only=True)
class Skills:
    """The skills that one workspace sees."""

    all: tuple[Skill, ...] = ()
    replaced: tuple[Skill, ...] = ()
    """Skills of the program's that a skill of the same name has taken the place of."""
    problems: tuple[ConfigError, ...] = ()
    """What was left out and why, in the user's language."""

    @property
    def listed(self) -> tuple[Skill, ...]:
        """Those offered to the model: all but the one in the prompt itself."""
        return tuple(skill for skill in self.all if _key(skill.name) != _key(QUESTION_SKILL))

    @property
    def templates(self) -> tuple[Skill, ...]:
        """Those that have prepared questions."""
        return tuple(skill for skill in self.listed if skill.questions)

    def find(self, name: str) -> Skill | None:
        """Any case, with or without `local:`."""
        wanted = _key(name.strip().removeprefix(NAMESPACE))
        return next((skill for skill in self.all if _key(skill.name) == wanted), None)


class SkillShelf:
    """Where skills are found.

    Args:
        personal: Folder of the user's own skills, for every workspace; may not exist.
    """

    def __init__(self, *, personal: Path) -> None:
        self._personal = personal

    @classmethod
    def of(cls, home: Home) -> "SkillShelf":
        return cls(personal=home.root / "skills")

    def read(self, workspace: Path) -> Skills:
        """Blocks on the disk; `workspace` is a folder that may not exist."""
        found: dict[str, Skill] = {}
        replaced: list[Skill] = []
        problems: list[ConfigError] = []
        for place, folder, root in (
            (PromptOrigin.PACKAGE, _SHIPPED, None),
            (PromptOrigin.PERSON, self._personal, None),
            (PromptOrigin.WORKSPACE, workspace / ".claude" / "skills", workspace),
        ):
            here: dict[str, Skill] = {}
            for skill in _skills_in(folder, place, problems, root=root):
                if _key(skill.name) in here:
                    problems.append(_left_out(skill.path, _("there is another of this name")))
                    continue
                here[_key(skill.name)] = skill
            replaced += [
                found[key]
                for key in here
                if key in found and found[key].place is PromptOrigin.PACKAGE
            ]
            found.update(here)
        return Skills(all=tuple(found.values()), replaced=tuple(replaced), problems=tuple(problems))


def parse_skill(text: str, *, path: Path, place: PromptOrigin) -> Skill:
    """Read a skill file. Pure.

    Args:
        text: The whole file.
        path: Where it is; the name of its folder is the skill's if its head names none.

    Raises:
        FrontMatterError: If the head cannot be read, or lacks what a skill needs.
        TemplateError: If a prepared question could never be asked.
        QuestionError: If a prepared question breaks a limit or lacks a field.
    """
    head, body = split(text)
    name = head.get("name") or path.parent.name
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise FrontMatterError(_("its name must be letters, digits, - and _, at most 64"))
    description = head.get("description")
    if not isinstance(description, str) or not description.strip():
        raise FrontMatterError(_("its head has no description"))
    questions = head.get("questions")
    if questions is not None and not isinstance(questions, list):
        raise FrontMatterError(_("questions must be a list"))
    entries = tuple(cast("list[object]", questions or []))
    if entries:
        _try_out(entries)
    elif not body:
        raise FrontMatterError(_("it has neither instructions nor questions"))
    return Skill(
        name=name,
        description=_shortened(" ".join(description.split())),
        body=body,
        questions=entries,
        path=path,
        place=place,
    )


class _AnyFiles:
    """Has every file: what is left to be wrong is the template's own fault."""

    def files(self, pattern: str) -> tuple[str, ...]:
        return (pattern,)

    def text(self, reference: str) -> str:
        return reference


def _try_out(questions: tuple[object, ...]) -> None:
    resolved = resolve(questions, files=_AnyFiles(), date="2026-01-01")
    parse_tool_input({"questions": list(resolved.questions)}, tool_use_id="try", policy=TEMPLATE)


def _skills_in(
    folder: Path, place: PromptOrigin, problems: list[ConfigError], *, root: Path | None
) -> Iterator[Skill]:
    try:
        if leads_out(folder, root):
            problems.append(_left_out(folder, _("it leads out of the workspace")))
            return
        paths = sorted(
            path
            for entry in folder.iterdir()
            if os.path.isfile(path := entry / SKILL_FILE)  # False where it cannot be looked at
        )
    except FileNotFoundError:
        return
    except (OSError, RuntimeError) as error:  # a circle of links raises either, by version
        problems.append(_left_out(folder, failure_reason(error)))
        return
    if len(paths) > MAX_SKILLS:
        problems.append(
            ConfigError(
                _("{path} has more than {limit} skills; the others were left out.").format(
                    path=folder, limit=MAX_SKILLS
                ),
                hint=_("Remove those that are not needed."),
            )
        )
    for path in paths[:MAX_SKILLS]:
        try:
            yield parse_skill(
                read_text(path, inside=folder, limit=MAX_SKILL_BYTES), path=path, place=place
            )
        except (FrontMatterError, TemplateError) as error:
            problems.append(_left_out(path, error.localized))
        except QuestionError as error:
            left_out = _("The skill {path} was left out.").format(path=path)
            problems.append(ConfigError(joined(left_out, error.localized), hint=_(_MEND)))
        except AssistantError as error:
            problems.append(ConfigError(error.message, hint=error.hint))


def _left_out(path: Path, reason: str) -> ConfigError:
    return ConfigError(
        _("The skill {path} was left out: {reason}.").format(path=path, reason=reason),
        hint=_(_MEND),
    )


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_DESCRIPTION else f"{text[: MAX_DESCRIPTION - 1].rstrip()}…"


def _key(name: str) -> str:
    return name.casefold()
