import pytest

from assistant.channels.desktop.widgets.labels import without_missing_sign
from assistant.channels.desktop.widgets.theme import Theme


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("🚀 Submit", "Submit"),
        ("🗑️ 모두 초기화", "모두 초기화"),
        ("Submit", "Submit"),
        ("Add a key", "Add a key"),
        ("1 more", "1 more"),
        ("…", "…"),
    ],
)
def test_a_sign_that_no_font_has_is_left_out(text: str, shown: str) -> None:
    assert without_missing_sign(text, lambda _sign: False) == shown
    assert without_missing_sign(text, lambda _sign: True) == text


def test_the_fonts_are_asked(theme: Theme) -> None:
    assert without_missing_sign("+ Add") == "+ Add"
    assert without_missing_sign("\U0010fffd Add") == "Add", "of the area for private use"
