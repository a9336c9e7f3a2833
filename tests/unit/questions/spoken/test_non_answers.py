"""What is said instead of an answer."""

import pytest

from assistant.languages.lexicon import CommandKind
from assistant.questions.model.question import Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import SpokenCommand
from tests.helpers.questions.builders import choice

BOATS = choice("Canoe", "Rowing boat", "Sailing boat", text="Which boat shall we hire?")
SURE = Question(id="s", kind=QuestionKind.BOOLEAN, text="Shall I hire the boat?")


@pytest.mark.parametrize(
    ("language", "said", "why"),
    [
        ("en", "cancel", ""),
        ("en", "so cancel it", ""),
        ("en", "cancel because it's too expensive", "it's too expensive"),
        ("en", "cancel it since the weather is bad", "the weather is bad"),
        ("en", "it's too expensive, so cancel", "it's too expensive"),
        ("ko", "취소해줘", ""),
        ("ko", "그러니까 취소해줘", ""),
        ("ko", "너무 비싸니까 취소해줘", "너무 비싸니까"),
        ("ko", "비가 와서 취소할게", "비가 와서"),
        ("de", "abbrechen, weil es zu teuer ist", "es zu teuer ist"),
        ("fr", "annule parce que c'est trop cher", "c'est trop cher"),
        ("es", "cancela porque llueve", "llueve"),
        ("zh", "取消，因为太贵了", "太贵了"),
        ("zh", "太贵了，所以取消", "太贵了"),
        ("ja", "高いのでキャンセルして", "高いので"),
    ],
)
@pytest.mark.parametrize("asked", [BOATS, SURE], ids=["options", "yes or no"])
def test_a_cancel_says_why_where_the_words_do(
    asked: Question, language: str, said: str, why: str
) -> None:
    meant = parse_spoken_answer(asked, said, language)
    assert isinstance(meant, SpokenCommand)
    assert (meant.kind, meant.words) == (CommandKind.CANCEL, why)


@pytest.mark.parametrize(
    ("language", "said", "kind"),
    [
        ("en", "cancel the middle two", CommandKind.CANCEL),
        ("en", "explain the middle two", CommandKind.EXPLAIN),
        ("de", "abbrechen die mittleren beiden", CommandKind.CANCEL),
        ("ko", "취소 가운데 것 두 개", CommandKind.CANCEL),
    ],
)
def test_a_command_may_name_places_where_there_are_none(
    language: str, said: str, kind: CommandKind
) -> None:
    meant = parse_spoken_answer(SURE, said, language)
    assert isinstance(meant, SpokenCommand)
    assert (meant.kind, meant.option_ids) == (kind, ())


@pytest.mark.parametrize(
    "said", ["don't cancel because of the rain", "no, because it rains", "it's too expensive"]
)
def test_a_reason_alone_cancels_nothing(said: str) -> None:
    meant = parse_spoken_answer(BOATS, said, "en")
    assert not (isinstance(meant, SpokenCommand) and meant.kind is CommandKind.CANCEL)
