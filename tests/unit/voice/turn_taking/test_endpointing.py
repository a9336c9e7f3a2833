from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.clarity_statistics import ClarityStatistics
from assistant.voice.turn_taking.endpointing import (
    VAD_FRAME_S,
    EndpointDecision,
    Endpointer,
    EndpointLimits,
    NothingSaid,
    PauseBegan,
    SpeechBegan,
    SpeechResumed,
    TurnOver,
    TurnVerdictWanted,
)
from assistant.voice.turn_taking.endpointing_delay import (
    EndpointingDelay,
    TurnVerdict,
    end_likelihood,
    is_end_doubted,
)
from assistant.voice.turn_taking.pause_statistics import PauseStatistics
from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness

SPOKEN, SILENT = 0.95, 0.02


class Script:
    """Plays a turn in seconds and writes down what is decided, and when."""

    def __init__(
        self,
        limits: EndpointLimits | None = None,
        *,
        no_speech_s: float | None = 5.0,
        has_judge: bool = True,
        has_reader: bool = False,
        first_start_s: float | None = None,
        held: bool = False,
        habit: PauseStatistics | None = None,
        clarity: ClarityStatistics | None = None,
    ) -> None:
        self.now = 0.0
        self.log: list[tuple[float, EndpointDecision]] = []
        self.turn = Endpointer(
            limits or EndpointLimits(),
            opened_at=0.0,
            no_speech_s=no_speech_s,
            has_judge=has_judge,
            has_reader=has_reader,
            first_start_s=first_start_s,
            held=held,
            habit=habit,
            clarity=clarity,
        )

    def play(self, probability: float, seconds: float) -> "Script":
        for _frame in range(round(seconds / VAD_FRAME_S)):
            self.now += VAD_FRAME_S
            self._note(self.turn.hear(self.now, probability))
        return self

    def speak(self, seconds: float) -> "Script":
        return self.play(SPOKEN, seconds)

    def pause(self, seconds: float) -> "Script":
        return self.play(SILENT, seconds)

    def judge(self, probability: float | None, pause_id: int = 1) -> "Script":
        self._note(self.turn.judged(pause_id, probability))
        return self

    def read(
        self,
        completeness: TextCompleteness,
        pause_id: int = 1,
        *,
        log_prob: float | None = None,
        language: str = "en",
    ) -> "Script":
        reading = PauseReading(completeness, log_prob=log_prob, language=language)
        self._note(self.turn.read(pause_id, reading))
        return self

    def _note(self, decisions: Sequence[EndpointDecision]) -> None:
        self.log.extend((self.now, decision) for decision in decisions)

    @property
    def kinds(self) -> list[str]:
        return [type(decision).__name__ for _at, decision in self.log]

    def when(self, kind: type[EndpointDecision]) -> float:
        return next(at for at, decision in self.log if isinstance(decision, kind))

    def silence_at_the_end(self) -> float:
        over = next(decision for _at, decision in self.log if isinstance(decision, TurnOver))
        return self.when(TurnOver) - over.speech_end


def test_a_sure_verdict_ends_the_turn_soon() -> None:
    script = Script().pause(0.5).speak(1.0).pause(0.1).judge(0.97)
    assert script.kinds == ["SpeechBegan", "PauseBegan", "TurnVerdictWanted"]
    script.pause(0.2)
    assert script.kinds[3:] == ["TurnOver"]
    began, paused, _asked, over = (decision for _at, decision in script.log)
    assert isinstance(began, SpeechBegan)
    assert isinstance(paused, PauseBegan)
    assert isinstance(over, TurnOver)
    assert began.speech_start == pytest.approx(0.5, abs=VAD_FRAME_S)
    assert paused.speech_end == over.speech_end == pytest.approx(1.5, abs=VAD_FRAME_S)
    assert paused.pause_id == over.pause_id == 1
    assert script.when(PauseBegan) - 1.5 == pytest.approx(0.032, abs=VAD_FRAME_S)
    assert script.silence_at_the_end() == pytest.approx(0.25, abs=VAD_FRAME_S)


def test_an_end_for_want_of_words_tells_what_the_judge_made_of_it() -> None:
    script = Script(has_reader=True).speak(1.0).pause(0.1).judge(0.97).pause(3.0)
    over = next(decision for _at, decision in script.log if isinstance(decision, TurnOver))
    assert script.silence_at_the_end() == pytest.approx(2.5, abs=VAD_FRAME_S)
    assert over.verdict is TurnVerdict.LIKELY


