"""Everyday decisions by rule: what is one, what is asked, and what is advised by the answers."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from itertools import product
from typing import Any

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.home import Home
from assistant.intents.decisions import (
    Decision,
    decision_advice,
    decision_for,
    decision_input,
    decision_table,
)
from assistant.intents.intent_client import RULES, IntentClient
from assistant.intents.recogniser import open_request, recognise
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import Profile
from assistant.llm.model_choice.choice import starter_profile
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.protocol.conversation import Say
from assistant.protocol.turns import TurnFinished
from assistant.questions.formats import TOOL_NAME, parse_tool_input
from assistant.questions.model.question import Answered, Cancelled, CancelReason, QuestionSet
from assistant.settings import save
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.unit.intents.test_open_requests import NOW, asks

SMALLEST = starter_profile("smallest")
GUIDED = Profile(
    name="starter", model="guided", tools=False, own_tools=frozenset({TOOL_NAME}), system_prompt="Be brief."
)  # fmt: skip
NOT_HERE = ProviderError("not here", category=ErrorCategory.MODEL_NOT_RUNNING)
LARGE = Profile(name="anthropic", model="large")
LANGUAGES = ("en", "ko", "zh")

MEANT = {
    "weekend trip": [
        "Help me choose a weekend trip",
        "Can you please help me pick a weekend getaway?",
        "where should we go this weekend?",
        "주말 여행지를 고르는 걸 도와줘",
        "주말 여행 고르는 것 좀 도와줘",
        "이번 주말에 어디로 갈까요?",
        "帮我选一个周末旅行的地方",
        "幫我選一個週末旅行",
        "周末去哪儿玩好？",
    ],
    "holiday": ["help us choose a holiday destination", "휴가지 골라 줘", "帮我选一个度假的地方"],
    "dinner": [
        "what should I cook tonight?",
        "I can't decide what to cook",
        "help me decide what to make for dinner",
        "오늘 저녁 뭐 해 먹지?",
        "저녁 메뉴 좀 정해 주세요",
        "今晚吃什么好呢？",
        "帮我决定今天吃什么",
    ],
    "breakfast": ["What should I have for breakfast?", "아침 메뉴 골라 줘", "明天早餐吃什么？"],
    "dessert": ["help me pick a dessert", "디저트 하나 골라 줘", "帮我选个甜点"],
    "pizza": ["Which pizza should I order?", "help me choose a pizza", "피자 골라 줘", "帮我选一个披萨"],
    "film": [
        "help me pick a movie for tonight",
        "What should we watch tonight?",
        "오늘 무슨 영화 볼까?",
        "볼 만한 영화 골라 줘",
        "帮我挑一部电影吧",
        "今晚看什么电影好",
    ],
    "series": ["which show should I watch next?", "드라마 하나만 골라 줘", "帮我选一部电视剧"],
    "book": ["help me choose a book to read", "무슨 책 읽을까?", "请帮我选一本书"],
    "music": ["what should I listen to", "들을 음악 골라 줘", "帮我选首歌"],
    "gift": [
        "help me choose a gift for my mother",
        "What should I get my brother for his birthday?",
        "엄마 생일 선물 골라 줘",
        "친구 선물로 뭐가 좋을까?",
        "帮我选一件妈妈的生日礼物",
        "送妈妈什么好",
    ],
    "workout": ["help me choose a workout", "무슨 운동을 할까요?", "做什么运动好"],
    "hobby": ["help me pick a new hobby", "새로운 취미 골라 줘", "帮我选个爱好"],
    "language": ["Which language should I learn?", "어떤 외국어를 배울까요?", "学什么外语好"],
    "instrument": ["help me choose an instrument to learn", "배울 악기 골라 줘", "帮我选一种乐器"],
    "wall colour": [
        "help me choose a colour for the kitchen",
        "what color should I paint my room",
        "거실 벽 색깔 골라 줘",
        "帮我选一下客厅墙的颜色",
    ],
    "pet name": [
        "help me choose a name for my dog",
        "what should I call my cat?",
        "강아지 이름 좀 골라 줘",
        "帮我选小猫的名字",
    ],
    "pet": ["which pet should we get", "키울 반려동물 골라 줘", "养什么宠物好"],
    "plant": ["help me pick a plant for my room", "화분 하나 골라 줘", "帮我选一盆植物"],
    "phone plan": ["help me choose a phone plan", "휴대폰 요금제 골라 줘", "帮我选一个手机套餐"],
    "phone": ["which phone should I buy", "스마트폰 골라 줘", "买什么手机好"],
    "laptop": ["Help me choose a laptop", "노트북 고르는 걸 도와주세요", "帮我选一台电脑"],
    "game": ["which board game should we play?", "무슨 게임을 할까?", "玩什么游戏好"],
    "outfit": ["what should I wear", "오늘 뭐 입을까?", "今天穿什么"],
    "date": ["help me choose a date idea", "데이트 코스 골라 줘", "帮我选一个约会的地方"],
    "party": ["how should I celebrate my birthday?", "생일 파티 주제 골라 줘", "生日怎么过"],
    "free day": ["what should we do this weekend", "심심한데 뭐 할까?", "周末做什么好"],
    "restaurant": ["where should we eat?", "맛집 골라 줘", "去哪儿吃"],
}  # fmt: skip
SOMETHING_ELSE = """
    help me
    help me choose
    help me find my phone
    help me choose a date
    help me choose a language
    help me decide what to do
    help me decide whether to leave him
    don't help me choose a film
    she said help me choose a film
    help me choose a film and set a timer for ten minutes
    help me choose a weekend trip: Rome or Paris
    help me choose a weekend trip to Rome
    which film won the Oscar
    what should I cook for a diabetic
    what is a weekend trip
    I chose a pizza
    what should I wear to a job interview
    골라 줘
    친구가 영화 골라 줬어
    영화 골라 주지 마
    주말 여행 어땠어
    주말 여행 사진 골라 줘
    我选披萨
    我选了一部电影
    不要帮我选电影
    帮我选
    帮我选罗马还是巴黎的周末旅行
    电影是什么
