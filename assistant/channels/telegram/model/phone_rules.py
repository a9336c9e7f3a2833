"""Which of the questions that nobody answers at the desk go to the phone, and to whom."""

from collections.abc import Sequence

from assistant.channels.telegram.model.card_message import is_shown_whole
from assistant.questions.model.question import Channel, Origin, QuestionSet
from assistant.questions.model.validation import may_answer
from assistant.storage.telegram import TelegramAccount


def goes_to_phone(questions: QuestionSet, origin: Origin) -> bool:
    """Whether a question may go there: it was asked here, and may be answered there."""
    return not origin.channel.is_remote and is_answered_in_chats(questions)


def is_answered_in_chats(questions: QuestionSet) -> bool:
    """Whether an answer from a chat counts: nobody allows there what a message cannot show whole."""
    if not may_answer(questions, Channel.TELEGRAM):
        return False
    return not questions.purpose.is_approval or is_shown_whole(questions)


def whom_to_ask(accounts: Sequence[TelegramAccount], workspace: str) -> Sequence[TelegramAccount]:
    """Return the accounts of the workspace that a question belongs to: its user's, nobody else's."""
    return [account for account in accounts if account.workspace == workspace]
