"""Secrets go only where nobody reads them on the way."""

import pytest

from assistant.secure_address import is_confidential, needs_certificates

ADDRESSES = [
    ("https://example.com", True),
    ("HTTPS://example.com", True),
    ("http://127.0.0.1:11434", True),
    ("http://LOCALHOST/x", True),
    ("http://[::1]:1", True),
    ("http://example.com", False),
    ("http://127.0.0.1.example.com", False),
    ("http://192.168.1.2:11434", False),
    ("ftp://127.0.0.1", False),
]


@pytest.mark.parametrize(("url", "is_safe"), ADDRESSES)
def test_an_address_over_tls_or_of_this_machine_is_confidential(url: str, is_safe: bool) -> None:
    assert is_confidential(url) is is_safe


@pytest.mark.parametrize(
    ("url", "may_be_tls"),
    [
        ("http://127.0.0.1:11434", False),
        ("http://localhost", False),
        ("http://[::1]:1", False),
        ("https://127.0.0.1", True),
        ("https://example.com", True),
        ("http://example.com", True),  # a proxy may stand between
        ("http://127.0.0.1.example.com", True),
    ],
)
def test_certificates_are_read_wherever_tls_may_be_spoken(url: str, may_be_tls: bool) -> None:
    assert needs_certificates(url) is may_be_tls
