"""Coding agents that wait or are done, and questions that wait, heard through the voice's own stream.

Engine thread. A tone is mixed over what sounds, as a cue. Words are said the same way, never while
the user speaks or a turn is under way: by then they are dropped, for the board says the same. Only
the results of agents that Parley started are said later, with the first sentence of the result, and
what became of spoken words for an agent; and that a question waits which nobody answered.
"""

from collections.abc import Callable, Sequence
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock
from assistant.coding_agents.model.attention import (
    AgentNews,
    AlertRules,
    Circumstances,
    attention,
)
from assistant.coding_agents.model.session_board import AgentSession, SessionBoard
from assistant.coding_agents.model.told_words import TOLD_ALOUD
from assistant.coding_agents.tasks.task_text import first_sentence
from assistant.errors import AssistantError
from assistant.escalation.step import Step
from assistant.languages import LANGUAGES
from assistant.locale import INTERFACE_LANGUAGES, current_language, mark, text_in
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import ConversationPhase, VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionClosed, QuestionRose
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Purpose, QuestionSet
from assistant.questions.model.sanitizer import one_line
from assistant.questions.spoken.background import asker_name
from assistant.questions.spoken.read_aloud import as_sentence
from assistant.voice.audio.earcons import RATE_HZ, Earcon, earcon_samples
from assistant.voice.conversation_port import ConversationPort
from assistant.voice.events import (
    InputEnded,
    InputLost,
    ListenerEvent,
    NoSpeech,
    TurnEnded,
    VoiceHeld,
    VoicePaused,
    VoiceProgressed,
    VoiceResumed,
    VoiceStarted,
    VoiceSuspected,
    VoiceWithdrawn,
    WakeHeard,
)
from assistant.voice.playout.player import resampled
from assistant.voice.protocols import AudioOutput, Synthesiser

_SPEAKING: Final = (
    *(WakeHeard, VoiceStarted, VoiceSuspected, VoiceHeld),
    *(VoiceProgressed, VoicePaused, VoiceResumed),
)
_SILENT: Final = (VoiceWithdrawn, TurnEnded, NoSpeech, InputLost, InputEnded)
_AT_REST: Final = frozenset({ConversationPhase.IDLE, ConversationPhase.LISTENING})
_AWAITING: Final = frozenset(
    {ConversationPhase.AWAITING_ANSWER, ConversationPhase.AWAITING_CONFIRM}
)
MOST_SPOKEN: Final = 3
"""Sessions that are named where many have come to something at once."""
_TONES: Final = {
    AgentNews.WAITS: Earcon.AGENT_WAITING,
    AgentNews.DONE: Earcon.AGENT_DONE,
    AgentNews.FAILED: Earcon.AGENT_DONE,
}


_WAITS: Final = mark("{name} is waiting for you.")
_DONE: Final = mark("{name} is done.")
_FAILED: Final = mark("{name} has failed.")


