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
PROGRESS, START = IntentName.AGENT_PROGRESS, IntentName.START_AGENT


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
        ("en", "How far is the one in webshop?", WORK),
        ("de", "Wie weit ist der Agent in webshop?", WORK),
        ("fr", "Où en est celui dans webshop ?", WORK),
        ("es", "¿Cómo va el de webshop?", WORK),
        ("it", "A che punto è quello in webshop?", WORK),
        ("ko", "webshop에서 일하는 에이전트는 얼마나 했어?", WORK),
        ("zh", "webshop里的那个进展如何？", WORK),
        ("ja", "webshopのエージェントはどこまで進んだ？", WORK),
        ("en", "How far is it?", PROGRESS),
        ("de", "Wie weit ist es?", PROGRESS),
        ("fr", "Où en est-il ?", PROGRESS),
        ("es", "¿Cómo va?", PROGRESS),
        ("it", "A che punto è?", PROGRESS),
        ("ko", "얼마나 됐어?", PROGRESS),
        ("zh", "进展怎么样了？", PROGRESS),
        ("ja", "どこまで進んだ？", PROGRESS),
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
        (PROGRESS, {}, {}),
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


def task(**changes: Any) -> dict[str, Any]:
    usual = {"state": "working", "steps": 5, "steps_done": 2, "doing": "Edit login.py"}
    return {**usual, "problem": "", **changes}


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
        (
            said(WORK, session(activity="working", task=task())),
            "Codex in api has been working for 3 minutes. 2 of 5 steps are done. Now: Edit login.py.",
        ),
        (
            said(PROGRESS, session(), session(activity="working", task=task(steps=0, doing=""))),
            "Codex in api has been working for 3 minutes.",
        ),
        (
            said(PROGRESS, session(activity="done", task=task(state="failed", problem="Gone."))),
            "Codex in api has failed: Gone.",
        ),
        (
            said(PROGRESS, session(activity="done", task=task(state="stopped"))),
            "Codex in api was stopped 3 minutes ago. It said: “Tests pass.”",
        ),
        (said(PROGRESS, session()), "No coding agent is waiting for you."),
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


@pytest.mark.parametrize("language", sorted(SHIPPED))
def test_each_language_says_that_an_agent_has_started_and_how_far_it_is(language: str) -> None:
    writer = ReplyWriter(language, NOW)
    began = CallResult(data={"agent": "Codex", "project": "api", "number": 2})
    reply = writer.result(Intent(name=START, language=language), began)
    assert "Codex 2" in reply
    assert "api" in reply
    sessions = [session(activity="working", task=task())]
    reply = writer.result(
        Intent(name=PROGRESS, language=language), CallResult(data={"sessions": sessions})
    )
    assert "Edit login.py" in reply
    assert "2" in reply
    assert "5" in reply


def test_why_it_was_not_started_is_said() -> None:
    failed = CallResult(is_error=True, data={"problem": "In which folder?"})
    reply = ReplyWriter("en", NOW).result(Intent(name=START, language="en"), failed)
    assert reply == "In which folder?"


@pytest.mark.parametrize(
    ("language", "text", "agent", "project", "task"),
    [
        ("en", "Ask Claude Code in webshop to fix the login test.", "Claude Code", "webshop", "fix the login test"),
        ("en", "please have claude in ~/src/web-shop fix login.py: it's broken", "Claude Code", "~/src/web-shop", "fix login.py: it's broken"),
        ("en", "let codex in the web shop project to add a test", "Codex", "web shop", "add a test"),
        ("en", "Ask open code in api: why does it fail?", "opencode", "api", "why does it fail?"),
        ("de", "Lass Claude Code in webshop den Login-Test reparieren", "Claude Code", "webshop", "den Login-Test reparieren"),
        ("de", "Bitte Codex in webshop, den Login-Test zu reparieren.", "Codex", "webshop", "den Login-Test zu reparieren"),
        ("de", "Sag Gemini in webshop, er soll die Tests laufen lassen", "Gemini CLI", "webshop", "die Tests laufen lassen"),
        ("fr", "Demande à Claude Code dans webshop de corriger le test", "Claude Code", "webshop", "corriger le test"),
        ("es", "Pídele a Codex en webshop que arregle la prueba", "Codex", "webshop", "arregle la prueba"),
        ("it", "Chiedi a Claude Code in webshop di correggere il test", "Claude Code", "webshop", "correggere il test"),
        ("ko", "webshop에서 클로드 코드에게 로그인 테스트를 고치라고 해 줘", "Claude Code", "webshop", "로그인 테스트를 고치라"),
        ("ko", "Codex에게 webshop에서 테스트를 추가하라고 해", "Codex", "webshop", "테스트를 추가하라"),
        ("zh", "让 Claude Code 在 webshop 里修复登录测试", "Claude Code", "webshop", "修复登录测试"),
        ("ja", "webshopでClaude Codeにログインテストを直すように言って", "Claude Code", "webshop", "ログインテストを直す"),
    ],
)  # fmt: skip
def test_an_order_is_understood_with_agent_project_and_the_users_own_words(
    language: str, text: str, agent: str, project: str, task: str
) -> None:
    intent = understood(text, language)
    assert intent is not None
    assert (intent.name, intent.language) == (START, language)
    call = call_for(intent, NOW)
    wanted = {"agent": agent, "project": project, "task": task}
    assert call == IntentCall(tool="start_coding_agent", input=wanted)


@pytest.mark.parametrize(
    "text",
    [
        "Ask Claude Code to fix the login test",
        "Ask Gemini to tell me a joke",
        "Ask my mother in Paris to call me",
        "Have Claude in webshop",
        "What does Claude Code in webshop cost?",
        "Lass Claude Code den Login-Test reparieren",
        "Claude Code in webshop to fix the login test",
        "Ask Claude Code in webshop to\nfix it",
        "Ask Claude Code in webshop to fix the login test, never mind",
        "Ask Claude Code in webshop to do nothing",
        "Ask Claude Code or Codex in webshop to fix the login test",
        "请Claude Code修复登录测试",
    ],
)
def test_what_is_not_certain_is_for_the_model(text: str) -> None:
    intent = understood(text, "en")
    assert intent is None or intent.name is not START
