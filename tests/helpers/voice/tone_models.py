"""Neural voices of a few hundred bytes: a tone for each phoneme. Written as ONNX, byte by byte.

What a test fetches, loads and hears without the model of a real voice. The field numbers are those
of ONNX's `onnx.proto3`.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

_FLOAT, _INT64 = 1, 7
_TONE_SAMPLES = 400


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _node(operator: str, inputs: Sequence[str], output: str, **attributes: int) -> bytes:
    body = b"".join(_bytes(1, name) for name in inputs) + _bytes(2, output) + _bytes(4, operator)
    for name, value in attributes.items():
        body += _bytes(5, _bytes(1, name) + _number(3, value) + _number(20, 2))
    return _bytes(1, body)


def _constant(name: str, kind: int, dims: Sequence[int], data: bytes) -> bytes:
    sizes = b"".join(_number(1, size) for size in dims)
    return _bytes(5, sizes + _number(2, kind) + _bytes(8, name) + _bytes(9, data))


def _value(field: int, name: str, kind: int, dims: Sequence[int | str]) -> bytes:
    shape = b"".join(
        _bytes(1, _number(1, size) if isinstance(size, int) else _bytes(2, size)) for size in dims
    )
    tensor = _number(1, kind) + _bytes(2, shape)
    return _bytes(field, _bytes(1, name) + _bytes(2, _bytes(1, tensor)))


def _tone_model(
    phonemes: str, others: Sequence[tuple[str, int, Sequence[int]]], output: tuple[str, int]
) -> bytes:
    """Return a model that plays `_TONE_SAMPLES` of tone for each phoneme that is not 0.

    Args:
        phonemes: Name of the input with the phonemes.
        others: Names, types and shapes of inputs that change nothing.
        output: Name of the output and its number of dimensions.
    """
    name, rank = output
    tone = np.sin(np.arange(_TONE_SAMPLES) / 5).astype("<f4") / 2
    flat = np.array([*[1] * (rank - 1), -1], "<i8")
    graph = (
        _node("Sign", [phonemes], "sounds")
        + _node("Cast", ["sounds"], "loudness", to=_FLOAT)
        + _node("Reshape", ["loudness", "column"], "rows")
        + _node("Mul", ["rows", "tone"], "tones")
        + _node("Reshape", ["tones", "flat"], name)
        + _bytes(2, "tones")
        + _constant("column", _INT64, [2], np.array([-1, 1], "<i8").tobytes())
        + _constant("tone", _FLOAT, [1, _TONE_SAMPLES], tone.tobytes())
        + _constant("flat", _INT64, [rank], flat.tobytes())
        + _value(11, phonemes, _INT64, [1, "length"])
        + b"".join(_value(11, *other) for other in others)
        + _value(12, name, _FLOAT, [*[1] * (rank - 1), "samples"])
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))


def write_piper_voice(model: Path, espeak_voice: str, *, sample_rate_hz: int = 16_000) -> Path:
    """Write a Piper voice for a language of eSpeak's, and its description; returns `model`."""
    letters = "abcdefghijklmnopqrstuvwxyzæçðøħŋœɐɑɒɔɕəɛɜɡɥɨɪɫɲɹɾʁʃʊʌʎʏʒʔˈˌːθβ̃ ,.?!"
    ids = {"_": [0], "^": [1], "$": [2]} | {mark: [n] for n, mark in enumerate(letters, start=3)}
    others = (("input_lengths", _INT64, [1]), ("scales", _FLOAT, [3]))
    model.parent.mkdir(parents=True, exist_ok=True)
    model.write_bytes(_tone_model("input", others, ("output", 4)))
    description = {
        "audio": {"sample_rate": sample_rate_hz},
        "espeak": {"voice": espeak_voice},
        "inference": {"noise_scale": 0.0, "length_scale": 1.0, "noise_w": 0.0},
        "num_symbols": len(ids),
        "num_speakers": 1,
        "phoneme_id_map": ids,
    }
    beside = model.with_name(f"{model.name}.json")
    beside.write_text(json.dumps(description), encoding="utf-8")
    return model
