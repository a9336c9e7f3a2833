"""What a task is after what is told of it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.tasks.agent_task import (
    MAX_CALLS,
    MAX_QUEUED,
    MAX_SHOWN_CHANGES,
    MAX_STEPS,
    MAX_TEXT,
    AgentTask,
    CallTold,
    FileChange,
    PlanStep,
    PlanTold,
    ProcessEnded,
    Progress,
    StopWanted,
    TaskFailed,
    TaskNews,
    TaskState,
    TextTold,
    TurnEnded,
    TurnEnding,
    WordsQueued,
    WordsSent,
)
from assistant.coding_agents.tasks.task_text import (
    MAX_SENTENCE,
    first_sentence,
    progress_text,
    result_sentence,
)

BEGUN = AgentTask(agent=CodingAgent.CODEX, folder="/src/webshop", words="fix the login test")
STEPS = (
    PlanStep(text="Look", progress=Progress.DONE),
    PlanStep(text="Fix", progress=Progress.RUNNING),
    PlanStep(text="Test"),
)
PLAN = PlanTold(steps=STEPS)
RUNS = CallTold(call_id="1", title="pytest -q", progress=Progress.RUNNING)
EDIT = CallTold(
    call_id="2",
    title="Edit login.py",
    progress=Progress.DONE,
    changes=(FileChange(path="login.py", lines="+ x = 1"),),
)
DONE, STOPPED = (
    TurnEnded(ending=TurnEnding.DONE),
    TurnEnded(ending=TurnEnding.STOPPED),
)
FAILED = TaskFailed(problem="It broke off.")
STOP, GONE = StopWanted(), ProcessEnded()


def told(*texts: str, message_id: str = "") -> list[TaskNews]:
    return [TextTold(text=text, message_id=message_id) for text in texts]


def after(*news: TaskNews) -> AgentTask:
    task = BEGUN
    for one in news:
        task = task.after(one)
    return task


@pytest.mark.parametrize(
    ("news", "state", "is_open"),
    [
        ([], TaskState.WORKING, True),
        ([DONE], TaskState.DONE, True),
        ([DONE, DONE], TaskState.DONE, True),
        ([DONE, STOP], TaskState.DONE, True),
        ([STOP], TaskState.STOPPING, True),
        ([STOP, STOPPED], TaskState.STOPPED, True),
        ([STOP, DONE], TaskState.STOPPED, True),
        ([STOP, FAILED], TaskState.STOPPED, False),
        ([STOP, GONE], TaskState.STOPPED, False),
        ([STOPPED], TaskState.STOPPED, True),
        ([FAILED], TaskState.FAILED, False),
        ([DONE, FAILED], TaskState.DONE, False),
        ([DONE, GONE], TaskState.DONE, False),
        ([GONE], TaskState.STOPPED, False),
        ([DONE, WordsSent(words="more")], TaskState.WORKING, True),
        ([TurnEnded(ending=TurnEnding.REFUSED)], TaskState.FAILED, True),
        ([TurnEnded(ending=TurnEnding.OUT_OF_TOKENS)], TaskState.FAILED, True),
        ([STOP, TurnEnded(ending=TurnEnding.REFUSED)], TaskState.STOPPED, True),
    ],
)
def test_how_a_task_stands(news: Sequence[TaskNews], state: TaskState, is_open: bool) -> None:
    task = after(*news)
    assert (task.state, task.is_open) == (state, is_open)
    assert bool(task.problem) == (state is TaskState.FAILED)


@pytest.mark.parametrize(
    ("news", "text"),
    [
        (told("Tests ", "pass."), "Tests pass."),
        ([*told("I look."), RUNS, *told("Tests pass.")], "Tests pass."),
        ([*told("I look."), PLAN, *told("Tests pass.")], "Tests pass."),
        ([*told("I look."), RUNS], "I look."),
        ([*told("One.", message_id="a"), *told("Two", ".", message_id="b")], "Two."),
        ([*told("One."), DONE, WordsSent(words="more")], ""),
    ],
)
def test_the_result_is_what_it_said_last(news: Sequence[TaskNews], text: str) -> None:
    assert after(*news).text == text


@pytest.mark.parametrize(
    ("news", "progress"),
    [
        ([], ""),
        ([PLAN], "1 of 3 steps; now: Fix"),
        ([PLAN, RUNS], "1 of 3 steps; now: pytest -q"),
        ([RUNS, CallTold(call_id="1", progress=Progress.DONE)], ""),
        ([RUNS, CallTold(call_id="1", title="pytest -q tests")], "now: pytest -q tests"),
        ([PLAN, RUNS, DONE], ""),
        ([WordsQueued(words="use SQLite")], "1 message waits"),
        ([PLAN, WordsQueued(words="a"), WordsQueued(words="b")], "1 of 3 steps; now: Fix; 2 messages wait"),
    ],
)  # fmt: skip
def test_how_far_it_is(news: Sequence[TaskNews], progress: str) -> None:
    assert progress_text(after(*news)) == progress


def test_what_it_changed_is_what_its_calls_did_that_did_not_fail() -> None:
    failed = CallTold(call_id="3", progress=Progress.FAILED, changes=(FileChange(path="b.py"),))
    assert [one.path for one in after(EDIT, failed).changes] == ["login.py"]


def test_more_words_wait_and_are_sent_one_after_another() -> None:
    task = after(WordsQueued(words="a"), WordsQueued(words="b"), DONE)
    assert task.queued == ("a", "b")
    sent = task.after(WordsSent(words="a"))
    assert (sent.words, sent.queued, sent.state) == ("a", ("b",), TaskState.WORKING)
    assert after(WordsQueued(words="a"), STOP).queued == ()


def test_what_ran_when_it_ended_runs_no_more() -> None:
    task = after(PLAN, RUNS, DONE)
    assert [one.progress for one in task.calls] == [Progress.FAILED]
    assert [one.progress for one in task.plan] == [
        Progress.DONE,
        Progress.PENDING,
        Progress.PENDING,
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("All 12 tests pass. I changed login.py.", "All 12 tests pass."),
        ("## Done\n\n- The **login** test passes", "Done"),
        ("`login.py` is mended!\nMore", "login.py is mended!"),
        ("完成了。测试通过。", "完成了。"),
        ("Version 1.2 works", "Version 1.2 works"),
        ("\x1b[31mRed\x1b[0m text.", "Red text."),
        ("", ""),
        ("  \n ", ""),
        ("x" * 500, "x" * (MAX_SENTENCE - 1) + "…"),
    ],
)
def test_the_first_sentence_is_what_is_said(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence
    assert result_sentence(after(*told(text), DONE)) == sentence


def test_why_it_failed_goes_before_what_it_said() -> None:
    assert result_sentence(after(*told("I look."), FAILED)) == "It broke off."


LINES = st.integers(0, 3).map(lambda n: "x" * (n * MAX_SHOWN_CHANGES // 3))
NEWS = st.one_of(
    st.builds(WordsSent, words=st.sampled_from("ab")),
    st.builds(WordsQueued, words=st.sampled_from("ab")),
    st.builds(
        PlanTold,
        steps=st.lists(
            st.builds(PlanStep, text=st.text(max_size=3), progress=st.sampled_from(Progress)),
            max_size=3,
        ).map(lambda steps: tuple(steps * (MAX_STEPS // 2))),
    ),
    st.builds(
        CallTold,
        call_id=st.integers(0, 2 * MAX_CALLS).map(str),
        title=st.none() | st.text(max_size=3),
        progress=st.none() | st.sampled_from(Progress),
        changes=st.none() | st.builds(FileChange, path=st.just("a"), lines=LINES).map(lambda c: (c,)),
    ),
    st.builds(TextTold, text=st.sampled_from(["a", "b" * MAX_TEXT]), message_id=st.sampled_from("xy")),
    st.builds(TurnEnded, ending=st.sampled_from(TurnEnding)),
    st.sampled_from([STOP, GONE, FAILED]),
)  # fmt: skip


@given(st.lists(NEWS, max_size=40))
def test_whatever_is_told_a_task_stays_small_and_what_is_over_does_nothing(
    news: Sequence[TaskNews],
) -> None:
    task = after(*news)
    assert len(task.plan) <= MAX_STEPS
    assert len(task.calls) <= MAX_CALLS
    assert len(task.text) <= MAX_TEXT
    assert len(task.queued) <= MAX_QUEUED
    shown = sum(len(change.lines) for call in task.calls for change in call.changes)
    assert shown <= MAX_SHOWN_CHANGES
    assert len({call.call_id for call in task.calls}) == len(task.calls)
    if not task.state.is_under_way:
        assert task.doing == ""
    if task.problem:
        assert task.state is TaskState.FAILED
