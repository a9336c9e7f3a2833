"""What services say of a picture they cannot use."""

import pytest

from assistant.errors import ErrorCategory
from assistant.llm.messages_api.refused_picture import refused_picture
from assistant.llm.service_errors import Failure, category_of


@pytest.mark.parametrize(
    ("message", "place"),
    [
        (
            "messages.4.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes"
            " > 5242880 bytes",
            (4, 1),
        ),
        (
            "messages.0.content.0.image.source.base64.data: Image does not match the provided media"
            " type image/png",
            (0, 0),
        ),
        (
            "messages.12.content.3.image.source.base64.data: At least one of the image dimensions"
            " exceed max allowed size: 8000 pixels",
            (12, 3),
        ),
        ("messages[2].content[1].image: cannot be decoded", (2, 1)),
        ("messages.3.content.0.tool_result.content.1.image.source.base64: invalid", (3, 0)),
        ("messages.1.content.2.source.media_type: Input should be 'image/jpeg'", (1, 2)),
        ("messages.0.content.0.pdf.source.base64.data: The PDF specified was not valid.", (0, 0)),
        ("messages.2.content.1.document.source.base64: too large", (2, 1)),
        ("A maximum of 100 PDF pages may be provided.", None),
        ("Could not process image", None),
        ("Failed to load image: cannot identify image file <_io.BytesIO object>", None),
        ("Invalid image_url: unsupported format", None),
        ("image input is not supported", None),
    ],
)
def test_a_refusal_that_names_a_picture_says_which(
    message: str, place: tuple[int, int] | None
) -> None:
    found = refused_picture(message)
    assert found is not None
    assert found.place == place
    failure = Failure(status=400, types=("invalid_request_error",), message=message)
    assert category_of(failure) is ErrorCategory.PICTURE_REFUSED


@pytest.mark.parametrize(
    "message",
    [
        "",
        "model: gpt-image-1 does not exist",
        "The model /models/image/x is unknown",
        "tools.3.custom.input_schema.properties.image: invalid",
        "messages.2.content.0.text: text content blocks must be non-empty",
        "Your credit balance is too low",
        "The word imagery means nothing here",
    ],
)
def test_other_refusals_are_about_no_picture(message: str) -> None:
    assert refused_picture(message) is None


def test_only_a_refusal_is_about_a_picture() -> None:
    for status in (401, 429, 503, 529):
        failure = Failure(status=status, message="Could not process image")
        assert category_of(failure) is not ErrorCategory.PICTURE_REFUSED
    local = Failure(status=500, message="Failed to load image or audio file")
    assert category_of(local) is ErrorCategory.PICTURE_REFUSED
    too_long = Failure(status=400, message="prompt is too long: 3 images and 210000 tokens")
    assert category_of(too_long) is ErrorCategory.CONTEXT_TOO_LONG
