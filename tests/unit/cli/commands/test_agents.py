"""`parley agents` beside a running Parley."""

import asyncio
import json

from typer.testing import CliRunner, Result

from assistant.cli import build
from assistant.coding_agents.model.session_board import UserNeeded, WordsTaken, WorkDone
from assistant.errors import UnreachableError
from assistant.home import Home
from assistant.questions.model.asker import Asker
from tests.helpers.web.api_program import calling


def run(home: Home, *arguments: str) -> Result:
    return CliRunner().invoke(build("agents"), ["agents", *arguments, "--home", str(home.root)])


def test_without_a_running_parley_it_says_how_to_start_one(home: Home) -> None:
    done = run(home)
    assert isinstance(done.exception, UnreachableError)
    assert "parley serve" in done.exception.hint


async def test_sessions_are_listed_as_lines_and_as_json(home: Home) -> None:
    async with calling(home) as program:
        empty = await asyncio.to_thread(run, home)
        assert "No coding agent is running" in empty.output
        agents = program.running.core.agents
        shop = Asker(agent="Claude Code", project="webshop", session="a")
        agents.hear(WorkDone(asker=shop, last_sentence="Tests pass.\x1b[2J"))
        api = Asker(agent="Codex", project="api", session="b")
        agents.hear(WordsTaken(asker=api))
        agents.hear(UserNeeded(asker=api))
        listed = await asyncio.to_thread(run, home)
        assert listed.output.splitlines() == [
            "Codex · api: is waiting for you (just now)",
            "Claude Code · webshop: is done (just now). “Tests pass.”",
        ]
        first, second = json.loads((await asyncio.to_thread(run, home, "--json")).output)
    assert (first["asker"]["project"], first["activity"]) == ("api", "waiting")
    assert (second["activity"], second["open_questions"]) == ("done", [])
