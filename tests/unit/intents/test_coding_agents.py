"""What coding agents do, asked in each language and answered by rule."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from assistant.intents.intent import Intent
from assistant.intents.recogniser import recognise
from assistant.intents.replies import CallResult, ReplyWriter
from assistant.intents.tool_calls import IntentCall, call_for
from assistant.languages.sentence_table import IntentName
from tests.helpers.languages import SHIPPED

NOW = datetime(2026, 11, 28, 13, 30)
WAITING, LIST, WORK = IntentName.WAITING_AGENTS, IntentName.LIST_AGENTS, IntentName.AGENT_WORK


def understood(text: str, language: str) -> Intent | None:
    return recognise(text, NOW, prefer=language)


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("en", "Who is waiting?", WAITING),
        ("en", "Hey Parley, who's waiting for me?", WAITING),
        ("en", "which agents are waiting", WAITING),
        ("en", "What are my agents doing?", LIST),
        ("en", "show me my coding agents", LIST),
        ("en", "What did the one in webshop do?", WORK),
        ("en", "how's the agent in webshop doing", WORK),
        ("de", "Wer wartet?", WAITING),
        ("de", "Welche Agenten warten auf mich?", WAITING),
        ("de", "Was machen meine Agenten gerade?", LIST),
        ("de", "Was hat der Agent in webshop gemacht?", WORK),
        ("de", "Was hat der in webshop gemacht?", WORK),
        ("fr", "Qui m'attend ?", WAITING),
        ("fr", "Que font mes agents ?", LIST),
        ("fr", "Qu'a fait celui dans webshop ?", WORK),
        ("es", "¿Quién me espera?", WAITING),
        ("es", "¿Qué están haciendo mis agentes?", LIST),
        ("es", "¿Qué hizo el de webshop?", WORK),
        ("it", "Chi mi aspetta?", WAITING),
        ("it", "Cosa stanno facendo i miei agenti?", LIST),
        ("it", "Cosa ha fatto quello in webshop?", WORK),
        ("ko", "누가 기다리고 있어?", WAITING),
        ("ko", "기다리는 에이전트 있어?", WAITING),
        ("ko", "에이전트들 뭐 하고 있어?", LIST),
        ("ko", "webshop에서 일하는 에이전트는 뭐 했어?", WORK),
        ("zh", "谁在等我？", WAITING),
        ("zh", "我的代理在做什么？", LIST),
        ("zh", "webshop里的那个做了什么？", WORK),
        ("ja", "誰が待ってる？", WAITING),
        ("ja", "エージェントは何をしている？", LIST),
        ("ja", "webshopのエージェントは何をした？", WORK),
    ],
)
def test_agents_are_asked_about_in_every_language(
    language: str, text: str, name: IntentName
) -> None:
    intent = understood(text, language)
    assert intent is not None
    assert (intent.name, intent.language) == (name, language)
    assert intent.slots.get("label", "webshop") == "webshop"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Who is waiting for the bus?"),
        ("en", "What did the one in the red coat from Paris do yesterday?"),
        ("en", "What are my neighbours doing?"),
        ("de", "Wer wartet auf den Bus?"),
        ("fr", "Que font mes voisins ?"),
        ("ko", "누가 버스를 기다리고 있어?"),
        ("zh", "谁在等公交车？"),
    ],
)
def test_other_questions_are_none_about_agents(language: str, text: str) -> None:
    intent = understood(text, language)
    assert intent is None or intent.name not in {WAITING, LIST, WORK}


@pytest.mark.parametrize(
    ("name", "slots", "wanted"),
    [
        (WAITING, {}, {"waiting_only": True}),
        (LIST, {}, {}),
        (WORK, {"label": "webshop"}, {"project": "webshop"}),
    ],
)
def test_they_are_asked_of_the_tool(
    name: IntentName, slots: Mapping[str, Any], wanted: Mapping[str, Any]
) -> None:
    call = call_for(Intent(name=name, language="en", slots=slots), NOW)
    assert call == IntentCall(tool="list_coding_agents", input=dict(wanted))


def session(**changes: Any) -> dict[str, Any]:
    usual = {"agent": "Codex", "project": "api", "number": 1, "activity": "waiting", "for_s": 200}
    return {**usual, "last_sentence": "Tests pass.", **changes}


def said(name: IntentName, *sessions: Mapping[str, Any], known: bool = True) -> str:
    result = CallResult(data={"sessions": sessions, "is_known": known})
    intent = Intent(name=name, language="en", slots={"label": "shop"})
    return ReplyWriter("en", NOW).result(intent, result)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            said(WAITING, session(), session(number=2, for_s=4000)),
            "Codex in api has been waiting for you for 3 minutes.\n"
            "Codex 2 in api has been waiting for you for 1 hour 6 minutes.",
        ),
        (
            said(LIST, session(activity="done", project="", for_s=20)),
            "Codex was done 20 seconds ago. It said: “Tests pass.”",
        ),
        (
            said(WORK, session(activity="working", last_sentence="")),
            "Codex in api has been working for 3 minutes.",
        ),
        (said(WAITING), "No coding agent is waiting for you."),
        (said(LIST, known=False), "No coding agent is running, as far as I was told."),
        (said(WORK, known=False), "I know of no coding agent in shop."),
    ],
)
def test_what_they_do_is_said_and_what_is_unknown_is_said_to_be(reply: str, words: str) -> None:
    assert reply == words


@pytest.mark.parametrize("language", sorted(SHIPPED))
@pytest.mark.parametrize("activity", ["idle", "working", "waiting", "done"])
def test_each_language_names_session_and_length(language: str, activity: str) -> None:
    result = CallResult(data={"sessions": [session(activity=activity)], "is_known": True})
    reply = ReplyWriter(language, NOW).result(Intent(name=LIST, language=language), result)
    assert "Codex" in reply
    assert "api" in reply
    assert "3" in reply
    assert "Tests pass." in reply
