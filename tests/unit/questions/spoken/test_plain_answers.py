"""Answers as people give them in passing: reasons, corrections, amounts, habits, plain yes and no."""

import pytest

from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import Answer, Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short


def said_of(language: str, labels: str, said: str, kind: QuestionKind = QuestionKind.SINGLE) -> str:
    asked = choice(*labels.split("|"), text="?", kind=kind)
    return short(parse_spoken_answer(asked, said, language))


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", "Train|Coach|Car", "train, I hate driving", "1"),
        ("en", "Train|Coach|Car", "train, I hate it", "~excluded 2,3"),
        ("es", "Taxi|Metro|Coche", "coche, llevo muchas maletas", "3"),
        ("fr", "Restaurant italien|Bar à sushis", "l'italien, j'en ai marre", "1?"),
        ("zh", "高铁|飞机|大巴", "大巴，便宜", "3"),
        ("zh", "周二|周四|周六", "周六，平时要上班", "3"),
        ("ja", "火曜日|木曜日|土曜日", "土曜、平日は仕事なので", "3"),
        ("ja", "コーヒー|麦茶|水", "麦茶がいいなカフェインないし", "2"),
        # Without a mark, by what begins the reason.
        ("de", "Schwarz|Entkoffeiniert", "entkoffeiniert sonst kann ich nicht schlafen", "2"),
        ("en", "Hall|Cellar", "hall mainly because it is dark there", "1"),
        ("es", "Taxi|Autobús", "el autobús que es más barato", "2"),
        ("es", "8:00|9:00", "a las nueve que es domingo", "2"),
        ("de", "Tee|Kaffee", "tee sonst kaffee", "~one_only 1,2"),
        ("en", "Tea|Coffee", "tea otherwise coffee", "~one_only 1,2"),
    ],
)
def test_a_reason_behind_a_name_leaves_it_sure(
    language: str, labels: str, said: str, understood: str
) -> None:
    assert said_of(language, labels, said) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", "Tea|Coffee|Water", "tea no coffee", "2"),
        ("en", "Pro|Pro Plus|Basic", "pro no pro plus", "1?"),
        ("es", "En taxi|En metro", "en metro no en taxi mejor", "1"),
        ("es", "Té|Café|Agua", "café no té", "2?"),
        ("zh", "高铁|飞机|大巴", "飞机还是算了坐高铁", "1"),
        ("zh", "红茶|咖啡|水", "红茶不好喝咖啡吧", "2"),
    ],
)
def test_no_between_two_names_takes_the_first_back(
    language: str, labels: str, said: str, understood: str
) -> None:
    assert said_of(language, labels, said) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", "5 minutes|15 minutes|Never", "ten minutes", "~no_match"),
        ("en", "5 minutes|15 minutes|Never", "fifteen minutes", "2"),
        ("en", "30 minutes|1 hour", "an hour and a half", "~no_match"),
        ("de", "30 Minuten|1 Stunde", "anderthalb stunden", "~no_match"),
        ("fr", "15 minutes|1 heure", "un quart d'heure", "1"),
        ("fr", "5 minutes|1 heure", "un quart d'heure", "~no_match"),
        ("es", "1 hora|8 horas", "2 horas", "~no_match"),
        ("ko", "5분|15분|1시간", "십 분", "~no_match"),
        ("ja", "30分|1時間", "一時間半", "~no_match"),
        # A number is not cut in two.
        ("ja", "18時|22時", "二十時", "~no_match"),
        ("ja", "18時|21時", "夜の九時", "2"),
        ("de", "30 Minuten|2 Stunden", "120 minuten", "2"),
        ("zh", "1小时|2小时", "两个小时", "2"),
    ],
)
def test_an_amount_that_is_not_offered_is_none_of_the_options(
    language: str, labels: str, said: str, understood: str
) -> None:
    assert said_of(language, labels, said) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("ja", "火曜日の午後|木曜日の午後", "えっと木曜日の午後で", "2"),
        ("ko", "고속버스|비행기", "비행기 타고 갈래요", "2"),
        ("zh", "周二上午|周六上午", "星期六上午", "2"),
        ("en", "Tea|Coffee", "one coffee please", "2"),
        ("ko", "홍차|커피", "커피 하나 주세요", "2"),
        ("ja", "紅茶|コーヒー", "コーヒーを一つ", "2"),
        ("de", "Schal|Parfüm|Uhr", "weder schal noch uhr", "2"),
        # Other words for the same.
        ("ko", "고속버스|자가용", "내 차로 갈래", "2"),
        ("zh", "西红柿|鸡蛋", "番茄", "1"),
        ("es", "En taxi|En autobús", "en bus", "2"),
    ],
)
def test_labels_are_known_as_they_are_said(
    language: str, labels: str, said: str, understood: str
) -> None:
    assert said_of(language, labels, said) == understood


