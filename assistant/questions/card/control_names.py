"""The names of a question's controls, for tests and automation; they stay as they are. Pure.

Ids may contain underscores, so two pairs of ids can spell the same name: the second gets a number.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonValue:
    """What the button of an option carries."""

    session_key: str
    """The conversation the question belongs to."""
    choice_id: str
    label: str
    question: str

    def as_mapping(self) -> dict[str, str]:
        """Return it under the names programs know it by."""
        return {
            "sessionKey": self.session_key,
            "choiceId": self.choice_id,
            "label": self.label,
            "question": self.question,
        }


class ControlNames:
    """Names the controls of one question set: the same name each time, no two alike."""

    other_submit: Final = "custom_input_submit"
    """What confirms the user's own words, in whichever question is open."""

    def __init__(self, *, set_id: str, is_form: bool) -> None:
        self._set_id = set_id
        self._is_form = is_form
        self._names: Final[dict[tuple[str, ...], str]] = {}

    def option(self, question_id: str, option_id: str) -> str:
        """Return the name of what chooses an option."""
        if not self._is_form:
            return self._unique(f"user_choice_{option_id}", question_id, option_id)
        plain = f"multi_choice_{self._set_id}_{question_id}_{option_id}"
        return self._unique(plain, question_id, option_id)

    def other(self, question_id: str) -> str:
        """Return the name of what opens the field for the user's own words."""
        if not self._is_form:
            return self._unique("custom_input_single", question_id)
        return self._unique(f"custom_input_multi_{self._set_id}_{question_id}", question_id)

    def revise(self, question_id: str, *, is_settled: bool) -> str:
        """Return the name of what opens a question: again, or out of turn."""
        what = "edit" if is_settled else "take"
        return self._unique(f"{what}_choice_{self._set_id}_{question_id}", what, question_id)

    @property
    def review(self) -> str:
        """The name of what shows every answer before a form is sent."""
        return f"review_form_{self._set_id}"

    @property
    def submit(self) -> str:
        """The name of what sends a form."""
        return f"submit_form_{self._set_id}"

    @property
    def reset(self) -> str:
        """The name of what begins a form again."""
        return f"reset_form_{self._set_id}"

    def _unique(self, plain: str, *control: str) -> str:
        known = self._names.get((plain, *control))
        if known is None:
            taken = sum(name == plain for name, *_control in self._names)
            known = f"{plain}#{taken + 1}" if taken else plain
            self._names[plain, *control] = known
        return known
