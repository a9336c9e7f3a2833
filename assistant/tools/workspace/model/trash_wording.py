"""What the user is asked and told about emptying the trash. Pure."""

from assistant.locale import _


def removal_question(count: int) -> str:
    if count == 1:
        return _("Remove one file from the trash for good?")
    return _("Remove {n} files from the trash for good?").format(n=count)


def removed_text(count: int) -> str:
    if count == 1:
        return _("Removed one file for good.")
    return _("Removed {n} files for good.").format(n=count)
