"""What arrived is made live part by part."""

from typing import cast

import pytest

from assistant.engine.sync.arrivals import Arrivals
from assistant.engine.sync.conflict_questions import ConflictQuestions
from assistant.engine.sync.conversation_updates import ConversationUpdates
from assistant.engine.sync.question_updates import QuestionUpdates
from assistant.engine.sync.setting_updates import SettingUpdates
from assistant.engine.sync.turn_claims import TurnClaims
from assistant.errors import StoreError
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.model.applied import Applied
from assistant.sync.model.records import RecordKey, RecordKind

pytestmark = pytest.mark.asyncio


class _Parts:
    """Each part in one; that of questions fails."""

    open = False

    def __init__(self, fault: Exception) -> None:
        self._fault = fault
        self.conversations: list[str] = []

    async def take(self, *conversations: list[str], **questions: list[str]) -> None:
        if questions:
            raise self._fault
        self.conversations += conversations[0]


@pytest.mark.parametrize("fault", [StoreError("The disk is full."), KeyError("id")])
async def test_what_fails_in_one_part_keeps_nothing_from_the_others(fault: Exception) -> None:
    parts = _Parts(fault)
    remote: list[bool] = []

    async def settle(_conflict: str) -> bool:
        return True

    arrivals = Arrivals(
        conversations=cast("ConversationUpdates", parts),
        questions=cast("QuestionUpdates", parts),
        settings=cast("SettingUpdates", parts),
        documents=cast("DocumentSync", parts),
        conflicts=cast("ConflictQuestions", parts),
        claims=cast("TurnClaims", parts),
        settle_conflict=settle,
        remote=lambda: remote.append(True),
    )

    await arrivals.take(
        Applied(
            remote=frozenset({RecordKey(RecordKind.SETTING, "a")}),
            opened_questions=frozenset({"q"}),
            conversations=frozenset({"c"}),
        )
    )

    assert parts.conversations == ["c"]
    assert remote == [True]
