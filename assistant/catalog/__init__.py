"""Model files: what there is, what is here, and how to get the rest.

`manifest` is the shipped list, `store` the folder on this machine, `hub` and `wheels` the two kinds
of source. Nothing here loads a model. Everything is synchronous and may run on any thread; two
processes may fetch the same model at the same time.
"""

from assistant.catalog.fetch_progress import FetchProgress, FetchStage
from assistant.catalog.manifest import Catalog, ModelEntry, ModelFile, ModelKind
from assistant.catalog.model_store import ModelStore

__all__ = [
    "Catalog",
    "ModelKind",
    "ModelEntry",
    "ModelFile",
    "FetchProgress",
    "FetchStage",
    "ModelStore",
]
