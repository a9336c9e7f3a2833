"""Words of the user's can be named as soon as they are stored."""

from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.protocol.conversation import MessageRejected, Say
from assistant.protocol.history import BranchFrom
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.turns import RequestSent, TurnFinished, UserMessageStored
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says


async def test_the_words_of_a_turn_are_named_before_the_model_is_asked(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Hi."), says("Ho.")])) as running:
        await running.turn("hello")
        kept = running.of(UserMessageStored)
        assert [event.siblings for event in kept] == [()]
        entry = running.core.conversations.current.entries[0]
        assert (kept[0].message_id, kept[0].turn_id) == (entry.uuid, entry.turn_id)
        events = [type(event) for event in running.events]
        assert events.index(UserMessageStored) < events.index(RequestSent)

        await running.do(BranchFrom(message_id=entry.uuid, text="good day"))
        await running.until(TurnFinished, 2)
        again = running.of(UserMessageStored)[-1]
        assert again.siblings == (entry.uuid, again.message_id)
        running.core.conversations.current.show_history()
        shown = running.of(HistoryLoaded)[-1].messages[0]
        assert (shown.message_id, shown.siblings) == (again.message_id, again.siblings)


async def test_words_that_are_not_taken_are_named_with_the_reason(home: Home) -> None:
    model = ScriptedModel([says("Hi.")])
    async with opened(home, model) as running:
        model.refusal = ProviderError("Check your API key", category=ErrorCategory.AUTHENTICATION)
        await running.do(Say(text="hello"))
        assert running.of(Notice)[-1].code == "model_unavailable"
        assert running.of(MessageRejected) == [MessageRejected(text="hello")]

        model.refusal = None
        await running.turn("hello")
        assert len(running.of(MessageRejected)) == 1
