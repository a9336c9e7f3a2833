import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.model.permission_classes import (
    class_key,
    classes_arrived,
    dump_classes,
    effective_permission,
    fingerprint_of,
    parse_classes,
    wished_permission,
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


OLD, NEW = fingerprint_of("Reads.", {}), fingerprint_of("Sends.", {})


@pytest.mark.requirement("TOOL-17", "SEC-15")
@pytest.mark.parametrize(
    ("classes", "fingerprint", "wished"),
    [
        ({f"t@{OLD}": SAFE}, OLD, SAFE),
        ({f"t@{OLD}": SAFE}, NEW, None),
        ({"t": SAFE}, NEW, None),  # to which tool of this name was it given?
        ({"t": RESTRICTED}, NEW, RESTRICTED),
        ({f"t@{OLD}": RESTRICTED}, NEW, RESTRICTED),
        ({f"t@{OLD}": RESTRICTED, f"t@{NEW}": SAFE}, NEW, SAFE),
        ({"tt": RESTRICTED, f"tt@{NEW}": SAFE}, NEW, None),
        ({"t": SAFE}, "", SAFE),
        ({f"t@{OLD}": SAFE}, "", None),
    ],
)
def test_a_class_that_allows_more_holds_for_the_tool_it_was_given_to(
    classes: dict[str, Permission], fingerprint: str, wished: Permission | None
) -> None:
    assert wished_permission(classes, "t", fingerprint, SENSITIVE) is wished


@given(st.text(), st.dictionaries(st.text(), st.text()), st.text())
def test_a_fingerprint_tells_descriptions_and_schemas_apart(
    description: str, schema: dict[str, str], more: str
) -> None:
    print_ = fingerprint_of(description, schema)
    assert print_ == fingerprint_of(description, dict(reversed(schema.items())))
    assert (fingerprint_of(description + more, schema) == print_) is (not more)
    assert (fingerprint_of(description, {**schema, more: 1}) == print_) is False
    assert parse_classes(dump_classes({class_key("t", print_): SAFE})) == {f"t@{print_}": SAFE}


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


OF_OLD, OF_NOW = "shot@" + "0" * 32, "shot@" + "1" * 32


@pytest.mark.parametrize(
    ("here", "arrived", "after"),
    [
        ("", "shot = safe", ""),
        ("", "shot = sensitive", "shot = sensitive"),
        ("", "shot = safe, notes = restricted", "notes = restricted"),
        ("shot = restricted", "shot = safe", "shot = restricted"),
        ("shot = restricted", "shot = sensitive", "shot = restricted"),
        ("shot = restricted", "", "shot = restricted"),
        ("shot = safe", "", "shot = safe"),
        ("shot = safe", "shot = sensitive", "shot = sensitive"),
        ("shot = sensitive", "shot = restricted", "shot = restricted"),
        ("", f"{OF_NOW} = safe", ""),
        (f"{OF_NOW} = safe", f"{OF_OLD} = safe", f"{OF_NOW} = safe"),
        (f"{OF_NOW} = safe", f"{OF_NOW} = restricted", f"{OF_NOW} = restricted"),
        (f"{OF_NOW} = safe", "shot = restricted", "shot = restricted"),
        (f"{OF_NOW} = safe", f"{OF_OLD} = sensitive", f"{OF_OLD} = sensitive"),
        ("shots = safe", "shot = restricted", "shot = restricted, shots = safe"),
    ],
)
def test_only_what_is_stricter_arrives_from_another_device(
    here: str, arrived: str, after: str
) -> None:
    assert classes_arrived(here, arrived) == after
    assert classes_arrived(after, arrived) == after


_NAMES = st.sampled_from(["a", "b", "a@" + "0" * 32, "a@" + "1" * 32])
_WISHES = st.dictionaries(_NAMES, st.sampled_from(Permission))


@given(_WISHES, _WISHES, st.sampled_from(["", "0" * 32, "1" * 32]))
def test_nothing_that_arrives_lets_a_tool_do_more(
    here: dict[str, Permission], arrived: dict[str, Permission], fingerprint: str
) -> None:
    order = [Permission.SAFE, Permission.SENSITIVE, Permission.RESTRICTED]
    text = dump_classes(here)
    after = parse_classes(classes_arrived(text, dump_classes(arrived)))
    for name in ("a", "b"):
        for own in (Permission.SENSITIVE, Permission.RESTRICTED):
            before_it, after_it = (
                effective_permission(own, wished_permission(classes, name, fingerprint, own))
                for classes in (here, after)
            )
            assert order.index(after_it) >= order.index(before_it)