class AgentAlerts:
    """Sounds what sessions have come to.

    Args:
        rules: Returns the rules in use.
        clock: Says whether it is a quiet hour.
        player: None if nothing can sound.
        synthesiser: Says the words; None if there is no voice.
        are_questions_read: Returns whether the questions of programs can be read aloud.
        is_read: Returns whether a question, by its id, is read aloud anyway.
    """

    def __init__(
        self,
        *,
        rules: Callable[[], AlertRules],
        clock: Clock,
        are_questions_read: Callable[[], bool],
        is_read: Callable[[str], bool],
        conversation: ConversationPort,
        player: AudioOutput | None,
        synthesiser: Synthesiser | None,
        tasks: BackgroundTasks,
    ) -> None:
        self._rules = rules
        self._clock = clock
        self._are_questions_read = are_questions_read
        self._is_read = is_read
        self._conversation = conversation
        self._player = player
        self._synthesiser = synthesiser
        self._tasks = tasks
        self._board = SessionBoard()
        self._is_user_speaking = False
        self._late: list[tuple[AgentSession, AgentNews]] = []
        """What is to be said once nobody speaks any more."""
        self._replies: list[str] = []
        """What became of spoken words for agents; the same."""
        self._risen: dict[str, QuestionSet] = {}
        """Questions that nobody answered, by their ids; the same."""

    def hear(self, event: ListenerEvent) -> None:
        """Note whether the user speaks."""
        if isinstance(event, _SPEAKING):
            self._is_user_speaking = True
        elif isinstance(event, _SILENT):
            self._is_user_speaking = False
            self._say_late()

    def follow(self, event: EngineEvent) -> None:
        if isinstance(event, Notice) and event.code == TOLD_ALOUD:
            self._replies.append(event.text)
        match event:
            case QuestionRose(questions=questions, step=Step.SPOKEN):
                if not self._is_read(questions.id):
                    self._risen[questions.id] = questions
            case QuestionClosed(questions=questions):
                self._risen.pop(questions.id, None)
            case _:
                pass
        if isinstance(event, StateChanged | Notice | QuestionRose):
            self._say_late()
        if not isinstance(event, AgentSessionsListed):
            return
        before, self._board = self._board, event.board
        if self._player is None:
            return
        rules = self._rules()
        around = Circumstances(
            is_quiet_hour=rules.is_quiet(self._clock.now(), Step.NOTIFICATION),
            is_speech_quiet=rules.is_quiet(self._clock.now(), Step.SPOKEN),
            is_voice_open=self._conversation.state.session is not VoiceSessionState.INACTIVE,
            is_busy=self._is_busy,
            is_away=rules.is_away,
            are_questions_read=self._are_questions_read(),
        )
        heard = attention(before, event.board, rules.attention, around)
        if heard.sound is not None:
            self._player.cue(earcon_samples(_TONES[heard.sound]), RATE_HZ)
        self._late += heard.late
        self._begin_to_say(heard.spoken)

    def _say_late(self) -> None:
        if self._late and not self._is_busy:
            late, self._late = self._late, []
            rules = self._rules()
            if not (rules.is_away or rules.is_quiet(self._clock.now(), Step.SPOKEN)):
                self._begin_to_say(late)
        if self._replies and not self._is_busy:
            replies, self._replies = self._replies, []
            self._begin_to_utter(" ".join(replies), current_language())
        if self._risen and self._may_tell_of_questions and self._synthesiser is not None:
            risen, self._risen = self._risen, {}
            language = self._synthesiser.language
            text = risen_text(tuple(risen.values()), language)
            self._begin_to_utter(text, language, is_of_question=True)

    def _begin_to_utter(self, text: str, language: str, *, is_of_question: bool = False) -> None:
        if self._player is not None and self._synthesiser is not None:
            self._tasks.spawn(
                self._utter(
                    *(self._player, self._synthesiser, text, language),
                    is_of_question=is_of_question,
                ),
                "say what waits",
            )

    def _begin_to_say(self, named: Sequence[tuple[AgentSession, AgentNews]]) -> None:
        if named and self._player is not None and self._synthesiser is not None:
            self._tasks.spawn(
                self._say(self._player, self._synthesiser, named), "name coding agents"
            )

    @property
    def _is_busy(self) -> bool:
        return self._conversation.state.phase not in _AT_REST or self._is_heard

    @property
    def _may_tell_of_questions(self) -> bool:
        """Whether nobody speaks, and no turn does anything but wait for the answer itself."""
        rules = self._rules()
        is_silent = rules.is_away or rules.is_quiet(self._clock.now(), Step.SPOKEN)
        is_at_rest = self._conversation.state.phase in _AT_REST | _AWAITING
        return is_at_rest and not self._is_heard and not is_silent

    @property
    def _is_heard(self) -> bool:
        is_open = self._conversation.state.session is not VoiceSessionState.INACTIVE
        return self._is_user_speaking and is_open

    async def _say(
        self,
        player: AudioOutput,
        synthesiser: Synthesiser,
        named: Sequence[tuple[AgentSession, AgentNews]],
    ) -> None:
        language = synthesiser.language
        text = " ".join(alert_text(*each, language) for each in named[:MOST_SPOKEN])
        await self._utter(player, synthesiser, text, language)

    async def _utter(
        self,
        player: AudioOutput,
        synthesiser: Synthesiser,
        text: str,
        language: str,
        *,
        is_of_question: bool = False,
    ) -> None:
        try:
            samples, rate_hz = await synthesiser.synthesise(text, language=language)
        except AssistantError:
            return  # the tone was heard; that there is no voice is told elsewhere
        if not self._is_busy or (is_of_question and self._may_tell_of_questions):
            player.cue(
                samples if rate_hz == RATE_HZ else resampled(samples, rate_hz, RATE_HZ), RATE_HZ
            )


def risen_text(risen: Sequence[QuestionSet], language: str) -> str:
    """Return what is said of questions that nobody answered: `Codex in api is waiting for you.`.

    Never what a permission is for, and no more than so many of them.
    """
    said = [_waits_text(one, language) for one in risen[:MOST_SPOKEN]]
    return " ".join(dict.fromkeys(said))


def _waits_text(questions: QuestionSet, language: str) -> str:
    asker = questions.asker or Asker(agent="Parley")
    text = _phrase(AgentNews.WAITS, language).format(name=asker_name(asker, language))
    if questions.purpose is not Purpose.ASK:
        return text
    return f"{text} {as_sentence(one_line(questions.title or questions.questions[0].text))}"


def _phrase(news: AgentNews, language: str) -> str:
    known = None if language in INTERFACE_LANGUAGES else LANGUAGES.get(language)
    own = None if known is None else known.spoken_phrases
    match news:
        case AgentNews.WAITS:
            return own.program_waits if own else text_in(language, _WAITS)
        case AgentNews.DONE:
            return own.program_done if own else text_in(language, _DONE)
        case AgentNews.FAILED:
            return own.program_failed if own else text_in(language, _FAILED)


def alert_text(session: AgentSession, news: AgentNews, language: str) -> str:
    """Return what is said of a session: `Claude Code in webshop is waiting for you.`.

    Args:
        session: The session.
        news: What it has come to.
        language: Of the voice, ISO 639-1.
    """
    said = _phrase(news, language).format(name=asker_name(session.asker, language))
    task = session.task
    result = "" if task is None or news is not AgentNews.DONE else first_sentence(task.text)
    return f"{said} {result}" if result else said
