"""Handles the commands to export and import conversations, and notifies the user."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.history.conversation_files import (
    ConversationFiles,
    ExportSummary,
    ImportSummary,
)
from assistant.errors import StoreError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import (
    ConversationCopied,
    CopyConversation,
    ExportConversations,
    FileFormat,
    ImportConversations,
)
from assistant.protocol.notices import Notice, Severity

_TOLD: Final = 3
"""Problems of a file that are told, and lines that are named of each."""


class FileCommands:
    """Exports and imports conversations for the window.

    Args:
        imported: Called when conversations were added.
    """

    def __init__(
        self,
        *,
        exchange: ConversationFiles,
        imported: Callable[[], Awaitable[None]],
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._exchange = exchange
        self._imported = imported
        self._emit = emit

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ExportConversations, self._export)
        commands.register(ImportConversations, self._import)
        commands.register(CopyConversation, self._copy)

    async def _copy(self, command: CopyConversation) -> None:
        try:
            pieces = self._exchange.text(FileFormat.MARKDOWN, command.conversation_id)
            text = "".join([piece async for piece, _exported in pieces])
        except StoreError as error:
            self._notify("copied", error.message, error.hint, severity=Severity.ERROR)
            return
        if not text:
            self._notify("copied", _("Nothing was said in this conversation yet."))
            return
        self._emit(ConversationCopied(text=text))
        self._notify("copied", _("The conversation is on the clipboard."))

    async def _export(self, command: ExportConversations) -> None:
        try:
            exported = await self._exchange.write(
                command.path, command.format, command.conversation_id
            )
        except StoreError as error:
            self._notify("exported", error.message, error.hint, severity=Severity.ERROR)
            return
        self._notify("exported", exported_text(exported), str(command.path))

    async def _import(self, command: ImportConversations) -> None:
        try:
            imported = await self._exchange.read(command.path)
        except StoreError as error:
            await self._imported()  # some may have been added before
            self._notify("imported", error.message, error.hint, severity=Severity.ERROR)
            return
        if imported.added:
            await self._imported()
        problems = problem_texts(imported, name=command.path.name, limit=_TOLD)
        self._notify(
            "imported",
            imported_text(imported),
            "\n".join(problems),
            severity=Severity.WARNING if problems else Severity.INFO,
        )

    def _notify(
        self, code: str, text: str, hint: str = "", *, severity: Severity = Severity.INFO
    ) -> None:
        self._emit(Notice(code=code, text=text, hint=hint, severity=severity))


def exported_text(exported: ExportSummary) -> str:
    """One sentence."""
    return _("Exported: conversations {conversations}, messages {messages}.").format(
        conversations=exported.conversations, messages=exported.messages
    )


def imported_text(imported: ImportSummary) -> str:
    """One or two sentences."""
    parts = [_("Conversations added: {count}.").format(count=imported.added)]
    if imported.present:
        parts.append(
            _("Here already and left as they are: {count}.").format(count=imported.present)
        )
    left_out = imported.kept_out + imported.taken + imported.deleted
    if left_out:
        parts.append(_("Not taken: {count}.").format(count=left_out))
    return " ".join(parts)


def problem_texts(imported: ImportSummary, *, name: str, limit: int | None = None) -> list[str]:
    """Why conversations were left out, at most `limit` reasons, and what to do."""
    if imported == ImportSummary():
        return [
            _("{file} holds no conversations. Choose one that was exported as JSON Lines.").format(
                file=name
            )
        ]
    lines: dict[str, list[int]] = {}
    for problem in imported.problems:
        lines.setdefault(problem.text, []).append(problem.line)
    shown = list(lines.items())[:limit]
    texts = [_problem_text(problem, numbers, name) for problem, numbers in shown]
    more = len(imported.problems) - sum(len(numbers) for _problem, numbers in shown)
    if more:
        texts.append(_("… and {count} more").format(count=more))
    if imported.taken:
        texts.append(
            _(
                "{count} hold ids of messages that another conversation here has; delete that one"
                " first."
            ).format(count=imported.taken)
        )
    if imported.deleted:
        texts.append(
            _("{count} were deleted on all of your devices and stay deleted.").format(
                count=imported.deleted
            )
        )
    if imported.problems:
        texts.append(
            _("Nothing was taken of those conversations. Mend the lines and import again.")
        )
    return texts


def _problem_text(problem: str, lines: Sequence[int], name: str) -> str:
    if len(lines) == 1:
        return _("{file}, line {line}: {problem}.").format(
            file=name, line=lines[0], problem=problem
        )
    first = ", ".join(map(str, lines[:_TOLD])) + (", …" if len(lines) > _TOLD else "")
    return _("{file}, {count} lines ({lines}): {problem}.").format(
        file=name, count=len(lines), lines=first, problem=problem
    )
