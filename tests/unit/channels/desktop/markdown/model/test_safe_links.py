"""A link is offered exactly where the address may be opened."""

import pytest

from assistant.channels.desktop.markdown.model.safe_links import is_safe_link
from assistant.tools.mcp.model.url_check import check_url
from assistant.tools.system.model.addresses import AddressProblem, parse_address

REFUSED = (
    "mailto:a@example.org?attach=/etc/passwd",
    "mailto:a@example.org?attachment=x",
    "mailto:a@example.org?subject=x&ATTACH=y",
    "mailto:a@example.org?subject=a%0D%0ABcc:b@example.org",
    "mailto:a@exam\u200bple.org",
    "mailto:a%3Fattach=%2Fetc%2Fpasswd@example.org",
    "mailto:a%26attach=x@example.org",
    "mailto:a@example.org?%61ttach=x",
    "mailto:a@example.org?subject=b\u3164c",
    "mailto:a@example.org?body=%E2%80%AEgpj",
    "https://exam\u034fple.org/",
    "https://exam\u3164ple.org/",
    "https://example.org/a\u115fb",
    "https://example.org\u2044evil.example/",
    "https://example.org\uff0fevil.example/",
    "http://example.org%2eevil.example/",
    "https:/example.org",
    "https://user@example.org/",
    "https://user:password@example.org/",
    "https://bank.example@evil.example/login",
    "https://bank.example%2F@evil.example/",
    "https://@example.org/",
    "https://exam\u200bple.org/",
    "https://example.org/\u202egpj.exe",
    "https://example.org/a\u2066b",
    "https://example.org/\U000e0041",
    "https://example.org/a b",
    "https://example.org/a\tb",
    "https://example.org\\@evil.example/",
    "https:\\\\example.org",
    "https://example.org:0/",
    "https://example.org:99999/",
    "https://[fe80::1%25eth0]/",
    "https://[bad",
    "https:",
    "//example.org",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "",
    "https://example.org/" + "a" * 2_000,
)
OPENED = (
    "https://example.org",
    "http://example.org:8080/a?b=c#d",
    "HTTPS://Example.ORG/A",
    "https://münchen.example/",
    "https://xn--mnchen-3ya.example/",
    "https://example.org/한국어",
    "https://[2001:db8::1]/",
    "http://127.0.0.1:8765/",
    "http://under_score.example/",
    "mailto:a@example.org",
    "mailto:a@example.org?subject=b&body=c%0Ad",
)


@pytest.mark.requirement("SEC-11")
def test_one_judge_decides_for_links_tools_and_servers() -> None:
    for address in REFUSED:
        with pytest.raises(AddressProblem):
            parse_address(address)
        assert not is_safe_link(address), address
        assert check_url(address) is None, address
    for address in OPENED:
        judged = parse_address(address)
        assert is_safe_link(address), address
        checked = check_url(address)
        assert (checked is None) is (judged.scheme == "mailto"), address
        assert checked is None or checked.url == judged.written
        assert parse_address(judged.written) == judged, "what is opened reads the same"
    subject = parse_address("mailto:a@example.org?subject=b;attach=/etc/passwd")
    assert ";" not in subject.written, "some programs part fields by it"
