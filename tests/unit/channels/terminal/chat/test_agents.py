"""`/agents` in the terminal."""

from datetime import UTC, datetime

from assistant.coding_agents.model.session_board import SessionBoard, WordsTaken
from assistant.protocol.coding_agents import AgentSessionsListed, ListAgentSessions
from assistant.questions.model.asker import Asker
from tests.unit.channels.terminal.chat.test_folders import Terminal


async def test_agents_are_listed_once_they_are_asked_for() -> None:
    terminal = Terminal()
    shop = WordsTaken(asker=Asker(agent="Claude Code", project="webshop"))
    listed = AgentSessionsListed(board=SessionBoard().after(shop, datetime.now(UTC)))

    terminal.handler(listed)  # nobody asked
    await terminal.type("/agents")
    terminal.handler(listed)
    terminal.handler(listed)

    assert terminal.submitted == [ListAgentSessions()]
    assert terminal.written.count("Claude Code · webshop: is working (just now)") == 1