@pytest.mark.parametrize("verdict", TurnVerdict)
@pytest.mark.parametrize("reading", TextCompleteness)
def test_an_end_is_doubted_that_neither_judge_nor_words_believe(
    verdict: TurnVerdict, reading: TextCompleteness
) -> None:
    is_doubted = verdict is TurnVerdict.DOUBTFUL and reading is not TextCompleteness.FINISHED
    assert is_end_doubted(verdict, reading) is is_doubted


def play_out(
    script: Script, verdicts: Sequence[float | None], reading: TextCompleteness | None
) -> Script:
    """Speak, then be silent; the judge answers in turn, the words are known after 0.2 s."""
    script.speak(1.0)
    answers = iter(verdicts)
    for _frame in range(140):
        before = script.kinds.count("TurnVerdictWanted")
        script.pause(VAD_FRAME_S)
        if script.kinds.count("TurnVerdictWanted") > before:
            for verdict in answers:
                script.judge(verdict)
                break
        is_known = script.now - 1.0 >= 0.2
        if is_known and reading is not None:
            script.read(reading)
    return script


@pytest.mark.parametrize(
    ("verdicts", "silence_s"),
    [
        pytest.param([0.93], 0.25, id="certain"),
        pytest.param([0.85], 0.8, id="likely"),
        pytest.param([0.51, 0.99], 1.2, id="doubtful"),
        pytest.param([0.05, 0.5], 2.0, id="against"),
        pytest.param([0.01, 0.96], 1.2, id="beyond doubt at the second look"),
        pytest.param([0.01, 0.95], 2.0, id="not beyond doubt at the second look"),
        pytest.param([0.93, 0.1], 0.25, id="it is not asked again when it was sure"),
        pytest.param([0.6, 0.1], 1.2, id="a second look only helps"),
        pytest.param([None], 0.8, id="the judge cannot say"),
        pytest.param([], 0.8, id="the judge does not answer"),
    ],
)
def test_silence_until_the_end_depends_on_the_verdict(
    verdicts: list[float | None], silence_s: float
) -> None:
    script = play_out(Script(), verdicts, None)
    assert script.kinds.count("TurnOver") == 1
    assert script.silence_at_the_end() == pytest.approx(silence_s, abs=VAD_FRAME_S)


@pytest.mark.parametrize("verdict", [None, 0.0, 0.05, 0.3, 0.6, 0.9, 0.95])
@pytest.mark.parametrize("reading", [*TextCompleteness, None])
def test_judge_and_words_together_make_the_silence_of_the_table(
    verdict: float | None, reading: TextCompleteness | None
) -> None:
    script = play_out(Script(has_reader=True), [verdict], reading)
    known = None if reading is None else PauseReading(reading)
    enough_s = EndpointingDelay().silence_s(end_likelihood(verdict, known), reading)
    assert script.kinds.count("TurnOver") == 1
    assert script.silence_at_the_end() == pytest.approx(enough_s, abs=1.5 * VAD_FRAME_S)


def test_a_sure_judge_waits_for_the_words() -> None:
    script = Script(has_reader=True).speak(1.0).pause(0.1).judge(0.99).pause(1.4)
    assert "TurnOver" not in script.kinds
    assert script.read(TextCompleteness.FINISHED).kinds[-1] == "TurnOver"


def test_words_that_dangle_are_waited_out_though_the_judge_is_sure() -> None:
    script = (
        Script(has_reader=True).speak(1.0).pause(0.1).judge(0.98).read(TextCompleteness.DANGLING)
    )
    script.pause(1.0)
    assert "TurnOver" not in script.kinds
    assert script.speak(0.5).kinds[-1] == "SpeechResumed"


def test_the_words_of_another_pause_count_for_nothing() -> None:
    script = Script(has_reader=True).speak(1.0).pause(0.3).judge(0.3).speak(0.3)
    script.pause(0.3).judge(0.95, 2).read(TextCompleteness.FINISHED, 1)
    assert "TurnOver" not in script.kinds
    assert script.read(TextCompleteness.FINISHED, 2).kinds[-1] == "TurnOver"


