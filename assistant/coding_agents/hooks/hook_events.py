"""What a hook may tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict

from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    AgentEvent,
    SessionBegan,
    WorkDone,
    WorkGoesOn,
)
from assistant.questions.formats.input_reader import as_fields, as_list, is_object
from assistant.questions.model.asker import Asker


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _entries(value: object) -> list[Mapping[str, Any]]:
    return [one for one in as_list(value) or [] if is_object(one)]


Text = Annotated[str, BeforeValidator(_text)]
Fields = Annotated[Mapping[str, Any], BeforeValidator(as_fields)]
QUESTIONS: Final = "questions"
"""Stands for the call of an agent's own question tool."""
Entries = Annotated[Sequence[Mapping[str, Any]], BeforeValidator(_entries)]


class HookPayload(BaseModel):
    """What an agent gives its hooks; a field of another type than expected counts as absent."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    hook_event_name: Text = ""
    session_id: Text = ""
    source: Text = ""
    cwd: Text = ""
    tool_name: Text = ""
    tool_input: Fields = {}
    permission_suggestions: Entries = ()
    notification_type: Text = ""
    last_assistant_message: Text = ""
    prompt_response: Text = ""
    mcp_server_name: Text = ""
    message: Text = ""
    mode: Text = ""
    requested_schema: Fields = {}
    properties: Fields = {}

    def asker(self, agent: CodingAgent) -> Asker:
        """Return who asks; the project is the folder that the session works in."""
        is_posix = self.cwd.startswith("/")  # where a name may hold a backslash
        path = PurePosixPath(self.cwd) if is_posix else PureWindowsPath(self.cwd)
        return Asker(agent=agent.traits.title, project=path.name, session=self.session_id)

    def session_event(
        self, asker: Asker, kinds: Mapping[str, type[AgentEvent]]
    ) -> AgentEvent | None:
        """Return what it tells of a session, by the name of its event; None for another event."""
        kind = kinds.get(self.hook_event_name)
        if kind is SessionBegan and self.source == "compact":
            kind = WorkGoesOn  # it shortened what it remembers
        if kind is WorkDone:
            return WorkDone(
                asker=asker, last_sentence=self.last_assistant_message or self.prompt_response
            )
        if kind is WorkGoesOn:
            return WorkGoesOn(asker=asker, call=self.permission().call if self.tool_name else "")
        return None if kind is None else kind(asker=asker)

    def permission(self) -> PermissionRequest:
        """Return what it wants to be allowed."""
        return PermissionRequest(
            tool=self.tool_name, input=self.tool_input, suggestions=self.permission_suggestions
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionAsked:
    """The agent shows its dialog of permissions and asks here at the same time."""

    asker: Asker
    request: PermissionRequest

    @property
    def call(self) -> str:
        """As `WorkGoesOn.call`."""
        return self.request.call


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsAsked:
    """The agent's own question tool was called; its dialog is shown at the same time."""

    asker: Asker
    tool_input: Mapping[str, Any]

    @property
    def call(self) -> str:
        """The same for all: there is one at a time, and its input has the answers once it has run."""
        return QUESTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class FormAsked:
    """A server of the agent's asks by a form."""

    asker: Asker
    server: str
    params: Mapping[str, Any]
    """As of `elicitation/create`: `message` and `requestedSchema`."""

    @property
    def call(self) -> str:
        """None: no tool of the agent's asks."""
        return ""


Asked = PermissionAsked | QuestionsAsked | FormAsked
HookEvent = AgentEvent | Asked
