"""Answers what needs no model, and has a model answer the rest.

An `IntentClient` stands where the model stands. Words that are understood whole it answers with the
call of a tool, and the result of that call with words; so permission, history, undo, voice and
speculation are those of every turn. It keeps nothing between requests: a call tells by its id that
it was made here.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import Any, Final, Literal

from assistant.clock import Clock
from assistant.errors import (
    AssistantError,
    ErrorCategory,
    ModelFileError,
    ModelLoadError,
    ProviderError,
)
from assistant.intents.decisions import decision_advice, decision_for, decision_input
from assistant.intents.intent import OWN_TIME, Intent
from assistant.intents.open_requests import answered_requests, is_unanswered, question_input
from assistant.intents.recogniser import (
    languages_of,
    open_request,
    part_correction,
    put_in,
    read_tables,
    recognise,
)
from assistant.intents.tool_calls import TIME_SLOTS, WITHOUT_TOOL, call_for
from assistant.languages.sentence_table import IntentName
from assistant.languages.text_language import newest_language
from assistant.llm.messages_api.messages import (
    DocumentBlock,
    ImageBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelClient,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    TextReceived,
)
from assistant.memory.model.request_parser import parse_memory_request
from assistant.questions.model.question_tool import TOOL_NAME, is_question_tool

_log = logging.getLogger(__name__)

IntentOrder = Literal["rules first", "model first"]
RULES: Final = "rules"
"""Stands as the model of a reply that was made here."""
_MAY_KNOW: Final = {IntentName.RECALL: "facts", IntentName.LIST_DECISIONS: "decisions"}
"""What results hold by intent, where the model may know more if there is none."""
_CALL: Final = "rule_"
"""Begins the id of a call that was made here; the intent follows."""
_QUESTION_CALL: Final = "ask_rule"
"""The id of a call that asks for what a request lacks."""
_STARTER_ALONE: Final = frozenset({IntentName.WHO_ARE_YOU, IntentName.DECLINE})
"""What larger models answer themselves."""
_UNREACHABLE: Final = frozenset(
    {
        ErrorCategory.ACCOUNT,
        ErrorCategory.AUTHENTICATION,
        ErrorCategory.NOT_LET_IN,
        ErrorCategory.CONNECTIVITY,
        ErrorCategory.MODEL_NOT_RUNNING,
        ErrorCategory.OVERLOADED,
        ErrorCategory.RATE_LIMIT,
        ErrorCategory.TIMEOUT,
    }
)


class IntentClient:
    """Implements `ModelClient` around another one.

    Args:
        inner: The model; owned by this client from now on.
        order: Whether the model is asked only for what no rule understands, or rules are used only
            where the model cannot be reached.
        tools: Names of the tools that may be used now.
        clock: What time it is.
        language: The interface's language.
        is_loaded: Whether a built-in model would answer soon; until then nobody waits for what it
            would ask.
        has_tasks: Whether Parley has started agents, so that "how far is it?" is about them.
    """

    def __init__(
        self,
        *,
        inner: ModelClient,
        order: IntentOrder,
        tools: Callable[[], Collection[str]],
        clock: Clock,
        language: Callable[[], str],
        is_loaded: Callable[[], bool] = lambda: True,
        has_tasks: Callable[[], bool] = lambda: False,
    ) -> None:
        self.inner = inner
        self._order = order
        self._tools = tools
        self._clock = clock
        self._language = language
        self._is_loaded = is_loaded
        self._has_tasks = has_tasks

    @property
    def profile(self) -> Profile:
        """The model's profile; rules use tools even if the model cannot."""
        return self.inner.profile

    async def check(self) -> None:
        """Check the model; raises as it does."""
        await self.inner.check()

    def can_answer(self, text: str) -> bool:
        """Whether a rule answers these words if the model is out of reach."""
        return self._understood(text) is not None or self._question_for(text) is not None

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Answer by rule, or yield what the model answers.

        Raises:
            AssistantError: As the model does, if no rule answers.
        """
        is_first = self._order == "rules first" or _own_results(request) is not None
        if is_first and (events := self._answer(request)) is not None:
            for event in events:
                yield event
            return
        has_begun = False
        try:
            async with aclosing(self.inner.stream(request)) as arriving:
                async for received in arriving:
                    has_begun = True
                    yield received
        except AssistantError as error:
            if has_begun or not _is_unreachable(error):
                raise
            events = self._answer(request, is_last=True)
            if events is None:
                raise
            _log.info("The model cannot be reached; a rule answers")
        else:
            return
        for event in events:
            yield event

    async def warm_up(self) -> None:
        """Warm up the model, then read the sentences; raises as the model does."""
        try:
            await self.inner.warm_up()
        finally:
            await asyncio.to_thread(read_tables, self._language())

    async def aclose(self) -> None:
        """Close the model; idempotent."""
        await self.inner.aclose()

    # Rules.

    def _answer(
        self, request: ModelRequest, *, is_last: bool = False
    ) -> Sequence[ModelEvent] | None:
        """Events of a reply by rule; None leaves the request to the model.

        Args:
            request: The request.
            is_last: Whether the model has failed already.
        """
        if not request.messages or not self._is_of_turn(request):
            return None
        results = _own_results(request)
        if results is not None:
            if self.profile.tools and not is_last and _may_do_better(request, results):
                return None
            return self._after(request, results)
        if _has_files(request.messages[-1]):
            return None
        if _is_question_left(request):
            return self._leave(request)
        if request.tool_choice == "none":
            return None
        text = _words(request.messages[-1])
        if text is None:
            intent = self._completed(request)
        else:
            intent = self._understood(text, _texts(request))
            if intent is None:
                return self._set_again(request) or self._question(text)
        if intent is None:
            return None if text is not None else self._advise(request)
        now = self._now()
        call = None if _is_kept(intent, text or "") else call_for(intent, now)
        if call is None:
            return _says(self._in_words(intent, request, now))
        used = ToolUseBlock(id=f"{_CALL}{intent.name.value}", name=call.tool, input=call.input)
        return (BlockReceived(block=used), ReplyReceived(stop_reason="tool_use", model=RULES))

    def _question(self, text: str) -> Sequence[ModelEvent] | None:
        """Ask for a missing value, or for what a decision depends on."""
        asked = self._question_for(text)
        if asked is None:
            return None
        used = ToolUseBlock(id=_QUESTION_CALL, name=TOOL_NAME, input=asked)
        return (BlockReceived(block=used), ReplyReceived(stop_reason="tool_use", model=RULES))

    def _question_for(self, text: str) -> dict[str, Any] | None:
        """Questions that a request calls for; a larger model asks them itself."""
        if self.profile.name != "starter" or TOOL_NAME not in self._tools():
            return None
        now = self._now()
        asked = open_request(text, now, prefer=self._language())
        if asked is not None:
            return question_input(asked, now)
        decision = None if self._asks_itself else decision_for(text, prefer=self._language())
        return None if decision is None else decision_input(decision)

    @property
    def _asks_itself(self) -> bool:
        """Whether the model can ask the user now."""
        can_ask = self.profile.tools or TOOL_NAME in self.profile.own_tools
        return can_ask and self._is_loaded()

    def _advise(self, request: ModelRequest) -> Sequence[ModelEvent] | None:
        """Advise by the answers to a rule's question about a decision."""
        decision = decision_for(next(reversed(_texts(request)), ""), prefer=self._language())
        if decision is None:
            return None
        for result in _results(request.messages[-1]):
            data = request.results.get(result.tool_use_id, {})
            if result.tool_use_id.startswith(_QUESTION_CALL):
                advice = decision_advice(decision, data.get("toolUseResult") or {})
                return _says(advice) if advice else None
        return None

    def _leave(self, request: ModelRequest) -> Sequence[ModelEvent]:
        """Drop a rule's question that the user put off, cancelled or left."""
        from assistant.intents.replies import ReplyWriter  # late, as below

        codes = languages_of(next(reversed(_texts(request)), ""), prefer=self._language())
        writer = ReplyWriter(codes[0] if codes else "en", self._now())
        return _says(writer.said("stopped"))

    def _set_again(self, request: ModelRequest) -> Sequence[ModelEvent] | None:
        """Set the last turn's timer again with a corrected time."""
        if not request.results_before:
            return None
        intent = self._corrected(_texts(request))
        call = None if intent is None else call_for(intent, self._now())
        timer_ids = [
            data["timer_id"]
            for call_id, data in request.results_before.items()
            if intent is not None and "timer_id" in data and _is_call_of(call_id, intent.name)
        ]
        if intent is None or call is None or len(timer_ids) != 1:
            return None
        cancels = ToolUseBlock(
            id=f"{_CALL}{IntentName.CANCEL_TIMER.value}",
            name="cancel_timer",
            input={"which": timer_ids[0]},
        )
        sets = ToolUseBlock(id=f"{_CALL}{intent.name.value}", name=call.tool, input=call.input)
        return (
            BlockReceived(block=cancels),
            BlockReceived(block=sets),
            ReplyReceived(stop_reason="tool_use", model=RULES),
        )

    def _corrected(self, texts: Sequence[str]) -> Intent | None:
        """The last request with the corrected time, if the user said nothing else."""
        parted = part_correction(texts, prefer=self._language())
        if parted is None:
            return None
        request, correction = parted
        taken_back = self._understood(request)
        readings = (f"{request} {correction}", *put_in(correction, request))
        for intent in map(self._understood, readings):
            if intent is not None and _is_same_but_time(intent, taken_back):
                return intent
        return None

    def _completed(self, request: ModelRequest) -> Intent | None:
        """The request that the user's answer has just completed."""
        if not any(is_question_tool(call.name) for call in _calls(request.messages[-2:-1])):
            return None
        alone, *answered = self._readings(request)
        intent = self._understood(alone)
        if intent is not None:
            return intent
        found = map(self._understood, answered)
        return next((one for one in found if one is not None and one.name in OWN_TIME), None)

    def _readings(self, request: ModelRequest) -> Iterator[str]:
        """Yield the user's last words alone, then together with the answer to a question."""
        text = next(reversed(_texts(request)), "")
        yield text
        if not request.results or self.profile.name != "starter":
            return
        asked = open_request(text, self._now(), prefer=self._language())
        if asked is not None:
            yield from answered_requests(text, request.results, asked.lacks)

    def _is_of_turn(self, request: ModelRequest) -> bool:
        """Whether the conversation made the request, not a background job."""
        return bool(request.tools) or not self.profile.tools

    def _likely_language(self, text: str, said: Sequence[str]) -> str:
        """The interface's language; that of the conversation if the text has only digits."""
        if any(map(str.isalpha, text)):
            return self._language()
        return newest_language(reversed(said), likely=self._language())

    def _understood(self, text: str, said: Sequence[str] = ()) -> Intent | None:
        """The intent of a text, if it can be carried out now.

        Args:
            text: The words.
            said: What the user said in the conversation, the newest last.
        """
        now = self._now()
        intent = recognise(text, now, prefer=self._likely_language(text, said))
        if intent is None:
            return None
        if intent.name in _STARTER_ALONE and self.profile.name != "starter":
            return None
        if intent.name is IntentName.AGENT_PROGRESS and not self._has_tasks():
            return None
        if intent.name in WITHOUT_TOOL or _is_kept(intent, text):
            return intent
        call = call_for(intent, now)
        return intent if call is not None and call.tool in self._tools() else None

    def _after(
        self, request: ModelRequest, results: Sequence[ToolResultBlock]
    ) -> Sequence[ModelEvent]:
        """Reply to the results of a rule's calls."""
        from assistant.intents.replies import CallResult, ReplyWriter  # late: they load Babel

        now = self._now()
        calls = {call.id: call for call in _calls(request.messages)}
        replies: list[str] = []
        for result in results:
            call = calls[result.tool_use_id]
            intent = self._intent_of(request, call)
            writer = ReplyWriter(intent.language, now)
            data = request.results.get(result.tool_use_id, {})
            outcome = CallResult(is_error=result.is_error, data=data)
            try:
                replies.append(writer.result(intent, outcome))
            except (KeyError, ValueError):  # what it gave back is not known any more
                replies.append(writer.said("stopped"))
        return _says(" ".join(replies))

    def _intent_of(self, request: ModelRequest, call: ToolUseBlock) -> Intent:
        """Intent of a call: recognised again from the words, else read from the call."""
        name = _named(call.id)
        texts = list(self._readings(request))
        for text in texts:
            likely = self._likely_language(text, _texts(request))
            found = recognise(text, self._now(), prefer=likely)
            if found is not None and found.name is name:
                return found
        corrected = self._corrected(_texts(request)) if request.results_before else None
        if corrected is not None and corrected.name is name:
            return corrected
        codes = languages_of(texts[0], prefer=self._language())
        return Intent(name=name, language=codes[0] if codes else "en", slots=call.input)

    def _in_words(self, intent: Intent, request: ModelRequest, now: datetime) -> str:
        from assistant.intents.replies import ReplyWriter  # late, as above

        writer = ReplyWriter(intent.language, now)
        match intent.name:
            case IntentName.LAST_REQUEST:
                before = [text for message in request.messages[:-1] if (text := _words(message))]
                if not before:
                    return writer.said("no_last_request")
                return writer.said("last_request", text=before[-1])
            case IntentName.REMEMBER:
                return writer.said("remembered")
            case IntentName.WHO_ARE_YOU:
                return writer.said("who")
            case IntentName.DECLINE:
                return writer.said("decline")
            case _:
                return writer.said("stopped")

    def _now(self) -> datetime:
        return self._clock.now().astimezone()


