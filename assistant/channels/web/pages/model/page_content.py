"""What stands on a question's page: the question's card and what is beside it. Values only."""

from dataclasses import dataclass, replace

from assistant.channels.web.pages.model.view import PageWaiting
from assistant.questions.card.control_names import ControlNames
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.model.question import QuestionSet
from assistant.questions.model.round_history import EarlierRound


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """A question set on its page."""

    card: QuestionCard
    names: ControlNames
    """Of the controls."""
    earlier: tuple[EarlierRound, ...] = ()
    """The rounds before this one."""
    similar: tuple[QuestionSet, ...] = ()
    """Other sets that the same answer can stand for."""
    waiting: tuple[PageWaiting, ...] = ()
    """Other questions of the conversation that wait on pages of their own."""
    message_number: int = 0
    """How many times something was wrong."""

    @staticmethod
    def of(card: QuestionCard, *, earlier: tuple[EarlierRound, ...] = ()) -> "PageContent":
        """Return a new page's content."""
        names = ControlNames(set_id=card.questions.id, is_form=card.is_form)
        return PageContent(card=card, names=names, earlier=earlier)

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.card.questions

    def with_card(self, card: QuestionCard) -> "PageContent":
        """Return it with the card after a gesture; each message it brings counts as a new one."""
        number = self.message_number + bool(card.message)
        return replace(self, card=card, message_number=number)