@pytest.mark.parametrize(
    ("labels", "typed", "chosen"),
    [
        ("Schwarz|Mit Milch|Mit Milch und Zucker", "mit Miclh und Zucker", "o3"),
        ("8:00 pm today|6:30 am today", "9:00 pm today", None),
        ("Red wine glass|Red wine class", "red wine gass", None),
    ],
)
def test_a_label_of_several_words_may_be_mistyped(
    labels: str, typed: str, chosen: str | None
) -> None:
    names = labels.split("|")
    asked = choice(*names, text="?")
    ids = {f"o{n}": option.id for n, option in enumerate(asked.options, start=1)}
    meant = parse_typed_answer(asked, typed)
    is_chosen = isinstance(meant, Answer) and bool(meant.option_ids)
    assert is_chosen is (chosen is not None)
    if chosen is not None:
        assert isinstance(meant, Answer)
        assert meant.option_ids == (ids[chosen],)


@pytest.mark.parametrize(
    ("language", "text", "said", "understood"),
    [
        ("en", "Shall I close it?", "oh no", "no"),
        ("en", "Shall I close it?", "no sorry", "no"),
        ("en", "Shall I close it?", "im fine thanks", "no"),
        ("en", "Shall I close it?", "perfect", "yes"),
        ("de", "Soll ich es schließen?", "äh nein", "no"),
        ("de", "Soll ich es schließen?", "lass es offen", "no"),
        ("de", "Soll ich es schließen?", "passt so", "~unsure"),
        ("de", "Soll ich es schließen?", "passt schon", "~unsure"),
        ("de", "Soll ich es schließen?", "schon gut", "~unsure"),
        ("de", "Soll ich es schließen?", "nein passt schon", "no"),
        ("fr", "Je la ferme ?", "ah non", "no"),
        ("fr", "Je la ferme ?", "tout de suite", "yes"),
        ("es", "¿La cierro?", "no no hace falta", "no"),
        ("es", "¿La cierro?", "no déjala así", "no"),
        ("es", "¿La cierro?", "por favor no", "no"),
        ("ko", "닫을까요?", "음 아니", "no"),
        ("ko", "창문을 닫을까요?", "닫는 건 싫어", "no"),
        ("zh", "要关窗户吗？", "哦不", "no"),
        ("zh", "要关空调吗？", "不要我还热着呢", "no"),
        ("ja", "窓を閉めますか？", "いいや", "no"),
        ("ja", "窓を閉めますか？", "まだいい", "no"),
        ("ja", "窓を閉めますか？", "今すぐお願いします", "yes"),
    ],
)
def test_a_plain_yes_or_no_needs_no_question_back(
    language: str, text: str, said: str, understood: str
) -> None:
    asked = Question(id="q1", kind=QuestionKind.BOOLEAN, text=text)
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", "Towel|Camera|Novel", "nothing but the towel", "1"),
        ("fr", "Serviette|Roman|Pull", "j'ai besoin de la serviette et du roman", "1,2"),
        ("es", "Toalla|Novela|Cámara", "mételo todo", "1,2,3"),
        ("zh", "毛巾|相机|小说", "除了小说都带", "1,2"),
        ("zh", "毛巾|相机|小说", "别带小说", "1,2?"),
        ("ja", "タオル|カメラ|小説", "特になし", "-"),
        ("ko", "수건|카메라|소설책", "수건 카메라 끝", "1,2"),
    ],
)
def test_several_are_chosen_as_they_are_said(
    language: str, labels: str, said: str, understood: str
) -> None:
    assert said_of(language, labels, said, QuestionKind.MULTI) == understood


@pytest.mark.parametrize(
    ("language", "text", "labels", "said", "understood"),
    [
        ("de", "Welche Bücher nehmen wir mit?", "Roman|Comic", "lass den Roman", "1?"),
        ("de", "Welches lassen wir hier?", "Roman|Comic", "lass den Roman", "1"),
        ("de", "Was behalten wir?", "Roman|Comic", "lass den Roman", "1"),
        ("de", "Wo essen wir?", "Italiener|Sushi", "lass uns zum Italiener gehen", "1"),
        ("fr", "Quels livres emporter ?", "Roman|Guide", "laisse le roman de côté", "1?"),
        ("ko", "어떤 책을 챙길까요?", "소설|만화", "소설은 놔둬", "1?"),
        ("ko", "어떤 책을 놔둘까요?", "소설|만화", "소설은 놔둬", "1"),
        ("ja", "どの本を持っていきますか？", "小説|漫画", "小説はそのまま", "1?"),
        ("en", "Which shall I delete?", "Novel|Comic", "delete the novel", "1"),
        ("de", "Welche Datei soll ich löschen?", "Roman|Comic", "lass den Roman", "1?"),
        ("ko", "어떤 파일을 삭제할까요?", "소설|만화", "소설은 남겨 줘", "1?"),
        ("ja", "どのファイルを削除しますか？", "小説|漫画", "小説は残して", "1?"),
        ("en", "What shall I do with it?", "Leave it|Delete it", "leave it", "1"),
        ("zh", "加点什么？", "糖|奶", "什么都不加", "!other"),
    ],
)
def test_what_would_be_done_otherwise_is_asked_about(
    language: str, text: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), text=text)
    assert short(parse_spoken_answer(asked, said, language)) == understood
