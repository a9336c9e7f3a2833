"""Options that only say: something else. They are the built-in one, in every language."""

import json
from pathlib import Path
from typing import Final

import pytest

from assistant.questions.formats import parse_any, parse_definition, parse_tool_input
from assistant.questions.formats.option_reader import only_says_other

OTHER: Final = {
    "en": "Other|Others|Other…|OTHER|Other (please specify)|Other: please specify|Other - specify"
    "|Other, please describe|Other (tell me what)|Other/specify|✏️ Other|Other (Recommended)"
    "|Something else|Something else (please specify)|Something different|Another option"
    "|A different option|Another city (please specify)|A different time (please specify)"
    "|Something else entirely|Other: something not listed|Other - let me explain"
    "|Custom (type your own)|None of these (please specify)|Not listed (please specify)"
    "|Let me type my own answer|Type your own|I'll specify|Custom answer|My own answer|Free text",
    "de": "Andere|Anderes|Sonstiges|Etwas anderes|Andere (bitte angeben)|Eine andere Option"
    "|Andere Option: bitte beschreiben|Eigene Antwort eingeben|Freitext|Andere Stadt (bitte nennen)",
    "fr": "Autre|Autre chose|Autre (précisez)|Autre, à préciser|Autre : précisez"
    "|Autre (veuillez préciser)|Une autre option|Réponse libre|Une autre ville (à préciser)",
    "es": "Otro|Otra opción|Algo diferente|Otro (especificar)|Otro (por favor especifique)"
    "|Otro, ¿cuál?|Otra cosa|Respuesta personalizada|Otra ciudad (especificar)",
    "it": "Altro|Altra opzione|Qualcosa di diverso|Altro (specificare)|Altro (per favore specifica)"
    "|Altro: quale?|Un'altra cosa|Risposta libera|Un'altra città (specificare)",
    "ja": "その他|その他（具体的に）|その他（ご記入ください）|その他（自由記述）|自由入力|それ以外"
    "|別の都市（記入してください）",
    "ko": "기타|기타(직접 입력)|기타 (구체적으로 입력해 주세요)|직접 입력|직접 입력할게요"
    "|기타: 직접 작성|다른 것|다른 도시 (직접 입력)",
    "zh": "其他|其它|其他（请说明）|其他请说明|其它，请注明|其他选项|自定义答案|别的"
    "|其他城市（请填写）|其他（請說明）",
}
AN_ANSWER: Final = (
    "None of the above|Not listed|Custom theme|Yes (please specify)|No|Explain|Write|Describe it|Type|Custom|Name|List"
    "|Another day|Other people|Other countries, Germany|Different colours|The other one"
    "|Write my own tests|Build my own|Specify later|Mother|Someone else|Keep the others"
    "|Ein anderer Tag|Andere Länder|Erklären|Autre jour|Expliquer|Otro día|Explicar|Un altro giorno|Spiegare"
    "|別の日|説明|다른 날|설명|其他城市|说明|以上都不是|（）"
).split("|")


@pytest.mark.parametrize("language", OTHER)
def test_a_label_that_only_says_something_else(language: str) -> None:
    labels = OTHER[language].split("|")
    assert [label for label in labels if not only_says_other(label)] == []


def test_a_label_that_is_an_answer_stays_one() -> None:
    assert [label for label in AN_ANSWER if only_says_other(label)] == []


def test_it_is_merged_with_the_built_in_one_which_opens_words() -> None:
    for said in OTHER.values():
        for label in said.split("|"):
            options = [{"label": "Canoe"}, {"label": label, "description": "Say which"}]
            call = {"questions": [{"question": "Which boat?", "options": options}]}
            (question,) = parse_tool_input(call, tool_use_id="t").questions.questions
            assert [option.label for option in question.options] == ["Canoe"], label
            assert question.allow_other


def test_two_of_them_are_one_and_the_answers_stay() -> None:
    case = Path(__file__).parents[3] / "data" / "questions" / "shown" / "others.json"
    (question,) = parse_any(json.loads(case.read_text("utf-8")), set_id="s").questions.questions
    assert [option.label for option in question.options] == ["Canoe"]
    assert question.allow_other


def test_a_program_that_allows_no_other_words_has_all_its_options() -> None:
    typed = {"question_text": "Which?", "type": "multiple_choice", "options": ["Canoe", "Other"]}
    (question,) = parse_definition(typed, set_id="s").questions.questions
    assert [option.label for option in question.options] == ["Canoe", "Other"]
    assert not question.allow_other
