"""What is denied, given as a reason or tied to a condition is not what is chosen."""

import pytest

from assistant.questions.model.question import Question, QuestionKind
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import YES_NO, heard, table

DRINKS = choice("Tea", "Coffee", "Water")
TOPPINGS = choice("Ham", "Onions", "Olives", "Cheese", kind=QuestionKind.MULTI)
SUGAR = choice("With sugar", "No sugar", "Only milk")
CHECKS = choice("Linter", "Unit tests", "No checks", kind=QuestionKind.MULTI)


@pytest.mark.requirement("Q-VOICE-03")
@pytest.mark.parametrize(
    ("phrase", "meaning"),
    table(
        """
        coffee instead of tea | not tea but coffee | coffee rather than tea => 2
        coffee, not tea | I don't want tea, make it coffee | coffee over tea => 2
        tea, no wait, coffee | tea no actually coffee | tea... no, coffee => 2
        we had tea this morning so coffee | I used to drink tea but now it's coffee => 2
        coffee because tea keeps me awake | coffee for now we can have tea later => 2
        tea is too hot, make it water => 3
        tea or coffee, but no tea => 2
        coffee if there is any, otherwise water | coffee unless it is cold => ~one_only 2,3
        """
    )[:-1],
)
def test_one_is_chosen_and_another_denied(phrase: str, meaning: str) -> None:
    assert heard(DRINKS, phrase) == meaning


@pytest.mark.parametrize(
    "phrase",
    [
        "coffee if there is any",
        "coffee unless it is cold",
        "coffee or tea",
        "coffee or so",
        "no coffee for me",
    ],
)
def test_a_condition_or_a_mere_denial_is_asked_about(phrase: str) -> None:
    assert heard(DRINKS, phrase).startswith("~") or heard(DRINKS, phrase).endswith("?")


@pytest.mark.requirement("Q-VOICE-04")
@pytest.mark.parametrize(
    ("phrase", "language", "meaning"),
    [
        ("ham but no onions", "en", "1"),
        ("ham, no onions", "en", "1"),
        ("ham and onions, actually no onions", "en", "1"),
        ("ham without onions", "en", "1"),
        ("everything except olives", "en", "1,2,4"),
        ("either ham or olives", "en", "~one_only 1,3"),
        ("ham not olives", "en", "1"),
    ],
)
def test_what_is_left_out_of_several(phrase: str, language: str, meaning: str) -> None:
    assert heard(TOPPINGS, phrase, language) == meaning


@pytest.mark.requirement("Q-VOICE-04")
@pytest.mark.parametrize(
    ("labels", "phrase", "language", "meaning"),
    [
        ("Tea|Milk|Sugar", "tea -sugar", "en", "1"),
        ("Tea|Milk|Sugar", "tea, milk, -sugar", "en", "1,2"),
        ("Mon|Tue|Wed|Thu|Fri", "Mon-Wed", "en", "1,2,3"),
        ("Mon|Tue|Wed|Thu|Fri", "Mon - Wed", "en", "1,2,3"),
        ("Tee|Milch|Zucker", "Tee zuckerfrei", "de", "1"),
        ("Zuckerfrei|Mit Milch", "zuckerfrei", "de", "1"),
        ("Küche|Bad|Flur", "das Bad nicht den Rest ja", "de", "1,3"),
        ("Küche|Bad|Flur", "das Bad nicht den Rest schon", "de", "1,3"),
        ("红茶|牛奶|糖", "红茶去糖", "zh", "1"),
        ("红茶|牛奶|糖", "红茶无糖", "zh", "1"),
        ("去冰|去糖|加奶", "加奶去冰", "zh", "1,3"),
        ("冰岛|挪威|芬兰", "去冰岛", "zh", "1"),
        ("卵|ねぎ|チャーシュー", "卵抜きで全部", "ja", "2,3"),
        # What is taken away is no option.
        ("햄|양파|치즈", "햄 계피 빼고", "ko", "1"),
    ],
)
def test_what_is_taken_away_is_not_taken(
    labels: str, phrase: str, language: str, meaning: str
) -> None:
    question = choice(*labels.split("|"), kind=QuestionKind.MULTI)
    assert heard(question, phrase, language) == meaning


@pytest.mark.parametrize(
    ("labels", "phrase", "language"),
    [
        ("紅茶|ミルク|砂糖", "紅茶 砂糖抜き", "ja"),
        ("홍차|우유|설탕", "홍차 무설탕", "ko"),
        ("红茶|牛奶|糖", "去糖", "zh"),
        ("통로 쪽|창가 쪽|가운데 자리", "처음 들어봐요", "ko"),
        ("햄|양파|치즈", "빼고 햄 부탁드려용", "ko"),
        ("Mild|Medium|Strong", "all of them but not too strong", "en"),
        ("Ja, löschen|Nein, behalten", "bitte ja nicht", "de"),
        ("월요일|화요일|목요일", "두 시간 뒤에 전화해 줘", "ko"),
    ],
)
def test_what_is_not_sure_is_asked_about(labels: str, phrase: str, language: str) -> None:
    question = choice(*labels.split("|"), kind=QuestionKind.MULTI)
    assert heard(question, phrase, language).startswith("~") or heard(
        question, phrase, language
    ).endswith("?")


