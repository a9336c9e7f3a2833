from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.channels.web.server.model.unreadable_request import field_problems, fields_text
from assistant.locale import use_language


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(default="a", min_length=1, max_length=5)
    count: int = Field(default=1, ge=1, le=60)
    wait_s: float = 0.0
    is_sure: bool = False
    tags: list[str] = []
    draft: dict[str, str] = {}


def said(**values: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        Body.model_validate(values)
    (one,) = field_problems(caught.value.errors())
    return f"{one['field']} {one['message']}"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"name": 5}, "name must be a text, and is 5"),
        ({"name": ""}, 'name must have at least this many characters: 1, and is ""'),
        ({"name": "abcdef"}, 'name must have at most this many characters: 5, and is "abcdef"'),
        ({"count": "x"}, 'count must be a whole number, and is "x"'),
        ({"count": 0}, "count must be at least 1, and is 0"),
        ({"count": 61}, "count must be at most 60, and is 61"),
        ({"wait_s": "soon"}, 'wait_s must be a number, and is "soon"'),
        ({"is_sure": "yes"}, 'is_sure must be true or false, and is "yes"'),
        ({"is_sure": None}, "is_sure must be true or false, and is null"),
        ({"tags": {}}, "tags must be an array"),
        ({"tags": [1]}, "tags.0 must be a text, and is 1"),
        ({"draft": []}, "draft must be an object"),
        ({"colour": "red"}, "colour is not known here"),
    ],
)
def test_a_fault_is_told_with_its_field_and_value(values: dict[str, Any], words: str) -> None:
    assert said(**values) == words


def test_what_pythons_reader_of_json_says_is_translated() -> None:
    use_language("ko")
    error = {"type": "json_invalid", "loc": ("body", 1), "ctx": {"error": "Expecting value"}}
    (one,) = field_problems([error])
    assert one["message"].endswith("값이 있어야 해요(2번째 글자)")


def test_a_long_value_is_cut_off() -> None:
    assert len(said(count="9" * 5000)) < 100


def test_it_is_told_in_the_language_of_the_interface() -> None:
    with pytest.raises(ValidationError) as caught:
        Body.model_validate({"name": 5, "colour": "red"})
    for language in ("ko", "zh"):
        use_language(language)
        text = fields_text(field_problems(caught.value.errors()))
        assert "must" not in text
        assert "known" not in text
