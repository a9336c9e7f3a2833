"""`open_application`: starts something that is installed."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Final, assert_never

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.errors import AssistantError, ToolError
from assistant.locale import _, mark
from assistant.tools.system.applications import Applications
from assistant.tools.system.model.application_match import (
    AmbiguousApplication,
    Application,
    choose_application,
)
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)

NAME: Final = "open_application"
MAX_NAME: Final = 100


class OpenApplicationInput(BaseModel):
    """Input of `open_application`."""

    name: Annotated[
        str, Field(min_length=1, max_length=MAX_NAME, description="As the person calls it")
    ]


class OpenApplication(ModelTool[OpenApplicationInput]):
    """Starts applications by name."""

    name = NAME
    purpose = mark("Starts an application")
    input_model = OpenApplicationInput
    permission = Permission.SENSITIVE

    def __init__(self, *, description: str, applications: Applications) -> None:
        super().__init__(description)
        self._applications = applications

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        try:
            found = await self._find(str(arguments.get("name") or "")[:MAX_NAME])
        except AssistantError:
            return ""
        if isinstance(found, AmbiguousApplication):
            return _("It is not clear which application this is; none would be started.")
        return _("Starts {name}: {command}").format(
            name=found.name, command=" ".join(found.command)
        )

    @override
    async def run(self, arguments: OpenApplicationInput, context: ToolContext) -> ToolResult:
        """Start it.

        Raises:
            InvalidInputError: If it is not clear which one is meant.
            ToolError: If it cannot be started.
        """
        found = await self._find(arguments.name)
        match found:
            case Application():
                await self._applications.start(found)
                return ToolResult(
                    content=f"Started {found.name}.",
                )
            case AmbiguousApplication(candidates=()):
                raise InvalidInputError(
                    (f"name: no application is called {arguments.name!r} or like it",)
                )
            case AmbiguousApplication():
                names = ", ".join(found.candidates)
                raise InvalidInputError(
                    (f"name: it is not clear what {arguments.name!r} is; there is: {names}",)
                )
            case _:
                assert_never(found)

    async def _find(self, name: str) -> Application | AmbiguousApplication:
        try:
            installed = await asyncio.to_thread(self._applications.installed)
        except OSError as error:
            raise ToolError(f"The applications cannot be listed: {error}.") from error
        return choose_application(installed, name)
