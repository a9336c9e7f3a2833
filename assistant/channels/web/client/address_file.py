"""Where the running program is reached: a file in the home that only its owner can read."""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class ProgramAddress(BaseModel):
    """Where and with which token the API is called."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: int = 1
    url: Annotated[str, Field(pattern=r"^http://127\.0\.0\.1:\d{1,5}$")]
    token: Annotated[str, Field(min_length=22)]
    pid: int


@contextmanager
def published_address(path: Path, *, url: str, token: str) -> Generator[ProgramAddress]:
    """Keep the file there until the context is left.

    Raises:
        OSError: If it cannot be written.
    """
    address = ProgramAddress(url=url, token=token, pid=os.getpid())
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        temporary.unlink()
    # Made for the owner alone from the first moment on.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(address.model_dump(), file)
    temporary.replace(path)
    try:
        yield address
    finally:
        if read_address(path) == address:
            path.unlink(missing_ok=True)


def read_address(path: Path) -> ProgramAddress | None:
    """Return where the running program says that it is, or None; it may be gone all the same."""
    try:
        return ProgramAddress.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return None
