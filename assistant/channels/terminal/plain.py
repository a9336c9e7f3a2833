"""Questions in a plain terminal: a numbered list, answered by typing.

No cursor control and no colours, so it works in any terminal, in a log and through a pipe. Numbers,
ids and labels are understood; any other words are the person's own answer where those are allowed.
"""

import re
import unicodedata
from collections.abc import Awaitable, Callable, Sequence

from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.model import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Kind,
    Later,
    Method,
    NoneFit,
    Origin,
    Provenance,
    Question,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.presenting import Presentation

ReadLine = Callable[[str], Awaitable[str]]
"""Shows a prompt and returns the line typed; raises EOFError at the end of input."""
Write = Callable[[str], None]

CANCEL, DECIDE, LATER, NONE = "/cancel", "/decide", "/later", "/none"


class PlainPresenter:
    """Puts questions as text. Runs on the engine loop.

    Args:
        write: Shows a line.
        read_line: Asks for one.
        clock: Stamps answers.
    """

    channel = Channel.TERMINAL

    def __init__(self, *, write: Write, read_line: ReadLine, clock: Clock) -> None:
        self._write = write
        self._read_line = read_line
        self._clock = clock

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from this terminal."""
        return where.channel is Channel.TERMINAL

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Nothing to show: what is typed here is sent at once."""

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Ask one question after the other."""
        answers: list[Answer] = []
        pending = list(questions.questions)
        position = 0
        while pending:
            question = pending.pop(0)
            position += 1
            total = position + len(pending)
            for line in describe(question, position=position, total=total):
                self._write(line)
            desk.shown()
            answer = await self._ask(question, questions, desk)
            if not isinstance(answer, Answer):
                return answer
            answers.append(answer)
            follow_ups = [q for i in answer.option_ids for q in question.follow_ups.get(i, ())]
            pending[:0] = follow_ups
        return Answered(answers=tuple(answers), provenance=self._provenance())

    async def _ask(
        self, question: Question, questions: QuestionSet, desk: Presentation
    ) -> Answer | Response | None:
        while True:
            try:
                typed = (await self._read_line("> ")).strip()
            except EOFError:
                return None
            desk.touched()
            match typed.split(maxsplit=1):
                case [command] if command == DECIDE:
                    return YouDecide(provenance=self._provenance())
                case [command] if command == LATER:
                    return Later(provenance=self._provenance())
                case [command, words] if command == NONE:
                    return NoneFit(words=words, provenance=self._provenance())
                case [command] if command == CANCEL and questions.allow_cancel:
                    return Cancelled(provenance=self._provenance())
                case _:
                    answer = understand_typed(question, typed)
            if answer is not None:
                return answer
            self._write(_("That is not one of the answers. Please reply with the number."))

    def _provenance(self) -> Provenance:
        return Provenance(channel=self.channel, method=Method.TYPED, at=self._clock.now())


def describe(question: Question, *, position: int = 1, total: int = 1) -> list[str]:
    """Return the lines of the text list: question, context, options, what to reply."""
    lines = [""]
    if total > 1:
        lines.append(_("Question {i} of {n}").format(i=position, n=total))
    header = f"[{question.header}] " if question.header else ""
    lines.append(header + question.text)
    if question.context:
        lines.append(question.context)
    for number, option in enumerate(question.options, start=1):
        recommended = f" ({_('Recommended')})" if option.recommended else ""
        description = f" - {option.description}" if option.description else ""
        lines.append(f"{number}. {option.label}{recommended}{description}")
    match question.kind:
        case Kind.SINGLE:
            lines.append(_("Please reply with the number"))
        case Kind.MULTI:
            lines.append(_("Please reply with the numbers, such as 1, 3"))
        case Kind.BOOLEAN:
            lines.append(_("Please reply with yes or no"))
        case Kind.TEXT:
            lines.append(_("Please type your answer"))
    return [printable(line) for line in lines]


def printable(text: str) -> str:
    """Remove control characters, so that no text can steer the terminal."""
    return "".join(c for c in text if c == "\n" or unicodedata.category(c) not in {"Cc", "Cf"})


def understand_typed(question: Question, typed: str) -> Answer | None:
    """Return what a typed line answers, or None if it answers nothing.

    Numbers are the positions shown (1..n), then ids and labels are tried (Q-TEXT-04).
    """
    if not typed:
        return None if question.required else Answer(question_id=question.id)
    match question.kind:
        case Kind.TEXT:
            return Answer(question_id=question.id, text=typed)
        case Kind.BOOLEAN:
            return _boolean(question, typed)
        case Kind.SINGLE:
            chosen = _find(question, typed)
        case Kind.MULTI:
            parts = [part for part in re.split(r"[\s,;、，]+", typed) if part]
            found = [_find(question, part) for part in parts]
            whole = _find(question, typed)
            chosen = whole or (
                [one for some in found if some for one in some] if all(found) else None
            )
    if chosen:
        unique = [option.id for option in question.options if option.id in chosen]
        return Answer(question_id=question.id, option_ids=tuple(unique))
    if question.allow_other and not re.fullmatch(r"[#\d.)\s번]+", typed):
        return Answer(question_id=question.id, other=typed)
    return None


def _boolean(question: Question, typed: str) -> Answer | None:
    word = typed.casefold().rstrip(".!")
    if word in {"y", "yes", "true", "1", "네", "예", "응", "是", "好", "对"}:
        return Answer(question_id=question.id, boolean=True)
    if word in {"n", "no", "false", "2", "아니요", "아니오", "아니", "不", "否", "不是"}:
        return Answer(question_id=question.id, boolean=False)
    return None


def _find(question: Question, typed: str) -> Sequence[str] | None:
    number = re.fullmatch(r"#?\s*(\d+)\s*(?:[.)]|번)?", typed)
    if number and 1 <= int(number[1]) <= len(question.options):
        return [question.options[int(number[1]) - 1].id]
    for option in question.options:
        if typed == option.id or _fold(typed) == _fold(option.label):
            return [option.id]
    return None


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold().strip()
