"""The MCP servers at addresses: whether they answer, and whether they want the user to sign in."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from assistant import __version__
from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, ok, warning
from assistant.engine.mcp.servers import FILE
from assistant.errors import AssistantError
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.tools.mcp.configuration_file import ConfigurationFile, surroundings
from assistant.tools.mcp.model.configuration import HttpTarget, ServerConfig
from assistant.tools.mcp.server_log import ServerLog

ANSWER_S: Final = 10.0


def checks(patient: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {"mcp": lambda: check_servers(patient)}


def check_servers(patient: CheckContext) -> CheckVerdict:
    """Whether the servers at addresses can be used. Starts no programs."""
    configuration = ConfigurationFile(patient.home.root / FILE).read()
    if configuration.problems:
        return warning(configuration.problems[0])
    enabled = [server for server in configuration.servers if server.is_enabled]
    remote = [server for server in enabled if isinstance(server.target, HttpTarget)]
    if not remote:
        return ok(_("There is no MCP server at an address"))
    problems = [problem for problem in asyncio.run(_problems(patient, remote)) if problem]
    if problems:
        return warning(" ".join(problems), hint=_("See Settings, MCP servers."))
    return ok(_("The MCP servers at addresses answer"))


async def _problems(patient: CheckContext, servers: list[ServerConfig]) -> list[str]:
    from assistant.tools.mcp.sdk_peer import McpConnector  # some seconds of a processor

    connect = McpConnector(
        version=__version__,
        log=lambda _name: ServerLog(patient.home.logs / "mcp-doctor.log"),
        keys=KeyStore(keys_file=patient.home.keys_file, environment=patient.environment),
        surroundings=surroundings(patient.environment),
    )

    async def problem(config: ServerConfig) -> str:
        try:
            async with asyncio.timeout(ANSWER_S), connect(config, _nobody):
                return ""
        except AssistantError as error:
            text = error.message
        except TimeoutError:
            text = _("It did not answer in time.")
        return _("{server}: {problem}").format(server=config.name, problem=text)

    return list(await asyncio.gather(*(problem(config) for config in servers)))


async def _nobody(_params: Mapping[str, Any]) -> None:
    """Decline every elicitation."""
