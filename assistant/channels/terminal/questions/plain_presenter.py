"""Questions in a plain terminal: a numbered list, answered by typing.

No cursor control and no colours, so it works in any terminal, in a log and through a pipe. What is
shown and what a line means stands in `questions/card/text_form.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from assistant.channels.terminal.text.printable import printable
from assistant.clock import Clock
from assistant.locale import _
from assistant.questions.card.text_form import TextForm, is_command
from assistant.questions.desk.presenter import Presentation
from assistant.questions.form.captions import asked_by_text, round_text
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model.question import (
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    QuestionSet,
    Response,
)
from assistant.typed_command import written_command

ReadLine = Callable[[str], Awaitable[str]]
"""Shows a prompt and returns the line typed; raises EOFError at the end of input."""
Write = Callable[[str], None]
Obey = Callable[[str], Awaitable[bool]]
"""Carries out a line if it is a command of the conversation; returns whether it is one."""


async def obeys_nothing(_typed: str) -> bool:
    """Know no command: there is no conversation beside the question."""
    return False


class PlainPresenter:
    """Puts questions as text. Runs on the engine loop."""

    channel = Channel.TERMINAL

    def __init__(
        self, *, write: Write, read_line: ReadLine, clock: Clock, obey: Obey = obeys_nothing
    ) -> None:
        self._write = write
        self._obey = obey
        self._read_line = read_line
        self._clock = clock
        self._turn = asyncio.Lock()
        """Held by the set that is shown; the others follow in the order they were asked."""
        self._drafts: dict[str, Draft] = {}
        """The selections of each set that waits or is shown, by its id."""
        self._list: TextForm | None = None
        """Where the user is in the set that is shown."""

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from this terminal."""
        return where.channel is Channel.TERMINAL

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show the question again if another channel selected something for it."""
        if questions_id in self._drafts:
            self._drafts[questions_id] = draft
        old = self._list
        if old is None or old.questions.id != questions_id:
            return
        self._list = old.with_draft(draft)
        if self._list.lines() != old.lines():
            self._show(self._list.lines())

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Ask one question after the other."""
        self._drafts[questions.id] = draft
        try:
            async with self._turn:
                listing = TextForm.begin(questions, self._drafts[questions.id])
                heads = (asked_by_text(questions), questions.title, questions.description)
                self._show(part for part in heads if part)
                if is_models_question(questions):
                    self._show((round_text(questions),))
                self._show(listing.lines())
                self._show((_("(/help lists other ways to answer)"),))
                desk.shown()
                return await self._converse(listing, desk)
        finally:
            del self._drafts[questions.id]
            if self._list is not None and self._list.questions.id == questions.id:
                self._list = None

    async def _converse(self, listing: TextForm, desk: Presentation) -> Response | None:
        self._list = listing
        while True:
            try:
                typed = await self._read_line("> ")
            except EOFError:
                return None
            desk.touched()
            is_other = written_command(typed.strip()).startswith("/") and not is_command(typed)
            if is_other and await self._obey(typed):
                self._show(("", *self._list.lines()))
                continue
            before = self._list
            after = before.take(typed)
            if after.unread is not None:
                by_model = await desk.read(after.unread)
                if _is_answered(before, self._list):  # elsewhere, meanwhile
                    self._show(("", *self._list.lines()))
                    continue
                after = after if by_model is None else self._list.take(typed, by_model)
            if after.card.ended is not None:
                return after.card.response(self._provenance())
            self._list = after
            if after.card.message:
                self._show((after.card.message,))
            else:
                desk.draft_changed(after.draft)
            self._show(("", *after.lines()))

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(printable(line))

    def _provenance(self) -> Provenance:
        return Provenance(channel=self.channel, method=Method.TYPED, at=self._clock.now())


def _is_answered(before: TextForm, now: TextForm) -> bool:
    """Whether the question of a list was answered since, so that words for it come too late."""
    at = before.at
    return now.at != at or now.draft.answers.get(at) != before.draft.answers.get(at)