def _is_kept(intent: Intent, text: str) -> bool:
    """Whether the memory service has kept the fact already, because the words ask for it plainly."""
    return intent.name is IntentName.REMEMBER and parse_memory_request(text) is not None


def _words(message: Message) -> str | None:
    """Last text of the user in a message; None if there is none."""
    if message.role != "user" or _results(message):
        return None
    texts = [block.text for block in message.content if isinstance(block, TextBlock)]
    return texts[-1] if texts else None


def _has_files(message: Message) -> bool:
    """Whether the user sent files with these words: then they are about those."""
    return (
        message.role == "user"
        and not _results(message)
        and any(isinstance(block, ImageBlock | DocumentBlock) for block in message.content)
    )


def _texts(request: ModelRequest) -> Sequence[str]:
    """Last text of the user in each message."""
    return [text for message in request.messages if (text := _words(message))]


def _is_same_but_time(one: Intent, other: Intent | None) -> bool:
    def rest(intent: Intent) -> dict[str, object]:
        return {slot: value for slot, value in intent.slots.items() if slot not in TIME_SLOTS}

    return other is not None and one.name is other.name and rest(one) == rest(other)


def _is_call_of(call_id: str, name: IntentName) -> bool:
    return call_id.startswith(_CALL) and _named(call_id) is name


