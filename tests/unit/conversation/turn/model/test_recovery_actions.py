"""What is offered where a reply failed or is not whole."""

import pytest

from assistant.conversation.turn.model.recovery_actions import (
    incomplete_reply,
    other_models,
    recovery_actions,
)
from assistant.errors import AssistantError, ErrorCategory, ProviderError, StoreError
from assistant.protocol.commands import Command
from assistant.protocol.conversation import RetryReply, Say
from assistant.protocol.models import SwitchModel
from assistant.protocol.notices import OpenSettings

MODELS = ("first", "second", "third")
AGAIN = RetryReply()
ADD_A_KEY = OpenSettings(page="model", field="secret")
OTHERS = [RetryReply(model="first"), RetryReply(model="third")]


def offered(error: AssistantError) -> list[Command | OpenSettings]:
    return [action.command for action in recovery_actions(error, model="second", models=MODELS)]


@pytest.mark.parametrize(
    ("category", "commands"),
    [
        (ErrorCategory.TIMEOUT, [*OTHERS, AGAIN]),
        (ErrorCategory.CONNECTIVITY, [AGAIN, *OTHERS]),
        (ErrorCategory.OVERLOADED, [AGAIN, *OTHERS]),
        (ErrorCategory.RATE_LIMIT, [AGAIN, *OTHERS]),
        (ErrorCategory.UNKNOWN, [AGAIN, *OTHERS]),
        (ErrorCategory.AUTHENTICATION, [ADD_A_KEY, AGAIN, *OTHERS]),
        (ErrorCategory.NOT_LET_IN, [AGAIN, *OTHERS]),
        (ErrorCategory.INVALID_REQUEST, OTHERS),
        (ErrorCategory.CONTEXT_TOO_LONG, OTHERS),
    ],
)
def test_every_failure_has_its_way_out(
    category: ErrorCategory, commands: list[Command | OpenSettings]
) -> None:
    assert offered(ProviderError("no", category=category)) == commands


def test_what_the_model_has_no_part_in_is_only_tried_again() -> None:
    assert offered(StoreError("disk full")) == [AGAIN]


def test_where_nothing_can_be_said_another_model_can_be_held_with() -> None:
    actions = other_models("second", MODELS)
    assert [action.command for action in actions] == [
        SwitchModel(model="first"),
        SwitchModel(model="third"),
    ]
    assert other_models("second", ["second"]) == ()


def test_without_another_model_there_is_only_the_same_one() -> None:
    timeout = ProviderError("no", category=ErrorCategory.TIMEOUT)
    assert [a.command for a in recovery_actions(timeout, model="only", models=("only",))] == [AGAIN]


def test_the_built_in_model_answers_once_and_says_that_it_is_smaller() -> None:
    lost = ProviderError("no", category=ErrorCategory.CONNECTIVITY)
    actions = recovery_actions(lost, model="large", models=("large", "little"), built_in="little")
    assert [action.command for action in actions] == [
        AGAIN,
        RetryReply(model="starter", for_this_turn=True),
    ]
    assert "smaller" in actions[1].label


def test_every_action_can_be_read() -> None:
    timeout = ProviderError("no", category=ErrorCategory.TIMEOUT)
    labels = [action.label for action in recovery_actions(timeout, model="second", models=MODELS)]
    assert labels == ["Use first", "Use third", "Try again"]


def test_a_reply_that_reached_its_longest_can_go_on() -> None:
    lack = incomplete_reply("max_tokens", model="second", models=MODELS)
    assert lack is not None
    assert "cut short" in lack.reason
    assert [action.command for action in lack.actions] == [Say(text="Go on")]


def test_a_refusal_says_so_and_offers_the_other_models() -> None:
    lack = incomplete_reply("refusal", model="second", models=MODELS)
    assert lack is not None
    assert "declined" in lack.reason
    assert [action.command for action in lack.actions] == OTHERS


@pytest.mark.parametrize("reason", ["end_turn", "tool_use", "stop_sequence", "pause_turn"])
def test_other_ends_lack_nothing(reason: str) -> None:
    assert incomplete_reply(reason, model="second", models=MODELS) is None
