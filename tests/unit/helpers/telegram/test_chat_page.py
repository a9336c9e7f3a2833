import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.telegram.model.formatted_text import FormattedText, joined, styled
from tests.helpers.telegram.chat_page import chat_page, formatted
from tests.helpers.telegram.server import FakeBotApi
from tests.helpers.telegram.world import FakeChat


def chat_with(*contents: dict[str, object]) -> FakeChat:
    telegram = FakeBotApi()
    ada = telegram.user("Ada")
    ada.send("hello <b>")
    for content in contents:
        telegram.world.add_message(ada.chat, telegram.world.bot, content)
    return ada.chat


@pytest.mark.parametrize(
    ("text", "entities", "html"),
    [
        pytest.param("a < b", [], "a &lt; b", id="plain"),
        pytest.param(
            "😀 bold",
            [{"type": "bold", "offset": 3, "length": 4}],
            "😀 <b>bold</b>",
            id="places-in-utf-16",
        ),
        pytest.param(
            "both one",
            [
                {"type": "italic", "offset": 0, "length": 4},
                {"type": "bold", "offset": 0, "length": 8},
            ],
            "<b><i>both</i> one</b>",
            id="nested",
        ),
        pytest.param(
            "here",
            [{"type": "text_link", "offset": 0, "length": 4, "url": "https://a.b/?c&d"}],
            "<a href='https://a.b/?c&amp;d'>here</a>",
            id="link",
        ),
    ],
)
def test_words_look_as_their_entities_say(
    text: str, entities: list[dict[str, object]], html: str
) -> None:
    assert formatted(text, entities) == html


@given(
    st.lists(
        st.tuples(st.sampled_from(["bold", "italic", "code", ""]), st.text("ab😀가", max_size=4)),
        max_size=5,
    )
)
def test_no_word_is_lost(parts: list[tuple[str, str]]) -> None:
    text = joined([styled(kind, words) if kind else FormattedText(words) for kind, words in parts])
    html = formatted(text.text, text.entities())
    for tag in ("b", "i", "code"):
        html = html.replace(f"<{tag}>", "").replace(f"</{tag}>", "")
    assert html == text.text


def test_a_page_has_both_sides_and_the_buttons_in_rows() -> None:
    keyboard = [[{"text": "Yes", "callback_data": "y"}], [{"text": "No", "callback_data": "n"}]]
    html = chat_page(chat_with({"text": "Go?", "reply_markup": {"inline_keyboard": keyboard}}))
    assert "<article class='user'><div class='bubble'>hello &lt;b&gt;<time>" in html
    assert "<div><button>Yes</button></div><div><button>No</button></div>" in html


def test_a_forced_reply_is_shown_in_the_field_and_what_is_deleted_is_not() -> None:
    chat = chat_with({"text": "gone"}, {"text": "Words, please."})
    chat.messages[1].is_deleted = True
    chat.messages[2].forced_reply = "Yours"
    html = chat_page(chat, is_dark=True)
    assert "<footer>↩ Yours</footer>" in html
    assert "gone" not in html
    assert "<body class='dark'>" in html