def test_words_heard_less_clearly_than_usual_are_waited_out() -> None:
    ends: list[float] = []
    for log_prob in (-0.16, -0.4, -0.9):
        script = Script(has_reader=True, clarity=ClarityStatistics()).speak(1.0).pause(0.1)
        script.judge(0.98).read(TextCompleteness.FINISHED, log_prob=log_prob).pause(3.0)
        ends.append(script.silence_at_the_end())
    assert ends == pytest.approx([0.25, 0.8, 1.2], abs=VAD_FRAME_S)


def test_the_words_of_a_turn_that_is_over_are_learnt_and_those_of_a_pause_are_not() -> None:
    clarity = ClarityStatistics()
    script = Script(has_reader=True, clarity=clarity).speak(1.0).pause(0.1).judge(0.3)
    script.read(TextCompleteness.OPEN, log_prob=-0.9, language="ko").speak(0.5)
    assert clarity.usual("ko") == -0.3
    script.pause(0.1).judge(0.98, 2)
    script.read(TextCompleteness.FINISHED, 2, log_prob=-0.2, language="ko").pause(1.0)
    assert script.kinds[-1] == "TurnOver"
    assert clarity.usual("ko") == pytest.approx(-0.2)


def test_what_was_known_of_one_pause_is_forgotten_in_the_next() -> None:
    script = (
        Script(has_reader=True).speak(1.0).pause(0.1).judge(0.95).read(TextCompleteness.FINISHED)
    )
    script.speak(0.5).pause(0.5)
    assert "TurnOver" not in script.kinds


def test_without_a_judge_silence_alone_decides() -> None:
    script = Script(has_judge=False).speak(1.0).pause(3.0)
    assert script.kinds == ["SpeechBegan", "PauseBegan", "TurnOver"]
    assert script.silence_at_the_end() == pytest.approx(0.8, abs=VAD_FRAME_S)


def test_a_judge_that_cannot_say_is_not_asked_again_in_this_turn() -> None:
    for verdict, asked in ((None, 1), (0.1, 2)):
        script = Script().speak(1.0).pause(0.1).judge(verdict).speak(0.5).pause(0.1)
        assert script.kinds.count("TurnVerdictWanted") == asked


def test_pauses_of_the_person_make_it_wait_longer() -> None:
    habit = PauseStatistics()
    for _turn in range(30):
        turn = Script(has_judge=False, habit=habit).speak(0.5)
        turn.pause(0.7).speak(0.5)
        assert turn.kinds[-1] == "SpeechResumed"
        habit.noticed(1.4)
    assert habit.factor > 1.3
    script = Script(has_judge=False, habit=habit).speak(0.5).pause(2)
    assert script.silence_at_the_end() == pytest.approx(0.8 * habit.factor, abs=VAD_FRAME_S)


def test_a_pause_after_which_the_person_goes_on_is_learnt() -> None:
    habit = PauseStatistics()
    Script(has_judge=False, habit=habit).speak(0.5).pause(0.7).speak(0.5)
    assert habit.factor == pytest.approx((0.9 * 0.6 + 0.1 * 0.7) / 0.6, abs=0.01)
    before = habit.factor
    Script(has_judge=False, habit=habit).speak(0.5).pause(2.0)  # an end, not a pause
    assert habit.factor == before


def test_a_held_turn_is_ended_by_no_pause() -> None:
    script = Script(held=True, has_reader=True).speak(1.0).pause(10.0)
    assert script.kinds == ["SpeechBegan", "PauseBegan"]
    script.read(TextCompleteness.FINISHED).judge(0.99)
    script.speak(1.0).pause(0.2)
    assert script.kinds == ["SpeechBegan", "PauseBegan", "SpeechResumed", "PauseBegan"]
    (over,) = script.turn.close(script.now)
    assert isinstance(over, TurnOver)
    assert over.pause_id == 2
    assert over.speech_end == pytest.approx(12.0, abs=2 * VAD_FRAME_S)


def test_a_held_turn_in_which_nothing_was_said_says_so() -> None:
    script = Script(held=True, no_speech_s=None).pause(3.0)
    assert script.turn.close(script.now) == [NothingSaid()]


def test_even_a_held_turn_ends_at_the_longest_utterance() -> None:
    script = Script(EndpointLimits(max_utterance_s=5), held=True).speak(1.0).pause(9.0)
    assert script.kinds[-1] == "TurnOver"
    assert script.when(TurnOver) == pytest.approx(5.0, abs=VAD_FRAME_S)


