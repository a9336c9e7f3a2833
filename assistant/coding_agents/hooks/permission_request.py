"""What a coding agent wants to do, and the question whether it may."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from assistant.coding_agents.hooks.local_commands import stays_here
from assistant.errors import QuestionError
from assistant.foreign_text import with_hidden_written
from assistant.locale import _
from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Channel,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.text_difference import difference

DENY, ALLOW = "deny", "allow"
_RULE: Final = "rule-"
_MAX_LABEL: Final = 160
"""Characters of the rules in the label of an option."""
_MAX_NAME: Final = 200
"""Characters of a path or an address in the question; a longer one stands below it."""
MAX_SHOWN: Final = 300_000
"""Characters of what is asked about; nobody reads more, and no surface shows it at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionRequest:
    """A call of a tool of the agent's that waits for the user."""

    tool: str
    """As the agent calls it."""
    input: Mapping[str, Any]
    suggestions: Sequence[Mapping[str, Any]] = ()
    """Rules of its own that the agent offers with a permission, as it wrote them."""
    has_dialog: bool = True
    """Whether the agent shows a dialog of its own, to which the decision can be left."""

    @property
    def call(self) -> str:
        """What tells one call from another: an agent names its calls only once they have run."""
        return json.dumps([self.tool, self.input], sort_keys=True)

    @property
    def is_spoken(self) -> bool:
        """Whether a spoken yes may allow it: it neither deletes, sends, spends nor leaves."""
        command = self.input.get("command")
        is_command = isinstance(command, str) and set(self.input) <= {"command", "description"}
        return is_command and stays_here(str(command))


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedPlaces:
    """Where the user lets permissions be given, besides the screen."""

    is_spoken: bool = False
    channels: Collection[Channel] = ()


def permission_question(
    request: PermissionRequest, asker: Asker, *, set_id: str, allowed: AllowedPlaces
) -> QuestionSet:
    """Return the question whether an agent may do something.

    Denying comes first and is what Enter chooses. Words of the user's own deny, and reach the agent.
    The agent's rules take a click. Cancelling denies nothing: the agent's own dialog stays. An agent
    without one waits until the user decides.

    Raises:
        QuestionError: If there is more than `MAX_SHOWN` to show.
    """
    details = "\n\n".join(_details(request))
    if len(details) > MAX_SHOWN:
        raise QuestionError(f"{len(details)} characters to look at; {MAX_SHOWN} can be shown")
    options = [
        Option(id=DENY, label=_("Deny"), default=True),
        Option(id=ALLOW, label=_("Allow once")),
        *_rules(request),
    ]
    return QuestionSet(
        id=set_id,
        questions=(
            Question(
                id="permission",
                kind=QuestionKind.SINGLE,
                text=_text(request),
                header=_("Permission"),
                context=details,
                options=tuple(options),
                allow_other=True,
            ),
        ),
        purpose=Purpose.PERMISSION,
        asker=asker,
        route=QuestionRoute.API,
        allow_cancel=request.has_dialog,
        voice_confirm=allowed.is_spoken and request.is_spoken,
        allowed_channels=tuple(allowed.channels),
    )


def chosen_rule(request: PermissionRequest, option_id: str) -> Mapping[str, Any] | None:
    """Return the suggestion that an option stands for; None for the other options."""
    number = option_id.removeprefix(_RULE)
    if number == option_id or not number.isdecimal() or int(number) >= len(request.suggestions):
        return None
    return request.suggestions[int(number)]


def _text(request: PermissionRequest) -> str:
    tool = _shown(request.tool)
    match _named_shortly(request.input):
        case {"command": str()}:
            return _("May it run this command?")
        case {"file_path": str(path), "content": str()}:
            return _("May it write {path}?").format(path=_shown(path))
        case {"file_path": str(path), "old_string": str(), "new_string": str()} | {
            "file_path": str(path),
            "diff": str(),
        }:
            return _("May it change {path}?").format(path=_shown(path))
        case {"url": str(url)}:
            return _("May it fetch {url}?").format(url=_shown(url))
        case _:
            return _("May it use {tool} with this input?").format(tool=tool)


def _named_shortly(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the input without a path or an address that is too long for a question."""
    named = {key: fields.get(key) for key in ("file_path", "url")}
    return _without(fields, *(key for key, name in named.items() if len(str(name)) > _MAX_NAME))


def _details(request: PermissionRequest) -> Iterator[str]:
    """Yield what it wants to do, whole, with nothing invisible."""
    path = request.input.get("file_path")
    if isinstance(path, str) and len(path) > _MAX_NAME:
        yield _shown(path)
    match request.input:
        case {"command": str(command)}:
            yield _shown(command)
            rest = {key: value for key, value in request.input.items() if key != "command"}
            if isinstance(about := rest.pop("description", None), str) and about:
                yield _("It says: {words}").format(words=_shown(about))
        case {"file_path": str(), "content": str(content)}:
            yield difference("", content, is_whole=True)
            rest = _without(request.input, "file_path", "content")
        case {"file_path": str(), "old_string": str(old), "new_string": str(new)}:
            yield difference(old, new, is_whole=True)
            rest = _without(request.input, "file_path", "old_string", "new_string")
        case {"file_path": str(), "diff": str(diff)}:
            yield _shown(diff)
            rest = _without(request.input, "file_path", "diff")
        case _:
            rest = dict(request.input)
    rest = {key: value for key, value in rest.items() if value not in (False, None, "")}
    if rest:
        yield _shown(json.dumps(rest, ensure_ascii=False, indent=2))


def _without(fields: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in keys}


def _shown(text: str) -> str:
    return with_hidden_written(text).replace("\t", "\\t")


def _rules(request: PermissionRequest) -> Iterator[Option]:
    for number, suggestion in enumerate(request.suggestions):
        if label := _rule_label(suggestion):
            yield Option(id=f"{_RULE}{number}", label=label, by_click=True)


def _rule_label(suggestion: Mapping[str, Any]) -> str:
    """Return what a rule of the agent's allows; empty for one that cannot be named in words."""
    match suggestion:
        case {"type": "setMode", "mode": "acceptEdits", "destination": "session"}:
            return _("Allow all edits of this session")
        case {"type": "addRules", "behavior": "allow", "rules": rules}:
            names = [_rule_name(as_fields(rule)) for rule in as_list(rules) or []]
            words = ", ".join(names)
            if not names or not all(names) or len(words) > _MAX_LABEL or "\n" in words:
                return ""
            if suggestion.get("destination") == "session":
                return _("Allow {rules} for this session").format(rules=words)
            return _("Always allow {rules}").format(rules=words)
        case {"type": "option", "name": str(name)} if name.strip():
            name = _shown(" ".join(name.split()))
            return _("Its own rule: “{name}”").format(name=name) if len(name) <= _MAX_LABEL else ""
        case _:
            return ""


def _rule_name(rule: Mapping[str, Any]) -> str:
    match rule:
        case {"toolName": str(tool), "ruleContent": str(content)} if content:
            return _shown(f"{tool}({content})")
        case {"toolName": str(tool)}:
            return _shown(tool)
        case _:
            return ""
