"""`request_folder`: the model asks the user for a folder of theirs."""

import asyncio
import uuid
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field

from assistant.call_ending import CallEnding, ending_data
from assistant.errors import ConfigError, ToolError
from assistant.locale import _, mark
from assistant.questions.model.question import (
    Answered,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
)
from assistant.tools.confirmation import (
    LOCAL_CHANNELS,
    ending_without_approval,
    with_visible_characters,
)
from assistant.tools.tool import Permission, ToolContext, ToolOutcome, ToolResult
from assistant.tools.toolset import Toolset, tool
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.folder_grant import FolderAccess, FolderGrant, describe
from assistant.tools.workspace.model.paths import MAX_PATH, WorkspaceError

_REFUSE, _HERE, _ALWAYS = "refuse", "conversation", "always"
REQUEST_FOLDER: Final = "request_folder"
MAX_REASON: Final = 300


class RequestFolderInput(BaseModel):
    """Input of `request_folder`."""

    path: Annotated[
        str, Field(min_length=1, max_length=MAX_PATH, description='Absolute, or with "~"')
    ]
    access: Annotated[
        Literal["read", "write"], Field(description="Only read, or also change files")
    ] = "read"
    reason: Annotated[str, Field(max_length=MAX_REASON, description="What it is for")] = ""


class FolderTools(Toolset):
    """Asks for a folder; the answer is the user's alone, and given at this machine."""

    def __init__(self, granted: GrantedFolders) -> None:
        self._granted = granted

    @tool(
        Permission.SAFE,
        mark("Asks you to open a folder of yours"),
        interactive=True,
        is_question=True,
    )
    async def request_folder(self, wanted: RequestFolderInput, context: ToolContext) -> ToolResult:
        access = FolderAccess(wanted.access)
        real = await self._grantable(_absolute(wanted.path, self._granted.user))
        held = await asyncio.to_thread(self._granted.folders, context.conversation_id)
        known = next((grant for grant in held if grant.path == real), None)
        if known is not None and (known.is_writable or access is FolderAccess.READ):
            return ToolResult(content=f"It is granted already: {describe(known)}.")
        if context.origin.channel not in LOCAL_CHANNELS:
            reason = "It can only be granted when the person is at their own machine."
            return _refused(reason, CallEnding.ELSEWHERE)
        if context.rounds.is_used_up:
            return ToolResult(content="No more questions in this turn.", outcome=ToolOutcome.LIMIT)
        context.rounds.take()
        question = _question(real, access, wanted.reason, context.tool_use_id)
        response = (await context.ask_user(question)).response
        chosen = _chosen(response)
        if chosen not in {_HERE, _ALWAYS}:
            reason = "The person did not grant it. Do not ask again unless they want it."
            return _refused(reason, ending_without_approval(response))
        if await self._grantable(real) != real:
            raise WorkspaceError("The folder is another than the person saw. Nothing was granted.")
        grant = await self._grant(
            real, access, "" if chosen == _ALWAYS else context.conversation_id
        )
        return ToolResult(content=f"Granted: {describe(grant)}.", data={"folder": grant.marked})

    async def _grantable(self, path: Path) -> Path:
        try:
            return await asyncio.to_thread(self._granted.check_grantable, path)
        except ConfigError as error:
            raise WorkspaceError(error.message) from error

    async def _grant(self, path: Path, access: FolderAccess, conversation_id: str) -> FolderGrant:
        try:
            return await asyncio.to_thread(
                self._granted.grant, path, access, conversation_id=conversation_id
            )
        except ConfigError as error:
            raise ToolError(error.message, hint=error.hint) from error


def _absolute(path: str, user: Path) -> Path:
    text = path.strip()
    found = user / text[2:] if text == "~" or text.startswith(("~/", "~\\")) else Path(text)
    if not found.is_absolute():
        raise WorkspaceError(f'{path} is not absolute. Write it from "/" or "~".')
    return found


def _question(path: Path, access: FolderAccess, reason: str, tool_use_id: str) -> QuestionSet:
    text = (
        _("May tools read and change files in {path}?")
        if access is FolderAccess.WRITE
        else _("May tools read files in {path}?")
    )
    shown = with_visible_characters(str(path))
    said = with_visible_characters(" ".join(reason.split()))
    return QuestionSet(
        id=uuid.uuid4().hex,
        questions=(
            Question(
                id="folder",
                kind=QuestionKind.SINGLE,
                text=text.format(path=shown),
                header=_("Folder"),
                context=_("The assistant says why: {reason}").format(reason=said) if said else "",
                options=(
                    Option(id=_REFUSE, label=_("No"), default=True),
                    Option(id=_HERE, label=_("In this conversation")),
                    Option(id=_ALWAYS, label=_("Always")),
                ),
            ),
        ),
        title=_("The assistant asks for a folder"),
        purpose=Purpose.CONFIRM,
        source=REQUEST_FOLDER,
        tool_use_id=tool_use_id,
    )


def _chosen(response: Response) -> str:
    if not isinstance(response, Answered):
        return _REFUSE
    chosen = [option for answer in response.answers for option in answer.option_ids]
    return chosen[0] if len(chosen) == 1 else _REFUSE


def _refused(reason: str, ending: CallEnding) -> ToolResult:
    return ToolResult(content=reason, outcome=ToolOutcome.REFUSED, data=ending_data(ending))
