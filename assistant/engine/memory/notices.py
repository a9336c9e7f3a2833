"""Shows notices about memory and removes them after a while."""

import logging
from collections.abc import Callable
from typing import Final

from assistant.errors import MemoryFileError
from assistant.locale import _
from assistant.memory.model.change_log import MemoryChange
from assistant.memory.model.facts import MAX_FACT
from assistant.memory.model.outcomes import CompactedMemory, ForgottenFact, KeptFact
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import FactKept, UndoMemory
from assistant.protocol.notices import Notice, NoticeAction, Severity

_log = logging.getLogger(__name__)

SHOWN: Final = 3
"""Notices with an undo button that stand at once."""
TURNS: Final = 2
"""Turns that begin until such a notice is taken away."""
CODE_PREFIX: Final = "memory_kept_"
"""What the codes of these notices begin with; the id of the change follows."""
FAILED: Final = "memory_failed"
_PASSING: Final = ("memory_undo", "memory_known", "memory_refused")
"""Notices that the next turn takes away."""


class MemoryNotices:
    """Tells of facts that were kept or not."""

    def __init__(self, *, emit: Callable[[EngineEvent], None]) -> None:
        self._emit = emit
        self._shown: dict[str, int] = {}
        """The changes that can be undone by a button, oldest first, and their turns."""
        self._standing: set[str] = set()

    def turn_began(self) -> None:
        for code in sorted(self._standing.intersection(_PASSING)):
            self._resolve(code)
        self._shown = {change_id: turns + 1 for change_id, turns in self._shown.items()}
        self._take_away([one for one, turns in self._shown.items() if turns >= TURNS])

    def kept(self, kept: KeptFact, *, influences: str = "") -> None:
        """`influences` names whose words may have wanted it, if not the user's."""
        self.written()
        self._emit(
            FactKept(
                change_id=kept.change_id,
                scope=kept.scope,
                fact=kept.fact,
                replaced=kept.replaced,
            )
        )
        where = _where(kept.scope)
        instead = _("In place of: {fact}").format(fact=kept.replaced) if kept.replaced else ""
        whose = _foreign(influences) if influences else ""
        self._notify_undoable(
            kept.change_id,
            _("Remembered: {fact}").format(fact=kept.fact),
            " ".join(filter(None, (where, instead, whose))),
            Severity.WARNING if influences else Severity.INFO,
        )

    def compacted(self, done: CompactedMemory) -> None:
        self.written()
        self._notify_undoable(
            done.change_id,
            _("A memory was shortened from {before} to {after} characters.").format(
                before=done.before, after=done.after
            ),
            _("What it said before is among the earlier versions in the memory window."),
        )

    def forgotten(self, forgotten: ForgottenFact) -> None:
        self.written()
        self._notify_undoable(
            forgotten.change_id,
            _("Forgotten: {fact}").format(fact=forgotten.fact),
            _where(forgotten.scope),
        )

    def known(self, fact: str) -> None:
        self._notify("memory_known", _("That is remembered already: {fact}").format(fact=fact))

    def undone(self, change: MemoryChange) -> None:
        self._take_away([change.change_id])
        if change.fact:
            text = _("Forgotten: {fact}").format(fact=change.fact)
        elif change.removed:
            text = _("Remembered again: {fact}").format(fact=change.removed)
        else:
            text = _("The memory says again what it said before.")
        self._notify("memory_undo", text)

    def not_undone(self, change_id: str) -> None:
        self._take_away([change_id])
        self._notify(
            "memory_undo",
            _("This cannot be taken back: the memory was changed since."),
            _("You can change it by hand in the memory editor."),
            Severity.WARNING,
        )

    def failed(self, error: MemoryFileError) -> None:
        _log.error("Saving to memory failed: %s", error.__cause__ or error.message)
        self._notify(FAILED, _("Saving to memory failed"), error.message, Severity.ERROR)

    def full(self, fact: str, problem: str = "") -> None:
        """`problem` says, in the user's language, why no room could be made."""
        self._notify(
            "memory_full",
            _("This memory is full; not remembered: {fact}").format(fact=fact),
            problem or _("Take out what is no longer needed in the memory editor."),
            Severity.WARNING,
        )

    def refused(self, text: str) -> None:
        """`text` is the reason."""
        self._notify("memory_refused", text, severity=Severity.WARNING)

    def too_long(self) -> None:
        self.refused(
            _("That is too long to remember: {limit} characters at most.").format(limit=MAX_FACT)
        )

    def written(self) -> None:
        if FAILED in self._standing:
            self._resolve(FAILED)

    def _notify_undoable(
        self, change_id: str, text: str, hint: str, severity: Severity = Severity.INFO
    ) -> None:
        action = NoticeAction(label=_("Undo"), command=UndoMemory(change_id=change_id))
        self._emit(
            Notice(
                code=CODE_PREFIX + change_id,
                text=text,
                hint=hint,
                severity=severity,
                actions=(action,),
            )
        )
        self._shown.pop(change_id, None)
        self._shown[change_id] = 0
        self._take_away(list(self._shown)[:-SHOWN])

    def _take_away(self, change_ids: list[str]) -> None:
        for change_id in change_ids:
            if self._shown.pop(change_id, None) is not None:
                self._resolve(CODE_PREFIX + change_id)

    def _notify(
        self, code: str, text: str, hint: str = "", severity: Severity = Severity.INFO
    ) -> None:
        self._standing.add(code)
        self._emit(Notice(code=code, text=text, hint=hint, severity=severity))

    def _resolve(self, code: str) -> None:
        self._standing.discard(code)
        self._emit(Notice(code=code, text="", severity=Severity.INFO, resolved=True))


def _foreign(influences: str) -> str:
    return _(
        "Words of others are in this conversation, and it may come from them: {sources}."
        " Undo it if it is wrong."
    ).format(sources=influences)


def _where(scope: MemoryScope) -> str:
    return {
        MemoryScope.WORKSPACE: _("In the memory of this workspace."),
        MemoryScope.AGENT: _("In the memory of this persona."),
        MemoryScope.PERSONAL: _("In your personal memory."),
    }[scope]
