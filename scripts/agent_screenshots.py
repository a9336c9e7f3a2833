"""Takes pictures of what coding agents ask, as sheets for the documentation.

    .venv/bin/python scripts/agent_screenshots.py --out docs/screenshots/agents

The questions are made of what the agents told their hooks (`tests/data/hooks`), and of what those ask
that reach Parley by its MCP server alone; the dialogs are the program's own.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtGui import QPixmap
from question_screenshots import laid_out, make_application
from question_states import ROOT, Stage, settle
from small_picture import save_small

from assistant.channels.desktop.widgets.theme import Theme, ThemeChoice
from assistant.coding_agents.hooks.dialects import questions_of, read_hook
from assistant.coding_agents.hooks.hook_events import Asked
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.coding_agents.model.agents import CodingAgent
from assistant.locale import InterfaceLanguage, use_language
from assistant.questions.formats.tool_input import parse_tool_input
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import QuestionSet

LOOKS: Final[Sequence[tuple[InterfaceLanguage, ThemeChoice]]] = (("en", "light"), ("ko", "dark"))
FOLDER = "/home/ada/webshop"
RECORDED = (
    (CodingAgent.CLAUDE_CODE, "Bash"),
    (CodingAgent.CLAUDE_CODE, "Edit"),
    (CodingAgent.CODEX, "Bash"),
    (CodingAgent.OPENCODE, "permission.asked"),
)
"""The agents, with the tool or the event of the hook."""
ASKS = {
    "questions": [
        {
            "question": "Which database shall the orders go to?",
            "header": "Database",
            "options": [
                {"label": "PostgreSQL", "description": "a server"},
                {"label": "SQLite", "description": "a file"},
            ],
        }
    ]
}
BY_SERVER = (CodingAgent.GEMINI, CodingAgent.CLINE)


def asked_questions() -> Iterator[QuestionSet]:
    """Yield a question of each agent."""
    for agent, name in RECORDED:
        lines = (ROOT / "tests" / "data" / "hooks" / f"{agent.value}.jsonl").read_text("utf-8")
        for line in lines.splitlines():
            payload = json.loads(line)
            event = read_hook(agent, payload | {"cwd": FOLDER})
            if name in {payload.get("tool_name"), payload.get("hook_event_name")} and isinstance(
                event, Asked
            ):
                yield questions_of(event, set_id="set", allowed=AllowedPlaces())
                break
    for agent in BY_SERVER:
        read = parse_tool_input(ASKS, tool_use_id="call", set_id="set")
        asker = Asker(agent=agent.traits.title, project=Path(FOLDER).name, session="")
        yield read.questions.model_copy(update={"asker": asker})


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots" / "agents")
    chosen = parser.parse_args(arguments)
    make_application()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for language, look in LOOKS:
        use_language(language)
        theme = Theme(choice=look)
        theme.apply()
        stage = Stage(language=language, theme=theme, size="wide")
        pictures: list[tuple[str, QPixmap]] = []
        for questions in asked_questions():
            dialog = stage.put_set(questions)
            dialog.resize(dialog.width(), dialog.wanted_height())
            settle()
            asker = questions.asker
            pictures.append(("" if asker is None else asker.title, dialog.grab()))
            dialog.withdraw()
            dialog.deleteLater()
            settle()
        path = chosen.out / f"{language}-{look}.png"
        save_small(laid_out(pictures, columns=2, theme=theme), path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