""".strip().splitlines()


def answers(decision: Decision, places: Sequence[int]) -> dict[str, Any]:
    return {
        "outcome": "answered",
        "answers": [
            {"question": question.text, "selectedOptions": [question.options[place].label]}
            for question, place in zip(decision.questions, places, strict=True)
        ],
    }


def first_of_each(questions: QuestionSet) -> Answered:
    return chose(questions, **{question.id: "1" for question in questions.questions})


def every() -> Sequence[Decision]:
    tables = map(decision_table, LANGUAGES)
    return [decision for table in tables if table for decision in table.decisions]


def meant_by(text: str) -> str | None:
    decision = decision_for(text, prefer="en")
    return None if decision is None else decision.name


def test_a_sentence_is_the_decision_it_means_and_nothing_that_acts() -> None:
    for name, sentences in MEANT.items():
        for text in sentences:
            assert meant_by(text) == name, text
            assert recognise(text, NOW) is None, text
            assert open_request(text, NOW) is None, text


@pytest.mark.parametrize("text", SOMETHING_ELSE)
def test_what_is_not_wholly_a_decision_is_none(text: str) -> None:
    assert meant_by(text.strip()) is None


def test_every_language_helps_with_the_same_decisions_and_each_is_tried_here() -> None:
    for code in LANGUAGES:
        table = decision_table(code)
        assert table is not None
        assert [decision.name for decision in table.decisions] == list(MEANT)
    found = {(d.language, d.name) for s in MEANT.values() for t in s if (d := decision_for(t, prefer="en"))}  # fmt: skip
    assert found == set(product(LANGUAGES, MEANT))


def test_what_is_asked_can_be_shown_as_it_is() -> None:
    for decision in every():
        parsed = parse_tool_input(decision_input(decision), tool_use_id="x")
        assert {note.partition(": ")[2] for note in parsed.notes} <= {"no header"}, decision.name
        assert 2 <= len(parsed.questions.questions) <= 4
        for question in parsed.questions.questions:
            labels = [option.label for option in question.options]
            assert 2 <= len(labels) <= 4
            assert len({label.casefold() for label in labels}) == len(labels)
            assert all(option.description for option in question.options)
        assert len(parsed.questions.questions[0].options) >= 3


def test_every_combination_of_answers_is_advised_on_by_each_answer() -> None:
    for decision in every():
        for places in product(*(range(len(q.options)) for q in decision.questions)):
            advice = decision_advice(decision, answers(decision, places))
            for question, place in zip(decision.questions, places, strict=True):
                own = question.options[place].advice
                assert own in advice
                assert own[-1] in ".!?。", own


GIVEN: Sequence[tuple[str, Mapping[str, Any], Collection[str], Collection[str]]] = (
    (
        "left to Parley",
        {"outcome": "you_decide"},
        ("I would take: Twenty minutes, Pasta or rice.", "Pasta with"),
        (),
    ),
    (
        "none fits",
        {"outcome": "none_fit", "words": "raw food"},
        ("“raw food” is more than my rules",),
        ("Pasta",),
    ),
    (
        "own words",
        {
            "outcome": "answered",
            "answers": [
                {"question": "How much time do you have?", "selectedOptions": ["About an hour"]},
                {"question": "What do you feel like?", "customInput": "dumplings"},
            ],
        },
        ("With an hour", "“dumplings” is more than my rules can weigh"),
        ("Pasta", "soup"),
    ),
    ("put off", {"outcome": "later"}, (), ("Pasta",)),
)


@pytest.mark.parametrize(
    ("given", "expected", "missing"),
    [case[1:] for case in GIVEN],
    ids=[case[0] for case in GIVEN],
)
def test_the_advice_never_says_more_than_was_answered(
    given: Mapping[str, Any], expected: Collection[str], missing: Collection[str]
) -> None:
    decision = decision_for("what should I cook tonight", prefer="en")
    assert decision is not None
    advice = decision_advice(decision, given)
    assert all(words in advice for words in expected)
    assert not any(words in advice for words in missing)


# In a conversation.


def suggestion(language: InterfaceLanguage) -> str:
    use_language(language)
    return _("Help me choose a weekend trip")


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
async def test_the_first_suggestion_is_a_question_with_the_smallest_model(
    home: Home, language: InterfaceLanguage
) -> None:
    model = ScriptedModel(profile=SMALLEST)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text=suggestion(language)))
        asked = await running.until_asked()
        assert meant_by(suggestion(language)) == "weekend trip"
        assert all(len(q.options) >= 3 for q in asked.questions.questions)
        await running.respond(asked.questions, first_of_each(asked.questions))
        finished = await running.until(TurnFinished)
        assert finished.model == RULES
        decision = decision_for(suggestion(language), prefer="en")
        assert decision is not None
        assert finished.text == decision_advice(decision, answers(decision, (0, 0, 0)))
        assert model.requests == []


async def test_it_is_a_question_even_while_no_model_is_here(home: Home) -> None:
    model = ScriptedModel(profile=SMALLEST, refusal=NOT_HERE)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="Help me choose a weekend trip"))
        asked = await running.until_asked()
        await running.respond(asked.questions, Cancelled(reason=CancelReason.USER))
        assert (await running.until(TurnFinished)).text == "Okay."
        assert model.requests == []


@pytest.mark.parametrize("profile", [GUIDED, LARGE], ids=["guided", "large"])
async def test_a_model_that_can_ask_is_asked(home: Home, profile: Profile) -> None:
    model = ScriptedModel([says("Where to?")], profile=profile)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="Help me choose a weekend trip"))
        assert (await running.until(TurnFinished)).text == "Where to?"


@pytest.mark.parametrize("is_loaded", [False, True])
async def test_until_the_better_built_in_model_is_loaded_a_rule_asks(is_loaded: bool) -> None:
    model = ScriptedModel([says("Where to?")], profile=GUIDED)
    client = IntentClient(
        inner=model,
        order="rules first",
        tools=lambda: {TOOL_NAME},
        clock=ManualClock(),
        language=lambda: "en",
        is_loaded=lambda: is_loaded,
    )
    request = asks(user_text("Help me choose a weekend trip"))
    async with aclosing(client.stream(request)) as events:
        assert [event async for event in events]
    assert bool(model.requests) is is_loaded


async def test_who_wants_the_model_first_has_the_model_asked(home: Home) -> None:
    save(home, "llm", "intents", "model first")
    model = ScriptedModel([says("Rome.")], profile=SMALLEST)
    async with opened(home, model, has_rules=True) as running:
        await running.do(Say(text="Help me choose a weekend trip"))
        assert (await running.until(TurnFinished)).text == "Rome."
