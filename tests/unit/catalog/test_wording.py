"""What the catalogue says of its models is said in the interface's language."""

import pytest

from assistant.catalog import Catalog
from assistant.catalog.wording import TRANSLATED, licence_of, purpose_of, title_of
from assistant.locale import InterfaceLanguage, use_language


def test_every_text_of_the_catalogue_can_be_translated() -> None:
    catalog = Catalog.load()
    titles = {entry.title for entry in catalog if entry.kind != "llm"}  # those are names alone
    good_for = {entry.starter.good_for for entry in catalog if entry.starter is not None}
    licences = {entry.licence for entry in catalog if " " in entry.licence}  # the others are names
    assert titles | good_for | licences == TRANSLATED


@pytest.mark.parametrize(
    ("language", "title", "purpose"),
    [
        ("en", "Whisper tiny, English", "Qwen3 1.7B: more knowledge, half as fast; takes 3.0 GB"),
        ("ko", "Whisper tiny, 영어", "Qwen3 1.7B: 더 많이 알지만 속도는 절반이에요, 메모리 3.0 GB"),
        ("zh", "Whisper tiny，英语", "Qwen3 1.7B：知识更多，速度减半"),
    ],
)
def test_a_model_is_described_in_the_language_of_the_interface(
    language: InterfaceLanguage, title: str, purpose: str
) -> None:
    use_language(language)
    catalog = Catalog.load()
    assert title_of(catalog.entry("whisper-tiny-en")) == title
    assert licence_of(catalog.entry("whisper-tiny-en")) == "MIT"
    assert ("recordings" in licence_of(catalog.entry("en_US-joe-medium"))) == (language == "en")
    assert purpose_of(catalog.entry("qwen3-1.7b")).startswith(purpose)
