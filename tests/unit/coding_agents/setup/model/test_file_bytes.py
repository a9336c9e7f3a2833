"""Files as bytes: what is changed, and how that is shown."""

import pytest

from assistant.coding_agents.setup.model.file_bytes import difference, edited


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf{}", "ä\r\n".encode()])
def test_a_byte_order_mark_stays(before: bytes) -> None:
    assert edited(before, lambda text: text + "x") == before + b"x"


def test_a_file_that_is_not_there_stays_so_without_text() -> None:
    assert edited(None, lambda text: text) is None
    assert edited(b"", lambda text: text) == b""


def test_other_encodings_are_refused() -> None:
    with pytest.raises(UnicodeDecodeError):
        edited("ä".encode("utf-16"), lambda text: text)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"a\n", b"a\n", ""),
        (None, b"a\n", "--- /dev/null\n+++ f\n@@ -0,0 +1 @@\n+a\n"),
        (b"a\n", None, "--- f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"),
        (b"a\r\nb\r\n", b"a\r\nc\r\n", "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"),
        (
            b"a",
            b"a\n",
            "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n",
        ),
    ],
)
def test_a_change_is_shown_as_a_unified_diff(
    before: bytes | None, after: bytes | None, expected: str
) -> None:
    assert difference(before, after, "f") == expected
