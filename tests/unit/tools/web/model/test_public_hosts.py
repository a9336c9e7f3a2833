"""Machines that pages are fetched from: public ones alone."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.web.model.public_hosts import is_public, problem_of_host


@pytest.mark.parametrize(
    "number",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.8",
        "198.18.0.1",
        "192.0.2.1",
        "203.0.113.9",
        "224.0.0.251",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "2001:db8::1",
    ],
)
def test_a_machine_that_is_not_on_the_public_internet(number: str) -> None:
    assert not is_public(ipaddress.ip_address(number))


@pytest.mark.parametrize(
    "number",
    ["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8",
     "64:ff9b::808:808", "2002:808:808::1"],
)  # fmt: skip
def test_a_machine_on_the_public_internet(number: str) -> None:
    assert is_public(ipaddress.ip_address(number))


@pytest.mark.parametrize(
    ("host", "port", "problem"),
    [
        ("localhost", None, "a name of this machine"),
        ("app.localhost", None, "a name of this machine"),
        ("printer.local", None, "a name of this machine"),
        ("metadata.google.internal", None, "a name of this machine"),
        ("1.0.0.127.in-addr.arpa", None, "a name of this machine"),
        ("router", None, "no name on the public internet"),
        ("2130706433", None, "a number that is not written as an address"),
        ("0x7f000001", None, "a number that is not written as an address"),
        ("0177.0.0.1", None, "a number that is not written as an address"),
        ("0x7f.1", None, "a number that is not written as an address"),
        ("127.1", None, "a number that is not written as an address"),
        ("127.0.0.0x1", None, "a number that is not written as an address"),
        ("127.0.0.1", None, "not on the public internet"),
        ("::1", None, "not on the public internet"),
        ("example.org", 25, "another service"),
        ("example.org", 22, "another service"),
    ],
)
def test_a_host_that_nothing_is_fetched_from(host: str, port: int | None, problem: str) -> None:
    assert problem in (problem_of_host(host, port) or "")


@pytest.mark.parametrize(
    ("host", "port"),
    [("example.org", None), ("xn--3e0b707e.kr", 443), ("8.8.8.8", 80), ("example.org", 8080)],
)
def test_a_host_that_pages_are_fetched_from(host: str, port: int | None) -> None:
    assert problem_of_host(host, port) is None


@given(st.ip_addresses(v=4))
def test_an_ipv4_number_is_judged_alike_however_it_is_carried(
    number: ipaddress.IPv4Address,
) -> None:
    carried = (
        ipaddress.IPv6Address(f"::ffff:{number}"),
        ipaddress.IPv6Address((0x64FF9B << 96) | int(number)),
        ipaddress.IPv6Address((0x2002 << 112) | (int(number) << 80)),
    )
    assert {is_public(one) for one in carried} == {is_public(number)}


@given(st.ip_addresses())
def test_what_python_calls_private_is_never_public(
    number: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    if number.is_private or number.is_loopback or number.is_link_local or number.is_multicast:
        is_carrying = isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is not None
        assert is_carrying or not is_public(number)
