"""What the form of a request tells, without a model."""

import pytest

from assistant.languages import LANGUAGES
from assistant.languages.request_form import LONGEST, RequestForm, request_form
from assistant.llm.starter.guided.prompt_files import guided_prompts
from benchmarks.requests.request_set import RequestKind, load_requests
from tests.helpers.languages import SHIPPED

COMPLETE = {
    "en": """
        write a haiku
        Write a haiku about autumn.
        tell me a joke
        Could you please tell me another joke?
        poem about cats pls
        translate good morning into French
        how do you say "thank you" in Korean
        explain photosynthesis
        explain gravity to a five year old
        give me three names for a cat
        three names for a cat
        summarise the story of Romeo and Juliet
        draft an email to my boss that I am ill
        write a thank you note to my neighbour for watering my plants
        email to my boss saying I'm ill today
        make this more polite: send me the report
        write a python function that reverses a string
        recipe for pancakes
        what does ubiquitous mean
        how do I get red wine out of a carpet
        who painted the Mona Lisa?
    """,
    "ko": """
        하이쿠 하나 써 줘
        가을에 대한 시 써 줘
        농담 하나 해 줘!
        좋은 아침을 프랑스어로 번역해 줘
        광합성을 설명해 줘
        고양이 이름 세 개 지어 줘
        흥부와 놀부 이야기를 요약해 주세요
        상사에게 아파서 못 간다는 이메일 써 줘
        김치찌개 끓이는 법 알려 줘
        공손하게 바꿔 줘: 보고서 보내
        인플레이션이 뭐야
    """,
    "zh": """
        写一首俳句
        写一首关于秋天的诗
        请给我讲个笑话。
        把早上好翻译成法语
        解释一下光合作用
        给猫起三个名字
        概括一下西游记的故事
        给老板写一封邮件说我病了
        把这句话改得礼貌一点：把报告发给我
        早上好用法语怎么说
    """,
    "ja": """
        俳句を一つ書いて
        秋についての短い詩を書いてください
        冗談を言って
        おはようをフランス語に訳して
        光合成について説明して
        猫の名前を三つ考えて
        お礼のメールを書いて
        丁寧に書き直して：報告書を送れ
    """,
    "de": """
        Schreib ein Haiku
        Erzähl mir einen Witz
        Schreib ein Gedicht über den Herbst
        Übersetz guten Morgen ins Französische
        Erklär mir die Photosynthese
        Kannst du mir bitte die Photosynthese erklären?
        Nenn mir drei Namen für eine Katze
        Schreib eine E-Mail an meinen Chef, dass ich krank bin
        Wie sagt man danke auf Koreanisch?
        Mach das höflicher: schick mir den Bericht
    """,
    "fr": """
        Écris un haïku
        Raconte-moi une blague
        Écris un poème sur l'automne
        Traduis bonjour en anglais
        Explique-moi la photosynthèse
        Donne-moi trois noms pour un chat
        Écris un mail à mon chef pour dire que je suis malade
        Comment dit-on merci en coréen ?
        Rends ceci plus poli : envoie-moi le rapport
    """,
    "es": """
        Escribe un haiku
        Cuéntame un chiste
        Escribe un poema sobre el otoño
        Traduce buenos días al francés
        Explícame la fotosíntesis
        Dame tres nombres para un gato
        Escribe un correo a mi jefe para decirle que estoy enfermo
        ¿Cómo se dice gracias en coreano?
        Haz esto más amable: envíame el informe
    """,
    "it": """
        Scrivi un haiku
        Raccontami una barzelletta
        Scrivi una poesia sull'autunno
        Traduci buongiorno in francese
        Spiegami la fotosintesi
        Puoi spiegarmi la fotosintesi, per favore?
        Dammi tre nomi per un gatto
        Scrivi una mail al mio capo per dire che sono malato
        Come si dice grazie in coreano?
        Riassumi la storia di Romeo e Giulietta
        Rendi questo più gentile: mandami la relazione
    """,
}
OPEN = {
    "en": """
        help me choose a weekend trip
        which laptop should I buy
        what should I cook tonight
        plan a holiday for me
        make a workout plan for me
        I want to start a new hobby
        I can't decide between a cat and a dog.
        recommend a restaurant
        write an email for me
        write a letter
    """,
    "ko": """
        주말여행 고르는 거 도와줘
        노트북 뭐 사야 돼
        오늘 저녁 뭐 먹을까
        휴가 계획 세워 줘
        취미를 시작하고 싶어
        나한테 맞는 휴대폰이 뭐야
        편지 써 줘
    """,
    "zh": """
        帮我选个周末去的地方
        我该买哪款笔记本电脑
        今晚吃什么好
        帮我做个旅行计划
        我想培养一个新爱好
        帮我写封信
    """,
    "ja": """
        週末の旅行先を選ぶのを手伝って
        どのノートパソコンを買うべき？
        旅行の計画を立てて
        手紙を書いて
    """,
    "de": """
        Hilf mir, einen Wochenendausflug auszusuchen
        Welchen Laptop soll ich kaufen?
        Was soll ich heute kochen?
        Plan einen Urlaub für mich
        Schreib mir einen Brief
    """,
    "fr": """
        Aide-moi à choisir un week-end
        Quel ordinateur devrais-je acheter ?
        Planifie un voyage pour moi
        Écris-moi une lettre
    """,
    "es": """
        Ayúdame a elegir un viaje
        ¿Qué portátil debería comprar?
        Planea un viaje para mí
        Escríbeme una carta
    """,
    "it": """
        Aiutami a scegliere un viaggio
        Quale portatile dovrei comprare?
        Cosa cucino stasera?
        Organizza un viaggio per me
        Voglio imparare qualcosa di nuovo
        Scrivimi una lettera
    """,
}
POINTING = {
    "en": "translate this for me",
    "ko": "이거 번역해 줘",
    "zh": "翻译一下这个",
    "ja": "これを訳して",
    "de": "Übersetz das",
    "fr": "Traduis ça",
    "es": "Traduce esto",
    "it": "Traduci questo per me",
}


