"""Addresses: what may be opened, and how it is written out."""

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.system.model.addresses import AddressProblem, parse_address


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("https://example.org", "https://example.org/"),
        (" HTTPS://Example.ORG:443/a b".replace(" b", "%20b"), "https://example.org/a%20b"),
        ("http://example.org:8080/?q=ä", "http://example.org:8080/?q=%C3%A4"),
        ("https://example.org/100%", "https://example.org/100%25"),
        ("https://example.org/#teil", "https://example.org/#teil"),
        ("https://example.org.", "https://example.org/"),
        ("https://faß.de/", "https://xn--fa-hia.de/"),
        ("https://한국.kr", "https://xn--3e0b707e.kr/"),
        ("http://[::1]:8000/", "http://[::1]:8000/"),
        ("http://127.0.0.1", "http://127.0.0.1/"),
        ("http://my_printer/", "http://my_printer/"),
        ("http://example.org/'\"<x>", "http://example.org/'%22%3Cx%3E"),
        ("mailto:someone@example.org?subject=Hi", "mailto:someone@example.org?subject=Hi"),
        ("mailto:?body=a%0D%0Ab", "mailto:?body=a%0D%0Ab"),
    ],
)
def test_an_address_is_written_in_ascii(text: str, written: str) -> None:
    assert parse_address(text).written == written


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("example.org", "only http, https and mailto addresses are opened, not 'this'"),
        ("javascript:alert(1)", "not 'javascript'"),
        ("JavaScript:alert(1)", "not 'javascript'"),
        ("file:///etc/passwd", "not 'file'"),
        ("data:text/html,<script>", "not 'data'"),
        ("ftp://example.org", "not 'ftp'"),
        ("smb://server/share", "not 'smb'"),
        ("vscode://file/x", "not 'vscode'"),
        ("https://user:pass@example.org", "user name or password"),
        ("https://example.org@evil.example", "user name or password"),
        ("https://@evil.example", "user name or password"),
        ("https://", "names no host"),
        ("https:///path", "names no host"),
        ("https://.", "names no host"),
        ("https://example.org:99999", "cannot be read"),
        ("https://example.org:0", "port is 0"),
        ("https://example.org:x", "cannot be read"),
        ("https://[::1", "cannot be read"),
        ("https://[fe80::1%25eth0]/", "names an interface"),
        ("https://[fe80:::1]/", "cannot be read"),
        ("https://exa mple.org", "contains ' '"),
        ("https://example.org\\@evil.example", r"contains '\\'"),
        ("https://example.org/\x00", r"contains '\x00'"),
        ("https://example.org/\r\nX: y", r"contains '\r'"),
        ("java\tscript:alert(1)", r"contains '\t'"),
        ("https://example.org/\u202egpj.exe", r"contains '\u202e'"),
        ("https://exam\u200bple.org/", r"contains '\u200b'"),
        ("https://a" + "." + "b" * 64 + ".org", "is no name"),
        ("https://exa$mple.org", "is no name"),
        ("https://example.org/" + "a" * 2000, "longer than 2000"),
        ("mailto:nobody", "no mail address"),
        ("mailto:a@b.org,c", "no mail address"),
        ("mailto:a@b.org?attach=/etc/passwd", "not prepared with the field 'attach'"),
        ("mailto:a@b.org?subject=x%0ABcc:c@d.org", r"contains '\n'"),
        ("mailto:a%0Ab@b.org", "no mail address"),
    ],
)
def test_an_address_that_is_not_opened_says_why(text: str, problem: str) -> None:
    with pytest.raises(AddressProblem) as caught:
        parse_address(text)

    assert problem in str(caught.value)


def test_letters_that_look_alike_are_seen_in_the_host() -> None:
    address = parse_address("https://аpple.com/")  # the first letter is Cyrillic

    assert address.host == "xn--pple-43d.com"
    assert address.readable_host == "аpple.com"
    assert address.written == "https://xn--pple-43d.com/"


@pytest.mark.parametrize("host", ["１２７.0.0.1", "127。0。0。1"])
def test_a_number_in_other_digits_is_that_number(host: str) -> None:
    assert parse_address(f"http://{host}/").host == "127.0.0.1"


@pytest.mark.parametrize(
    ("where", "written"),
    [
        ("/b?c", "https://example.org/b?c"),
        ("//other.example/b", "https://other.example/b"),
        ("b", "https://example.org/a/b"),
        ("http://other.example", "http://other.example/"),
    ],
)
def test_a_redirect_may_be_relative(where: str, written: str) -> None:
    assert parse_address(where, base="https://example.org/a/x").written == written


@given(st.text(max_size=60) | st.text(max_size=40).map(lambda text: f"https://{text}"))
def test_whatever_is_given_it_is_written_plainly_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except AddressProblem:
        return
    assert address.written.isascii()
    assert address.written.isprintable()
    assert " " not in address.written
    assert address.scheme in {"http", "https", "mailto"}
    assert parse_address(address.written) == address or address.readable_host


@given(st.from_regex(r"[a-z0-9.-]{1,70}", fullmatch=True))
def test_an_ordinary_name_is_what_the_tables_make_of_it(name: str) -> None:
    """Hardly any host needs the tables of IDNA, which are slow to load."""
    try:
        encoded = idna.encode(name.rstrip("."), uts46=True).decode("ascii")
    except UnicodeError:
        encoded = None
    try:
        host = parse_address(f"https://{name}/").host
    except AddressProblem:
        assert encoded is None or not encoded
    else:
        assert host == (encoded or name.rstrip(".").lower())
