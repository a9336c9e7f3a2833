"""A built-in model whose replies follow a grammar, as a `ModelClient`.

Every reply is one object: an answer, whose words stream as they are written, a question, which
becomes a call of the question tool, or a refusal, for which fixed words stand. A question that
cannot be put is asked for once more under another seed; after that the model must answer.

The model is asked twice: for the kind, one token, and for the words, with the kind and the signs
around it given. Signs that are given are read at once, on every core, where those that a grammar
leaves no choice about are written one after the other; and a refusal is known from its first token.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from assistant.clock import Clock
from assistant.errors import ErrorCategory, ProviderError
from assistant.languages.request_form import RequestForm, request_form
from assistant.languages.text_language import newest_language
from assistant.llm.messages_api.documents import document_room
from assistant.llm.messages_api.messages import Message, TextBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    StopReason,
    TextReceived,
)
from assistant.llm.service_errors import plain_error
from assistant.llm.stall_timer import StallTimer
from assistant.llm.starter.guided.model.chat_history import (
    chat_history,
    questions_in_a_row,
    was_left_open,
)
from assistant.llm.starter.guided.model.completion_events import CompletionPiece
from assistant.llm.starter.guided.model.echo_check import echo_fault
from assistant.llm.starter.guided.model.guided_prompt import QUESTION_TOOL, GuidedPrompt
from assistant.llm.starter.guided.model.guided_reply import (
    ASK,
    DECLINE,
    KINDS,
    REPLY_OPENING,
    GuidedAnswer,
    GuidedQuestion,
    opening,
)
from assistant.llm.starter.guided.model.question_check import (
    question_call,
    question_fault,
    with_good_options,
)
from assistant.llm.starter.guided.model.repetition_guard import RepetitionGuard
from assistant.llm.starter.guided.model.reply_grammar import kind_grammar, text_grammar
from assistant.llm.starter.guided.model.reply_parser import ReplyParser, UnreadableReplyError
from assistant.llm.starter.guided.prompt_states import PromptStates
from assistant.locale import current_language

if TYPE_CHECKING:
    from assistant.llm.starter.guided.llama_connection import LlamaConnection

_log = logging.getLogger(__name__)

MOST_QUESTIONS: Final = 2
"""Questions in a row; then the model must answer with what it has."""
SAMPLING: Final = {
    "repeat_penalty": 1.0,
    "frequency_penalty": 0.0,
    "dry_multiplier": 0.8,
    "dry_allowed_length": 6,
    "dry_penalty_last_n": 128,
}
"""In place of the server's penalties on tokens, which weigh on the quotes and commas of the object. DRY
("don't repeat yourself") weighs on sequences: 0.5B lists the same two words to the limit without it.
Six tokens leave Korean names alone, of which a syllable may be two."""
KIND_BIAS: Final[Mapping[RequestForm | None, Mapping[str, float]]] = {
    None: {ASK: 0.5, DECLINE: -0.5},
    RequestForm.COMPLETE: {DECLINE: -2.0},
    RequestForm.OPEN: {ASK: 4.0, DECLINE: -0.5},
    RequestForm.POINTING: {ASK: 6.0, DECLINE: -0.5},
}
"""Added to the logits of the keys, by what the form of a request tells. Where it tells nothing both
models err: they answer what is a matter of taste, and decline what is only told ("I ordered pizza and it
never came"). 0.5B prefers to answer what is open by up to 3.4, and what points at nothing by up to 5.4;
1.5B prefers to decline a riddle or a poem in Korean and Chinese by up to 1.8."""
FALLBACK: Final = "en"
"""The prompt for languages that have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    """One way to ask the model."""

    may_ask: bool
    temperature: float = 0.0
    seed: int = 0
    is_alone: bool = False
    """Without the conversation before, which the model repeated."""


_ATTEMPTS: Final = (
    _Attempt(may_ask=True),
    _Attempt(may_ask=True, temperature=0.7, seed=1),
    _Attempt(may_ask=False),
)
_ANSWERS: Final = (
    _Attempt(may_ask=False),
    _Attempt(may_ask=False, temperature=0.7, seed=1, is_alone=True),
)
"""Of a request that needs nothing of the conversation: its answer is neither an earlier one nor one of the
prompt's examples."""


class GuidedClient:
    """Talks to llama.cpp's own endpoints; implements `ModelClient`.

    Args:
        profile: As `guided_profile` makes it.
        prompts: The prompts by ISO 639-1 code, the English one among them.
        base_url: The server's address.
        api_key: Its key.
        timeout_s: Seconds without content before a request is given up.
        clock: As for `MessagesClient`.
        states: Where what was read of the prompts is kept from start to start, or None.
    """

    def __init__(
        self,
        *,
        profile: Profile,
        prompts: Mapping[str, GuidedPrompt],
        base_url: str,
        api_key: str,
        timeout_s: float,
        clock: Clock,
        states: PromptStates | None = None,
    ) -> None:
        self._profile = profile
        self._prompts = prompts
        self._by_text = {text: code for code, text in profile.localized_prompts.items()}
        self._base_url = base_url
        self._api_key = api_key
        self._timeout_s = timeout_s
        self._clock = clock
        self._states = states
        self._connection: LlamaConnection | None = None
        self._connecting = asyncio.Lock()
        self._read: set[str] = set()
        """The languages whose prompt the server has; it keeps what it reads, but not what it had when
        another one is restored."""
        self._reading = asyncio.Lock()

    @property
    def profile(self) -> Profile:
        return self._profile

    async def check(self) -> None:
        """Nothing can be missing."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Send a request and yield what comes back.

        The first one in a language has the prompt read before its time begins to run. A request with a system text of its own is answered in plain words, without a grammar.

        Raises:
            ProviderError: If the server refuses, cannot be reached, breaks off, is silent for too
                long, or sends what cannot be read.
        """
        language = self._language_of(request)
        connection = await self._connect()
        if language is not None:
            await self._read_prompt(connection, language)
        exchange = _Exchange(
            connection=connection,
            pace=StallTimer(self._timeout_s),
            max_tokens=self._profile.max_output_tokens,
            document_room=document_room(self._profile),
        )
        events = (
            exchange.plain_reply(request)
            if language is None
            else exchange.guided_reply(
                request.messages[-(self._profile.max_messages or len(request.messages)) :],
                prompt=self._prompts[language],
                language=language,
                may_ask=_may_ask(request),
            )
        )
        async with aclosing(events):
            async for event in events:
                yield event

    async def warm_up(self) -> None:
        """Have the server read the prompt of the interface's language.

        Raises:
            ProviderError: If the server refuses or cannot be reached.
        """
        language = current_language()
        await self._read_prompt(
            await self._connect(), language if language in self._prompts else FALLBACK
        )

    async def aclose(self) -> None:
        """Close the connection; idempotent."""
        async with self._connecting:
            connection, self._connection = self._connection, None
        if connection is not None:
            await connection.aclose()

    async def _read_prompt(self, connection: "LlamaConnection", language: str) -> None:
        """Have the server read the prompt of a language, unless it has, or saved it once."""
        async with self._reading:
            if language in self._read:
                return
            prompt = await connection.render([*self._prompts[language].chat(), ("user", "")])
            if await self._restore(connection, language, prompt):
                self._read.clear()
            else:
                tokens = 0
                async with connection.complete({"prompt": prompt, "n_predict": 0}) as pieces:
                    async for piece in pieces:
                        tokens = piece.tokens_evaluated
                await self._save(connection, language, prompt, tokens)
            self._read.add(language)

    async def _restore(self, connection: "LlamaConnection", language: str, prompt: str) -> bool:
        states = self._states
        if states is None:
            return False
        file = await asyncio.to_thread(states.find, language, prompt)
        if file is None:
            return False
        try:
            if await connection.restore(file):
                return True
        except ProviderError as error:
            _log.info("what was read of a prompt was not restored: %s", error.message)
        await asyncio.to_thread(states.remove, language)
        return False

    async def _save(
        self, connection: "LlamaConnection", language: str, prompt: str, tokens: int
    ) -> None:
        states = self._states
        if states is None:
            return
        file = await asyncio.to_thread(states.prepare, language)
        if file is None:
            return
        try:
            is_saved = await connection.save(file) == tokens  # else another prompt came between
        except ProviderError as error:
            _log.info("what was read of a prompt was not saved: %s", error.message)
            is_saved = False
        if is_saved:
            await asyncio.to_thread(states.keep, language, prompt)
        else:
            await asyncio.to_thread(states.remove, language)

    def _language_of(self, request: ModelRequest) -> str | None:
        """Return the language of the prompt that a request names, or None if it has its own."""
        text = "\n\n".join(part.text for part in request.system)
        if text:
            return self._by_text.get(text)
        said = [message.text for message in reversed(request.messages) if message.role == "user"]
        language = newest_language(said, likely=current_language())
        return language if language in self._prompts else FALLBACK

    async def _connect(self) -> "LlamaConnection":
        async with self._connecting:
            connection = self._connection
            if connection is None:
                connection = await asyncio.to_thread(self._build)
                self._connection = connection
            return connection

    def _build(self) -> "LlamaConnection":
        from assistant.llm.starter.guided.llama_connection import LlamaConnection

        return LlamaConnection(base_url=self._base_url, api_key=self._api_key, clock=self._clock)


class _Exchange:
    """One request and its reply."""

    def __init__(
        self,
        *,
        connection: "LlamaConnection",
        pace: StallTimer,
        max_tokens: int,
        document_room: int | None,
    ) -> None:
        self._connection = connection
        self._document_room = document_room
        self._pace = pace
        self._max_tokens = max_tokens
        self._last = CompletionPiece()
        """The piece that ended the last completion."""

    async def plain_reply(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        chat = [("system", "\n\n".join(part.text for part in request.system))]
        chat += [(message.role, message.text) for message in request.messages if message.text]
        body = {"prompt": await self._pace.wait_for(self._connection.render(chat))}
        text = ""
        async with aclosing(self._complete(body)) as pieces:
            async for piece in pieces:
                text += piece
                yield TextReceived(text=piece)
        yield BlockReceived(block=TextBlock(text=text))
        yield self._end()

    async def guided_reply(
        self, messages: tuple[Message, ...], *, prompt: GuidedPrompt, language: str, may_ask: bool
    ) -> AsyncGenerator[ModelEvent]:
        """Reply with an answer, a question or a refusal."""
        history = chat_history(messages, prompt.phrases, document_room=self._document_room)
        said = [text for role, text in history[:-1] if role == "user"]
        form = _form(messages, language)
        may_ask = (
            may_ask
            and questions_in_a_row(messages) < MOST_QUESTIONS
            and not was_left_open(messages)
            and form is not RequestForm.COMPLETE
        )
        answers = [turn.answer for turn in prompt.turns if turn.answer]
        answers += [each.text for each in messages if each.role == "assistant" and each.text]
        attempts = _ATTEMPTS if may_ask else _ATTEMPTS[-1:]
        if form is RequestForm.COMPLETE:
            attempts = _ANSWERS
        begun = ""
        for attempt in attempts:
            chat = [*prompt.chat(), *(history[-1:] if attempt.is_alone else history)]
            rendered = await self._pace.wait_for(self._connection.render(chat))
            kind = await self._kind(rendered, attempt, may_decline=prompt.may_decline, form=form)
            if kind == DECLINE:
                yield TextReceived(text=prompt.declined)
                yield BlockReceived(block=TextBlock(text=begun + prompt.declined))
                yield self._end("end_turn")
                return
            parser = ReplyParser()
            guard = RepetitionGuard(answers if attempt is _ANSWERS[0] else ())
            body = _body(rendered + opening(kind), attempt, text_grammar(kind, language=language))
            async with aclosing(self._words(kind, body, parser, guard)) as arriving:
                async for words in arriving:
                    yield TextReceived(text=words)
            match parser.finish():
                case GuidedAnswer():
                    if guard.is_echo:
                        _log.info("an answer repeated an earlier one")
                        if guard.text:
                            yield TextReceived(text=" ")
                            begun = f"{guard.text} "
                        continue
                    yield BlockReceived(block=TextBlock(text=begun + guard.text))
                    yield self._end()
                    return
                case GuidedQuestion() as written:
                    question = with_good_options(written)
                    fault = question_fault(question, language=language) or echo_fault(
                        question, examples=prompt.turns, said=said, newest=history[-1][1]
                    )
                    if fault is None:
                        yield _call(question)
                        yield self._end("tool_use")
                        return
                    _log.info("a question was not put: %s", fault)
                case _:
                    _log.info("a reply was cut off")
        raise plain_error(ErrorCategory.UNKNOWN)

    async def _words(
        self, kind: str, body: dict[str, Any], parser: ReplyParser, guard: RepetitionGuard
    ) -> AsyncGenerator[str]:
        """Have a reply of a kind written into the parser; yield the words of an answer."""
        parser.feed(opening(kind))
        async with aclosing(self._complete(body)) as pieces:
            async for piece in pieces:
                words = guard.feed(_fed(parser, piece))
                if words:
                    yield words
                if guard.is_over:
                    return
        words = guard.finish()
        if words:
            yield words

    async def _kind(
        self, rendered: str, attempt: _Attempt, *, may_decline: bool, form: RequestForm | None
    ) -> str:
        """Have the model choose which kind of reply it gives, if it has a choice."""
        kinds = [
            kind
            for kind in KINDS
            if (kind != ASK or attempt.may_ask) and (kind != DECLINE or may_decline)
        ]
        if len(kinds) == 1:
            return kinds[0]
        body = _body(rendered + REPLY_OPENING, attempt, kind_grammar(kinds))
        body |= {"n_predict": 1, "logit_bias": [list(each) for each in KIND_BIAS[form].items()]}
        async with aclosing(self._complete(body)) as pieces:
            begun = "".join([piece async for piece in pieces])
        found = next((kind for kind in kinds if begun and kind.startswith(begun)), None)
        if found is None:
            raise _left_grammar()
        return found

    async def _complete(self, body: dict[str, Any]) -> AsyncGenerator[str]:
        """Have a prompt completed and yield the text as it comes."""
        self._last = CompletionPiece()
        limits = {"n_predict": self._max_tokens, "cache_prompt": True}
        async with AsyncExitStack() as stack:
            pieces = await self._pace.wait_for(
                stack.enter_async_context(self._connection.complete(limits | body))
            )
            while not self._last.stop:
                piece = await self._pace.wait_for(anext(pieces, None))
                if piece is None:
                    _log.warning("a completion ended before its last piece")
                    raise plain_error(ErrorCategory.CONNECTIVITY)
                self._pace.saw_content()
                self._last = piece
                if piece.content:
                    yield piece.content

    def _end(self, reason: StopReason | None = None) -> ReplyReceived:
        is_cut = self._last.stop_type == "limit"
        usage = {
            "input_tokens": self._last.tokens_evaluated,
            "output_tokens": self._last.tokens_predicted,
        }
        usual: StopReason = "max_tokens" if is_cut else "end_turn"
        return ReplyReceived(stop_reason=reason or usual, usage=usage)


def _may_ask(request: ModelRequest) -> bool:
    """Whether the model may ask a question; a request without a system prompt is a background one."""
    if request.tool_choice == "none":
        return False
    return not request.system or any(tool.name == QUESTION_TOOL for tool in request.tools)


def _form(messages: Sequence[Message], language: str) -> RequestForm | None:
    """Return what the form of the user's last words tells, unless they answer a question."""
    match messages[-1].content:
        case (*_, TextBlock(text=newest)):
            form = request_form(newest, language)
        case _:
            return None
    said = [message for message in messages if message.role == "user" and message.text]
    if form is RequestForm.POINTING and len(said) > 1:
        return None  # it points at what was said before
    return form


def _body(prompt: str, attempt: _Attempt, grammar: str) -> dict[str, Any]:
    return {
        "prompt": prompt,
        "grammar": grammar,
        "temperature": attempt.temperature,
        "seed": attempt.seed,
        **SAMPLING,
    }


def _fed(parser: ReplyParser, piece: str) -> str:
    try:
        return parser.feed(piece)
    except UnreadableReplyError as error:
        raise _left_grammar() from error


def _left_grammar() -> ProviderError:
    _log.warning("the built-in model left its grammar")
    return plain_error(ErrorCategory.UNKNOWN)


def _call(question: GuidedQuestion) -> BlockReceived:
    return BlockReceived(
        block=ToolUseBlock(
            id=f"ask_{uuid4().hex[:12]}", name=QUESTION_TOOL, input=question_call(question)
        )
    )