@pytest.mark.parametrize(
    ("labels", "phrase", "language"),
    [
        ("Coffee|Tea|Water", "anything but coffee is fine", "en"),
        ("咖啡|茶|水", "除了咖啡都行", "zh"),
        ("咖啡|茶|水", "你决定，别选咖啡", "zh"),
        ("커피|차|물", "커피 빼고 아무거나", "ko"),
        ("コーヒー|紅茶|水", "コーヒー以外なら何でもいい", "ja"),
        ("Kaffee|Tee|Wasser", "egal, nur kein Kaffee", "de"),
    ],
)
def test_where_the_rest_is_left_to_parley_the_rest_is_named(
    labels: str, phrase: str, language: str
) -> None:
    assert heard(choice(*labels.split("|")), phrase, language) == "~excluded 2,3"


@pytest.mark.requirement("Q-VOICE-04")
@pytest.mark.parametrize(
    ("labels", "phrase", "language", "meaning"),
    [
        ("커피|차|설탕", "커피, 설탕 빼고", "ko", "2?"),
        ("커피|차|설탕", "커피 설탕 제외", "ko", "2?"),
        ("커피|차|설탕", "커피하고 설탕 빼고", "ko", "2"),
        ("커피|차|설탕", "커피 설탕 빼고 전부", "ko", "2"),
        ("커피|차|설탕", "커피랑 차, 설탕 빼고", "ko", "1,2?"),
        ("커피|차|설탕|물", "커피, 차, 설탕 빼고", "ko", "4?"),
        ("コーヒー|紅茶|砂糖", "コーヒー、砂糖以外", "ja", "2?"),
        ("コーヒー|紅茶|砂糖", "コーヒーと砂糖以外", "ja", "2"),
        ("コーヒー|紅茶|砂糖", "コーヒーと紅茶、砂糖なしで", "ja", "1,2?"),
        ("로그|DB|캐시", "1번 2번 빼고", "ko", "3"),
    ],
)
def test_how_far_a_denial_behind_several_names_reaches_is_asked(
    labels: str, phrase: str, language: str, meaning: str
) -> None:
    question = choice(*labels.split("|"), kind=QuestionKind.MULTI)
    assert heard(question, phrase, language) == meaning


@pytest.mark.parametrize(
    ("labels", "phrase", "language", "meaning"),
    [
        (("차", "커피", "물"), "차 말고 커피", "ko", "2"),
        (("햄", "양파", "치즈"), "햄 넣고 양파는 빼 주세요", "ko", "1"),
        (("红茶", "糖", "牛奶"), "红茶不加糖", "zh", "1"),
        (("茶", "咖啡", "水"), "不要茶，要咖啡", "zh", "2"),
        (("ハム", "玉ねぎ", "チーズ"), "ハムで玉ねぎはなし", "ja", "1"),
        (("Tee", "Kaffee", "Wasser"), "Kaffee statt Tee", "de", "2"),
        (("Tee", "Zucker", "Milch"), "Tee ohne Zucker", "de", "1"),
        (("thé", "sucre", "lait"), "thé sans sucre", "fr", "1"),
        (("té", "azúcar", "leche"), "té sin azúcar", "es", "1"),
    ],
)
def test_denial_in_every_language(
    labels: tuple[str, ...], phrase: str, language: str, meaning: str
) -> None:
    assert heard(choice(*labels, kind=QuestionKind.MULTI), phrase, language) == meaning


@pytest.mark.parametrize(
    ("question", "phrase", "meaning"),
    [
        (SUGAR, "no sugar", "2"),
        (SUGAR, "with sugar", "1"),
        (SUGAR, "without sugar", "2"),
        (CHECKS, "none", "3"),
        (CHECKS, "everything", "1,2?"),
    ],
)
def test_labels_that_deny_something(question: Question, phrase: str, meaning: str) -> None:
    assert heard(question, phrase) == meaning


def test_a_denial_behind_everything_reaches_all_the_names_before_it() -> None:
    drinks = choice("커피", "설탕", "우유", kind=QuestionKind.MULTI)
    assert heard(drinks, "전부 커피 설탕 빼고", "ko") == "3"
    assert heard(DRINKS, "all tea coffee without", "en") == "3"


@pytest.mark.requirement("Q-VOICE-05")
@pytest.mark.parametrize(
    ("phrase", "language", "meaning"),
    [
        ("no objections", "en", "yes"),
        ("nothing wrong with that", "en", "yes"),
        ("没意见", "zh", "yes"),
        ("没有异议", "zh", "yes"),
        ("이의 없습니다", "ko", "yes"),
        ("異議なし", "ja", "yes"),
        ("keine Einwände", "de", "yes"),
        ("pas d'objection", "fr", "yes"),
        ("ningún inconveniente", "es", "yes"),
        ("yes unless it is in use", "en", "yes?"),
        ("yes but not to Dave", "en", "no?"),
        ("yes, no", "en", "no?"),
        ("yes it bothers me the noise is loud", "en", "yes?"),
        ("네 아니요", "ko", "no"),
        ("괜찮아요", "ko", "~unsure"),
    ],
)
def test_a_denied_objection_is_a_yes_and_a_condition_is_confirmed(
    phrase: str, language: str, meaning: str
) -> None:
    assert heard(YES_NO, phrase, language) == meaning
