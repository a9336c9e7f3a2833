"""The models a conversation is held with: commands and events."""

from dataclasses import dataclass

from assistant.protocol.conversation import AttachmentKinds, ConversationScoped


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchModel:
    """Hold this conversation with another of `ConversationOpened.models` from now on."""

    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseLocalServer:
    """Have the model server that was found on this machine answer from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterFilesChanged:
    """A file of a built-in model arrived: it may be better than the one that answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineStarterDownload:
    """Do not download a better built-in model, now or at later starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchModelFiles:
    """Download a model of the catalogue in the background."""

    name: str = ""
    """Empty: the one that would have the built-in model answer better."""


ModelCommand = (
    SwitchModel | UseLocalServer | StarterFilesChanged | DeclineStarterDownload | FetchModelFiles
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSwitched(ConversationScoped):
    """The current conversation is held with another model from now on."""

    model: str
    takes: AttachmentKinds = AttachmentKinds()
    """What that model can be sent."""
