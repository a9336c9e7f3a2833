from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from assistant.channels.desktop.settings.decisions_page import (
    PAGE_DECISIONS,
    DecisionEntry,
    DecisionsPage,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.decision_log.decision import Decision, DecisionConversation, decision_of
from assistant.home import Home
from assistant.protocol.decisions import (
    DecisionsListed,
    ExportDecisions,
    ListDecisions,
    OpenDecision,
)
from assistant.protocol.notices import Notice
from assistant.questions.model.question import Answer, Question, QuestionKind
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.questions.settled import CLAUDE, START, answered, asked
from tests.unit.channels.desktop.contexts import make_context

FIRST = ListDecisions(limit=PAGE_DECISIONS)


@pytest.fixture
def page(theme: Theme, home: Home, engine: FakeEngineClient) -> Iterator[DecisionsPage]:
    page = DecisionsPage(make_context(theme, home, engine=engine, clock=ManualClock(START)))
    page.load()
    page.show()
    yield page
    page.close()


def decision(name: str, *, is_kept: bool = True) -> Decision:
    given = answered(Answer(question_id="db", option_ids=("2",), note="for now"))
    made = decision_of(
        asked(set_id=name, asker=None if is_kept else CLAUDE),
        given,
        conversation=DecisionConversation(id="c1", title="The service", is_kept=is_kept),
        asked_at=START,
    )
    assert made is not None
    return made


def entries(page: DecisionsPage) -> list[DecisionEntry]:
    QCoreApplication.processEvents()  # what was just added to a layout is shown with the next event
    return [entry for entry in page.findChildren(DecisionEntry) if not entry.isHidden()]


def names(page: DecisionsPage) -> list[str]:
    return [entry.decision.id for entry in entries(page)]


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def test_it_says_so_where_nothing_was_decided(
    page: DecisionsPage, engine: FakeEngineClient
) -> None:
    assert engine.submitted == [FIRST]
    assert "You have decided nothing yet." not in words(page)
    page.handle(DecisionsListed(asked=FIRST, decisions=()))
    assert "You have decided nothing yet." in words(page)


def test_pages_are_added_and_those_of_an_older_list_are_not(
    page: DecisionsPage, engine: FakeEngineClient
) -> None:
    page.handle(DecisionsListed(asked=FIRST, decisions=(decision("c"),), next=("x", 3)))
    page.more_button.click()
    more = ListDecisions(before=("x", 3), limit=PAGE_DECISIONS)
    assert engine.submitted[-1] == more
    page.handle(DecisionsListed(asked=FIRST, decisions=(decision("old"),)))
    page.handle(DecisionsListed(asked=more, decisions=(decision("b"), decision("a"))))
    assert names(page) == ["c", "b", "a"]
    assert page.more_button.isHidden()


def test_a_question_is_shown_as_it_stands(page: DecisionsPage) -> None:
    asking = Question(id="db", kind=QuestionKind.TEXT, text="Run make && make install?")
    made = decision_of(
        asked(asking),
        answered(Answer(question_id="db", text="Tom & Ann")),
        conversation=DecisionConversation(id="c1"),
        asked_at=START,
    )
    assert made is not None
    page.resize(600, 400)
    page.handle(DecisionsListed(asked=FIRST, decisions=(made,)))
    (entry,) = entries(page)
    assert entry.head.text() == "Run make &&&& make install?"
    assert "Tom & Ann" in words(entry)


def test_words_and_an_asker_narrow_the_list(page: DecisionsPage, engine: FakeEngineClient) -> None:
    page.handle(DecisionsListed(asked=FIRST, decisions=(), askers=("Parley", "webshop")))
    page.askers.setCurrentIndex(2)
    page.askers.activated.emit(2)
    page.search.setText("data  base")
    page.search.entered.emit()
    page.search.pause.timeout.emit()
    wanted = ListDecisions(words="data base", project="webshop", limit=PAGE_DECISIONS)
    assert engine.submitted[-1] == wanted
    page.handle(DecisionsListed(asked=wanted, decisions=()))
    assert "Nothing that you decided fits this." in words(page)
    assert page.askers.currentText() == "webshop"
    page.export("/tmp/adr")
    assert engine.submitted[-1] == ExportDecisions(
        folder=Path("/tmp/adr"), words="data base", project="webshop"
    )
    page.handle(Notice(code="decisions_exported", text="2 decisions.", hint="/tmp/adr"))
    assert "2 decisions. /tmp/adr" in words(page)


def test_an_entry_shows_what_was_offered_and_leads_to_where_it_was_asked(
    page: DecisionsPage, engine: FakeEngineClient
) -> None:
    page.handle(
        DecisionsListed(asked=FIRST, decisions=(decision("q1"), decision("q2", is_kept=False)))
    )
    ours, agents = entries(page)
    assert ours.head.accessibleName().startswith("Which database should we use?: SQLite. ")
    assert "Parley · in the window, by a click" in words(ours)
    assert "Claude Code · webshop · 2 · in the window" in words(agents)
    ours.set_open(True)
    assert "○ PostgreSQL – Relational\n✔ SQLite – A file" in words(ours)
    assert "Note: for now" in words(ours)
    link = ours.findChild(QPushButton, "open_decision")
    assert isinstance(link, QPushButton)
    link.click()
    assert engine.submitted[-1] == OpenDecision(questions_id="q1")
    assert agents.findChild(QPushButton, "open_decision") is None
