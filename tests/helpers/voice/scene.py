"""A whole spoken conversation in virtual time: nothing is left out but sound, screen and model.

Conversation, question desk, tools and voice session are the real ones, wired as the program wires
them; the devices and the recogniser are fakes, and the model is a script. Every signal that the
table of states took, or refused, is written down.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from typing_extensions import override

from assistant.coding_agents.model.attention import AlertRules, AttentionRules, Loudness
from assistant.conversation.context.model.layers import ContextLimits
from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_config import ConversationConfig
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.message_history import History
from assistant.errors import ErrorCategory, ProtocolError, ProviderError
from assistant.llm.messages_api.messages import TextBlock
from assistant.llm.messages_api.model_client import BlockReceived, ModelClient, TextReceived
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened, StateChanged, Stop
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.voice import Mute, PushToTalk, ToggleMicrophone
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.asker import Asker
from assistant.questions.model.inline_choice_response import render_text_answer
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
)
from assistant.tools.confirmation import DeskConfirmer
from assistant.tools.questions.question_tools import QuestionTools
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import AnsweredQuestions, Permission, ToolContext, ToolResult
from assistant.voice.events import OutputLost, OutputRestored
from assistant.voice.questions.presenter import VoicePresenter
from assistant.voice.questions.round_listener import RoundListener
from assistant.voice.session.policy.voice_state import Speculation, VoiceOptions
from assistant.voice.session.voice_session import VoiceSession
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, uses_tool
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import by_click, choice, question_set
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.tools.fakes import ScriptedTool
from tests.helpers.voice.fakes import FakeListener, FakePlayer, FakeSynthesiser, FakeTranscriber
from tests.helpers.voice.session_harness import shown
from tests.unit.conversation.conftest import MemoryStore, Nobody, read_layers

Event = TypeVar("Event", bound=EngineEvent)

Move = tuple[ConversationPhase, VoiceSessionState, ConversationSignal]
"""A signal, and the state it came in."""

SLOW_S: Final = 3.0
"""Seconds that the tool `slow` takes."""
SHOP: Final = Asker(agent="Claude Code", project="webshop", session="a")
FOUR: Final = "One two three four."
"""Two seconds of speech."""
PERMISSION: Final = question_set(
    choice("Deny", "Allow once", text="May it run this command?").model_copy(
        update={"context": "git status"}
    )
).model_copy(update={"purpose": Purpose.PERMISSION, "voice_confirm": True})
"""A permission that a coding agent wants, and that a spoken yes may give."""
READ_S: Final = 8.5
"""Long enough to read the question of `asks`."""


class Watched(Conversation):
    """A conversation that writes down what the table took and what it refused."""

    moves: list[Move]
    refused: list[Move]

    @override
    def signal(self, signal: ConversationSignal) -> None:
        move = (self.state.phase, self.state.session, signal)
        try:
            super().signal(signal)
        except ProtocolError:
            self.refused.append(move)
            raise
        self.moves.append(move)


@dataclass
class Scene:
    """What is there, and what was seen and heard of it."""

    speak_typed_turns: bool = False
    voice_confirm: bool = False
    barge_in: bool = True
    push_to_talk: bool = False
    speculate: Speculation = Speculation.OFF
    long_reply_s: float | None = None
    agent_loudness: Loudness = Loudness.SOUND
    """How loud coding agents are."""
    is_away: bool = False
    """Whether the screen is locked."""
    has_synthesiser: bool = True
    tool_timeout_s: float = 60.0
    model: ModelClient = field(default_factory=ScriptedModel)
    listener: FakeListener = field(default_factory=FakeListener)
    transcriber: FakeTranscriber = field(default_factory=lambda: FakeTranscriber(seconds=0.1))
    synthesiser: FakeSynthesiser = field(default_factory=FakeSynthesiser)
    player: FakePlayer = field(default_factory=FakePlayer)
    screen: FakePresenter = field(default_factory=FakePresenter)
    moves: list[Move] = field(default_factory=list[Move])
    refused: list[Move] = field(default_factory=list[Move])
    events: list[EngineEvent] = field(default_factory=list[EngineEvent])
    agent_heard: list[Response] = field(default_factory=list[Response])
    """What came back to the coding agent."""

    def __post_init__(self) -> None:
        self._clock = LoopClock()
        self._listeners: list[Listener] = [self.events.append]
        self._tasks: set[asyncio.Task[None]] = set()
        self.desk = QuestionDesk(
            store=MemoryQuestionStore(),
            clock=self._clock,
            callbacks=DeskCallbacks(
                on_asked=self._asked,
                on_closed=self._closed,
                on_late_answer=lambda _questions, _origin, _response: None,
                on_notice=lambda code, text, hint: self.emit(
                    Notice(code=code, text=text, hint=hint)
                ),
            ),
        )
        self.registry = ToolRegistry(confirmer=DeskConfirmer(voice_confirm=self.voice_confirm))
        self.registry.add_all(QuestionTools())
        self.registry.add(ScriptedTool("clock"))
        self.registry.add(ScriptedTool("slow", _slow))
        self.registry.add(ScriptedTool("hang", _hang))
        self.registry.add(ScriptedTool("delete", permission=Permission.SENSITIVE))
        self.runner = ToolRunner(
            registry=self.registry, clock=self._clock, timeout_s=self.tool_timeout_s
        )
        self._surroundings = ConversationConfig(
            client=self.model,
            layers=read_layers,
            specs=self.registry.specs(),
            tools=self.runner,
            questioner=_Questioner(self),
            channel=Channel.DESKTOP,
            workspace=Path(),
            agent="agent",
            max_question_rounds=10,
            limits=ContextLimits(max_characters=10_000, recent_messages=30),
            zone=ZoneInfo("UTC"),
            max_tool_rounds=8,
        )
        self.conversations = CurrentConversation(emit=self.emit)
        self.conversations.connect(self._open)
        self._opened = 0
        self._agent_asked = 0
        self.session = self._voice()
        self._withdraw: Callable[[], None] | None = None

    def _voice(self) -> VoiceSession:
        return VoiceSession(
            conversation=self.conversations,
            subscribe=self.subscribe,
            listener=self.listener,
            transcriber=self.transcriber,
            synthesiser=self.synthesiser if self.has_synthesiser else None,
            player=self.player,
            clock=self._clock,
            options=VoiceOptions(
                barge_in=self.barge_in, push_to_talk=self.push_to_talk, speculate=self.speculate
            ),
            speak_typed_turns=self.speak_typed_turns,
            long_reply_s=self.long_reply_s,
            agent_rules=lambda: self._agent_rules,
        )

    @property
    def _agent_rules(self) -> AlertRules:
        attention = AttentionRules(usual=self.agent_loudness)
        return AlertRules(attention=attention, is_away=self.is_away)

    async def leave(self) -> None:
        """Lock the screen."""
        self.is_away = True
        self.session.leave_questions()
        await self.wait(0)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator["Scene", None]:
        """Start everything, and close it at the end."""
        await self.conversations.open()
        self.conversations.attach(self.session)
        past_rounds = RoundListener()
        self.subscribe(past_rounds)
        self._past_rounds = past_rounds
        self.desk.register(self.screen)
        await self._start_voice()
        await self.wait(0)
        try:
            yield self
        finally:
            await self.session.aclose()
            await self.desk.aclose()
            for task in tuple(self._tasks):
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks)
            await self.conversations.aclose()
            await self.runner.aclose()

    async def _start_voice(self) -> None:
        self._withdraw = self.desk.register(
            VoicePresenter(
                prompts=self.session.prompts,
                clock=self._clock,
                rounds=self._past_rounds.rounds,
                reading=lambda asker: self._agent_rules.reading(asker, self._clock.now()),
            )
        )
        await self.session.start()

    async def restart_voice(self) -> None:
        """A setting of the voice changed, or a model arrived: close it, and start it anew."""
        assert self._withdraw is not None
        self._withdraw()
        self.conversations.detach(self.session)
        await self.session.aclose()
        self.session = self._voice()
        self.conversations.attach(self.session)
        await self._start_voice()

    # The program around it.

    async def _open(self, _id: str | None) -> tuple[Conversation, ConversationOpened]:
        self._opened += 1
        history = History(
            conversation_id=f"c{self._opened}", store=MemoryStore(), clock=self._clock
        )
        conversation = Watched(history=history, surroundings=self._surroundings, clock=self._clock)
        conversation.moves, conversation.refused = self.moves, self.refused
        opened = ConversationOpened(
            conversation_id=history.conversation_id, resumed=False, model="scripted"
        )
        return conversation, opened

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        for listener in tuple(self._listeners):
            listener(event)

    def _asked(self, questions: QuestionSet, origin: Origin) -> None:
        event = QuestionAsked(questions=questions, origin=origin)
        current = self.conversations.current
        if origin.turn_id is not None and origin.turn_id == current.turn_id:
            current.question_asked(event)
        else:
            self.emit(event)

    def _closed(self, questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        event = QuestionClosed(questions=questions, response=response, channel=channel)
        current = self.conversations.current
        if current.waits_for(questions.id):
            current.question_closed(event)
        else:
            self.emit(event)
            current.question_settled()

    def hold(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run work until the end of the scene."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def put_choice(self, questions: QuestionSet | None = None, *, voice: bool = True) -> None:
        """Put a choice of an earlier turn, whose answer begins the next one."""
        origin = Origin(
            channel=Channel.DESKTOP,
            conversation_id=self.conversations.current.conversation_id,
            turn_id="before",
            voice=voice,
        )
        questions = questions or question_set(choice("Red", "Blue", text="Which colour?"))
        self.put(
            questions.model_copy(update={"route": QuestionRoute.TEXT, "tool_use_id": None}), origin
        )

    def agent_asks(self, questions: QuestionSet | None = None) -> None:
        """A coding agent puts a question."""
        self._agent_asked += 1
        questions = questions or question_set(choice("Red", "Blue", text="Which colour?"))
        asked = questions.model_copy(
            update={"id": f"agent-{self._agent_asked}", "asker": SHOP, "route": QuestionRoute.API}
        )
        origin = Origin(channel=Channel.API, conversation_id="agent-a", is_bound=True)
        self.hold(self._agent_waits(asked, origin))

    async def _agent_waits(self, questions: QuestionSet, origin: Origin) -> None:
        self.agent_heard.append(await self.desk.ask(questions, origin))

    def put(self, questions: QuestionSet, origin: Origin) -> None:
        """Put a question that no turn waits for."""
        self.hold(self._put(questions, origin))

    async def _put(self, questions: QuestionSet, origin: Origin) -> None:
        response = await self.desk.ask(questions, origin)
        conversation = self.conversations.current
        if isinstance(response, Answered):
            spoken = origin.voice and conversation.state.session is not VoiceSessionState.INACTIVE
            text = render_text_answer(questions, response)
            await conversation.say(text, spoken=spoken, answers=questions.id)

    # What is seen and heard.

    @property
    def state(self) -> str:
        """Where the conversation stands, as `phase/session`."""
        return shown(self.conversations.state)

    @property
    def path(self) -> list[str]:
        """Every state it went through."""
        return [shown(event.new) for event in self.of(StateChanged)]

    @property
    def lines(self) -> list[str]:
        """Every line that began to be heard."""
        return [text for _, text in self.player.played]

    @property
    def notices(self) -> list[str]:
        """The texts of the notices that stand."""
        return [event.text for event in self.of(Notice) if not event.resolved]

    def of(self, kind: type[Event]) -> list[Event]:
        """Return the events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything that is due happen."""
        await asyncio.sleep(seconds)
        for _ in range(20):
            await asyncio.sleep(0)

    async def until(self, state: str, *, limit_s: float = 60.0) -> None:
        """Let time pass until the conversation is in this state."""
        async with asyncio.timeout(limit_s):
            while self.state != state:
                await self.wait(0.1)

    # What the model does, when it is asked next.

    def replies(self, *replies: list[Step]) -> None:
        """Give the model its next replies."""
        assert isinstance(self.model, ScriptedModel)
        self.model.script += replies

    def refuse_key(self) -> None:
        """Let the model refuse the key."""
        assert isinstance(self.model, ScriptedModel)
        self.model.refusal = ProviderError("Check", category=ErrorCategory.AUTHENTICATION)

    # What becomes of the machine.

    async def lose_speaker(self) -> None:
        """The speaker is unplugged."""
        self.player.tell(OutputLost(at=0.0, reason="It was unplugged."))
        await self.wait(0)

    async def restore_speaker(self) -> None:
        """The speaker is plugged in again."""
        self.player.tell(OutputRestored(at=0.0))
        await self.wait(0)

    async def end_program(self) -> None:
        """End the program; what is open stays open for the next start."""
        self.conversations.suspend()
        await self.desk.aclose()
        await self.conversations.aclose()

    # What the user does.

    async def wake(self) -> None:
        """Say the wake word."""
        self.listener.wake()
        await self.wait(0.1)

    async def say(self, text: str) -> None:
        """Say something, and let it be understood: 0.9 s and what the recogniser takes."""
        self.listener.begin()
        await self.wait(0.4)
        self.listener.pause(text)
        await self.wait(0.4)
        self.listener.end(text)
        await self.wait(0.1)

    async def wake_and_say(self, text: str = "tell me") -> None:
        """Open a session by the wake word, and say something."""
        await self.wake()
        await self.say(text)

    async def type(self, text: str = "tell me") -> None:
        """Send typed words."""
        await self.conversations.say(text, spoken=False)
        await self.wait(0)

    async def command(self, command: ToggleMicrophone | Stop | Mute | PushToTalk) -> None:
        """Press a button."""
        if isinstance(command, Stop):
            self.conversations.drop_waiting()
        await self.session.on_command(command)
        await self.wait(0)

    async def click(self, option: int = 1) -> None:
        """Choose an option of the first open question on the screen."""
        pending = self.desk.pending()[0]
        question = pending.questions.questions[0]
        answer = Answer(question_id=question.id, option_ids=(question.options[option - 1].id,))
        response = Answered(answers=(answer,), provenance=by_click())
        await self.desk.respond(pending.id, response, Channel.DESKTOP)
        await self.wait(0)

    async def tick(self, option: int = 1) -> None:
        """Select an option on the screen without sending it."""
        assert self.screen.desk is not None
        pending = self.desk.pending()[0]
        question = pending.questions.questions[0]
        answer = Answer(question_id=question.id, option_ids=(question.options[option - 1].id,))
        self.screen.desk.draft_changed(Draft(answers={question.id: answer}))
        await self.wait(0)


def heard_words(then: str = "Five.") -> list[Step]:
    """Return words of a reply that are being heard already when what follows them comes."""
    text = f"{FOUR} {then}"
    return [TextReceived(text=text), Wait(seconds=1), BlockReceived(block=TextBlock(text=text))]


def asks(text: str = "", *, id: str = "toolu_ask") -> list[Step]:
    """Return the steps of a reply that asks which colour, after some words if given."""
    question: Mapping[str, Any] = {
        "question": "Which colour?",
        "header": "Colour",
        "multiSelect": False,
        "options": [{"label": "Red", "description": ""}, {"label": "Blue", "description": ""}],
    }
    return uses_tool("ask_user_question", {"questions": [question]}, text=text, id=id)


def deletes(text: str = "", *, id: str = "toolu_delete") -> list[Step]:
    """Return the steps of a reply that wants to use a tool which needs a yes."""
    return uses_tool("delete", {"path": "notes.txt"}, text=text, id=id)


class _Questioner(Nobody):
    """Implements `Questioner` over the scene's desk."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    @override
    async def ask(self, questions: QuestionSet, origin: Origin) -> AnsweredQuestions:
        opened = await self._scene.desk.open(questions, origin)
        return AnsweredQuestions(
            questions=opened.questions, response=await opened.response_or_withdraw()
        )

    @override
    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        self._scene.put(questions, origin)


async def _slow(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
    await asyncio.sleep(SLOW_S)
    return ToolResult(content="done")


async def _hang(arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
    await asyncio.Event().wait()
    return ToolResult(content="never")
