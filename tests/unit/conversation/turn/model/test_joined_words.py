import pytest

from assistant.conversation.turn.model.joined_words import join_words


@pytest.mark.parametrize(
    ("begun", "more", "joined"),
    [
        pytest.param("Set a timer.", "for five minutes", "Set a timer for five minutes", id="stop"),
        pytest.param("Set a timer,", "for five", "Set a timer for five", id="comma"),
        pytest.param("Is it late?", "In Paris.", "Is it late? In Paris.", id="question mark"),
        pytest.param("Tell me…", " more ", "Tell me more", id="dots"),
        pytest.param("明天天气怎么样。", "在北京", "明天天气怎么样在北京", id="Chinese"),
        pytest.param("明日の天気は", "東京で", "明日の天気は東京で", id="Japanese"),
        pytest.param("내일 날씨 알려줘.", "서울", "내일 날씨 알려줘 서울", id="Korean"),
        pytest.param("Tell me.", "", "Tell me.", id="nothing more"),
        pytest.param("Tell me.", "  ", "Tell me.", id="blanks"),
        pytest.param("...", "hello", "hello", id="no words before"),
        pytest.param("", "hello", "hello", id="nothing before"),
    ],
)
def test_one_utterance_is_made_of_two(begun: str, more: str, joined: str) -> None:
    assert join_words(begun, more) == joined