def test_speech_after_a_pause_goes_on_with_the_same_turn() -> None:
    script = Script().speak(1.0).pause(0.4).judge(0.1).speak(0.5).pause(0.3).judge(0.95, 2)
    assert script.kinds == [
        "SpeechBegan",
        "PauseBegan",
        "TurnVerdictWanted",
        "SpeechResumed",
        "PauseBegan",
        "TurnVerdictWanted",
        "TurnOver",
    ]
    over = script.log[-1][1]
    assert isinstance(over, TurnOver)
    assert over.pause_id == 2
    assert over.speech_end == pytest.approx(1.9, abs=2 * VAD_FRAME_S)


def test_a_click_in_a_pause_does_not_resume_the_turn() -> None:
    script = Script().speak(1.0).pause(0.3).judge(0.1).speak(0.064).pause(2.5)
    assert "SpeechResumed" not in script.kinds
    assert script.silence_at_the_end() == pytest.approx(2.0, abs=2 * VAD_FRAME_S)


def test_a_verdict_during_new_speech_waits_until_it_is_known_to_be_speech() -> None:
    goes_on = Script().speak(1.0).pause(0.26).speak(0.064).judge(0.97)
    assert "TurnOver" not in goes_on.kinds
    goes_on.speak(0.2)
    assert goes_on.kinds[-1] == "SpeechResumed"
    click = Script().speak(1.0).pause(0.26).speak(0.064).judge(0.97).pause(0.1)
    assert click.kinds[-1] == "TurnOver"


def test_a_verdict_about_another_pause_counts_for_nothing() -> None:
    script = Script().speak(1.0).pause(0.3).speak(0.3).pause(0.3).judge(0.99, 1)
    assert "TurnOver" not in script.kinds
    assert script.judge(0.99, 2).kinds[-1] == "TurnOver"


def test_a_verdict_after_the_end_counts_for_nothing() -> None:
    script = Script().speak(1.0).pause(0.9)
    assert script.kinds[-1] == "TurnOver"
    count = len(script.log)
    script.judge(0.99)
    script.speak(1.0)
    assert len(script.log) == count


def test_a_click_is_not_the_beginning_of_speech() -> None:
    assert Script().speak(0.064).pause(1.0).kinds == []


def test_nothing_said_is_noticed_at_the_time_given() -> None:
    script = Script(no_speech_s=2.0).pause(3.0)
    assert script.kinds == ["NothingSaid"]
    assert script.when(NothingSaid) == pytest.approx(2.0, abs=VAD_FRAME_S)
    assert script.turn.is_over


def test_speech_that_begins_in_the_last_moment_is_waited_for() -> None:
    script = Script(no_speech_s=2.0).pause(1.95).speak(0.3)
    assert script.kinds == ["SpeechBegan"]


def test_without_a_limit_it_waits_for_ever() -> None:
    assert Script(no_speech_s=None).pause(120).kinds == []


def test_the_longest_utterance_ends_in_the_middle_of_speech() -> None:
    script = Script(EndpointLimits(max_utterance_s=5)).speak(9.0)
    assert script.kinds == ["SpeechBegan", "TurnOver"]
    assert script.when(TurnOver) == pytest.approx(5.0, abs=VAD_FRAME_S)
    over = script.log[-1][1]
    assert isinstance(over, TurnOver)
    assert over.pause_id == 1  # a new one: nothing was transcribed yet
    assert over.speech_end == pytest.approx(5.0, abs=VAD_FRAME_S)


def test_the_longest_utterance_ends_in_a_pause_with_its_number() -> None:
    limits = EndpointLimits(max_utterance_s=2)
    script = Script(limits).speak(1.7).pause(0.23).judge(0.2).pause(1)
    over = script.log[-1][1]
    assert isinstance(over, TurnOver)
    assert over.pause_id == 1
    assert over.speech_end == pytest.approx(1.7, abs=VAD_FRAME_S)


def test_the_tail_of_the_wake_word_is_not_a_turn() -> None:
    script = Script(first_start_s=0.35).speak(0.3).pause(1.0)
    assert script.kinds == []
    assert script.speak(0.15).kinds == ["SpeechBegan"]


def test_a_request_in_one_breath_with_the_wake_word_begins_with_it() -> None:
    script = Script(first_start_s=0.35).speak(1.0)
    began = script.log[0][1]
    assert isinstance(began, SpeechBegan)
    assert began.speech_start == pytest.approx(0.0, abs=VAD_FRAME_S)


