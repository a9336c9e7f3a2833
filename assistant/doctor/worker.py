"""The child process in which checks run: `python -m assistant.doctor.worker`.

The first line on standard input is an `WorkerOrder`, answered by an empty line; every further line names a
check, whose `WorkerAnswer` is written as one line. Libraries print what they like to standard output, so
the answers go to a copy of it. The process ends with its standard input.
"""

import logging
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import IO

from assistant.clock import Clock, SystemClock
from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, WorkerAnswer, WorkerOrder, failed
from assistant.doctor.registry import CHECKS
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.locale import _, use_language
from assistant.settings import load

_log = logging.getLogger(__name__)

Examine = Callable[[], CheckVerdict]
BuildChecks = Callable[[CheckContext], Mapping[str, Examine]]
"""`checks` of a module with checks."""


class CheckHost:
    """Runs checks by name; their modules are imported when they are first needed."""

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        self._modules = {check.name: check.module for check in CHECKS}
        self._loaded: dict[str, Mapping[str, Examine]] = {}

    def examine(self, name: str) -> WorkerAnswer:
        """Run a check; an exception becomes a failure."""
        clock = self._context.clock
        started = clock.monotonic()
        try:
            verdict = self._function(name)()
        except AssistantError as error:
            verdict = failed(error.message, hint=error.hint)
        except Exception as error:  # noqa: BLE001  # a broken check must not hide the others
            _log.warning("The check %s broke", name, exc_info=error)
            verdict = failed(
                _("The check itself failed: {error}").format(
                    error=f"{type(error).__name__}: {error}"
                ),
                hint=_("Install Parley again; if this stays so, please report it."),
            )
        return WorkerAnswer(verdict=verdict, seconds=clock.monotonic() - started)

    def _function(self, name: str) -> Examine:
        module = self._modules[name]
        if module not in self._loaded:
            self._loaded[module] = checks_in(module, self._context)
        return self._loaded[module][name]


def checks_in(module: str, context: CheckContext) -> Mapping[str, Examine]:
    checks: BuildChecks = import_module(f"assistant.doctor.checks.{module}").checks
    return checks(context)


def serve(lines: IO[str], answers: IO[str], clock: Clock) -> None:
    """Answer until the lines end."""
    order = WorkerOrder.model_validate_json(lines.readline())
    use_language(order.language)
    home = Home(root=order.root, models=order.models)
    loaded = load(home)
    ward = CheckHost(
        CheckContext(
            home=home,
            settings=loaded.settings,
            problems=loaded.problems,
            environment=os.environ,
            clock=clock,
        )
    )
    answers.write("\n")
    answers.flush()
    for line in lines:
        answers.write(ward.examine(line.strip()).model_dump_json() + "\n")
        answers.flush()


def main() -> None:
    """Serve on standard input and output."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        serve(sys.stdin, answers, SystemClock())


if __name__ == "__main__":
    main()
