"""What a chat is told of the session of a coding agent."""

from assistant.channels.telegram.model.card_message import MARK_SIGNS
from assistant.channels.telegram.model.formatted_text import FormattedText, plain, styled
from assistant.coding_agents.model.attention import AgentNews, result_news
from assistant.coding_agents.model.session_board import AgentActivity, AgentSession
from assistant.locale import _


def news_for_chat(session: AgentSession) -> AgentNews | None:
    """Return what a chat is told of a session; a question of its comes as a question."""
    match session.activity:
        case AgentActivity.WAITING if not session.open_questions:
            return AgentNews.WAITS
        case AgentActivity.DONE:
            return result_news(session)
        case _:
            return None


def agent_message(
    session: AgentSession, news: AgentNews, *, is_over: bool = False
) -> FormattedText:
    """Return the message about a session: who, and what it has come to, not what it said.

    Args:
        session: The session.
        news: What it had come to.
        is_over: Whether it has gone on since.
    """
    if is_over:
        return plain(f"✔ {session.asker.title}")
    match news:
        case AgentNews.WAITS:
            words = _("waits for you at its own dialog")
        case AgentNews.DONE:
            words = _("is done")
        case AgentNews.FAILED:
            words = _("has failed")
    return (
        plain(f"{MARK_SIGNS[session.asker.mark]} ")
        + styled("bold", session.asker.title)
        + plain(f" {words}")
    )
