"""The fake web server fails exactly as it is told."""

import threading
from collections.abc import Iterator

import httpx2
import pytest

from tests.helpers.catalog.file_server import FileServer, ServedAnswer, serving
from tests.helpers.catalog.wheels import build_wheel, offer, wheel_name

BODY = bytes(range(200))


@pytest.fixture
def server() -> Iterator[FileServer]:
    with serving() as state:
        state.files["/a"] = BODY
        yield state


def get(server: FileServer, path: str = "/a", range_: str = "") -> httpx2.Response:
    with httpx2.Client(trust_env=False) as client:
        return client.get(server.url + path, headers={"Range": range_} if range_ else {})


def test_it_serves_and_remembers_what_was_asked(server: FileServer) -> None:
    assert get(server).content == BODY
    assert get(server, "/b").status_code == 404
    assert server.requests == [("/a", ""), ("/b", "")]


def test_it_honours_a_range(server: FileServer) -> None:
    answer = get(server, range_="bytes=50-")

    assert answer.status_code == 206
    assert answer.content == BODY[50:]
    assert answer.headers["Content-Range"] == "bytes 50-199/200"
    assert server.asked("/a") == ["bytes=50-"]


def test_it_refuses_a_range_past_the_end(server: FileServer) -> None:
    assert get(server, range_="bytes=200-").status_code == 416


def test_it_ignores_a_range_when_told(server: FileServer) -> None:
    server.answers["/a"].append(ServedAnswer(ranges=False))

    answer = get(server, range_="bytes=50-")

    assert (answer.status_code, answer.content) == (200, BODY)


def test_it_breaks_off_once_and_is_proper_again(server: FileServer) -> None:
    server.answers["/a"].append(ServedAnswer(cut_after=10))

    with pytest.raises(httpx2.RemoteProtocolError):
        get(server)
    assert get(server).content == BODY


def test_it_can_keep_the_size_to_itself(server: FileServer) -> None:
    server.answers["/a"].append(ServedAnswer(length=False, cut_after=10))

    answer = get(server)

    assert "Content-Length" not in answer.headers
    assert answer.content == BODY[:10]


def test_it_holds_until_it_is_let_go(server: FileServer) -> None:
    hold = threading.Event()
    server.answers["/a"].append(ServedAnswer(cut_after=10, hold=hold))
    answers: list[bytes] = []
    client = threading.Thread(target=lambda: answers.append(get(server).content))
    client.start()

    assert server.held.wait(10)
    assert answers == []
    hold.set()
    client.join(10)

    assert answers == [BODY]


def test_it_offers_wheels_as_a_package_index_does(server: FileServer) -> None:
    wheel = build_wheel("a-package", "1.0", {"a_package/data.bin": b"data"})
    offer(server, "a-package", "1.0", wheel)
    name = wheel_name("a-package", "1.0")

    page = get(server, "/simple/a-package/")

    assert name == "a_package-1.0-py3-none-any.whl"
    assert f'href="/files/{name}"' in page.text
    assert get(server, f"/files/{name}").content == wheel