def lines(table: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (code, line.strip()) for code, text in table.items() for line in text.strip().splitlines()
    ]


def test_there_are_forms_of_every_language_that_is_understood() -> None:
    assert all(LANGUAGES[code].request_forms() for code in SHIPPED)
    assert COMPLETE.keys() == OPEN.keys() == POINTING.keys() >= SHIPPED


@pytest.mark.parametrize(("code", "said"), lines(COMPLETE))
def test_an_order_with_its_object_is_complete(code: str, said: str) -> None:
    assert request_form(said, code) is RequestForm.COMPLETE


@pytest.mark.parametrize(("code", "said"), lines(OPEN))
def test_what_only_the_user_can_decide_or_tell_is_open(code: str, said: str) -> None:
    assert request_form(said, code) is RequestForm.OPEN


@pytest.mark.parametrize(("code", "said"), lines(POINTING))
def test_what_names_its_subject_with_a_pronoun_points(code: str, said: str) -> None:
    assert request_form(said, code) is RequestForm.POINTING


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "I slept badly"),
        ("en", "hello"),
        ("en", "my boss sent me a strange message"),
        ("en", ""),
        ("ko", "어젯밤에 잠을 못 잤어"),
        ("ko", "열한 시에 회의 있다고 말해 줘"),
        ("zh", "你好"),
        ("ru", "tell me a joke"),
    ],
)
def test_of_anything_else_the_form_tells_nothing(code: str, said: str) -> None:
    assert request_form(said, code) is None


@pytest.mark.parametrize("code", sorted(guided_prompts(declines=True)))
def test_no_example_of_a_question_is_complete_and_no_example_of_an_answer_open(code: str) -> None:
    for turn in guided_prompts(declines=True)[code].turns:
        unfit = RequestForm.COMPLETE if turn.ask else RequestForm.OPEN
        assert request_form(turn.user, code) is not unfit, turn.user


def test_the_forms_agree_with_what_is_right_to_do_with_the_requests_of_the_bench() -> None:
    asks = RequestKind.ASK
    rows = [row for row in load_requests() if RequestKind.ACTION not in row.expected]
    found = [(row, request_form(row.text, row.language)) for row in rows]

    assert [
        row.text for row, form in found if form is RequestForm.COMPLETE and row.expected == {asks}
    ] == []
    assert [
        row.text for row, form in found if form is RequestForm.OPEN and asks not in row.expected
    ] == []


@pytest.mark.parametrize("code", sorted(COMPLETE))
def test_a_text_to_work_with_may_be_long(code: str) -> None:
    [said] = [
        said for each, said in lines(COMPLETE) if each == code and (":" in said or "：" in said)
    ]
    assert request_form(said + " a" * LONGEST, code) is RequestForm.COMPLETE
