"""Words for a coding agent that waits."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    QuestionOpened,
    SessionBoard,
    SessionEvent,
    TaskTold,
    UserNeeded,
    WordsTaken,
)
from assistant.coding_agents.model.told_words import (
    AnswerInWords,
    MoreWords,
    NotTold,
    StopTask,
    StopWords,
    ToldWords,
    answer_in_words,
    parse_stop,
    parse_told,
    stop_meant,
)
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answered,
    Channel,
    Method,
    Provenance,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from tests.helpers.questions.builders import choice, question_set

AT = datetime(2026, 1, 2, tzinfo=UTC)
SHOP = Asker(agent="Claude Code", project="web-shop", session="a")
API = Asker(agent="Codex", project="api", session="b")
USE = ToldWords(words="use SQLite")


@pytest.mark.parametrize(
    ("text", "words", "project"),
    [
        ("tell it to use SQLite", "use SQLite", ""),
        ("Tell the one in web shop to use SQLite.", "use SQLite", "web shop"),
        ("please tell the agent that port 8080 is taken", "port 8080 is taken", ""),
        ("tell it: no", "no", ""),
        ("Sag ihm, er soll SQLite nehmen", "SQLite nehmen", ""),
        ("sag dem Agenten in webshop, er soll SQLite nehmen", "SQLite nehmen", "webshop"),
        ("Dis-lui d’utiliser SQLite", "utiliser SQLite", ""),
        ("dis à celui dans webshop d'utiliser SQLite", "utiliser SQLite", "webshop"),
        ("dile que use SQLite", "use SQLite", ""),
        ("Dile al de webshop que use SQLite", "use SQLite", "webshop"),
        ("digli di usare SQLite", "usare SQLite", ""),
        ("di a quello in webshop di usare SQLite", "usare SQLite", "webshop"),
        ("에이전트에게 SQLite 쓰라고 해 줘", "SQLite 쓰라", ""),
        ("webshop의 에이전트에게 SQLite를 쓰라고 해", "SQLite를 쓰라", "webshop"),
        ("告诉它用 SQLite。", "用 SQLite", ""),
        ("告诉webshop里的那个用 SQLite", "用 SQLite", "webshop"),
        ("それにSQLiteを使うように言って", "SQLiteを使う", ""),
        ("webshopのエージェントにSQLiteを使うように伝えて", "SQLiteを使う", "webshop"),
    ],
)
def test_what_an_agent_is_to_be_told_is_kept_as_it_was_said(
    text: str, words: str, project: str
) -> None:
    assert parse_told(text) == ToldWords(words=words, project=project)


@pytest.mark.parametrize(
    ("text", "agent", "words"),
    [
        ("tell Claude Code in webshop to use SQLite", "Claude Code", "use SQLite"),
        ("tell claude in the webshop project: use SQLite", "claude", "use SQLite"),
        ("sag Claude in webshop, er soll SQLite nehmen", "Claude", "SQLite nehmen"),
        ("dis à Claude dans webshop d'utiliser SQLite", "Claude", "utiliser SQLite"),
        ("dile a Claude en webshop que use SQLite", "Claude", "use SQLite"),
        ("di' a Claude in webshop di usare SQLite", "Claude", "usare SQLite"),
        ("webshop에서 일하는 클로드에게 SQLite를 쓰라고 말해 줘", "클로드", "SQLite를 쓰라"),
        ("告诉webshop里的Claude用SQLite", "Claude", "用SQLite"),
        ("webshopのクロードにSQLiteを使うように伝えて", "クロード", "SQLiteを使う"),
    ],
)
def test_an_agent_may_be_named(text: str, agent: str, words: str) -> None:
    told = ToldWords(words=words, project="webshop", agent=agent)
    assert parse_told(text) == told
    sessions = board(asks(replace_project("webshop")), asks(API, "t"))
    for there in (told, replace(told, project="")):
        found = answer_in_words(there, sessions, {"q": one(), "t": one("t")})
        assert isinstance(found, AnswerInWords)
        assert found.title == "Claude Code · webshop"


def test_words_for_a_named_agent_that_asks_nothing_are_left_to_the_model() -> None:
    told, other = ToldWords(words="fix it", agent="Claude"), replace_project("other")
    for sessions in (board(WordsTaken(asker=SHOP), asks(API)), board(asks(), asks(other, "t"))):
        assert answer_in_words(told, sessions, {"q": one(), "t": one("t")}) is None


@pytest.mark.parametrize(
    "text",
    [
        "tell me a joke",
        "tell it to me",
        "Tell it to my mother",
        "tell it",
        "use SQLite",
        "",
        "告诉我",
    ],
)
def test_other_words_are_for_no_agent(text: str) -> None:
    assert parse_told(text) is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("stop it", StopWords(is_vague=True)),
        ("Please stop the agent.", StopWords()),
        ("stop the one in web shop", StopWords(project="web shop")),
        ("Stop Claude Code in webshop!", StopWords(agent="Claude Code", project="webshop")),
        ("cancel codex", StopWords(agent="codex")),
        ("Stopp es", StopWords(is_vague=True)),
        ("Stoppe den Agenten in webshop", StopWords(project="webshop")),
        ("Halte Codex an", StopWords(agent="Codex")),
        ("Arrête-le", StopWords(is_vague=True)),
        ("Arrête celui dans webshop", StopWords(project="webshop")),
        ("Páralo", StopWords(is_vague=True)),
        ("Detén al agente en webshop", StopWords(project="webshop")),
        ("Fermalo", StopWords(is_vague=True)),
        ("Ferma quello in webshop", StopWords(project="webshop")),
        ("그거 멈춰 줘", StopWords(is_vague=True)),
        ("webshop의 에이전트를 멈춰 줘", StopWords(project="webshop")),
        ("停止它", StopWords(is_vague=True)),
        ("停止webshop里的代理", StopWords(project="webshop")),
        ("それを止めて", StopWords(is_vague=True)),
        ("webshopのエージェントを止めて", StopWords(project="webshop")),
    ],
)
def test_which_agent_is_to_stop(text: str, wanted: StopWords) -> None:
    assert parse_stop(text) == wanted


@pytest.mark.parametrize(
    "text", ["stop", "stop the music", "stop the session", "stop talking", "Stopp", "멈춰", "停"]
)
def test_other_words_stop_no_agent(text: str) -> None:
    assert parse_stop(text) is None


def replace_project(name: str) -> Asker:
    return SHOP.model_copy(update={"project": name, "session": name})


def one(asks: str = "q", **changes: object) -> QuestionSet:
    question = choice("PostgreSQL", "SQLite", id="d", text="Which database?")
    return question_set(question, id=asks).model_copy(update=changes)


def board(*events: SessionEvent) -> SessionBoard:
    found = SessionBoard()
    for event in events:
        found = found.after(event, AT)
    return found


def asks(asker: Asker = SHOP, questions_id: str = "q") -> QuestionOpened:
    return QuestionOpened(asker=asker, questions_id=questions_id)


@pytest.mark.parametrize(
    "question",
    [
        choice("PostgreSQL", "SQLite", id="d"),
        choice("PostgreSQL", "SQLite", id="d", kind=QuestionKind.MULTI),
        Question(id="d", kind=QuestionKind.TEXT, text="Which database?"),
    ],
    ids=["single", "multi", "text"],
)
@pytest.mark.parametrize("project", ["", "web shop"])
def test_they_answer_the_one_question_that_is_open_in_the_users_own_words(
    question: Question, project: str
) -> None:
    told = ToldWords(words="use SQLite", project=project)
    found = answer_in_words(
        told, board(asks(), WordsTaken(asker=API)), {"q": question_set(question)}
    )
    assert isinstance(found, AnswerInWords)
    assert found.title == "Claude Code · web-shop"
    given = found.card.response(Provenance(channel=Channel.VOICE, method=Method.VOICE, at=AT))
    assert isinstance(given, Answered)
    (answer,) = given.answers
    assert (answer.option_ids, answer.other or answer.text) == ((), "use SQLite")


STARTED = AgentTask(agent=CodingAgent.CODEX, folder="/src/api", words="go")


def started(asker: Asker = API, *, is_open: bool = True) -> TaskTold:
    return TaskTold(asker=asker, task=replace(STARTED, is_open=is_open))


@pytest.mark.parametrize(
    ("told", "events"),
    [
        (USE, [started()]),
        (USE, [started(), WordsTaken(asker=SHOP)]),
        (ToldWords(words="use SQLite", project="api"), [started(), started(SHOP)]),
        (ToldWords(words="use SQLite", project="api"), [started(), asks()]),
    ],
)
def test_where_nothing_is_asked_they_are_more_for_the_agent_that_parley_started(
    told: ToldWords, events: Sequence[SessionEvent]
) -> None:
    found = answer_in_words(told, board(*events), {"q": one()})
    assert isinstance(found, MoreWords)
    assert found.session.asker == API


@pytest.mark.parametrize(
    ("stop", "events", "meant"),
    [
        (StopWords(is_vague=True), [started()], API),
        (StopWords(is_vague=True), [started(), WordsTaken(asker=SHOP)], API),
        (StopWords(agent="codex"), [started(), started(SHOP)], None),
        (StopWords(project="web shop"), [started(), started(SHOP)], SHOP),
        (StopWords(is_vague=True), [started(), started(SHOP)], None),
        (StopWords(project="blog"), [started()], None),
    ],
)
def test_what_stops_is_the_one_that_is_meant(
    stop: StopWords, events: Sequence[SessionEvent], meant: Asker | None
) -> None:
    found = stop_meant(stop, board(*events))
    if meant is None:
        assert isinstance(found, NotTold)
    else:
        assert isinstance(found, StopTask)
        assert found.session.asker.session == meant.session


def test_where_nothing_works_nothing_is_meant_to_stop() -> None:
    done = TaskTold(asker=API, task=replace(STARTED, state=TaskState.DONE))
    assert stop_meant(StopWords(), board(done, WordsTaken(asker=SHOP))) is None


def test_without_agents_the_words_are_for_the_model() -> None:
    assert answer_in_words(USE, SessionBoard(), {}) is None


@pytest.mark.parametrize(
    ("told", "events", "sets", "why"),
    [
        (USE, [WordsTaken(asker=SHOP)], [], "No coding agent has a question open"),
        (USE, [WordsTaken(asker=SHOP), UserNeeded(asker=SHOP)], [], "has a question open"),
        (USE, [asks(), asks(API, "r")], [one(), one("r")], "Claude Code · web-shop, Codex · api"),
        (ToldWords(words="x", project="blog"), [asks()], [one()], "no coding agent in blog"),
        (ToldWords(words="x", project="api"), [asks(), WordsTaken(asker=API)], [one()], "open"),
        (USE, [asks(), asks(SHOP, "r")], [one(), one("r")], "asks several things"),
        (USE, [asks()], [], "asks several things"),
        (USE, [started(), started(SHOP)], [], "started several coding agents: Codex · api, Claude"),
        (USE, [started(is_open=False)], [], "No coding agent has a question open"),
        (USE, [asks()], [one(purpose=Purpose.PERMISSION)], "asks for a permission"),
        (USE, [asks()], [one(purpose=Purpose.CONFIRM)], "asks for a permission"),
        (
            USE,
            [asks()],
            [question_set(choice("A", "B", id="d", allow_other=False), id="q")],
            "takes no words of your own",
        ),
    ],
)
def test_what_is_in_doubt_tells_nobody_anything(
    told: ToldWords, events: Sequence[SessionEvent], sets: Sequence[QuestionSet], why: str
) -> None:
    found = answer_in_words(told, board(*events), {each.id: each for each in sets})
    assert isinstance(found, NotTold)
    assert why in found.why
