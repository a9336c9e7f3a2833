"""The child process of the starter model: llama.cpp's server on a loopback port.

Run as `python -m assistant.llm.starter.server`. The first line of standard input is a
`StarterConfig` as JSON: the key travels there because arguments and the environment of a process
can be read by others. The answer is one line of JSON on standard output, `{"address": …}` or
`{"error": …}`. Whatever the native code prints goes to standard error, which the parent directs to
a file. The process ends with its parent, and not by Ctrl-C, which is for the parent to answer.
"""

import json
import os
import signal
import sys
import threading
from typing import Any, BinaryIO, Final, Protocol, TextIO, cast

from pydantic import BaseModel, ConfigDict, Field

from assistant.llm.starter.parent_watch import end_with_parent

REPEAT_PENALTY: Final = 1.02
FREQUENCY_PENALTY: Final = 0.3
PENALTY_WINDOW_TOKENS: Final = 256
"""Breaks the loops a small model falls into.

Measured on the 135M model over a dozen questions: a repeat penalty of 1.05 and more, which weighs
the words of the question too, turns right answers wrong ("a week is 51 days"); without any, lists
and jokes repeat to the limit; these leave the right answers as they are. The dry sampler has no
effect through this server.
"""
SILENT: Final = -1


class StarterConfig(BaseModel):
    """What the parent wants served."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model_file: str
    api_key: str = Field(repr=False)
    parent_pid: int
    context_tokens: int
    threads: int
    """For writing; they wait for each other after every layer."""
    reading_threads: int
    """For reading the prompt, where a thread without a core of its own costs little."""
    state_folder: str
    """Where the state of what was read is saved when the parent asks for it; need not exist."""


class LlamaServer(Protocol):
    """The part of `xllamacpp.Server` that is used; it serves until it is collected."""

    listening_address: str


def load(order: StarterConfig) -> LlamaServer:
    """Load the model and serve it; returns when it answers.

    Raises:
        RuntimeError: If the file is no model or there is not enough memory.
    """
    import xllamacpp  # pyright: ignore[reportMissingTypeStubs]

    params = cast("Any", xllamacpp).CommonParams()
    params.model.path = order.model_file
    params.model_alias = {"starter"}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [order.api_key]
    params.n_ctx = order.context_tokens
    params.n_parallel = 1
    params.sampling.temp = 0.0
    params.sampling.penalty_repeat = REPEAT_PENALTY
    params.sampling.penalty_freq = FREQUENCY_PENALTY
    params.sampling.penalty_last_n = PENALTY_WINDOW_TOKENS
    params.enable_reasoning = 0  # some models think first, unasked and unheard
    params.cpuparams.n_threads = order.threads
    params.cpuparams_batch.n_threads = order.reading_threads
    for cpu in (params.cpuparams, params.cpuparams_batch):
        cpu.poll = 0  # threads that wait sleep: the voice needs the cores at the same time
    params.warmup = False  # the prompt that is read or restored next does the same
    params.fit_params = False  # reads the file twice to learn what the choice by memory knows
    params.ui = False
    params.endpoint_slots = False  # tells what was said; saving and restoring do without
    params.slot_save_path = os.path.join(order.state_folder, "")  # it is put before a file's name
    params.verbosity = SILENT
    return cast("LlamaServer", cast("Any", xllamacpp).Server(params))


def main() -> None:
    """Serve until the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stdin = cast("BinaryIO", os.fdopen(os.dup(0), "rb", buffering=0))
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # native code may print; the answer's pipe is ours alone
    order = StarterConfig.model_validate_json(_first_line(stdin))
    end_with_parent(stdin, order.parent_pid)
    try:
        server = load(order)
    except (RuntimeError, ImportError, OSError) as error:
        _tell(answer, {"error": str(error)})
        sys.exit(1)
    _tell(answer, {"address": server.listening_address})
    threading.Event().wait()


def _first_line(stdin: BinaryIO) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        piece = stdin.read(1)
        if not piece:
            break
        line += piece
    return line


def _tell(answer: TextIO, message: dict[str, str]) -> None:
    answer.write(json.dumps(message) + "\n")
    answer.flush()


if __name__ == "__main__":
    main()
