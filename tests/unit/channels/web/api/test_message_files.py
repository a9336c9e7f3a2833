"""Files that programs send over the API with a message."""

import base64

import pytest

from assistant.home import Home
from assistant.llm.messages_api.messages import DocumentBlock, ImageBlock
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.pictures import png
from tests.helpers.web.api_program import ApiProgram, calling


def file(name: str, data: bytes) -> dict[str, str]:
    return {"name": name, "data": base64.b64encode(data).decode()}


async def message(program: ApiProgram, *files: dict[str, str], **more: str) -> dict[str, object]:
    session = program.running.core.conversations.current.conversation_id
    body = {"session_id": session, "files": list(files), **more}
    answer = await program.post("message", body)
    return {"status_code": answer.status_code, **answer.json()}


@pytest.mark.parametrize("words", ["What is it?", ""])
async def test_files_go_with_the_words(home: Home, words: str) -> None:
    model = ScriptedModel([says("A cat.")])
    async with calling(home, model) as program:
        large = png(1_300, 1_100, is_noise=True)  # more than other calls take, and scaled
        told = await message(program, file("cat.png", large), file("a.txt", b"words"), text=words)
        assert (told["status_code"], told["status"]) == (200, "accepted")
        await program.running.until_requested(1)
        _time, picture, text, *rest = model.requests[0].messages[-1].content
        assert isinstance(picture, ImageBlock)
        assert isinstance(text, DocumentBlock)
        assert (picture.name, text.text, len(rest)) == ("cat.png", "words", bool(words))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (file("a.png", png()[:50]), "This picture is damaged or incomplete."),
        ({"name": "a.png", "data": "no base64!"}, "It is not base64."),
        (file("a.bin", bytes(9)), "This is neither a picture nor a PDF nor text."),
    ],
)
async def test_a_file_that_is_not_taken_says_why_and_nothing_is_sent(
    home: Home, sent: dict[str, str], said: str
) -> None:
    async with calling(home, ScriptedModel()) as program:
        told = await message(program, file("b.txt", b"words"), sent, text="Look")
        assert (told["status_code"], told["error"]) == (400, "invalid_file")
        assert str(told["message"]).startswith(said)
        details = told["details"]
        assert isinstance(details, dict)
        assert details["file"] == 1
        assert program.running.model.requests == []


async def test_only_who_knows_the_token_may_send_much(home: Home) -> None:
    async with calling(home, ScriptedModel()) as program:
        much = {"data": "x" * 100_000}
        refused = await program.http.post(
            "/api/task/message", json=much, headers={"Authorization": ""}
        )
        assert refused.status_code == 413
        assert (await program.http.post("/api/task/answer", json=much)).status_code == 413
        assert (await program.http.post("/api/task/message", json=much)).status_code == 400
