"""Catalogue entries over made-up content."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from assistant.catalog import Catalog, FetchProgress, ModelEntry, ModelFile, ModelStore
from assistant.catalog.manifest import HubSource, Wheel, WheelSource

CLOSED = "http://127.0.0.1:9"
"""The discard port: nobody listens there."""


def model_file(path: str, content: bytes, *, notice: bool = False) -> ModelFile:
    """Describe a file that holds `content`."""
    return ModelFile(
        path=path,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        notice=notice,
    )


def hub_source(base: str, paths: Iterable[str]) -> HubSource:
    """Return a source that serves each path below `base`."""
    return HubSource(type="hub", urls={path: f"{base}/{path}" for path in paths})


def wheel_source(
    members: Mapping[str, tuple[str, ...]], *wheels: tuple[str, str, int]
) -> WheelSource:
    """Return a source of wheels, each given as name, version and size in bytes."""
    return WheelSource(
        type="wheel",
        wheels=tuple(
            Wheel(name=name, version=version, size_bytes=size) for name, version, size in wheels
        ),
        members=dict(members),
    )


def model_entry(
    files: Mapping[str, bytes],
    *sources: HubSource | WheelSource,
    name: str = "tiny",
    notices: Mapping[str, bytes] | None = None,
    default: bool = True,
) -> ModelEntry:
    """Return an entry whose files hold the given content."""
    return ModelEntry(
        name=name,
        kind="stt",
        title=f"The {name} model",
        languages=("en",),
        licence="MIT",
        about="https://example.org/tiny",
        default=default,
        files=(
            *(model_file(path, content) for path, content in files.items()),
            *(model_file(path, content, notice=True) for path, content in (notices or {}).items()),
        ),
        sources=sources,
    )


def store_of(folder: Path, *entries: ModelEntry) -> ModelStore:
    """Return a store that knows just these models."""
    return ModelStore(catalog=Catalog(entries=entries), folder=folder)


def ignore(_progress: FetchProgress) -> None:
    """Take a report and do nothing."""


def never() -> bool:
    """Do not cancel."""
    return False
