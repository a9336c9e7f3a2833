"""The desk mends a question before anybody sees it."""

from assistant.questions.model.question import Markers, QuestionSet
from tests.helpers.questions.builders import choice, chose, question_set
from tests.helpers.questions.desk_world import presented


async def test_what_is_stored_told_and_shown_is_the_mended_question() -> None:
    world, presenter, asked = await presented(
        question_set(choice("2 players (friends)", "3 players"))
    )
    stored = QuestionSet.model_validate_json(world.store.records["set1"].questions_json)
    (question,) = stored.questions
    assert question.markers is Markers.LETTERS
    assert [option.label for option in question.options] == ["2 players (friends)", "3 players"]
    assert [option.spoken for option in question.options] == ["2 players", ""]
    presenter.answer(chose("2"))
    assert await asked == chose("2")
