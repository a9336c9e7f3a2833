"""How far the first run is, walked whole; and what its choices of a model mean for the settings."""

from collections.abc import Callable, Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.first_run.model.model_choice import (
    Answerer,
    built_in_change,
    key_change,
    present_choice,
    server_change,
    server_title,
)
from assistant.channels.desktop.first_run.model.progress import (
    STEPS,
    Outcome,
    Progress,
    Step,
    is_due,
)

Move = Callable[[Progress], Progress]
MOVES: Mapping[str, Move] = {
    "done": Progress.done,
    "skipped": Progress.skipped,
    "back": Progress.back,
    "all": Progress.all_skipped,
}
PROGRESS = st.builds(
    Progress,
    st.one_of(st.none(), st.sampled_from(STEPS)),
    st.dictionaries(st.sampled_from(STEPS), st.sampled_from(Outcome)),
)


@pytest.mark.parametrize(("step", "move"), list(product(STEPS, MOVES)))
def test_each_move_from_each_step(step: Step, move: str) -> None:
    moved = MOVES[move](Progress(step))
    place = STEPS.index(step)
    following = STEPS[place + 1] if place + 1 < len(STEPS) else None
    expected: dict[str, tuple[Step | None, Mapping[Step, Outcome]]] = {
        "done": (following, {step: Outcome.DONE}),
        "skipped": (following, {step: Outcome.SKIPPED}),
        "back": (STEPS[max(0, place - 1)], {}),
        "all": (None, dict.fromkeys(STEPS, Outcome.SKIPPED)),
    }
    assert (moved.current, moved.outcomes) == expected[move]


def test_what_was_done_stays_done() -> None:
    done = Progress().done()
    assert done.back().skipped().outcomes == {Step.LANGUAGE: Outcome.DONE}
    assert done.all_skipped().outcomes[Step.LANGUAGE] is Outcome.DONE
    assert done.all_skipped().outcomes[Step.PRIVACY] is Outcome.SKIPPED


@given(PROGRESS, st.lists(st.sampled_from(list(MOVES))))
def test_it_ends_and_a_crash_between_any_two_moves_loses_nothing(
    progress: Progress, moves: list[str]
) -> None:
    for move in moves:
        assert Progress.read(progress.written()) == progress
        assert 1 <= progress.number <= len(STEPS) + 1
        progress = MOVES[move](progress)
    for _step in STEPS:
        progress = progress.skipped()
    assert progress.is_over


@given(st.text())
def test_whatever_stands_in_the_settings_is_read(text: str) -> None:
    Progress.read(text)


@pytest.mark.parametrize(
    ("kept", "is_new_home", "due"),
    [
        ("", True, True),
        ("", False, False),
        ("microphone language=done", False, True),
        ("over language=done", False, False),
        ("over", True, False),
        ("nonsense", False, True),
    ],
)
def test_it_is_for_the_new_and_for_those_who_left_it_half_done(
    kept: str, is_new_home: bool, due: bool
) -> None:
    assert is_due(kept, is_new_home=is_new_home) is due


def test_a_choice_of_model_holds_whatever_else_there_is() -> None:
    url = "http://127.0.0.1:1234"
    assert built_in_change(has_key=False, has_servers=False) == {"profile": "auto"}
    assert built_in_change(has_key=True, has_servers=False) == {"profile": "starter"}
    assert built_in_change(has_key=False, has_servers=True) == {"profile": "starter"}
    assert server_change(url, "qwen", has_key=False)["local_accepted"] == url
    assert server_change(url, "qwen", has_key=True)["profile"] == "local"
    assert key_change("", "claude")["profile"] == "auto"


@pytest.mark.parametrize(
    ("profile", "has_key", "accepted", "choice"),
    [
        ("auto", False, "", Answerer.BUILT_IN),
        ("auto", True, "http://here", Answerer.SERVICE),
        ("auto", False, "http://here", Answerer.SERVER),
        ("starter", True, "http://here", Answerer.BUILT_IN),
        ("local", True, "", Answerer.SERVER),
        ("anthropic", False, "", Answerer.SERVICE),
    ],
)
def test_what_answers_now_is_marked(
    profile: str, has_key: bool, accepted: str, choice: Answerer
) -> None:
    assert present_choice(profile, has_key=has_key, accepted=accepted) is choice


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("http://127.0.0.1:11434", "Ollama · 127.0.0.1:11434"),
        ("http://127.0.0.1:8000", "vLLM · 127.0.0.1:8000"),
        ("http://nas.local:9999", "nas.local:9999"),
    ],
)
def test_a_server_is_named_by_its_port(url: str, title: str) -> None:
    assert server_title(url) == title
