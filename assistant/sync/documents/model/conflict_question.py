"""How the user is asked which of several lines counts, and what their answer does. Pure."""

import re
from collections.abc import Mapping
from typing import Final, assert_never

from assistant.locale import _
from assistant.questions.model.question import Answer, Option, Question, QuestionKind
from assistant.questions.model.sanitizer import clean_text, one_line
from assistant.sync.documents.model.document_name import DocumentKind, DocumentName
from assistant.sync.documents.model.line_document import LineConflict, LineResolution, LineVersion

_ALL: Final = "all"
_MAX_LABEL: Final = 120
"""Characters of a line that are shown; a preview has all of it."""
_MARK: Final = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")


def conflict_question(conflict: LineConflict, devices: Mapping[str, str]) -> Question:
    """`devices` maps ids to the user's names for them."""
    options = [_option(version, devices) for version in conflict.versions]
    is_pair = len(options) == 2
    options.append(Option(id=_ALL, label=_("Keep both") if is_pair else _("Keep all of them")))
    text = (
        _("Two of your devices changed the same line of {document}. Which one counts?")
        if is_pair
        else _("Several of your devices changed the same line of {document}. Which one counts?")
    )
    return Question(
        id="counts",
        kind=QuestionKind.SINGLE,
        header=_("Two devices"),
        text=text.format(document=described(conflict.document)),
        options=tuple(options),
        allow_other=True,
    )


def resolution_of(conflict: LineConflict, answer: Answer) -> LineResolution | None:
    """None if the answer chose nothing."""
    ids = [version.line_id for version in conflict.versions]
    own = one_line(clean_text(answer.other or ""))
    if own:
        mark = _MARK.match(conflict.versions[0].text)
        if mark is not None and not _MARK.match(own):
            own = mark.group() + own
        return LineResolution(text=own)
    if _ALL in answer.option_ids:
        return LineResolution(kept=tuple(ids))
    kept = tuple(one for one in ids if one in answer.option_ids)
    return LineResolution(kept=kept) if kept else None


def described(document: str) -> str:
    """What the user calls a document, by its key."""
    name = DocumentName.of(document)
    if name is None:
        return document
    title = name.parts[-1].removesuffix(".md")
    match name.kind:
        case DocumentKind.MEMORY:
            match name.parts:
                case ("workspaces", workspace, _file):
                    return _("the memory of the workspace {name}").format(name=workspace)
                case ("workspaces", _workspace, _agents, agent, _file):
                    return _("the memory of the persona {name}").format(name=agent)
                case _user:
                    return _("your memory")
        case DocumentKind.PERSONA:
            return _("the persona {name}").format(name=name.parts[-2])
        case DocumentKind.NOTE:
            return _("the note {name}").format(name=title)
        case DocumentKind.LIST:
            return _("the list {name}").format(name=title)
        case _:
            assert_never(name.kind)


def _option(version: LineVersion, devices: Mapping[str, str]) -> Option:
    text = one_line(clean_text(version.text)) or _("(an empty line)")
    device = devices.get(version.device, "")
    is_cut = len(text) > _MAX_LABEL
    return Option(
        id=version.line_id,
        label=text[: _MAX_LABEL - 1] + "…" if is_cut else text,
        description=_("From {device}").format(device=device)
        if device
        else _("From another of your devices"),
        preview=text if is_cut else None,
    )
