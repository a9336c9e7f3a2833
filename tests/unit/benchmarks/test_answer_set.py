"""The table of typed and spoken answers, and how it is judged."""

from pathlib import Path

import pytest

from benchmarks.answer_set import (
    COLUMNS,
    AnswerVerdict,
    Meaning,
    ReadAnswer,
    judge_answer,
    load_answers,
    measure_answers,
    read_answer,
)

HEADER = "\t".join(COLUMNS)


_ASKED_ABOUT = ("tea or coffee", "coffee or water")


def line(mode: str, answer: str, expected: str, kind: str = "single") -> str:
    options = "Yes | No" if kind == "yesno" else "Tea | Coffee | Water"
    return f"x\ten\t{mode}\t{kind}\tWhich drink?\t{options}\t{answer}\t{expected}"


@pytest.mark.parametrize("mode", ["typed", "spoken"])
@pytest.mark.parametrize(
    ("answer", "expected", "kind", "verdict"),
    [
        ("the second one", "choose: Coffee", "single", AnswerVerdict.RIGHT),
        ("the second one", "choose: Tea", "single", AnswerVerdict.WRONG),
        ("tea or coffee", "ask", "single", AnswerVerdict.RIGHT),
        ("tea or coffee", "choose: Tea", "single", AnswerVerdict.ASKED),
        ("you decide", "decide || ask", "single", AnswerVerdict.RIGHT),
        ("lemonade", "other: lemonade", "single", AnswerVerdict.RIGHT),
        ("yes", "yes", "yesno", AnswerVerdict.RIGHT),
        ("yes", "no", "yesno", AnswerVerdict.WRONG),
    ],
)
def test_an_answer_is_read_and_judged(
    mode: str, answer: str, expected: str, kind: str, verdict: AnswerVerdict
) -> None:
    (sample,) = load_answers(f"{HEADER}\n{line(mode, answer, expected, kind)}\n")
    assert judge_answer(sample, read_answer(sample)) is verdict


def test_the_figures_count_each_answer_once() -> None:
    rows = [line("typed", "1", "choose: Tea"), line("spoken", "the last", "choose: Tea")]
    figures = measure_answers(load_answers("\n".join([HEADER, *rows])))
    total = figures["total"]
    assert (total["count"], total["right"], total["wrong"]) == (2, 1, 1)
    assert set(figures["groups"]) == {"en typed", "en spoken"}
    assert figures["not_right"] == ["wrong x 'the last': choose: Tea; was choose Water"]
    assert figures.rows()[0][1] == "50.0 % / 0.0 % / 0.0 % / 50.0 % of 2"


def test_the_figures_tell_how_often_what_was_meant_is_offered() -> None:
    rows = [
        line(mode, answer, "choose: Tea") for mode in ("typed", "spoken") for answer in _ASKED_ABOUT
    ]
    total = measure_answers(load_answers("\n".join([HEADER, *rows])))["total"]
    assert (total["asked"], total["offered"]) == (4, 2)


def test_a_table_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="the columns are"):
        load_answers("id\tanswer\n")
    with pytest.raises(ValueError, match="line 2 has 1 columns"):
        load_answers(f"{HEADER}\nx\n")


@pytest.mark.timeout(300)
def test_the_table_that_comes_along_is_read_with_few_wrong_answers() -> None:
    """At least 92 in a hundred right, and at most one in a thousand taken wrongly."""
    total = measure_answers(load_answers())["total"]
    assert total["count"] > 10000
    assert total["right"] / total["count"] >= 0.92
    assert total["wrong"] / total["count"] <= 0.001


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("name", "fewest", "right", "wrong"),
    [
        ("held_out_later.tsv", 550, 0.87, 0.002),
        ("held_out_last.tsv", 970, 0.92, 0.003),
        ("held_out_sentences.tsv", 290, 0.77, 0.004),
        ("held_out_everyday.tsv", 270, 0.71, 0.004),
        ("held_out_plain.tsv", 690, 0.91, 0.002),
    ],
)
def test_answers_that_nobody_tuned_on_are_seldom_taken_wrongly(
    name: str, fewest: int, right: float, wrong: float
) -> None:
    table = (Path(__file__).parents[2] / "data" / "answers" / name).read_text(encoding="utf-8")
    total = measure_answers(load_answers(table))["total"]
    assert total["count"] > fewest
    assert total["right"] / total["count"] >= right
    assert total["wrong"] / total["count"] <= wrong


def test_words_of_ones_own_are_right_where_they_were_meant() -> None:
    (sample,) = load_answers(f"{HEADER}\n{line('typed', 'x', 'other: lemonade')}\n")
    own = ReadAnswer(meaning=Meaning.OTHER, words="Lemonade please")
    assert judge_answer(sample, own) is AnswerVerdict.RIGHT
