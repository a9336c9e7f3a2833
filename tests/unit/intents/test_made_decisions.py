"""What the user decided, asked in each language and answered by rule."""

from datetime import datetime

import pytest

from assistant.intents.intent import Intent
from assistant.intents.recogniser import recognise
from assistant.intents.replies import CallResult, ReplyWriter
from assistant.intents.tool_calls import IntentCall, call_for
from assistant.languages.sentence_table import IntentName
from tests.helpers.languages import SHIPPED

NOW = datetime(2026, 3, 4, 10, 15)
"""A Wednesday."""


def understood(text: str, language: str) -> Intent | None:
    return recognise(text, NOW, prefer=language)


@pytest.mark.parametrize(
    ("language", "text", "slots"),
    [
        ("en", "What did I decide about the database?", {"query": "database"}),
        ("en", "what did I decide yesterday", {"period": "yesterday"}),
        ("en", "Hey Parley, what have I decided?", {}),
        ("en", "what did i choose for the database", {"query": "database"}),
        ("en", "What did I decide about the login page last week?", {"query": "login page", "period": "last_week"}),
        ("en", "what were my decisions today", {"period": "today"}),
        ("en", "show me my last decisions", {}),
        ("en", "which decisions have I made this week", {"period": "week"}),
        ("en", "remind me what I decided about the login", {"query": "login"}),
        ("de", "Was habe ich zur Datenbank entschieden?", {"query": "Datenbank"}),
        ("de", "Was habe ich gestern entschieden?", {"period": "yesterday"}),
        ("de", "Wofür habe ich mich bei der Datenbank entschieden?", {"query": "Datenbank"}),
        ("de", "Zeig mir meine letzten Entscheidungen", {}),
        ("fr", "Qu'est-ce que j'ai décidé pour la base de données ?", {"query": "base de données"}),
        ("fr", "Qu'ai-je décidé hier ?", {"period": "yesterday"}),
        ("fr", "Montre-moi mes dernières décisions", {}),
        ("es", "¿Qué decidí sobre el servidor?", {"query": "servidor"}),
        ("es", "¿Qué decidí ayer?", {"period": "yesterday"}),
        ("es", "Muéstrame mis últimas decisiones", {}),
        ("it", "Cosa ho deciso sul database?", {"query": "database"}),
        ("it", "Che cosa ho deciso ieri?", {"period": "yesterday"}),
        ("it", "Mostrami le mie ultime decisioni", {}),
        ("ko", "데이터베이스에 대해 내가 뭘 결정했지?", {"query": "데이터베이스"}),
        ("ko", "내가 어제 뭐 결정했어?", {"period": "yesterday"}),
        ("ko", "데이터베이스는 내가 뭘로 정했지", {"query": "데이터베이스"}),
        ("ko", "내 최근 결정 보여 줘", {}),
        ("zh", "关于数据库我决定了什么？", {"query": "数据库"}),
        ("zh", "我昨天决定了什么？", {"period": "yesterday"}),
        ("zh", "我对数据库做了什么决定", {"query": "数据库"}),
        ("zh", "列出我的决定", {}),
        ("ja", "データベースについて何を決めた？", {"query": "データベース"}),
        ("ja", "昨日何を決めたっけ", {"period": "yesterday"}),
        ("ja", "私は今週何を決めた？", {"period": "week"}),
        ("ja", "私の最近の決定を見せて", {}),
    ],
)  # fmt: skip
def test_decisions_are_asked_about_in_every_language(
    language: str, text: str, slots: dict[str, str]
) -> None:
    intent = understood(text, language)
    assert intent is not None
    assert (intent.name, intent.language) == (IntentName.LIST_DECISIONS, language)
    assert intent.slots == slots


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What should I decide?"),
        ("en", "what should I decide about the database"),
        ("en", "what did you decide"),
        ("en", "What did he decide yesterday?"),
        ("en", "what did we decide about the flat"),
        ("en", "how did I decide"),
        ("en", "when did I decide about the database"),
        ("en", "did I decide about the database"),
        ("en", "what did I decide to eat yesterday"),
        ("en", "help me decide about the database"),
        ("en", "what did I decide not to do"),
        ("de", "Was soll ich entscheiden?"),
        ("de", "Was hast du entschieden?"),
        ("de", "Was habe ich nicht entschieden?"),
        ("de", "Wie soll ich mich entscheiden?"),
        ("fr", "Qu'est-ce que je dois décider ?"),
        ("fr", "Qu'as-tu décidé ?"),
        ("fr", "Qu'est-ce que j'ai décidé de faire ?"),
        ("es", "¿Qué debo decidir?"),
        ("es", "¿Qué decidió?"),
        ("it", "Cosa devo decidere?"),
        ("it", "Cosa hai deciso?"),
        ("ko", "내가 뭘 결정해야 해?"),
        ("ko", "내가 어제 뭐 했어?"),
        ("ko", "동생이 뭘 결정했어?"),
        ("zh", "我该决定什么？"),
        ("zh", "你决定了什么？"),
        ("zh", "我决定了"),
        ("ja", "何を決めるべき？"),
        ("ja", "何を決めた？"),
        ("ja", "彼は何を決めた？"),
    ],
)
def test_what_is_not_about_the_users_decisions_is_for_the_model(language: str, text: str) -> None:
    intent = understood(text, language)
    assert intent is None or intent.name is not IntentName.LIST_DECISIONS


@pytest.mark.parametrize(
    ("period", "since", "until"),
    [
        ("today", "2026-03-04", "2026-03-04"),
        ("yesterday", "2026-03-03", "2026-03-03"),
        ("week", "2026-03-02", "2026-03-04"),
        ("last_week", "2026-02-23", "2026-03-01"),
    ],
)
def test_a_period_is_its_days(period: str, since: str, until: str) -> None:
    intent = Intent(
        name=IntentName.LIST_DECISIONS, language="en", slots={"query": "x", "period": period}
    )
    assert call_for(intent, NOW) == IntentCall(
        tool="list_decisions", input={"query": "x", "since": since, "until": until}
    )


def entry(**changes: str) -> dict[str, str]:
    return {
        "kind": "chosen",
        "question": "Which database?",
        "chosen": "PostgreSQL",
        "reason": "",
        "asker": "",
        "decided_at": "2026-03-04T09:00:00",
        **changes,
    }


def said(language: str, *decisions: dict[str, str]) -> str:
    intent = Intent(name=IntentName.LIST_DECISIONS, language=language)
    result = CallResult(data={"decisions": decisions})
    return ReplyWriter(language, NOW).result(intent, result)


def test_a_reply_says_when_who_what_and_the_choice() -> None:
    assert said("en", entry()) == "Today: Which database? PostgreSQL"
    cancelled = entry(
        kind="cancelled", reason="too early", asker="Codex · api", chosen="(left out)"
    )
    assert said("en", cancelled) == "Today, Codex · api: Which database? cancelled (too early)"
    assert said("en") == "I know of no such decision of yours."
    many = said("en", *([entry()] * 6)).splitlines()
    assert (len(many), many[-1]) == (6, "…")


@pytest.mark.parametrize("language", sorted(SHIPPED))
def test_every_language_can_say_it(language: str) -> None:
    for kind in ("chosen", "left", "none_fit", "cancelled"):
        line = said(language, entry(kind=kind, asker="Codex"))
        assert "Which database?" in line
        assert ("PostgreSQL" in line) is (kind == "chosen")
    assert said(language)
