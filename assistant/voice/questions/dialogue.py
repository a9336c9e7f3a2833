"""One question put by voice: say it, hear, understand, confirm where it is in doubt.

Engine thread; speaks and hears through a `VoicePrompt` only, so it knows no device and no model. What
is said stands in `questions.spoken.reading`, what was meant in `questions.spoken.understanding`.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from assistant.coding_agents.hooks.permission_request import ALLOW, DENY
from assistant.languages.lexicon import CommandKind
from assistant.languages.question_request import QuestionRequest
from assistant.locale import mark, text_in
from assistant.questions.model.question import Answer, AnswerInput, Purpose, Question
from assistant.questions.model_reading.reading_rules import combined, unread_words
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.background import QuestionPlace, opening_lines, tell
from assistant.questions.spoken.expected_words import expected_words
from assistant.questions.spoken.likely_read_backs import likely_read_backs
from assistant.questions.spoken.read_aloud import (
    MAX_UNCLEAR_ANSWERS,
    WHETHER,
    SpokenLine,
    cue_line,
    pages,
    question_line,
    read_back,
    read_options,
    read_page,
    read_question,
    reprompt,
)
from assistant.questions.spoken.request_parser import parse_question_request
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)
from assistant.voice.questions.voice_prompt import (
    HeardWords,
    NothingHeard,
    PromptReply,
    PromptWithdrawn,
    VoicePrompt,
    VoiceUnavailable,
)

FIRST_QUESTION: Final = mark("This is the first question.")
NEEDS_ANSWER: Final = mark("This question needs an answer.")
WHAT_INSTEAD: Final = mark("What would fit?")
AFTER_REMARK_S: Final = 0.3
SETTLING_SCORE: Final = 0.9
"""From this score an interim transcript answers without waiting for the end of the turn."""
DOUBTFUL_LOG_PROB: Final = -0.45
"""Below this a choice is read back before it is taken. Of 113 recorded answers the three that the
base model took for another number or letter are below it, and seven that it understood."""

_SURE: Final = Question.yes_or_no("sure")


def interpret_answer(question: Question, words: HeardWords) -> Understanding:
    """Interpret an answer; a choice that was heard faintly needs confirming."""
    meant = parse_spoken_answer(question, words.text, words.language, current_option=words.option)
    if isinstance(meant, SpokenChoice) and words.log_prob < DOUBTFUL_LOG_PROB:
        return replace(meant, needs_confirming=True)
    return meant


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerHeard:
    """The user answered."""

    answer: Answer
    transcript: str
    score: float | None = None
    """How well it matched, 0 to 1; None for words of their own."""
    is_confirmed: bool = False
    """It was read back already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDeclined:
    """The user did not choose: `DECIDE`, `LATER`, `CANCEL`, or `OTHER` with words of their own."""

    kind: CommandKind
    words: str = ""
    """What would fit, or why they cancel."""
    transcript: str
    is_confirmed: bool = False


class DialogueExit(Enum):
    """What ends a dialogue without settling anything."""

    BACK = "back"
    """The user wants the question before."""
    LEFT = "left"
    """Voice gives up; the question stays on the screen."""
    OVERTAKEN = "overtaken"
    """The question was answered elsewhere meanwhile."""


