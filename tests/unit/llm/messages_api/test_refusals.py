"""What is read of what a service answers."""

import pytest

from assistant.llm.messages_api.stream_events import parse_refusal


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"type":"error","error":{"type":"api_error","message":"No."}}', ("api_error", "No.")),
        (
            b'{"error":{"code":503,"message":"Loading","type":"unavailable"}}',
            ("unavailable", "Loading"),
        ),
        (b'{"error":"model not found"}', ("", "")),
        (b'{"error":{"type":null,"message":7}}', ("", "")),
        (b'{"detail":"Not Found"}', ("", "")),
        (b"<html>Bad Gateway</html>", ("", "")),
        (b"[]", ("", "")),
        (b"\xff", ("", "")),
        (b"", ("", "")),
    ],
)
def test_why_a_request_was_refused_is_read_where_it_is_said(
    body: bytes, expected: tuple[str, str]
) -> None:
    detail = parse_refusal(body)
    assert (detail.type, detail.message) == expected
