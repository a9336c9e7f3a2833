"""What llama.cpp's server says: the pieces of a completion, and failures. Values only."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from assistant.llm.messages_api.refusals import read_reason

_DATA: Final = "data: "
_ERROR: Final = "error: "


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class CompletionPiece(_Event):
    """Some tokens; the last piece says why there are no more."""

    content: str = ""
    stop: bool = False
    stop_type: Literal["none", "eos", "limit", "word"] = "none"
    tokens_evaluated: int = 0
    tokens_predicted: int = 0


class ServerFault(_Event):
    """Why a request failed."""

    type: str = ""
    message: str = ""


class RenderedPrompt(_Event):
    """A chat as the model's own template writes it."""

    prompt: str


class SlotState(_Event):
    """What was saved of a slot, or restored to it."""

    n_saved: int = 0
    n_restored: int = 0
    """In tokens."""


def read_fault(body: str | bytes) -> ServerFault:
    """Return what a refused request says, as far as it says anything."""
    reason = read_reason(body)
    return ServerFault(type=next(iter(reason.types), ""), message=reason.message)


def read_line(line: str) -> CompletionPiece | ServerFault | None:
    """Read one line of a streamed completion; None for what says nothing.

    Raises:
        ValidationError: If it cannot be read.
    """
    if line.startswith(_ERROR):
        return ServerFault.model_validate_json(line.removeprefix(_ERROR))
    if not line.startswith(_DATA):
        return None
    data = line.removeprefix(_DATA)
    if data.startswith('{"error"'):
        return read_fault(data)
    return CompletionPiece.model_validate_json(data)
