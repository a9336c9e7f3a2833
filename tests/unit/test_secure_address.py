"""Secrets go only where nobody reads them on the way."""

import pytest

from assistant.secure_address import is_confidential

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
