"""Which decisions are looked for. Words are sought as in messages. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from assistant.coding_agents.model.attention import said_name
from assistant.decision_log.decision import Decision
from assistant.locale import current_language
from assistant.questions.form.choices import choices_of
from assistant.questions.model.question import Purpose, Question
from assistant.storage.model.search_query import SearchTerm, normal, read_query
from assistant.storage.model.snippets import find_spans, may_hold, one_line

ASSISTANT: Final = "Parley"
"""Who asked where no program and no server did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionQuery:
    """What is looked for; empty fields do not matter."""

    words: str = ""
    """Words, and phrases in quotes; all of them must be found."""
    project: str = ""
    """The project, or who asked."""
    since: datetime | None = None
    """Only what was decided from this moment on, aware."""
    until: datetime | None = None
    """Only what was decided before this moment, aware."""

    @property
    def sought(self) -> tuple[SearchTerm, ...]:
        return _sought(self.words)

    def matches(self, decision: Decision) -> bool:
        """Whether a decision is one of those; its time is not looked at."""
        if self.project and said_name(self.project) not in map(said_name, _askers(decision)):
            return False
        sought = self.sought
        if not sought:
            return not self.words.strip()
        texts = [one_line(text) for text in _texts(decision) if text]
        return all(any(find_spans(text, (term,))[0] for text in texts) for term in sought)

    def may_match(self, stored: Iterable[str]) -> bool:
        """Whether a decision can match that was made of these texts; JSON is looked at as it is.

        Cheaper than reading it: most decisions hold none of the words.
        """
        if not self.sought:
            return True
        text = normal("\n".join([*stored, _own_labels(current_language())]))
        if "\\u" in text:  # letters may be written so
            return True
        return may_hold(text, self.sought)


# One query is put to thousands of decisions.


@lru_cache(maxsize=8)
def _sought(words: str) -> tuple[SearchTerm, ...]:
    return read_query(words)


@lru_cache(maxsize=1)
def _own_labels(_language: str) -> str:
    """Return the words of decisions in the interface's language that are not stored with them."""
    question = Question.yes_or_no("")
    choices = [choices_of(question, purpose) for purpose in (Purpose.ASK, Purpose.CONFIRM)]
    return "\n".join([ASSISTANT, *(option.label for some in choices for option in some)])


def asker_name(decision: Decision) -> str:
    """Return who asked, without project and session."""
    if decision.asker is not None:
        return decision.asker.agent
    return decision.source or ASSISTANT


def _askers(decision: Decision) -> Iterator[str]:
    yield asker_name(decision)
    yield decision.project
    if decision.asker is not None:
        yield decision.asker.title


def _texts(decision: Decision) -> Iterator[str]:
    yield decision.title
    yield decision.background
    for point in decision.points:
        yield point.name
        yield point.question
        yield point.context
        for option in point.options:
            yield option.label
            yield option.description
        yield point.words
        yield point.note
    yield decision.reason
    yield asker_name(decision)
    yield decision.project
    yield decision.conversation.title
