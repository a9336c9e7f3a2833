"""In which language a caller of the API is answered."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.web.server.model.answer_language import (
    answered,
    answering_in,
    asked_language,
)
from assistant.locale import INTERFACE_LANGUAGES, _, use_language


@pytest.mark.requirement("C-26")
@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", None),
        ("*", None),
        ("fr-FR, de;q=0.9", None),
        ("ko", "ko"),
        ("KO-kr", "ko"),
        ("zh-Hant-TW", "zh"),
        ("en-GB,en;q=0.9,ko;q=0.8", "en"),
        ("fr, ko;q=0.5, en;q=0.7", "en"),
        ("ko;q=0, zh;q=0.1", "zh"),
        ("ko;q=0", None),
        ("ko;q=1.5", None),
        ("ko;q=x, zh", "zh"),
        ("zh;q=0.5,ko;q=0.5", "zh"),
        ("korean", None),
        (" ko ; q=0.3 ,, ;", "ko"),
        ("zh_CN", "zh"),
        ("ko_KR.UTF-8, en;q=0.5", "ko"),
        ("cmn-Hans-CN, en;q=0.9", "zh"),
        ("kor, eng;q=0.9", "ko"),
        ("en;q=0.1, zh-TW;q=0.9;v=1, ko;q=0.2", "zh"),
        ("en;q=, ko;q=0.1", "ko"),
        ("en;q=nan, ko;q=inf, zh;q=1e-3", "zh"),
        ("*;q=1, ko;q=0.1", "ko"),
        ("en-", "en"),
        ("-ko", None),
        ("de" + ",fr" * 19 + ",ko", None),
        ("\u212ao", "ko"),
    ],
)
def test_the_language_is_what_the_header_prefers_of_ours(
    accepted: str, language: str | None
) -> None:
    assert asked_language(accepted) == language


@given(st.text())
def test_no_header_breaks_anything(accepted: str) -> None:
    assert asked_language(accepted) in {None, *INTERFACE_LANGUAGES}


async def test_each_request_has_its_own_and_what_it_sets_going_the_interfaces() -> None:
    use_language("zh")
    plain = _("Connecting…")

    async def request(accepted: str) -> tuple[str, str]:
        with answering_in(accepted):
            await asyncio.sleep(0)
            set_going = asyncio.create_task(asyncio.sleep(0, _("Connecting…")))
            return answered(_("Connecting…")), await set_going

    told = await asyncio.gather(request("ko"), request("en"), request(""))
    assert [answer for answer, _going in told] == ["연결 중…", "Connecting…", plain]
    assert {going for _answer, going in told} == {plain}
    assert answered(_("Connecting…")) == plain


def test_words_of_the_users_stay_as_they_are() -> None:
    with answering_in("ko"):
        assert answered("Connecting…") == "Connecting…"
