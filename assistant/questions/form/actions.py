"""The names of a question's controls, and what each of them does. Pure.

Names stay as they are for tests and automation. What a name means is looked up, never read out of
the name: ids may contain underscores, so two pairs of ids can spell the same name.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOption:
    """Choose an option of a question."""

    question_id: str
    option_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOther:
    """Open the field for words of the user's own."""

    question_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitOther:
    """The words of the user's own are complete, in whichever question is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseAnswer:
    """Open an answered question again."""

    question_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpToQuestion:
    """Answer this question out of turn."""

    question_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitForm:
    """Send the answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetForm:
    """Begin again."""


QuestionAction = (
    ChooseOption | WriteOther | SubmitOther | ReviseAnswer | JumpToQuestion | SubmitForm | ResetForm
)


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


class ActionNames:
    """Gives each action of one question set its name, and finds it again by the name."""

    def __init__(self, *, set_id: str, is_form: bool) -> None:
        self._set_id = set_id
        self._is_form = is_form
        self._by_name: Final[dict[str, QuestionAction]] = {}
        self._names: Final[dict[QuestionAction, str]] = {}

    def name(self, action: QuestionAction) -> str:
        """Return the name of an action, the same each time; two actions never share one."""
        known = self._names.get(action)
        if known is not None:
            return known
        plain = self._plain_name(action)
        name, n = plain, 1
        while name in self._by_name:
            n += 1
            name = f"{plain}#{n}"
        self._by_name[name] = action
        self._names[action] = name
        return name

    def action(self, name: str) -> QuestionAction:
        """Return what a name stands for; raises KeyError if it was never given."""
        return self._by_name[name]

    def _plain_name(self, action: QuestionAction) -> str:
        match action:
            case ChooseOption(question_id=question_id, option_id=option_id):
                if not self._is_form:
                    return f"user_choice_{option_id}"
                return f"multi_choice_{self._set_id}_{question_id}_{option_id}"
            case WriteOther(question_id=question_id):
                if not self._is_form:
                    return "custom_input_single"
                return f"custom_input_multi_{self._set_id}_{question_id}"
            case SubmitOther():
                return "custom_input_submit"
            case ReviseAnswer(question_id=question_id):
                return f"edit_choice_{self._set_id}_{question_id}"
            case JumpToQuestion(question_id=question_id):
                return f"take_choice_{self._set_id}_{question_id}"
            case SubmitForm():
                return f"submit_form_{self._set_id}"
            case ResetForm():
                return f"reset_form_{self._set_id}"
