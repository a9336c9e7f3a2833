"""The database of the user's devices: whether it can be used, and whether the clocks agree."""

import asyncio
from collections.abc import Callable, Mapping

from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, ok, warning
from assistant.errors import AssistantError
from assistant.finding import CheckStatus
from assistant.llm.api_keys import SYNC, KeyStore
from assistant.locale import _, joined
from assistant.sync.left_out_files import LeftOutFiles
from assistant.sync.model.status import SyncStatus, is_clock_off
from assistant.sync.model.status_text import clock_text, left_out_lines, left_out_title


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {"sync": lambda: check_sync(context)}


def check_sync(context: CheckContext) -> CheckVerdict:
    """Whether the database can be used. Changes nothing in it."""
    settings = context.settings.sync
    if not settings.url:
        return ok(_("Synchronising is not set up"))
    if not settings.enabled:
        return ok(_("Synchronising is turned off"))
    try:
        verdict = asyncio.run(_examine(context))
    except AssistantError as error:
        return warning(error.message, hint=error.hint)
    status = SyncStatus(left_out=LeftOutFiles(context.home).look())
    if verdict.status is not CheckStatus.OK or not status.left_out:
        return verdict
    text = f"{verdict.text}. {left_out_title(status)}"
    return warning(text, hint="\n".join(left_out_lines(status)))


async def _examine(context: CheckContext) -> CheckVerdict:
    from assistant.sync.server.postgres_server import SPARE_PLACES
    from assistant.sync.server.server_check import examine_server  # loads psycopg

    keys = KeyStore(keys_file=context.home.keys_file, environment=context.environment)
    password = await keys.get(SYNC)
    finding = await examine_server(
        context.settings.sync.url,
        None if password is None else password.secret,
        clock=context.clock,
    )
    text = _("PostgreSQL {version} answers; devices: {count}").format(
        version=finding.version, count=finding.devices
    )
    if is_clock_off(finding.clock_off_s):
        return warning(
            joined(text, clock_text(finding.clock_off_s), separator=". "),
            hint=_("Have the system set the clock; changes are put in order by it."),
        )
    if finding.places_left < SPARE_PLACES:
        return warning(
            _("{text}. It has hardly a connection left: {count}.").format(
                text=text, count=finding.places_left
            ),
            hint=_("Raise max_connections there; until then changes come every few seconds."),
        )
    return ok(text)
