import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.model.permission_classes import (
    dump_classes,
    effective_permission,
    parse_classes,
)
from assistant.tools.tool import Permission

SAFE, SENSITIVE, RESTRICTED = Permission.SAFE, Permission.SENSITIVE, Permission.RESTRICTED
NAMES = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=64)


@pytest.mark.parametrize("own", Permission)
def test_without_a_wish_a_tool_keeps_its_class(own: Permission) -> None:
    assert effective_permission(own, None) is own


@pytest.mark.parametrize("wished", Permission)
def test_the_person_may_class_safe_and_sensitive_tools_as_they_like(wished: Permission) -> None:
    assert effective_permission(SAFE, wished) is wished
    assert effective_permission(SENSITIVE, wished) is wished


@pytest.mark.parametrize("wished", Permission)
def test_what_can_do_great_harm_stays_restricted(wished: Permission) -> None:
    assert effective_permission(RESTRICTED, wished) is RESTRICTED


@given(st.dictionaries(NAMES, st.sampled_from(Permission)))
def test_what_is_written_is_read_again(classes: dict[str, Permission]) -> None:
    assert parse_classes(dump_classes(classes)) == classes


@pytest.mark.requirement("TOOL-15")
@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("", {}),
        (" , ", {}),
        ("open = safe", {"open": SAFE}),
        (" open=SAFE , write = restricted ", {"open": SAFE, "write": RESTRICTED}),
        ("open = safe, open = sensitive", {"open": SENSITIVE}),
        ("open = harmless", {"open": RESTRICTED}),
        ("open", {"open": RESTRICTED}),
    ],
)
def test_what_a_person_writes_is_understood_or_kept_from_running(
    text: str, classes: dict[str, Permission]
) -> None:
    assert parse_classes(text) == classes
