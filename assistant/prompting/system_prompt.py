"""The base of the system prompt, layer 1 of the context, put together from the prompt tree.

`prompts/default.prompt` first, which includes `system_prompt.md` and `prompts/common.prompt`; then
how to ask, by the tool or in words; then the skills there are. It names exactly one way to ask.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.prompting.files import PromptFiles, PromptOrigin
from assistant.prompting.model.includes import expand, joined
from assistant.prompting.skills import QUESTION_SKILL, Skill, Skills

AskingBy = Literal["tool", "skill"]
"""How the model asks: by a tool call, or by JSON at the end of its words."""

DEFAULT: Final = "prompts/default.prompt"
BY_TOOL: Final = "prompts/tool.prompt"
BY_SKILL: Final = "prompts/skill.prompt"
SKILLS: Final = "prompts/skills.prompt"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPart:
    """A stretch of the prompt that is from one file."""

    text: str
    path: Path
    place: PromptOrigin


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemPrompt:
    """The base prompt and where it is from."""

    text: str
    parts: tuple[PromptPart, ...]
    """In order; a list of skills is not from a file and is left out."""


def assemble(files: PromptFiles, *, asking_by: AskingBy, skills: Skills) -> SystemPrompt:
    """Compose the base prompt; blocks on the disk.

    Raises:
        ConfigError: If a file of the tree is missing, includes itself or cannot be read, or the
            skill that says how to ask is missing.
    """
    parts: list[PromptPart] = []
    texts: list[str] = []

    def add(name: str) -> None:
        segments = expand(name, files.read)
        texts.append(joined(segments))
        for segment in segments:
            found = files.find(segment.name)
            if found is not None:
                parts.append(PromptPart(text=segment.text, path=found.path, place=found.place))

    add(DEFAULT)
    if asking_by == "tool":
        add(BY_TOOL)
    else:
        add(BY_SKILL)
        skill = _question_skill(skills)
        texts.append(skill.body)
        parts.append(PromptPart(text=skill.body, path=skill.path, place=skill.place))
    if skills.listed:
        add(SKILLS)
        texts[-1] = f"{texts[-1]}\n\n{_list(skills.listed)}"
    return SystemPrompt(text="\n\n".join(texts), parts=tuple(parts))


def _question_skill(skills: Skills) -> Skill:
    skill = skills.find(QUESTION_SKILL)
    if skill is None:
        raise ConfigError(
            _("The skill {name} is missing.").format(name=QUESTION_SKILL),
            hint=_("Install Parley again, or ask by the tool: questions.channel = tool."),
        )
    return skill


def _list(skills: Sequence[Skill]) -> str:
    lines: list[str] = []
    for skill in skills:
        prepared = " (has prepared questions)" if skill.questions else ""
        lines.append(f"- {skill.name}{prepared}: {skill.description}")
    return "\n".join(lines)