DialogueOutcome = AnswerHeard | AnswerDeclined | DialogueExit


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedReplies:
    """What may be said beside an answer."""

    back: bool
    cancel: bool
    other_ways: bool
    """Whether "you decide", "later" and "none of these" count; not for confirmations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Say:
    """Go on by saying this."""

    lines: Sequence[SpokenLine]


class _Mode(Enum):
    """What the next words are taken for."""

    ANSWER = "answer"
    YES_OR_NO = "yes_or_no"
    """Whether what was understood is right."""
    OWN_WORDS = "own_words"
    """What would fit instead of the options."""


class VoiceDialogue:
    """Puts one question.

    Args:
        place: The question in its set.
        lead: Lines before the question, such as the answer to the one before.
        allowed: What may be said beside an answer.
        read: Has a model read words about which the rules would ask back.
        is_aside: Whether it is asked out of the blue: then nothing counts as an answer that was
            begun before the question was heard, nor a permission's before all of it was.
    """

    def __init__(
        self,
        *,
        prompt: VoicePrompt,
        place: QuestionPlace,
        lead: Sequence[SpokenLine],
        allowed: AllowedReplies,
        read: Callable[[UnreadWords], Awaitable[Understanding | None]],
        is_aside: bool = False,
    ) -> None:
        self._prompt = prompt
        self._read = read
        self._place = place
        self._question = place.question
        self._language = prompt.language
        self._lead = tuple(lead)
        self._allowed = allowed
        self._mode = _Mode.ANSWER
        self._doubtful: AnswerHeard | AnswerDeclined | None = None
        self._doubted_line: SpokenLine | None = None
        self._tries = 0
        self._silences = 0
        self._page = 0
        self._is_slow = False
        self._is_overtaken = False
        self._needed = 0
        """How many lines of what is read must have begun before words count."""
        self._must_hear = is_aside

    def overtake(self) -> None:
        """Stop asking: the question was answered elsewhere."""
        self._is_overtaken = True
        self._prompt.give_way()

    async def run(self) -> DialogueOutcome:
        """Ask until the question is answered, refused or given up."""
        step: DialogueOutcome | _Say = self._whole(*self._lead)
        while isinstance(step, _Say):
            if self._is_overtaken:
                return DialogueExit.OVERTAKEN
            heard = await self._prompt.ask(
                step.lines,
                bias=self._bias(),
                settles=self._settles,
                understands=self._means_something,
                likely=self._likely(),
            )
            step = await self._take(heard)
            if self._is_overtaken:  # while a model read what was heard
                return DialogueExit.OVERTAKEN
        return step

    async def _take(self, heard: PromptReply) -> DialogueOutcome | _Say:
        match heard:
            case VoiceUnavailable():
                self._prompt.withdraw()
                return DialogueExit.LEFT
            case NothingHeard():
                return await self._take_silence()
            case HeardWords():
                self._silences = 0
                if self._is_early(heard):
                    return self._not_heard_out()
                self._must_hear = False
                return await self._take_words(heard)
            case PromptWithdrawn():
                return DialogueExit.OVERTAKEN
            case _:
                assert_never(heard)

    async def _take_silence(self) -> DialogueOutcome | _Say:
        """Read it once more, then leave it until the user calls for it (Q-VOICE-11)."""
        self._silences += 1
        if self._silences > 1:
            if not await self._prompt.leave():
                return DialogueExit.LEFT
            self._silences = self._tries = 0
        return self._whole()

    def _is_early(self, words: HeardWords) -> bool:
        """Whether words were begun before enough of the question was heard."""
        begun = words.lines_begun
        return self._must_hear and begun is not None and begun < self._needed

    def _not_heard_out(self) -> DialogueOutcome | _Say:
        """Read it again to a user who spoke too early; after the third time leave it."""
        self._tries += 1
        if self._tries < MAX_UNCLEAR_ANSWERS:
            return self._whole()
        self._prompt.withdraw()
        return DialogueExit.LEFT

    async def _take_words(self, words: HeardWords) -> DialogueOutcome | _Say:
        request = self._requested(words)
        if request is not None and request is not QuestionRequest.KEEP:
            return self._answer_request(request)
        match self._mode:
            case _Mode.ANSWER:
                return await self._take_answer(words)
            case _Mode.YES_OR_NO:
                return await self._take_yes_or_no(words)
            case _Mode.OWN_WORDS:
                return self._take_own_words(words)
            case _:
                assert_never(self._mode)

    # An answer.

    async def _take_answer(self, words: HeardWords) -> DialogueOutcome | _Say:
        meant = self._understand(words)
        chosen = self._place.chosen
        if chosen is not None and not chosen.is_empty and self._keeps_chosen(meant, words):
            kept = AnswerHeard(answer=chosen, transcript=words.text, score=1.0)
            return self._doubt(kept, chosen)
        meant = await self._read_on(meant, words)
        match meant:
            case SpokenChoice():
                return self._take_choice(meant, words)
            case SpokenCommand():
                return self._take_command(meant, words)
            case UnclearAnswer():
                return self._take_unclear(meant, words)
            case _:
                assert_never(meant)

    async def _read_on(self, by_rules: Understanding, words: HeardWords) -> Understanding:
        """Return what words mean once a model read what the rules would ask back about."""
        if words.log_prob < DOUBTFUL_LOG_PROB:  # what was heard is in doubt, not what was meant
            return by_rules
        unread = unread_words(self._place.questions, self._question, words.text, by_rules)
        by_model = None if unread is None else await self._read(unread)
        return by_rules if by_model is None else combined(by_rules, by_model)

    def _keeps_chosen(self, meant: Understanding, words: HeardWords) -> bool:
        """Whether words accept the present choice.

        "Keep it" may mean an option, or no to a yes-or-no question: it means this only where
        nothing else was understood, and it is read back.
        """
        is_kept = self._requested(words) is QuestionRequest.KEEP
        match self._question.traits.input:
            case AnswerInput.TEXT:
                return is_kept
            case AnswerInput.OPTIONS:
                is_cancel = isinstance(meant, SpokenCommand) and meant.kind is CommandKind.CANCEL
                if is_kept and is_cancel:
                    return True  # to keep may begin with a word for to cancel
                return isinstance(meant, UnclearAnswer) and (is_kept or _is_yes(words))
            case AnswerInput.YES_NO:
                return False

    def _take_choice(self, chosen: SpokenChoice, words: HeardWords) -> DialogueOutcome | _Say:
        if chosen.text is not None and self._question.options:
            return self._doubt_own_words(words)
        given = AnswerHeard(
            answer=Answer(
                question_id=self._question.id,
                option_ids=chosen.option_ids,
                boolean=chosen.boolean,
                text=chosen.text,
            ),
            transcript=words.text,
            score=chosen.score,
        )
        if chosen.needs_confirming:
            return self._doubt(given, given.answer)
        return given

    def _take_unclear(self, unclear: UnclearAnswer, words: HeardWords) -> DialogueOutcome | _Say:
        if unclear.reason is UnclearReason.NO_MATCH and self._question.allow_other:
            return self._doubt_own_words(words)
        return self._not_understood(unclear)

    def _not_understood(self, unclear: UnclearAnswer) -> DialogueOutcome | _Say:
        """Ask again, more plainly each time; after the third time leave it to the screen."""
        self._tries += 1
        self._mode = _Mode.ANSWER
        lines = reprompt(self._question, unclear, self._language, self._tries)
        if self._tries < MAX_UNCLEAR_ANSWERS:
            return _Say(lines=lines)
        self._prompt.withdraw()
        for line in lines:
            self._prompt.enqueue(line)
        return DialogueExit.LEFT

    # Commands.

    def _take_command(self, command: SpokenCommand, words: HeardWords) -> DialogueOutcome | _Say:
        self._tries = 0
        step = self._obey(command, words)
        if not command.needs_confirming or isinstance(step, _Say | DialogueExit):
            return step
        return self._doubt_outcome(step, self._remark(WHETHER[command.kind]))

    def _obey(
        self, command: SpokenCommand, words: HeardWords
    ) -> DialogueOutcome | _Say:  # one case a command
        match command.kind:
            case CommandKind.REPEAT if not command.option_ids:
                return self._whole()
            case CommandKind.REPEAT | CommandKind.EXPLAIN | CommandKind.COMPARE:
                lines = read_options(self._question, command.option_ids, self._language)
                return _Say(lines=lines)
            case CommandKind.SLOWER:
                self._is_slow = True
                return self._whole()
            case CommandKind.MORE:
                self._page = (self._page + 1) % len(pages(self._question))
                return self._whole()
            case CommandKind.BACK:
                if self._allowed.back:
                    return DialogueExit.BACK
                return self._whole(self._remark(FIRST_QUESTION))
            case CommandKind.SKIP:
                if not self._question.required:
                    empty = Answer(question_id=self._question.id)
                    return AnswerHeard(answer=empty, transcript=words.text, score=1.0)
                return self._whole(self._remark(NEEDS_ANSWER))
            case CommandKind.CANCEL:
                return self._refuse(command, words, is_allowed=self._allowed.cancel)
            case CommandKind.DECIDE | CommandKind.LATER:
                return self._refuse(command, words, is_allowed=self._allowed.other_ways)
            case CommandKind.OTHER:
                return self._take_other(command, words)
            case _:
                assert_never(command.kind)

    def _refuse(
        self, command: SpokenCommand, words: HeardWords, *, is_allowed: bool
    ) -> DialogueOutcome | _Say:
        if is_allowed:
            return AnswerDeclined(kind=command.kind, words=command.words, transcript=words.text)
        return self._whole(self._remark(NEEDS_ANSWER))

    def _take_other(self, command: SpokenCommand, words: HeardWords) -> DialogueOutcome | _Say:
        if not (self._question.allow_other or self._allowed.other_ways):
            return self._whole(self._remark(NEEDS_ANSWER))
        if command.words:
            return self._doubt_own_words(HeardWords(text=command.words, language=words.language))
        self._mode = _Mode.OWN_WORDS
        return _Say(lines=(self._remark(WHAT_INSTEAD),))

    def _take_own_words(self, words: HeardWords) -> DialogueOutcome | _Say:
        if not words.text:
            return self._not_understood(UnclearAnswer(reason=UnclearReason.EMPTY))
        return self._doubt_own_words(words)

    def _doubt_own_words(self, words: HeardWords) -> _Say:
        """Take words for the user's own answer, or for "none of these"."""
        answer = Answer(question_id=self._question.id, other=words.text)
        if self._question.allow_other:
            return self._doubt(AnswerHeard(answer=answer, transcript=words.text), answer)
        refused = AnswerDeclined(kind=CommandKind.OTHER, words=words.text, transcript=words.text)
        return self._doubt(refused, answer)

    # What is asked about the question.

    def _requested(self, words: HeardWords) -> QuestionRequest | None:
        return parse_question_request(self._question, words.text, words.language)

    def _answer_request(self, request: QuestionRequest) -> _Say:
        """Answer the request, and ask again."""
        self._tries = 0
        if request is QuestionRequest.OPTIONS:
            self._page = 0
            self._mode, self._doubtful = _Mode.ANSWER, None
        return _Say(lines=(*tell(request, self._place, self._language), self._asking_again))

    @property
    def _asking_again(self) -> SpokenLine:
        if self._mode is _Mode.OWN_WORDS:
            return self._remark(WHAT_INSTEAD)
        if self._mode is _Mode.YES_OR_NO and self._doubted_line is not None:
            return self._doubted_line
        return cue_line(self._question, self._language, self._page)

    # What is in doubt.

    def _doubt(self, outcome: AnswerHeard | AnswerDeclined, answer: Answer) -> _Say:
        """Read back and accept only after a yes."""
        line = read_back(self._question, answer, self._language, asks=True)
        return self._doubt_outcome(outcome, line)

    def _doubt_outcome(self, outcome: AnswerHeard | AnswerDeclined, line: SpokenLine) -> _Say:
        self._doubtful = outcome
        self._mode = _Mode.YES_OR_NO
        self._doubted_line = line
        return _Say(lines=(line,))

    async def _take_yes_or_no(self, words: HeardWords) -> DialogueOutcome | _Say:
        doubtful, self._doubtful = self._doubtful, None
        self._mode = _Mode.ANSWER
        meant = parse_spoken_answer(_SURE, words.text, words.language)
        if isinstance(meant, SpokenChoice) and meant.boolean and doubtful is not None:
            return replace(doubtful, is_confirmed=True)
        if self._question.options:  # "no, the third"
            if isinstance(self._understand(words), SpokenChoice | SpokenCommand):
                return await self._take_answer(words)
        if isinstance(meant, SpokenChoice):
            return self._whole()
        return self._not_understood(UnclearAnswer(reason=UnclearReason.NO_MATCH))

    # What is said.

    def _whole(self, *lead: SpokenLine) -> _Say:
        """Read the question, or the open page of it."""
        self._mode = _Mode.ANSWER
        if self._page:
            lines = read_page(self._question, self._language, self._page, slowly=self._is_slow)
        else:
            lines = read_question(
                self._question,
                self._language,
                opening=opening_lines(self._place, self._language),
                chosen=self._place.chosen,
                slowly=self._is_slow,
            )
        if self._must_hear:
            self._needed = len(lead) + self._lines_to_hear(lines)
        return _Say(lines=(*lead, *lines))

    def _lines_to_hear(self, lines: Sequence[SpokenLine]) -> int:
        """How many of these must have begun before an answer to them can be one."""
        if self._place.questions.purpose.is_approval:  # then all before the options was said
            return next(
                (n for n, line in enumerate(lines, 1) if line.option is not None), len(lines)
            )
        asked = question_line(self._question)
        return next((n for n, line in enumerate(lines, 1) if line.text == asked.text), len(lines))

    def _remark(self, text: str) -> SpokenLine:
        return SpokenLine(text=text_in(self._language, text), pause_s=AFTER_REMARK_S)

    def _understand(self, words: HeardWords) -> Understanding:
        if self._place.questions.purpose is Purpose.PERMISSION:
            meant = interpret_answer(_SURE, replace(words, option=None))
            if isinstance(meant, SpokenChoice) and meant.score == 1.0:
                return self._permission(meant, words)
        return interpret_answer(self._question, words)

    def _permission(self, meant: SpokenChoice, words: HeardWords) -> SpokenChoice:
        """Return what a plain yes or no chooses; a yes over the options may mean the one read."""
        is_doubtful = bool(meant.boolean) and words.option is not None
        return replace(
            meant,
            option_ids=(ALLOW if meant.boolean else DENY,),
            boolean=None,
            needs_confirming=meant.needs_confirming or is_doubtful,
        )

    def _bias(self) -> Sequence[str]:
        return expected_words(self._question, self._language)

    def _likely(self) -> Sequence[SpokenLine]:
        """What is likely to be said once the question is answered."""
        if self._mode is not _Mode.ANSWER:
            return ()
        return likely_read_backs(self._question, self._language, pages(self._question)[self._page])

    def _means_something(self, words: HeardWords) -> bool:
        """Whether words said over the reading are worth stopping it for."""
        if self._is_early(words):
            return False
        if self._mode is _Mode.OWN_WORDS or self._question.traits.input is AnswerInput.TEXT:
            return True
        if self._requested(words) is not None:
            return True
        if self._mode is _Mode.YES_OR_NO and isinstance(
            interpret_answer(_SURE, words), SpokenChoice
        ):
            return True
        return isinstance(self._understand(words), SpokenChoice | SpokenCommand)

    def _settles(self, words: HeardWords) -> bool:
        """Whether an interim transcript is beyond doubt: one option, or yes or no."""
        if self._is_early(words):
            return False
        if self._mode is _Mode.YES_OR_NO:
            meant = interpret_answer(_SURE, words)
        elif self._mode is _Mode.ANSWER and self._question.traits.answers_at_once:
            meant = self._understand(words)
        else:
            return False  # more may follow
        return (
            isinstance(meant, SpokenChoice)
            and not meant.needs_confirming
            and meant.score >= SETTLING_SCORE
        )


def _is_yes(words: HeardWords) -> bool:
    """Whether words are a yes, and nothing but a yes."""
    meant = parse_spoken_answer(_SURE, words.text, words.language)
    return (
        isinstance(meant, SpokenChoice)
        and meant.boolean is True
        and meant.score == 1.0
        and not meant.needs_confirming
    )
