"""ONNX models on one thread: the only module that knows onnxruntime.

Several small models share two cores with the recogniser and the voice. A thread pool of each would
spin between calls, so every session here runs on the calling thread alone.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from assistant.errors import ModelFileError, ModelLoadError
from assistant.locale import _

Floats = npt.NDArray[np.float32]
Tensor = Floats | npt.NDArray[np.int64] | npt.NDArray[np.bool_]


class _Port(Protocol):
    name: str
    shape: list[int | str]


class _Session(Protocol):
    def get_inputs(self) -> list[_Port]: ...

    def run(self, names: None, feeds: Mapping[str, Tensor]) -> list[Floats]: ...


class OnnxModel:
    """One loaded model. Not for use on several threads at once.

    Raises:
        ModelFileError: If the file is missing.
        ModelLoadError: If the file is not a model that this machine can run.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ModelFileError(
                _("The model file {file} is missing.").format(file=path),
                hint=_("`parley models get --default` fetches what is missing."),
            )
        runtime = cast("Any", import_module("onnxruntime"))
        failures = cast("Any", import_module("onnxruntime.capi.onnxruntime_pybind11_state"))
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            session = runtime.InferenceSession(
                str(path), sess_options=options, providers=["CPUExecutionProvider"]
            )
        except (
            failures.Fail,
            failures.InvalidArgument,
            failures.InvalidGraph,
            failures.InvalidProtobuf,
            failures.NotImplemented,
            failures.RuntimeException,
        ) as error:
            raise ModelLoadError(
                _("The model file {file} cannot be loaded.").format(file=path),
                hint=_("`parley models verify` says whether a file is damaged."),
            ) from error
        self._session = cast("_Session", session)
        ports = self._session.get_inputs()
        self.input_names = tuple(port.name for port in ports)
        self.input_shapes = tuple(tuple(port.shape) for port in ports)

    def run(self, **feeds: Tensor) -> list[Floats]:
        return self._session.run(None, feeds)

    def run_one(self, value: Floats) -> Floats:
        """Run a model with one input; returns its first output."""
        return self._session.run(None, {self.input_names[0]: value})[0]
