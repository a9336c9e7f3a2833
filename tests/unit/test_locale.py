"""Every string a person sees or hears is in the catalogue, in every language."""

import ast
import functools
import io
import pickle
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from typer.main import get_command

from assistant import locale
from assistant.cli import COMMANDS, build
from assistant.cli.help import HELP_OPTION, paragraphs
from assistant.locale import (
    INTERFACE_LANGUAGES,
    InterfaceLanguage,
    _,
    current_language,
    in_current_language,
    joined,
    ngettext,
    text_in,
    use_language,
)
from assistant.voice.text.spoken_phrases import NOT_UNDERSTOOD, SHALL_WE_END

PACKAGE = Path(locale.__file__).parent.parent
KEYWORDS = {"_", "mark", "ngettext"}
TRANSLATED: tuple[InterfaceLanguage, ...] = ("ko", "zh")


def messages_in(source: str) -> Iterator[str]:
    """Yield the messages of a module, also those within f-strings, which babel sees from Python 3.12 on."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(message)), *_rest]):
                if name in KEYWORDS:
                    yield message
            case _:
                pass


@functools.cache  # seconds of a processor
def extracted() -> Set[str]:
    """Return every message id written in the package."""
    return {
        message
        for path in PACKAGE.rglob("*.py")
        if not path.is_relative_to(PACKAGE / "locale")
        for message in messages_in(path.read_text(encoding="utf-8"))
    }


@functools.cache
def of_help() -> Set[str]:
    """Return the paragraphs that the help of every command and option is made of.

    The benchmarks' own are for developers, in English.
    """
    texts: set[str] = set()

    def note(command: Any) -> None:
        for each in (command, *command.params):
            texts.update(paragraphs(getattr(each, "help", None) or ""))
        for below in getattr(command, "commands", {}).values():
            note(below)

    for name in COMMANDS.keys() - {"bench"}:
        note(get_command(build(name)))
    return frozenset(texts - {""} | {HELP_OPTION})


@functools.cache
def translations(language: InterfaceLanguage) -> Mapping[str, str]:
    """Return the catalogue of a language."""
    path = PACKAGE / "locale" / language / "LC_MESSAGES" / "parley.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    return {
        _first(message.id): _first(message.string)  # neither Korean nor Chinese has a plural
        for message in catalogue
        if message.id and message.string and not message.fuzzy
    }


def _first(forms: str | Sequence[str]) -> str:
    return forms if isinstance(forms, str) else forms[0]


def placeholders(text: str) -> set[str]:
    """Return the names that are filled in later."""
    return set(re.findall(r"\{(\w*)", text))


@pytest.mark.requirement("APP-03")
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_string_is_translated(language: InterfaceLanguage) -> None:
    assert (extracted() | of_help()) - translations(language).keys() == set()


def test_a_text_that_depends_on_a_number_is_said_again_in_another_language() -> None:
    use_language("en")
    one, two = (
        ngettext(
            "This is not the code that Parley shows. You have {n} more try.",
            "This is not the code that Parley shows. You have {n} more tries.",
            n,
        ).format(n=n)
        for n in (1, 2)
    )
    assert "1 more try" in one
    assert "2 more tries" in two
    use_language("ko")
    assert "2번 더 해 볼" in in_current_language(two)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_left_over(language: InterfaceLanguage) -> None:
    assert translations(language).keys() - extracted() - of_help() == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_names_files_that_there_are(language: InterfaceLanguage) -> None:
    path = PACKAGE / "locale" / language / "LC_MESSAGES" / "parley.po"
    with path.open("rb") as file:
        named = {
            name for message in read_po(file, locale=language) for name, _line in message.locations
        }
    assert {name for name in named if not (PACKAGE.parent / name).is_file()} == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_fill_in_the_same_names(language: InterfaceLanguage) -> None:
    wrong = {
        message: text
        for message, text in translations(language).items()
        if placeholders(message) != placeholders(text)
    }
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_the_written_one(language: InterfaceLanguage) -> None:
    folder = PACKAGE / "locale" / language / "LC_MESSAGES"
    with (folder / "parley.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    assert (folder / "parley.mo").read_bytes() == compiled.getvalue(), "run `make locale`"


def test_the_language_can_change_at_run_time() -> None:
    for language in INTERFACE_LANGUAGES:
        assert use_language(language) == language
        assert current_language() == language


def test_a_text_is_said_again_in_another_language_with_what_was_put_into_it() -> None:
    use_language("ko")
    reason = _("It does not answer.")
    told = _("Not in a backup: {what}.").format(what=reason)
    written = f"{told} 1"
    use_language("zh")
    expected = _("Not in a backup: {what}.").format(what=_("It does not answer."))
    assert in_current_language(told) == expected != told
    use_language("ko")
    assert in_current_language(in_current_language(told)) == told
    assert in_current_language(written) == written
    assert in_current_language("Plain {what}") == "Plain {what}"


def test_no_blank_follows_a_sign_of_chinese_that_holds_its_own() -> None:
    assert joined("已就绪。", "正在下载。", "(7)") == "已就绪。正在下载。(7)"
    assert joined("Here. “Yes”", "It comes.") == "Here. “Yes” It comes."
    assert joined("一、", "二、", separator="\n") == "一、\n二、"


def test_texts_that_were_joined_are_said_again_each_for_itself() -> None:
    def made() -> str:
        reason = joined(_("It does not answer."), "", "(7)", _("Not in a backup: {what}."))
        return _("Cancelled – {title}").format(title=joined(reason, _("Undo"), separator=", "))

    use_language("ko")
    told = made()
    use_language("zh")
    assert in_current_language(told) == made() != told
    assert pickle.loads(pickle.dumps(joined("a", "b"))) == "a b"
    use_language("ko")
    assert in_current_language(in_current_language(told)) == told


def test_a_text_goes_to_another_process_as_plain_text() -> None:
    again = pickle.loads(pickle.dumps(_("Not in a backup: {what}.").format(what="keys")))
    assert (type(again), again) == (str, "Not in a backup: keys.")


def test_what_was_put_into_a_text_is_no_place_for_more() -> None:
    assert _("Not in a backup: {what}.").format(what="{a}").format(a="b") == "Not in a backup: b."


def test_an_unknown_language_is_spoken_in_english() -> None:
    assert text_in("xx", "Stop") == "Stop"


@pytest.mark.requirement(
    "APP-03",
    "MEM-07",
    "TF-09",
    "TF-11",
    "TF-14",
    "TF-16",
    "TG-07",
    "TG-09",
    "TG-12",
    "VF-12",
    "VF-13",
    "VF-14",
)
@pytest.mark.parametrize(
    ("language", "text", "verbatim"),
    [
        ("ko", "✏️ Type your own", "✏️ 직접 입력"),
        ("ko", "🔄 Change", "🔄 변경"),
        ("ko", "🚀 Submit", "🚀 제출하기"),
        ("ko", "🗑️ Reset all", "🗑️ 모두 초기화"),
        ("ko", "Network error", "네트워크 오류"),
        ("ko", "Response timed out", "응답 시간 초과"),
        ("ko", "Could not generate a response", "응답을 생성하지 못했습니다"),
        ("ko", "Check your API key", "API 키를 확인하세요"),
        ("ko", NOT_UNDERSTOOD, "잘 못 들었어요, 다시 말해주세요"),
        ("ko", "Voice output is unavailable", "음성 출력을 사용할 수 없습니다"),
        ("ko", SHALL_WE_END, "대화를 종료할까요?"),
        ("ko", "Please connect a workspace first.", "워크스페이스를 먼저 연결해주세요"),
        ("ko", "An error occurred while processing.", "처리 중 오류가 발생했습니다"),
        (
            "ko",
            "Please run this action directly in the app.",
            "이 작업은 앱에서 직접 실행해주세요",
        ),
        ("ko", "Saving to memory failed", "기억 저장에 실패했습니다"),
        ("zh", "Cancel", "取消"),
        ("zh", "Confirm", "确认"),
        ("zh", "Answer submitted, the task continues", "答案已提交，任务继续执行"),
    ],
)
def test_seed_strings_are_verbatim(language: str, text: str, verbatim: str) -> None:
    assert text_in(language, text) == verbatim


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "ko:en"}, "ko"),
        ({"LANG": "", "LC_MESSAGES": "ko_KR"}, "ko"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ko"}, "en"),
        ({"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "en"),
    ],
)
def test_the_systems_language_is_the_one_that_the_environment_names(
    environment: Mapping[str, str],
    language: InterfaceLanguage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert use_language("auto") == language