def test_closing_ends_a_turn_with_its_speech() -> None:
    script = Script().speak(1.0).pause(0.1)
    (over,) = script.turn.close(script.now)
    assert isinstance(over, TurnOver)
    assert over.speech_end == pytest.approx(1.0, abs=VAD_FRAME_S)
    assert script.turn.close(script.now) == ()


def test_closing_without_speech_says_so() -> None:
    script = Script().pause(0.5)
    assert script.turn.close(script.now) == [NothingSaid()]


def test_closing_in_a_pause_keeps_its_number() -> None:
    script = Script().speak(1.0).pause(0.3)
    (over,) = script.turn.close(script.now)
    assert isinstance(over, TurnOver)
    assert over.pause_id == 1


@pytest.mark.parametrize(
    "values",
    [
        {"pause_s": 0},
        {"second_look_s": -0.1},
        {"max_utterance_s": -1},
        {"start_s": 0},
    ],
)
def test_limits_that_make_no_sense_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="positive"):
        EndpointLimits(**values)


STEP = st.tuples(
    st.sampled_from(["speak", "pause", "judge", "read"]),
    st.floats(0, 3),
)


def perform(script: Script, steps: Sequence[tuple[str, float]]) -> None:
    for kind, amount in steps:
        pause_id = script.turn.next_pause_id - 1
        match kind:
            case "speak":
                script.speak(amount)
            case "pause":
                script.pause(amount)
            case "judge":
                script.judge(min(amount, 1.0), pause_id)
            case _:
                script.read(list(TextCompleteness)[int(amount * 1.6)], pause_id)


@given(st.lists(STEP, max_size=25), st.booleans(), st.booleans())
def test_whatever_happens_the_story_makes_sense(
    steps: list[tuple[str, float]], has_judge: bool, has_reader: bool
) -> None:
    script = Script(EndpointLimits(max_utterance_s=8), has_judge=has_judge, has_reader=has_reader)
    perform(script, steps)
    script.pause(3.0)
    script.pause(6.0)
    kinds = script.kinds
    assert kinds.count("TurnOver") + kinds.count("NothingSaid") == 1
    assert kinds[-1] in {"TurnOver", "NothingSaid"}
    pauses = [decision.pause_id for _at, decision in script.log if isinstance(decision, PauseBegan)]
    assert pauses == list(range(1, len(pauses) + 1))
    is_paused = False
    for _at, decision in script.log:
        match decision:
            case PauseBegan():
                assert not is_paused
                is_paused = True
            case SpeechResumed():
                assert is_paused
                is_paused = False
            case TurnVerdictWanted():
                assert has_judge
                assert is_paused
            case TurnOver(speech_end=speech_end):
                assert script.when(SpeechBegan) <= script.when(TurnOver)
                assert 0 <= speech_end <= script.when(TurnOver)
            case SpeechBegan() | NothingSaid():
                assert not is_paused


@given(st.lists(STEP, max_size=25))
def test_a_held_turn_never_ends_by_itself(steps: list[tuple[str, float]]) -> None:
    script = Script(
        EndpointLimits(max_utterance_s=1000), held=True, has_reader=True, no_speech_s=None
    )
    perform(script, steps)
    script.pause(5.0)
    assert not script.turn.is_over
    assert "TurnVerdictWanted" not in script.kinds
    (last,) = script.turn.close(script.now)
    assert isinstance(last, TurnOver if "SpeechBegan" in script.kinds else NothingSaid)


@given(st.lists(STEP, max_size=25), st.sampled_from([0.8, 1.0, 1.5]))
def test_silence_ends_no_later_than_the_ceiling_and_no_sooner_than_a_glance(
    steps: list[tuple[str, float]], factor: float
) -> None:
    habit = PauseStatistics()
    for _ in range(100):
        habit.noticed(0.6 * factor)
    limits = EndpointLimits(max_utterance_s=1000)
    script = Script(limits, has_reader=True, habit=habit)
    perform(script, [("speak", 0.5), *steps])
    script.pause(3.0)
    silence_s = script.silence_at_the_end()
    # A click in a pause is neither speech nor silence: until it is over nothing is decided.
    assert 0.25 - VAD_FRAME_S <= silence_s <= limits.turn_end.ceiling_s + 3 * VAD_FRAME_S
