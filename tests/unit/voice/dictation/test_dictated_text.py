import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages import LANGUAGES
from assistant.languages.dictation_words import DictationWords
from assistant.voice.dictation.model.dictated_text import (
    DictatedPiece,
    joined_to,
    read_piece,
    typeable,
    with_own_words,
)


def words_of(code: str) -> DictationWords:
    found = LANGUAGES[code].dictation()
    assert found is not None
    return found


def read(code: str, heard: str) -> DictatedPiece:
    return read_piece(heard, words_of(code), LANGUAGES[code].writing)


@pytest.mark.parametrize(
    ("code", "heard", "typed"),
    [
        ("en", "Hello, comma, how are you, question mark?", "Hello, how are you?"),
        ("en", "Hello comma how are you question mark", "Hello, how are you?"),
        ("en", "hello world period new line next thing", "hello world.\nNext thing"),
        ("en", "How are you? New line. I'm fine.", "How are you?\nI'm fine."),
        ("en", "First. New paragraph. Second.", "First.\n\nSecond."),
        ("en", "He said open quote hello close quote and left.", "He said “hello” and left."),
        ("en", "wait exclamation mark really", "wait! Really"),
        ("en", "There is a comma missing in that period.", None),
        ("en", "The period of the war was long.", None),
        ("en", "Put a dash of salt into it.", None),
        ("en", "It costs 3.50, I think.", None),
        ("ko", "안녕하세요 쉼표 반갑습니다 마침표 새 줄 다음 문장", "안녕하세요, 반갑습니다.\n다음 문장"),
        ("ko", "정말이에요 물음표", "정말이에요?"),
        ("ko", "쉼표를 찍으세요.", None),
        ("zh", "你好逗号今天天气怎么样问号", "你好，今天天气怎么样？"),
        ("zh", "你好，逗号，世界。句号。", "你好，世界。"),
        ("zh", "第一行换行第二行", "第一行\n第二行"),
        ("ja", "こんにちは読点元気ですか疑問符", "こんにちは、元気ですか？"),
        ("ja", "一行目改行二行目", "一行目\n二行目"),
        ("de", "Hallo Komma wie geht es dir Fragezeichen neue Zeile danke", "Hallo, wie geht es dir?\nDanke"),
        ("de", "Das ist ein guter Punkt.", None),
        ("fr", "Bonjour virgule comment ça va point d'interrogation", "Bonjour, comment ça va\u202f?"),
        ("es", "abrir interrogación cómo estás cerrar interrogación", "¿cómo estás?"),
        ("it", "ciao virgola come stai punto interrogativo a capo bene", "ciao, come stai?\nBene"),
    ],
)  # fmt: skip
def test_spoken_marks_are_typed_as_marks_and_talk_of_marks_is_not(
    code: str, heard: str, typed: str | None
) -> None:
    assert read(code, heard) == DictatedPiece(text=heard if typed is None else typed)


@pytest.mark.parametrize(
    ("code", "heard", "text", "scratches"),
    [
        ("en", "Scratch that.", "", 1),
        ("en", "Scratch that. Scratch that.", "", 2),
        ("en", "Scratch that. Send it today.", "Send it today.", 1),
        ("en", "Send it tomorrow, scratch that. Send it today.", "Send it today.", 0),
        ("en", "Send it tomorrow. Scratch that.", "", 0),
        ("en", "Do not scratch that table.", "Do not scratch that table.", 0),
        ("ko", "지워 줘.", "", 1),
        ("zh", "删除上一句。", "", 1),
        ("ja", "今のなし。", "", 1),
        ("de", "Streich das.", "", 1),
        ("fr", "Efface ça.", "", 1),
        ("es", "Borra eso.", "", 1),
        ("it", "Cancella questo.", "", 1),
    ],
)
def test_what_was_said_last_is_taken_back(code: str, heard: str, text: str, scratches: int) -> None:
    assert read(code, heard) == DictatedPiece(text=text, scratches=scratches)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_marks_a_new_line_and_a_way_back(code: str) -> None:
    words = words_of(code)
    assert len(words.marks) >= 5
    assert "\n" in words.breaks.values()
    assert words.scratch
    assert words.doubtful <= words.by_phrase.keys()
    for phrase, mark in words.by_phrase.items():
        said = read(code, f"x {phrase} y" if phrase not in words.doubtful else f"x, {phrase}, y")
        assert mark.strip() in said.text or "\n" in said.text, phrase


@pytest.mark.parametrize(
    ("text", "own", "expected"),
    [
        ("Ask chat gpt about parley.", ("ChatGPT", "Parley"), "Ask ChatGPT about Parley."),
        ("the resume of zoe", ("Zoë", "résumé"), "the résumé of Zoë"),
        ("New York, york", ("York",), "New York, York"),
        ("chat, gpt", ("ChatGPT",), "chat, gpt"),
        ("parleys", ("Parley",), "parleys"),
        ("anything", (), "anything"),
    ],
)
def test_own_words_are_spelt_as_the_user_spells_them(
    text: str, own: tuple[str, ...], expected: str
) -> None:
    assert with_own_words(text, own) == expected


@pytest.mark.parametrize(
    ("code", "before", "piece", "joined"),
    [
        ("en", "", "Hello.", "Hello."),
        ("en", "Hello.", "how are you?", " How are you?"),
        ("en", "Hello,", "And more.", " and more."),
        ("en", "Hello,", "I think.", " I think."),
        ("en", "Hello,", "Anna thinks.", " Anna thinks."),
        ("en", "Hello\n", "and more", "And more"),
        ("en", "Hello", ", and more", ", and more"),
        ("en", "He said “", "Hello", "Hello"),
        ("ko", "안녕하세요.", "반갑습니다.", " 반갑습니다."),
        ("zh", "你好，", "世界。", "世界。"),
        ("ja", "こんにちは。", "元気です。", "元気です。"),
    ],
)
def test_a_piece_goes_on_from_the_one_before(
    code: str, before: str, piece: str, joined: str
) -> None:
    language = LANGUAGES[code]
    assert (
        joined_to(before, piece, words_of(code), language.writing, language.common_words) == joined
    )


@given(st.text(max_size=40), st.sampled_from(sorted(LANGUAGES)))
def test_whatever_is_heard_can_be_typed(heard: str, code: str) -> None:
    piece = read(code, heard)
    assert typeable(piece.text) == piece.text
    assert piece.text == piece.text.strip(" ")
    assert "\x00" not in piece.text


@given(st.lists(st.sampled_from(["one", "two", "three", "Four"]), min_size=1).map(" ".join))
def test_words_without_marks_are_typed_as_they_were_heard(heard: str) -> None:
    assert read("en", heard) == DictatedPiece(text=heard)
