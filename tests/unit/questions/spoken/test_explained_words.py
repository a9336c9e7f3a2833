"""Words beside an option that are explained: by the question, by a plural, by a list, by a reason."""

import pytest

from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import Answer, Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short


def test_of_several_that_share_a_word_its_plural_means_all() -> None:
    asked = choice("Kitchen speaker", "Hall speaker", "Hall lamp", kind=QuestionKind.MULTI)
    assert short(parse_spoken_answer(asked, "the speakers", "en")) == "1,2"
    assert short(parse_spoken_answer(asked, "both speakers", "en")) == "1,2"
    assert short(parse_spoken_answer(asked, "the speaker", "en")).startswith("~")


@pytest.mark.parametrize(
    ("text", "said", "understood"),
    [
        ("Should I turn on the heating?", "no it's warm enough", "no"),
        ("Should I turn on the heating?", "no that's fine go ahead", "yes?"),
        ("Is the printer connected over Wi-Fi?", "no it's plugged in with a cable", "no"),
    ],
)
def test_a_no_with_its_reason_is_a_no(text: str, said: str, understood: str) -> None:
    asked = Question(id="q1", kind=QuestionKind.BOOLEAN, text=text)
    assert short(parse_spoken_answer(asked, said, "en")) == understood


def test_what_is_asked_about_may_be_said_again_beside_a_name() -> None:
    asked = choice("厨房", "走廊", "客厅", "浴室", kind=QuestionKind.MULTI, text="开哪里的灯？")
    assert short(parse_spoken_answer(asked, "除了浴室都开", "zh")) == "1,2,3"


def test_a_command_that_an_option_stands_for_is_not_taken_where_it_is_denied() -> None:
    asked = choice("지금 다시 시도", "내일 다시 시도", "주문 취소")
    assert short(parse_spoken_answer(asked, "취소하지 마", "ko")) == "~excluded 1,2"
    assert short(parse_spoken_answer(asked, "주문을 취소해 주세요", "ko")) == "3"


def test_each_part_of_a_typed_list_is_understood_by_itself() -> None:
    asked = choice("Documents", "Pictures", "Music", kind=QuestionKind.MULTI)
    assert parse_typed_answer(asked, "docs, pics") == Answer(
        question_id=asked.id, option_ids=("1", "2")
    )


def test_another_name_of_the_same_family_is_not_taken_unasked() -> None:
    asked = choice("parley-core", "parley-engine", "parley-lib")
    assert not isinstance(parse_typed_answer(asked, "how about parley-kit"), Answer)


@pytest.mark.parametrize(
    ("language", "text", "said", "understood"),
    [
        ("en", "Shall I keep the old backups?", "remove them please", "no"),
        ("en", "Should I book the table now?", "let's not", "no"),
        ("en", "Do you want a return flight?", "I don't need a return", "no"),
        ("en", "Do you want to subscribe?", "i do", "yes"),
        ("en", "You don't want to save it?", "i do", "yes?"),
        ("de", "Soll ich 14 Dateien löschen?", "Ja - halt, nein!", "no"),
        ("de", "Soll ich den Tisch reservieren?", "reservier ihn", "yes"),
        (
            "de",
            "Soll ich das Licht ausmachen?",
            "Ja klar, da brennt es den ganzen Tag.",
            "yes",
        ),
        ("fr", "Supprimer les fichiers ?", "oui non attends non", "no"),
        ("fr", "Supprimer les fichiers ?", "j'allais dire oui mais non garde-les", "no"),
        ("fr", "Écraser le fichier existant ?", "non, fais une copie", "no"),
        ("es", "¿Te lo recuerdo mañana?", "No hace falta, ya está hecho.", "no"),
    ],
)
def test_a_yes_or_no_said_in_other_words_and_with_more(
    language: str, text: str, said: str, understood: str
) -> None:
    asked = Question(id="q1", kind=QuestionKind.BOOLEAN, text=text)
    assert short(parse_spoken_answer(asked, said, language)) == understood
