"""What shall be done, told by verbs, in each language."""

import pytest

from assistant.languages import LANGUAGES
from assistant.languages.action_patterns import action_patterns
from assistant.questions.model.question import Option, Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.proposed_action import is_to_be_done, lets_it_be_done
from assistant.questions.spoken.understanding import SpokenChoice

DELETING = {
    "en": ("Delete the old photos?", "delete them", "keep them", "don't delete them"),
    "de": ("Alte Fotos löschen?", "lösch sie", "behalte sie", "lösch sie nicht"),
    "fr": ("Supprimer les photos ?", "supprime-les", "garde-les", "ne les supprime pas"),
    "es": ("¿Borrar las fotos?", "bórralas", "consérvalas", "no las borres"),
    "it": ("Elimino le foto?", "eliminale", "tienile", "non eliminarle"),
    "ko": ("사진을 삭제할까요?", "지워 줘", "놔둬", "지우지 마"),
    "zh": ("删除旧照片吗？", "删吧", "留着", "别删"),
    "ja": ("写真を削除しますか？", "消して", "残して", "消さないで"),
}


@pytest.mark.parametrize("language", sorted(DELETING))
def test_a_verb_says_yes_or_no_to_what_is_proposed(language: str) -> None:
    asked, does, opposes, denies = DELETING[language]
    assert is_to_be_done(asked, does, language) is True
    assert is_to_be_done(asked, opposes, language) is False
    assert is_to_be_done(asked, denies, language) is False


@pytest.mark.parametrize("language", sorted(DELETING))
@pytest.mark.parametrize("labels", [(), ("1st", "2nd")], ids=["plain", "labelled"])
def test_verbs_answer_a_yes_or_no_question_and_options_that_are_one(
    language: str, labels: tuple[str, ...]
) -> None:
    asked, does, opposes, _denies = DELETING[language]
    options = tuple(
        Option(id=one, label=label) for one, label in zip(labels, (does, opposes), strict=False)
    )
    kind = QuestionKind.SINGLE if options else QuestionKind.BOOLEAN
    question = Question(id="q", kind=kind, text=asked, options=options)
    for said, value in ((does, True), (opposes, False)):
        meant = parse_spoken_answer(question, said, language)
        assert isinstance(meant, SpokenChoice), said
        assert not meant.needs_confirming, said
        assert meant.boolean is value or meant.option_ids == (labels[not value],), said


def test_what_is_said_beside_the_verb_is_asked_about() -> None:
    question = Question(id="q", kind=QuestionKind.BOOLEAN, text="Delete the old photos?")
    for said in (
        "delete ten of them",
        "no delete them",
        "yes keep them",
        "my brother says delete them",
    ):
        meant = parse_spoken_answer(question, said, "en")
        assert not isinstance(meant, SpokenChoice) or meant.needs_confirming, said


@pytest.mark.parametrize(
    ("said", "language", "lets"),
    [
        ("go ahead", "en", True),
        ("no problem", "en", True),
        ("I wouldn't mind", "en", True),
        ("I'd rather you didn't", "en", False),
        ("kein Problem", "de", True),
        ("bitte nicht", "de", False),
        ("aucun souci", "fr", True),
        ("no me molesta", "es", True),
        ("me molesta", "es", False),
        ("non mi dà fastidio", "it", True),
        ("mi dà fastidio", "it", False),
        ("不介意", "zh", True),
        ("介意", "zh", False),
        ("tea", "en", None),
    ],
)
def test_idioms_of_consent_are_told_by_their_sense(
    said: str, language: str, lets: bool | None
) -> None:
    assert lets_it_be_done(said, language) is lets


def test_every_language_that_is_understood_has_verbs() -> None:
    patterns = [action_patterns(language) for language in LANGUAGES]
    assert all(found is not None and found.pairs for found in patterns)
    assert is_to_be_done("Delete it?", "keep it", "nl") is None
