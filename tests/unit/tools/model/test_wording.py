from assistant.tools.model.wording import one_line, shortened


def test_text_is_one_line_and_no_longer_than_it_may_be() -> None:
    assert one_line(" a\n\tb\x1b ") == "a b"
    assert shortened("abc", 3) == "abc"
    assert shortened("abc def", 5) == "abc…"
