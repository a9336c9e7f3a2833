"""A question set as it stands in a chat: taps and words become gestures of its card. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.channels.telegram.model.callback_data import Tap, TapKind, gesture_of
from assistant.locale import _
from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import (
    Gesture,
    GiveAnswer,
    LeaveGesture,
    SelectOption,
    TakeWords,
    WordsFor,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.card.text_form import LineTrouble, is_command, read_line
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Method,
    Provenance,
    QuestionSet,
    Response,
)
from assistant.questions.model.validation import check_response
from assistant.questions.model_reading.unread_words import UnreadWords

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding


@dataclass(frozen=True, slots=True, kw_only=True)
class CardStep:
    """What a tap or words did."""

    card: "ChatCard"
    response: Response | None = None
    """The answer, if that was it."""
    message: str = ""
    """For the user; empty if there is nothing to say."""
    unread: UnreadWords | None = None
    """What a model may read before the user is told of the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatCard:
    """A question set in a chat."""

    card: QuestionCard
    doubt: Gesture | None = None
    """What the words before seemed to do; a yes confirms it."""
    is_open: bool = False
    """Whether the ways not to answer are shown."""
    heading: str = ""
    """Why it stands here, if it was not asked here."""

    @staticmethod
    def begin(questions: QuestionSet, draft: Draft, *, heading: str = "") -> "ChatCard":
        """Return it before anything was done here."""
        return ChatCard(card=QuestionCard.begin(questions, draft), heading=heading)

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.card.questions

    @property
    def draft(self) -> Draft:
        """The selections so far."""
        return self.card.draft

    @property
    def view(self) -> CardView:
        """What the card shows."""
        return self.card.view()

    @property
    def words_for(self) -> WordsFor | None:
        """What a button wants the next words for; None if they are an answer like any others."""
        return self.card.words_for

    def with_draft(self, draft: Draft) -> "ChatCard":
        """Show selections that were made elsewhere."""
        return replace(self, card=self.card.with_draft(draft))

    def tap(self, tap: Tap, at: datetime) -> CardStep:
        """Do what a button wants.

        Raises:
            AnswerRefused: `INVALID` if the question has no such button, or as `QuestionCard.apply`.
        """
        if tap.kind in {TapKind.MORE, TapKind.LESS, TapKind.AGAIN}:
            is_open = self.is_open if tap.kind is TapKind.AGAIN else tap.kind is TapKind.MORE
            return CardStep(card=replace(self, is_open=is_open))
        gesture = gesture_of(tap, self.questions)
        card = self.card.apply(gesture)
        step = self._step(card, Method.CLICK, at)
        if isinstance(gesture, SelectOption) and card == self.card:
            return replace(step, message=_("That is so already."))
        return step

    def take(
        self, text: str, *, method: Method, at: datetime, by_model: "Understanding | None" = None
    ) -> CardStep:
        """Take words that were written, or said: an answer, a command, or what was asked for.

        Args:
            text: The words.
            method: How they came.
            at: When.
            by_model: What a model read in them, which were `unread` without.

        Raises:
            AnswerRefused: As `QuestionCard.apply`.
        """
        words = text.strip()
        if self.words_for is not None and not is_command(words):
            # Options may still be ticked beside own words: the chat shows both.
            card = self.card.apply(TakeWords(words=words, confirms=False))
            step = self._step(card, method, at, words)
            is_noted = self.words_for is WordsFor.NOTE and not step.message
            return replace(step, message=_("Noted.")) if is_noted else step
        meant = read_line(self.card, words, self.doubt, by_model)
        if self.view.is_review and not isinstance(meant, LeaveGesture):
            return CardStep(
                card=self, message=_("Send the answers with the button, or change one.")
            )
        if isinstance(meant, LineTrouble):
            doubted = replace(self, doubt=meant.doubt)
            return CardStep(card=doubted, message=meant.why, unread=meant.unread)
        return self._step(self.card.apply(meant), method, at, words)

    def is_meant(self, words: str, step: CardStep) -> bool:
        """Whether words that name no question were for this one, which may stand here as a guest.

        Then the chat is not there for it: words that choose nothing, or would be an answer of the
        user's own where options are offered, are an ordinary message.

        Args:
            words: What was written or said.
            step: What they would do.
        """
        if not self.heading or self.words_for is not None or is_command(words):
            return True
        if step.message:
            doubt = step.card.doubt
            return isinstance(doubt, GiveAnswer) and not doubt.answer.other
        response, before = step.response, self.draft.answers
        is_answer = isinstance(response, Answered)
        given = response.answers if is_answer else step.card.draft.answers.values()
        return not any(one.other and one.other != _other(before, one) for one in given)

    def _step(self, card: QuestionCard, method: Method, at: datetime, words: str = "") -> CardStep:
        after = replace(self, card=card.refused(""), doubt=None)
        if card.ended is None:
            return CardStep(card=after, message=card.message)
        heard = words if method is Method.VOICE else None
        by = Provenance(channel=Channel.TELEGRAM, method=method, at=at, transcript=heard)
        response = check_response(self.questions, card.response(by), Channel.TELEGRAM)
        return CardStep(card=after, response=response)


def _other(before: dict[str, Answer], now: Answer) -> str | None:
    return before[now.question_id].other if now.question_id in before else None
