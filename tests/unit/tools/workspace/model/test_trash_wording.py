"""One file is one file."""

from assistant.tools.workspace.model.trash_wording import removal_question, removed_text


def test_one_file_is_not_spoken_of_as_many() -> None:
    assert removal_question(1) == "Remove one file from the trash for good?"
    assert removal_question(2) == "Remove 2 files from the trash for good?"
    assert removed_text(1) == "Removed one file for good."
    assert removed_text(0) == "Removed 0 files for good."
