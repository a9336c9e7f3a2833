"""What is read of what a service answers in place of a reply."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.messages_api.refusals import Reason, read_reason

LONG = "prompt is too long: 210000 tokens > 200000 maximum"
SHAPES = [
    {"type": "error", "error": {"type": "invalid_request_error", "message": LONG}},
    {"error": {"type": None, "message": LONG}},
    {"error": {"message": LONG, "type": "BadRequestError", "param": None, "code": 400}},
    {"error": LONG},
    {"error": [LONG]},
    {"error": {"error": {"message": LONG}}},
    {"errors": [{"message": LONG}]},
    {"detail": LONG},
    {"detail": {"error": {"message": LONG}}},
    {"detail": [{"loc": ["body", "messages"], "msg": LONG, "type": "value_error"}]},
    {"message": LONG},
    {"object": "error", "message": LONG, "code": 400},
    {"error": "Bad Request", "message": LONG, "status": 400},
    {"error": {"message": json.dumps({"error": {"message": LONG}})}},
    {"title": "Bad Request", "detail": LONG},
    [{"error": {"message": LONG}}],
    {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": LONG}}},
    {"error": {"message": "Failed", "metadata": {"raw": json.dumps({"error": {"message": LONG}})}}},
    {"title": "One or more validation errors", "errors": {"max_tokens": [LONG]}},
    {"errors": {"": [LONG]}},
    {"statusCode": 400, "body": json.dumps({"message": LONG})},
    {"Message": LONG},
    {"error": {"message": {"text": LONG}}},
    {"error": {"inner": {"message": LONG}}},
    {"ok": False, "err": LONG},
    {"fault": {"faultstring": LONG}},
    {"error_msg": LONG, "error_code": 336003},
    {"base_resp": {"status_code": 1004, "status_msg": LONG}},
    {"status": {"code": 3, "message": LONG}},
    {"errors": {"x": {"message": LONG}}},
    {"result": None, "error": {"data": {"message": LONG}}},
    {"error": {"message": {"en": LONG}}},
    {"data": [{"problems": [LONG]}]},
    LONG,
]


def test_what_a_service_says_back_of_the_request_is_no_reason() -> None:
    assert read_reason(json.dumps({"request": {"prompt": "I am Ann."}, "code": 7})) == Reason()
    assert read_reason(json.dumps({"message": "No.", "hint": "Say it again."})).message == "No."


def test_of_several_objects_the_first_tells() -> None:
    one = json.dumps({"error": LONG})
    assert read_reason(f"{one}\n{one}").message == LONG


def test_a_refusal_may_be_written_as_an_event_of_a_stream() -> None:
    event = json.dumps({"type": "error", "error": {"type": "api_error", "message": LONG}})
    for body in (f"data: {event}\n\n", f"event: error\r\ndata:{event}\r\n\r\n"):
        assert read_reason(body) == Reason(types=("api_error",), message=LONG)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_reason_is_read_whatever_stands_around_it(shape: object) -> None:
    assert LONG in read_reason(json.dumps(shape).encode()).message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            b'{"type":"error","error":{"type":"api_error","message":"No."}}',
            Reason(types=("api_error",), message="No."),
        ),
        (
            b'{"error":{"code":503,"message":"Loading","type":"unavailable"}}',
            Reason(types=("unavailable",), message="Loading"),
        ),
        (
            b'{"error":"not_found","message":"no model x"}',
            Reason(types=("not_found",), message="no model x"),
        ),
        (
            b'{"error":{"message":null,"code":"insufficient_quota"}}',
            Reason(types=("insufficient_quota",)),
        ),
        (
            b'{"detail":[{"loc":["body","model"],"msg":"Field required","type":"missing"},'
            b'{"loc":["body",0],"msg":"Too short","type":"length"}]}',
            Reason(
                types=("missing", "length"),
                message="body.model: Field required; body.0: Too short",
            ),
        ),
        (b'{"error":{"type":null,"message":7}}', Reason()),
        (b"upstream connect error", Reason(message="upstream connect error")),
        (
            b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
            Reason(message="502 Bad Gateway"),
        ),
        (
            b"<!DOCTYPE html><style>p{}</style><p>Service &amp; <b>more</b></p>",
            Reason(message="Service & more"),
        ),
        (b'{"error": {"message": "cut of', Reason()),
        (b'\xef\xbb\xbf{"message":"marked"}', Reason(message="marked")),
        (b"[]", Reason()),
        (b"null", Reason()),
        (b"7", Reason()),
        (b"\xff\xfe\x00", Reason()),
        (b"", Reason()),
        (b"[" * 100_000, Reason()),
        (b'{"error":' * 150 + b"1" + b"}" * 150, Reason()),
    ],
)
def test_why_a_request_was_refused_is_read_where_it_is_said(body: bytes, expected: Reason) -> None:
    assert read_reason(body) == expected


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "detail", "message", "type", "code", "loc", "msg", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_json)
def test_no_body_is_in_the_way(value: object) -> None:
    reason = read_reason(json.dumps(value))
    assert all(isinstance(name, str) and name for name in reason.types)


@given(st.binary(max_size=60))
def test_no_bytes_are_in_the_way(body: bytes) -> None:
    read_reason(body)