def _calls(messages: Sequence[Message]) -> Sequence[ToolUseBlock]:
    return [
        block
        for message in messages
        for block in message.content
        if isinstance(block, ToolUseBlock)
    ]


def _results(message: Message) -> Sequence[ToolResultBlock]:
    return [block for block in message.content if isinstance(block, ToolResultBlock)]


def _own_results(request: ModelRequest) -> Sequence[ToolResultBlock] | None:
    """Results at the end of a request, if rules made all their calls."""
    results = _results(request.messages[-1]) if request.messages else ()
    if not results or not all(result.tool_use_id.startswith(_CALL) for result in results):
        return None
    return results


def _is_question_left(request: ModelRequest) -> bool:
    """Whether a request ends with a rule's question that nobody answered."""
    if not request.messages:
        return False
    return any(
        is_unanswered(request.results.get(result.tool_use_id, {}))
        for result in _results(request.messages[-1])
        if result.tool_use_id.startswith(_QUESTION_CALL)
    )


def _may_do_better(request: ModelRequest, results: Sequence[ToolResultBlock]) -> bool:
    """Whether the model may do better with these results.

    It may after failures, unless the user refused, and where nothing was recalled or decided, because
    the conversation may know.
    """
    for result in results:
        data = request.results.get(result.tool_use_id, {})
        if result.is_error and not data.get("is_refused"):
            return True
        wanted = _MAY_KNOW.get(_named(result.tool_use_id))
        if wanted is not None and not data.get(wanted):
            return True
    return False


def _named(call_id: str) -> IntentName:
    """Intent in a call id; a number may follow it."""
    said = call_id.removeprefix(_CALL)
    return next(
        (name for name in IntentName if said == name.value or said.startswith(f"{name.value}_")),
        IntentName.STOP,
    )


def _says(text: str) -> Sequence[ModelEvent]:
    def events() -> Iterator[ModelEvent]:
        yield TextReceived(text=text)
        yield BlockReceived(block=TextBlock(text=text))
        yield ReplyReceived(stop_reason="end_turn", model=RULES)

    return tuple(events())


def _is_unreachable(error: AssistantError) -> bool:
    if isinstance(error, ProviderError):
        return error.category in _UNREACHABLE
    return isinstance(error, ModelFileError | ModelLoadError)
