"""Words for a coding agent: "tell the one in webshop to use SQLite". Pure.

They answer, in the user's own words, the one question that is open; where none is, they are more for
the one agent that Parley started. Nothing is guessed: where neither is certain, or a permission is
asked for, it is said why nothing was told.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from assistant.coding_agents.model.agent_patterns import compiled, plain
from assistant.coding_agents.model.attention import said_name
from assistant.coding_agents.model.session_board import AgentSession, SessionBoard
from assistant.coding_agents.tasks.order import named_agent
from assistant.languages import LANGUAGES
from assistant.locale import _
from assistant.questions.card.gestures import Confirm, OpenWords, TakeWords, WordsFor
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.model.question import AnswerInput, QuestionSet

TOLD = "coding_agent_told"
"""Code of the notice that says what was told to whom, or why nothing was."""
TOLD_ALOUD = "coding_agent_told_aloud"
"""The same of words that were spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWords:
    """What the user wants an agent to be told."""

    words: str
    """As they were said."""
    project: str = ""
    """Where the agent works that is meant; empty where the user did not say."""
    agent: str = ""
    """Whose name they said; empty where they said none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerInWords:
    """They answer a question."""

    title: str
    """Of the session that asks."""
    card: QuestionCard
    """Ended, with the words as the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreWords:
    """They are for an agent that Parley started, which asks nothing."""

    session: AgentSession


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTold:
    """They answer none."""

    why: str
    """In the user's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWords:
    """The user wants an agent stopped."""

    project: str = ""
    agent: str = ""
    """Whose name they said; empty where they said none."""
    is_vague: bool = False
    """Whether they said no more than "it"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTask:
    """One that Parley started is to stop."""

    session: AgentSession


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(compiled(one) for known in LANGUAGES.values() for one in known.told_agents)


@cache
def _stop_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(compiled(one) for known in LANGUAGES.values() for one in known.stopped_agents)


def parse_told(text: str) -> ToldWords | None:
    """Return what an agent is to be told; None if the words are anything else."""
    said = plain(text)
    for pattern in _patterns():
        found = pattern.fullmatch(said)
        if found is not None:
            words = found["words"].strip().rstrip(".。")
            groups = found.groupdict()
            project, agent = (groups.get("project") or "").strip(), groups.get("agent") or ""
            return ToldWords(words=words, project=project, agent=agent) if words else None
    return None


def parse_stop(text: str) -> StopWords | None:
    """Return which agent is to stop; None if the words are anything else."""
    words = plain(text).rstrip(".!。！")
    for pattern in _stop_patterns():
        found = pattern.fullmatch(words)
        if found is not None:
            groups = found.groupdict()
            return StopWords(
                project=(groups.get("project") or "").strip(),
                agent=groups.get("agent") or "",
                is_vague=bool(groups.get("it")),
            )
    return None


def stop_meant(stop: StopWords, board: SessionBoard) -> StopTask | NotTold | None:
    """Return which task is to stop; None where none is under way that could be meant."""
    working = [one for one in board.sessions if one.task and one.task.state.is_under_way]
    if not working:
        return None
    project, agent = said_name(stop.project), named_agent(stop.agent)
    meant = [
        one
        for one in working
        if (not project or said_name(one.asker.project) == project)
        and (agent is None or one.task is None or one.task.agent is agent)
    ]
    match meant:
        case [session]:
            return StopTask(session=session)
        case []:
            return NotTold(
                why=_(
                    "Parley has started nothing there that works. It has started: {names}."
                ).format(names=_titles(working))
            )
        case _:
            return NotTold(
                why=_("Several coding agents work: {names}. Say the one that is to stop.").format(
                    names=_titles(meant)
                )
            )


def answer_in_words(
    told: ToldWords, board: SessionBoard, open_sets: Mapping[str, QuestionSet]
) -> AnswerInWords | MoreWords | NotTold | None:
    """Return what becomes of the words; None where no agent is known that could be meant.

    Words for an agent that is named may be an order as well. They answer only where just one of its
    sessions asks.

    Args:
        told: What the user said.
        board: How the sessions stand.
        open_sets: The open questions by their ids.
    """
    if not board.sessions:
        return None
    wanted = said_name(told.project)
    meant = [one for one in board.by_need if not wanted or said_name(one.asker.project) == wanted]
    if told.agent:
        agent = named_agent(told.agent)
        title = "" if agent is None else agent.traits.title
        meant = [one for one in meant if one.asker.agent == title]
        if sum(bool(one.open_questions) for one in meant) != 1:
            return None
    if not meant:
        return NotTold(
            why=_("Parley knows of no coding agent in {project}.").format(project=told.project)
        )
    asking = [one for one in meant if one.open_questions]
    if not asking:
        return _more_words(meant)
    if len(asking) > 1:
        titles = _titles(asking)
        return NotTold(
            why=_(
                "Several coding agents ask: {names}. Say the project of the one you mean."
            ).format(names=titles)
        )
    (session,) = asking
    title = session.asker.title
    questions = [open_sets[one] for one in session.open_questions if one in open_sets]
    if len(questions) != 1 or len(questions[0].questions) != 1:
        return NotTold(
            why=_("{name} asks several things. Answer them on the screen.").format(name=title)
        )
    if questions[0].purpose.is_approval:
        return NotTold(
            why=_("{name} asks for a permission. Give or refuse it on the screen.").format(
                name=title
            )
        )
    card = _with_words(questions[0], told.words)
    if card is None:
        return NotTold(
            why=_(
                "The question of {name} takes no words of your own. Answer it on the screen."
            ).format(name=title)
        )
    return AnswerInWords(title=title, card=card)


def _more_words(meant: Sequence[AgentSession]) -> MoreWords | NotTold:
    started = [one for one in meant if one.is_running]
    match started:
        case [session]:
            return MoreWords(session=session)
        case []:
            return NotTold(why=_("No coding agent has a question open that words could answer."))
        case _:
            return NotTold(
                why=_(
                    "Parley has started several coding agents: {names}. Say the project of the"
                    " one you mean."
                ).format(names=_titles(started))
            )


def _titles(sessions: Sequence[AgentSession]) -> str:
    return ", ".join(one.asker.title for one in sessions)


def _with_words(questions: QuestionSet, words: str) -> QuestionCard | None:
    """Return the card with words as the answer; None if it does not take them."""
    card, question = QuestionCard.begin(questions), questions.questions[0]
    is_text = question.kind.traits.input is AnswerInput.TEXT
    if not is_text:
        if not question.allow_other:
            return None
        card = card.apply(OpenWords(words_for=WordsFor.OTHER))
    card = card.apply(TakeWords(words=words))
    if card.ended is None and not is_text:
        card = card.apply(Confirm(question_id=question.id))
    return None if card.ended is None else card
