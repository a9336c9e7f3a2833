"""Conflicts about names of conversations and about settings. Engine loop only."""

import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from assistant.engine.sync.conflict_questions import OpenConflict
from assistant.engine.sync.setting_updates import SettingUpdates
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.history import RenameConversation
from assistant.questions.model.question import Answer, Option, Question, QuestionKind
from assistant.storage.conversations import ConversationRepository
from assistant.sync.model.applied import Conflict
from assistant.sync.repository import SyncRepository

_TITLE: Final = "title"
_SETTING: Final = "value"


class RecordConflicts:
    """Implements `ConflictSource` over what the store knows.

    Args:
        known: Keeps them.
        conversations: Knows what conversations are called.
        settings: Gives settings their values.
        do: Carries out a command.
    """

    def __init__(
        self,
        *,
        known: SyncRepository,
        conversations: ConversationRepository,
        settings: SettingUpdates,
        do: Callable[[Command], Awaitable[None]],
    ) -> None:
        self._known = known
        self._conversations = conversations
        self._settings = settings
        self._do = do

    async def conflicts(self) -> Sequence[OpenConflict]:
        found: list[OpenConflict] = []
        for conflict in await self._known.conflicts():
            if conflict.field not in {_TITLE, _SETTING}:
                continue
            if await self._is_over(conflict):
                await self._known.settle_conflict(conflict.conflict_id)
            else:
                found.append(self._open(conflict))
        return found

    async def _is_over(self, conflict: Conflict) -> bool:
        """Whether neither value is in use: another one was given since."""
        if conflict.field == _TITLE:
            record = await self._conversations.get(conflict.key.key)
            return record is None or record.title not in {conflict.ours, conflict.theirs}
        sides = [json.loads(side) for side in (conflict.ours, conflict.theirs)]
        return await self._settings.value(conflict.key.key) not in sides

    def _open(self, conflict: Conflict) -> OpenConflict:
        is_title = conflict.field == _TITLE
        values = (conflict.ours, conflict.theirs)
        shown = values if is_title else tuple(str(json.loads(value)) for value in values)
        if is_title:
            title = _("The name of a conversation")
            text = _("Two devices gave this conversation different names. Which one counts?")
        else:
            title = _("The setting {name}").format(name=conflict.key.key)
            text = _("Two devices changed the setting {name}. Which value counts?").format(
                name=conflict.key.key
            )
        origins = (_("From this device"), _("From another of your devices"))
        return OpenConflict(
            conflict_id=conflict.conflict_id,
            title=title,
            question=Question(
                id="counts",
                kind=QuestionKind.SINGLE,
                header=_("Two devices"),
                text=text,
                options=tuple(
                    Option(id=str(n), label=value or _("(nothing)"), description=origin)
                    for n, (value, origin) in enumerate(zip(shown, origins, strict=True))
                ),
            ),
            decide=partial(self._decide, conflict, values),
        )

    async def _decide(self, conflict: Conflict, values: Sequence[str], answer: Answer) -> None:
        if not await self._known.settle_conflict(conflict.conflict_id):
            return
        value = values[int(answer.option_ids[0])]
        if conflict.field == _TITLE:
            await self._do(RenameConversation(conversation_id=conflict.key.key, title=value))
        else:
            await self._settings.choose(conflict.key.key, json.loads(value))
