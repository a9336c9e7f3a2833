"""What may be asked in English of a question that waits."""

from typing import Final

from assistant.languages.question_request import QuestionRequest

_BEFORE_REQUEST: Final = (
    r"(?:(?:and|but|so|well|ok|okay|wait|hold on|sorry|um|uh|hm|hmm|yes|no|actually|first|please) )*"
    r"(?:(?:can|could|would|will) you (?:please )?|id like you to |i want you to |let me hear )?"
)
_TAIL: Final = (
    r"(?: (?:please|again|once more|one more time|now|so far|already|then|first|for me))*"
)
_GIVE: Final = (
    r"(?:tell me|give me|read|read out|read me|read out loud|explain|say|what is|whats|what are"
    r"|what was|i need|i want|id like|lets hear|is there|is there any|do you have|let me hear)"
)
_NOTE: Final = (
    r"(?:background|background information|background info|context|notes?|introduction|explanation)"
)
_OF_THIS: Final = r"(?: (?:to|for|of|behind|on|about) (?:this|it|that|the question|this question))?"
_CHOICES: Final = r"(?:(?:the|all|all the|all of the|those) (?:options|choices|answers|possibilities)|my (?:options|choices))"
_HERE: Final = (
    r"(?: (?:before|so far|already|until now|up to now|here|earlier|yet|again|in this one))*"
)
QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_BEFORE_REQUEST}(?:tell me |remind me )?what(?: is|s| was)?"
        r" (?:this|that|it|the question|this question|the form|this form|the decision|this decision)"
        rf"(?: (?:is|was))?(?: all)?(?: about| for){_TAIL}",
        rf"{_BEFORE_REQUEST}what are you asking(?: me)?(?: about| for)?{_TAIL}",
        rf"{_BEFORE_REQUEST}what am i (?:deciding|choosing)(?: here| about)?{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:what is|whats) the (?:topic|subject){_OF_THIS}{_TAIL}",
        rf"{_BEFORE_REQUEST}why are you asking(?: me)?(?: this| that)?{_TAIL}",
    ),
    QuestionRequest.NOTE: (
        rf"{_BEFORE_REQUEST}{_GIVE}(?: (?:the|a|any|some|more|some more|all the|a bit of|the whole)) {_NOTE}"
        rf"{_OF_THIS}{_TAIL}",
        rf"{_BEFORE_REQUEST}{_GIVE} {_NOTE}{_OF_THIS}{_TAIL}",
        rf"{_BEFORE_REQUEST}what does the note say{_TAIL}",
        rf"{_BEFORE_REQUEST}the {_NOTE}{_OF_THIS}{_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_BEFORE_REQUEST}(?:read|read out|read me|repeat|list|say|tell me|give me|run through)"
        rf" {_CHOICES}{_TAIL}",
        rf"{_BEFORE_REQUEST}what (?:are|were) {_CHOICES}{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:which|what) (?:options|choices|answers) (?:are there|were there|do i have|did i have){_TAIL}",
        rf"{_BEFORE_REQUEST}what can i (?:choose|pick|choose from|pick from){_TAIL}",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_BEFORE_REQUEST}(?:tell me |remind me )?(?:what|which|which one|which ones|which option)"
        rf" (?:did|have|had|do) i (?:already )?(?:choose|chose|chosen|pick|picked|select|selected"
        rf"|say|said|answer|answered|take|taken|tick|ticked){_HERE}",
        rf"{_BEFORE_REQUEST}(?:tell me |remind me )?(?:what|which|which one) i"
        rf" (?:chose|picked|selected|said|answered|took){_HERE}",
        rf"{_BEFORE_REQUEST}(?:what|which|which one|which ones)(?: is|s| are)"
        rf" (?:already |now |currently )*(?:chosen|selected|picked|ticked|preselected){_HERE}",
        rf"{_BEFORE_REQUEST}(?:what is|whats|what was|what are|what were|read|tell me)"
        rf" my (?:answers?|choice|selections?|picks?){_HERE}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_BEFORE_REQUEST}(?:what|which) (?:was|is) the (?:question before(?: this| that)?(?: one)?"
        rf"|(?:previous|last|earlier|preceding) (?:question|one)|one before(?: this)?){_TAIL}",
        rf"{_BEFORE_REQUEST}(?:whats) the (?:question before(?: this)?(?: one)?|(?:previous|last) question){_TAIL}",
        rf"{_BEFORE_REQUEST}(?:read|read me|repeat|tell me|remind me of) the"
        rf" (?:question before(?: this)?(?: one)?|(?:previous|last|earlier) question){_TAIL}",
        rf"{_BEFORE_REQUEST}what did you ask(?: me)? (?:before|first|last|earlier|just now|before this){_TAIL}",
    ),
    QuestionRequest.KEEP: (
        rf"{_BEFORE_REQUEST}(?:(?:i will|ill|lets|i would|id) )?(?:just )?(?:keep|leave)"
        rf" (?:it|that|this|them|those|what is (?:there|chosen|selected)|whats (?:there|chosen|selected)"
        rf"|the (?:default|selection|choice)|my (?:selection|choice))"
        rf"(?: (?:as it is|as is|like that|like this|that way|the way it is|at that|so))*{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:(?:i will|ill|lets) )?(?:stick|stay|go) with"
        rf" (?:it|what is chosen|whats chosen|the (?:default|selection|(?:chosen|selected|preselected) ones?)){_TAIL}",
        rf"{_BEFORE_REQUEST}(?:take )?(?:the default|the (?:chosen|selected|preselected) ones?"
        rf"|what is chosen|whats chosen)(?: one)?{_TAIL}",
        rf"{_BEFORE_REQUEST}(?:leave it )?as it is{_TAIL}",
    ),
}
