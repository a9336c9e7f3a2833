"""Which addresses are offered as links. Pure."""

from assistant.tools.system.model.addresses import AddressProblem, parse_address


def is_safe_link(address: str) -> bool:
    """Whether an address may be offered for opening; `parse_address` judges it."""
    try:
        parse_address(address)
    except AddressProblem:
        return False
    return True
