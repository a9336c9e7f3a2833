"""Sums up what was done with many requests. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.model.metrics import latencies, share
from benchmarks.model.run import Run
from benchmarks.reports.request_report import REQUEST_GROUP, REQUESTS
from benchmarks.requests.request_set import RequestKind, RequestSample
from benchmarks.requests.verdict import Outcome, Verdict, judge, question_problem

Judged = tuple[RequestSample, Outcome]

_KIND_RIGHT = frozenset({Verdict.RIGHT, Verdict.WRONG_FACT})
"""Facts are counted by themselves."""


def sum_up(tier: str, judged: Sequence[Judged]) -> Run:
    languages = sorted({sample.language for sample, _outcome in judged})
    return Run(
        REQUESTS,
        tier=tier,
        total=_figures(judged),
        languages={
            language: _figures([one for one in judged if one[0].language == language])
            for language in languages
        },
        confusions=dict(Counter(_confusion(one) for one in judged).most_common()),
        not_right=[line for one in judged if (line := _line(one))],
    )


def _figures(judged: Sequence[Judged]) -> Run:
    verdicts = [(sample, outcome, judge(sample, outcome)) for sample, outcome in judged]

    def right(wanted: Callable[[frozenset[RequestKind]], bool]) -> float | None:
        found = [
            verdict in _KIND_RIGHT for sample, _o, verdict in verdicts if wanted(sample.expected)
        ]
        return share(sum(found), len(found))

    unasked = sum(verdict is Verdict.UNASKED for _s, _o, verdict in verdicts)
    questions = [one for one in judged if one[1].kind is RequestKind.ASK]
    facts = [
        verdict
        for sample, outcome, verdict in verdicts
        if sample.must is not None and outcome.kind is RequestKind.ANSWER
    ]
    modelled = [outcome for _s, outcome in judged if outcome.kind and not outcome.by_rule]
    answers = [outcome for outcome in modelled if outcome.kind is RequestKind.ANSWER]
    answering_s = sum(outcome.total_s - (outcome.first_word_s or 0) for outcome in answers)
    return Run(
        REQUEST_GROUP,
        count=len(judged),
        right=right(lambda _kinds: True),
        actions=sum(_is_action(sample.expected) for sample, _outcome in judged),
        action_right=right(_is_action),
        answer_or_ask_right=right(_is_answer_or_ask),
        decline_right=right(lambda kinds: not (_is_action(kinds) or _is_answer_or_ask(kinds))),
        unasked=unasked,
        unasked_rate=share(unasked, len(judged)),
        questions=len(questions),
        question_valid=share(sum(_problem(one) is None for one in questions), len(questions)),
        facts=len(facts),
        wrong_facts=sum(verdict is Verdict.WRONG_FACT for verdict in facts),
        first_word_ms=latencies(
            [one.first_word_s for one in modelled if one.first_word_s is not None]
        ),
        tokens_per_s=round(sum(one.tokens for one in answers) / answering_s, 1)
        if answering_s
        else None,
    )


def _is_action(kinds: frozenset[RequestKind]) -> bool:
    return RequestKind.ACTION in kinds and RequestKind.ANSWER not in kinds


def _is_answer_or_ask(kinds: frozenset[RequestKind]) -> bool:
    return not _is_action(kinds) and bool(kinds & {RequestKind.ANSWER, RequestKind.ASK})


def _problem(one: Judged) -> str | None:
    sample, outcome = one
    return question_problem(sample.language, outcome.options, outcome.text)


def _confusion(one: Judged) -> str:
    sample, outcome = one
    return f"{_names(sample.expected)} > {_done(outcome)}"


def _names(kinds: frozenset[RequestKind]) -> str:
    return "/".join(kind.value for kind in RequestKind if kind in kinds)


def _line(one: Judged) -> str | None:
    sample, outcome = one
    verdict = judge(sample, outcome)
    problem = _problem(one) if outcome.kind is RequestKind.ASK else None
    if verdict is Verdict.RIGHT and problem is None:
        return None
    if outcome.kind is None and RequestKind.ACTION not in sample.expected:
        return None  # for the model, and none was asked
    name = verdict.value if problem is None else f"{verdict.value}, {problem}"
    meant = " ".join([_names(sample.expected), *sorted(sample.intents)])
    if sample.slots:
        meant += f" {sample.slots}"
    if sample.must is not None:
        meant += f" /{sample.must.pattern}/"
    return f"{name}: {sample.id} {sample.text!r}: {meant}; was {_what(outcome)}"


def _what(outcome: Outcome) -> str:
    if outcome.kind is RequestKind.ACTION:
        return f"{outcome.intent} {outcome.slots}"
    words = " ".join(outcome.text.split())
    return " | ".join([f"{_done(outcome)} {words[:120]!r}", *outcome.options])


def _done(outcome: Outcome) -> str:
    return outcome.kind.value if outcome.kind is not None else "nothing"
