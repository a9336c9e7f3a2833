"""Starting, watching and ending the child process of the starter model. Runs on the engine's loop."""

import asyncio
import json
import logging
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from assistant.errors import ErrorCategory, ModelLoadError, ProviderError
from assistant.llm.model_choice.starter_choice import StarterModel
from assistant.llm.starter.guided.prompt_states import state_folder
from assistant.locale import _
from assistant.private_files import open_private
from assistant.processes.child_process import DEVNULL, PIPE, ChildProcess, start
from assistant.processes.model.environment import for_programs
from assistant.processes.python_command import python_environment, python_module

_log = logging.getLogger(__name__)

SERVER_COMMAND: Final = python_module("assistant.llm.starter.server")
READY_TIMEOUT_S: Final = 60.0
"""A cold disk and a busy machine; about one second is usual."""
END_TIMEOUT_S: Final = 0.5
"""How long the child may take to end by itself before it is killed."""
MAX_THREADS: Final = 4
"""More do not make a model of this size faster."""
WAIT_ASLEEP: Final = {"OMP_WAIT_POLICY": "PASSIVE"}
"""Has llama.cpp's threads, which wait for each other after every operation, sleep meanwhile instead of
spinning: where something else has one of the cores, the others burn theirs. See `thread_count`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterEndpoint:
    """Where a started child serves."""

    base_url: str
    api_key: str = field(repr=False)


class StarterProcess:
    """One child process; each start makes another.

    Args:
        log_file: Where what llama.cpp prints goes, or None to drop it.
    """

    def __init__(
        self,
        *,
        model: StarterModel,
        log_file: Path | None,
        command: Sequence[str] = SERVER_COMMAND,
        ready_timeout_s: float = READY_TIMEOUT_S,
    ) -> None:
        self._model = model
        self._log_file = log_file
        self._command = tuple(command)
        self._ready_timeout_s = ready_timeout_s
        self._process: ChildProcess | None = None

    @property
    def is_running(self) -> bool:
        """Whether the child was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The child's process id, or None before the start."""
        return None if self._process is None else self._process.pid

    async def start(self) -> StarterEndpoint:
        """Start the child and wait until it answers.

        Raises:
            ProviderError: `connectivity` if it cannot be started, ends, or does not answer in time.
            ModelLoadError: If it says that the model cannot be loaded.
        """
        api_key = secrets.token_urlsafe(32)
        try:
            async with asyncio.timeout(self._ready_timeout_s):
                process = await self._spawn()
                address = await self._ready(process, api_key)
        except (OSError, TimeoutError) as error:
            await self.aclose()
            raise not_started() from error
        except BaseException:
            await self.aclose()
            raise
        _log.info("the starter model serves from process %d", process.pid)
        return StarterEndpoint(base_url=address, api_key=api_key)

    async def _spawn(self) -> ChildProcess:
        log: IO[bytes] | int = DEVNULL
        if self._log_file is not None:
            log = await asyncio.to_thread(open_private, self._log_file, "wb")
        try:
            self._process = await start(
                self._command,
                environment=python_environment(for_programs(os.environ)) | WAIT_ASLEEP,
                stdin=PIPE,
                stdout=PIPE,
                stderr=log,
            )
        finally:
            if not isinstance(log, int):
                log.close()
        return self._process

    async def _ready(self, process: ChildProcess, api_key: str) -> str:
        order: dict[str, Any] = {
            "model_file": str(self._model.file),
            "api_key": api_key,
            "parent_pid": os.getpid(),
            "context_tokens": self._model.context_tokens,
            "threads": thread_count(os.cpu_count() or 1),
            "reading_threads": min(MAX_THREADS, os.cpu_count() or 1),
            "state_folder": str(state_folder(self._model.file)),
        }
        if process.stdin is None or process.stdout is None:
            raise OSError("the child has no pipes")
        process.stdin.write(json.dumps(order).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise OSError("the child ended before it was ready") from error
        if "address" not in answer:
            raise ModelLoadError(
                _("The built-in model in {file} cannot be loaded.").format(file=self._model.file),
                hint=_("Fetch it again with: parley models get {name}").format(
                    name=self._model.name
                ),
            )
        return str(answer["address"])

    async def wait_ended(self, timeout_s: float) -> bool:
        """Wait until the child has ended; returns whether it has."""
        if self._process is None:
            return True
        return await self._process.wait(timeout_s)

    async def aclose(self) -> None:
        """End the child: by closing its standard input, and by force if that is not enough."""
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        if not await self.wait_ended(END_TIMEOUT_S):
            _log.warning("the starter model's process %d did not end by itself", process.pid)
        await asyncio.shield(process.end())


def thread_count(cores: int) -> int:
    """Return how many threads write: half the cores, as the voice needs some too.

    llama.cpp's threads wait for each other after every layer, so one that has no core of its own
    holds up all. Measured on two busy cores, tokens a second on one thread and on two: 26 and 2
    with 135M, 15 and 1.1 with 0.5B, 6.6 and 0.6 with 1.5B. Reading a prompt suffers little: 53 and
    46 with 0.5B, 14 and 11 with 1.5B, so that it gets every core. That holds of long prompts; the dozen
    new tokens of a message took 1.5B 6 s on two cores, and 0.8 s since threads wait asleep.
    """
    return max(1, min(MAX_THREADS, cores // 2))


def not_started() -> ProviderError:
    return ProviderError(
        _("The built-in model could not be started"),
        category=ErrorCategory.CONNECTIVITY,
        hint=_("Try again; `parley doctor` says more."),
    )
