"""Makes the model that tells voices apart, out of the package that its publisher made of it.

Run it from a checkout with `onnx` installed, which Parley itself does not need:

    pip download --no-deps resemblyzer==0.1.4
    speaker_model.py Resemblyzer-0.1.4-py3-none-any.whl

The package is Resemblyzer 0.1.4 of Resemble AI (Apache-2.0); its network is that of GE2E (Wan et
al., 2018). The weights are read without PyTorch, kept in 16 bits, and put into a graph that
onnxruntime runs: power spectrum in, voice out.
"""

import collections
import hashlib
import pickle
import struct
import sys
import zipfile
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from typing_extensions import override

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.voice.detectors.speaker_embedding import MODEL_FILE, SPECTRUM_BINS

WHEEL_SHA256: Final = "8f12eb2f1a9982d32e8db7856de754709b59c93a77bcf0ff536584b619a9dd1f"
WEIGHTS: Final = "resemblyzer/pretrained.pt"
LAYERS: Final = 3
SIZE: Final = 256
MELS: Final = 40

Weights = dict[str, np.ndarray[Any, np.dtype[np.float32]]]


class _Unpickler(pickle.Unpickler):
    """Reads tensors as the arguments that would rebuild them; knows nothing else."""

    @override
    def find_class(self, module: str, name: str) -> Any:
        match module, name:
            case "collections", "OrderedDict":
                return collections.OrderedDict
            case "torch._utils", "_rebuild_tensor_v2":
                return lambda storage, offset, size, *_rest: (storage, offset, size)
            case "torch", "FloatStorage" | "LongStorage":
                return name
            case _:
                raise pickle.UnpicklingError(f"{module}.{name} is not expected")

    @override
    def persistent_load(self, pid: Any) -> Any:
        return pid[1], pid[2]


def read_weights(checkpoint: bytes) -> Weights:
    """Return the tensors of a checkpoint of PyTorch before 1.6, by name."""
    file = BytesIO(checkpoint)
    for _part in ("magic number", "protocol", "system"):
        _Unpickler(file).load()
    stored = _Unpickler(file).load()["model_state"]
    storages: dict[str, np.ndarray[Any, Any]] = {}
    kinds = {key: kind for (kind, key), _offset, _size in stored.values()}
    for key in _Unpickler(file).load():
        (count,) = struct.unpack("<q", file.read(8))
        dtype = np.dtype(np.int64 if kinds.get(key) == "LongStorage" else np.float32)
        storages[key] = np.frombuffer(file.read(count * dtype.itemsize), dtype)
    return {
        name: storages[key][offset : offset + int(np.prod(size))].reshape(size)
        for name, ((_kind, key), offset, size) in stored.items()
    }


def onnx_model(weights: Weights) -> bytes:
    """Return the graph: mel bands, three layers of LSTM, and the projection to a unit vector."""
    onnx = cast("Any", import_module("onnx"))
    extractor = cast("Any", import_module("faster_whisper.feature_extractor")).FeatureExtractor
    node = onnx.helper.make_node
    nodes: list[Any] = []
    constants: list[Any] = []

    def constant(name: str, value: np.ndarray[Any, Any], kind: type = np.float16) -> str:
        constants.append(onnx.numpy_helper.from_array(value.astype(kind), name))
        if kind is not np.float16:
            return name
        nodes.append(node("Cast", [name], [f"{name}.wide"], to=onnx.TensorProto.FLOAT))
        return f"{name}.wide"

    filters = extractor.get_mel_filters(16_000, n_fft=2 * (SPECTRUM_BINS - 1), n_mels=MELS)
    nodes.append(node("MatMul", ["power", constant("filters", filters.T, np.float32)], ["bands"]))
    nodes.append(node("Transpose", ["bands"], ["layer0"], perm=[1, 0, 2]))
    for layer in range(LAYERS):
        inputs = constant(f"w{layer}", _onnx_order(weights[f"lstm.weight_ih_l{layer}"])[None])
        hidden = constant(f"r{layer}", _onnx_order(weights[f"lstm.weight_hh_l{layer}"])[None])
        biases = [_onnx_order(weights[f"lstm.bias_{kind}_l{layer}"]) for kind in ("ih", "hh")]
        bias = constant(f"b{layer}", np.concatenate(biases)[None])
        nodes.append(
            node(
                "LSTM",
                [f"layer{layer}", inputs, hidden, bias],
                [f"all{layer}", f"last{layer}"],
                hidden_size=SIZE,
            )
        )
        axis = constant(f"axis{layer}", np.array([1]), np.int64)
        nodes.append(node("Squeeze", [f"all{layer}", axis], [f"layer{layer + 1}"]))
    first = constant("first", np.array([0]), np.int64)
    nodes.append(node("Squeeze", [f"last{LAYERS - 1}", first], ["state"]))
    linear = constant("linear", weights["linear.weight"])
    offset = constant("offset", weights["linear.bias"])
    nodes += [
        node("Gemm", ["state", linear, offset], ["projected"], transB=1),
        node("Relu", ["projected"], ["positive"]),
        node("LpNormalization", ["positive"], ["voice"], axis=1, p=2),
    ]
    info, kind = onnx.helper.make_tensor_value_info, onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        nodes,
        "resemblyzer",
        [info("power", kind, ["windows", "frames", SPECTRUM_BINS])],
        [info("voice", kind, ["windows", SIZE])],
        constants,
        doc_string="Resemblyzer 0.1.4, Resemble AI, Apache-2.0; weights in 16 bits.",
    )
    versions = [onnx.helper.make_opsetid("", 17)]
    model = onnx.helper.make_model(graph, opset_imports=versions, ir_version=9)
    onnx.checker.check_model(model)
    return model.SerializeToString()


def _onnx_order(gates: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return PyTorch's gates (input, forget, cell, output) in ONNX's order."""
    entered, forgot, cell, output = np.split(gates, 4)
    return np.concatenate((entered, output, forgot, cell))


def main() -> None:
    """Write the file beside the module that reads it."""
    wheel = Path(sys.argv[1]).read_bytes()
    if hashlib.sha256(wheel).hexdigest() != WHEEL_SHA256:
        sys.exit("This is not the package that the model was made of.")
    with zipfile.ZipFile(BytesIO(wheel)) as package:
        weights = read_weights(package.read(WEIGHTS))
    target = Path(__file__).resolve().parent.parent / "assistant/voice/detectors" / MODEL_FILE
    target.write_bytes(onnx_model(weights))
    print(f"{target.stat().st_size / 1e6:.2f} MB")  # noqa: T201


if __name__ == "__main__":
    main()
