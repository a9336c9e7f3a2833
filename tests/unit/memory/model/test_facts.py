"""When words are a fact, and when two facts say the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.model.facts import FactSimilarity, as_fact, compare, key_of


@pytest.mark.requirement("MEM-03", "MEM-11")
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("likes tea", "likes tea"),
        ("- likes tea", "likes tea"),
        ("  * likes   tea \n", "likes tea"),
        ("- - likes tea", "likes tea"),
        ("• 1. likes tea", "likes tea"),
        ("- [x] likes tea", "likes tea"),
        ("## likes tea", "likes tea"),
        ("> likes tea", "likes tea"),
        ("- likes\r\n- green\n\n+ tea\u2028now", "likes green tea now"),
        ("likes\ttea\x00\x1b[31m", "likes tea"),
        ("likes \u202etea\u202c", "likes tea"),
        ("3 cats", "3 cats"),
        ("3. March is a holiday", "March is a holiday"),
        ("-5 °C is cold", "-5 °C is cold"),
        ("커\u1112\u1161", "커하"),
        ("", ""),
        (" \n- \n", ""),
        ("…!?", ""),
        ("---", ""),
    ],
)
def test_a_fact_is_one_clean_line(text: str, fact: str) -> None:
    assert as_fact(text) == unicodedata.normalize("NFC", fact)


@given(st.text(max_size=400))
def test_a_fact_is_one_line_whatever_it_is_made_of_and_stays_as_it_is(text: str) -> None:
    fact = as_fact(text)

    assert "\n" not in fact
    assert "\r" not in fact
    assert fact == fact.strip()
    assert all(unicodedata.category(c) not in {"Cc", "Cs"} for c in fact)
    assert not fact.startswith(("- ", "* ", "+ ", "# "))
    assert as_fact(fact) == fact


@pytest.mark.requirement("MEM-08")
@pytest.mark.parametrize(
    ("known", "new", "likeness"),
    [
        ("likes tea", "likes tea", FactSimilarity.SAME),
        ("likes tea", "Likes  Tea!", FactSimilarity.SAME),
        ("Straße", "STRASSE", FactSimilarity.SAME),
        ("커피를 좋아함", "커피를좋아함.", FactSimilarity.SAME),
        ("cafe\u0301", "caf\u00e9", FactSimilarity.SAME),
        ("likes green tea", "green tea", FactSimilarity.WITHIN),
        ("likes tea", "likes tea in the morning", FactSimilarity.BEYOND),
        ("커피", "커피를 좋아함", FactSimilarity.BEYOND),
        ("喜欢喝绿茶", "喜欢喝", FactSimilarity.WITHIN),
        ("likes the teak table", "tea", FactSimilarity.OTHER),  # a part of another word
        ("the deadline is 50 days away", "the deadline is 5", FactSimilarity.OTHER),
        ("The deadline is May 3, 2026", "The deadline is May 4, 2026", FactSimilarity.ALIKE),
        ("My son Tim is allergic to nuts", "My son Tom is allergic to nuts", FactSimilarity.ALIKE),
        ("Tim, my son, likes long walks", "Tom, my son, likes long walks", FactSimilarity.ALIKE),
        ("ramipril every morning", "ramipril every evening", FactSimilarity.OTHER),
        ("likes his tea without sugar", "likes his tea with sugar", FactSimilarity.ALIKE),
        ("I do like strong coffee", "I don't like strong coffee", FactSimilarity.ALIKE),
        ("the door code is 4711", "the door code is 4712", FactSimilarity.ALIKE),
        ("아들 민수는 땅콩 알레르기", "아들 민호는 땅콩 알레르기", FactSimilarity.ALIKE),
        ("每天早上跑步五公里然后吃饭", "每天早上跑步六公里然后吃饭", FactSimilarity.ALIKE),
        ("My favourite colour is blue", "My favourite color is blue", FactSimilarity.CLOSE),
        ("works at Siemens as an engineer", "works at Siemens as engineer", FactSimilarity.CLOSE),
        ("고양이 두 마리를 키우고 있어요", "고양이 두 마리를 키우고 있어", FactSimilarity.WITHIN),
        ("저는 매운 음식을 좋아해요", "저는 매운 음식을 좋아합니다", FactSimilarity.OTHER),
        (
            "prefers dark mode in the editor",
            "prefers dark mode in the editors",
            FactSimilarity.CLOSE,
        ),
        ("likes tea", "likes cats", FactSimilarity.OTHER),
        ("version 3.5", "version 35", FactSimilarity.ALIKE),
        ("uses C", "uses C#", FactSimilarity.BEYOND),
        ("his niece Marianna is ill", "his niece Marianne is ill", FactSimilarity.ALIKE),
        ("never eats nuts", "eats nuts", FactSimilarity.ALIKE),
        ("takes ramipril", "takes ramipril no more", FactSimilarity.ALIKE),
        ("smokes", "stopped: smokes", FactSimilarity.ALIKE),
        ("不喜欢茶", "喜欢茶", FactSimilarity.ALIKE),
        ("커피", "커피를 안 마신다", FactSimilarity.ALIKE),
        ("コーヒー", "コーヒーを飲まない", FactSimilarity.ALIKE),
        ("Fleisch", "isst kein Fleisch", FactSimilarity.ALIKE),
        ("mange de la viande", "ne mange de la viande qu'ici", FactSimilarity.ALIKE),
        ("come carne", "nunca come carne", FactSimilarity.ALIKE),
        ("eats no fish", "eats no fish or meat", FactSimilarity.BEYOND),
        ("eats gluten-free", "eats gluten", FactSimilarity.OTHER),
        ("Anna is my sister", "Anna is my sister-in-law", FactSimilarity.OTHER),
        ("x", "…", FactSimilarity.OTHER),
    ],
)
def test_facts_are_compared_as_people_would(known: str, new: str, likeness: FactSimilarity) -> None:
    assert compare(known, new) is likeness


@given(st.text(max_size=80))
def test_every_fact_is_the_same_as_itself(text: str) -> None:
    assert compare(text, text) is FactSimilarity.SAME


@given(st.text(max_size=80), st.text(max_size=80))
def test_containing_goes_one_way(one: str, other: str) -> None:
    there, back = compare(one, other), compare(other, one)

    assert (there is FactSimilarity.SAME) == (back is FactSimilarity.SAME)
    assert (there is FactSimilarity.WITHIN) == (back is FactSimilarity.BEYOND)


@given(st.text(max_size=80))
def test_case_punctuation_and_space_do_not_matter(text: str) -> None:
    spaced = "  ".join(text.split(" "))

    assert key_of(spaced).text == key_of(text).text
    assert key_of(unicodedata.normalize("NFD", text)).text == key_of(text).text
