"""What stands beside a choice in English and does not change it."""

from typing import Final

from assistant.languages.asides import Asides, Limit

ASIDES: Final = Asides(
    remarks=(
        "somewhere|someplace|something like|somewhere like|kind|sort|type|style|regular|normal|plain"
        "|ordinary|usual|proper|actual|version|format|seat",
        *(
            f"{wish} to {verb}"
            for wish in ("want", "like", "love", "prefer", "going", "need", "id like", "i want")
            for verb in "have get go be take see eat drink play watch wear stay try do use".split()
        ),
        "would be nicer|would be easier|would be cheaper|would be more convenient|would be safer"
        "|would be smarter|would be quicker|would be enough|would be plenty|would work|would do",
        "is nicer|is easier|is simpler|is quicker|is faster|is cooler|is fun|is more fun|is closer"
        "|is safest|is safer|is more than enough|is all right|is alright|is just right|is just fine"
        "|is my favourite|is my favorite|is mine|is cool|is okay with me|is fine by me",
        "sounds tasty|sounds delicious|sounds fun|sounds cool|sounds better|sounds best|sounds about right"
        "|sounds more like it|looks better|looks nicer|looks cool|makes sense|makes more sense"
        "|makes the most sense|has my vote|gets my vote|will work|should work|should be fine"
        "|should be enough|should be good|does the job|will do the job|would suit me|suits me fine"
        "|suits me better|fits better|fits us|will be plenty|will be enough",
        "we will take|well take|well have|well go with|we will go with|wed like|we would like|we want"
        "|were going with|we prefer|wed prefer|wed rather|id sooner|id much rather|i better take"
        "|i should|i should take|i might|i might go with|might as well|i may as well|in the mood for"
        "|im in the mood for|more of a|im more of a|hit me with|gimme|lemme have|lemme get",
        "just to be safe|to be safe|to be on the safe side|just in case|just to be on the safe side",
        "and nothing else|and nothing more|thats all|and thats all|and thats it|and that is all"
        "|that is all|full stop|and be done with it|and done",
        "you can|you could|you may|we can|we could|he should|she should|they should|he can|they can|he should come to|they should come to|come to"
        "|send him to|send him round to|send them to|send her to|go through|come through|through",
        "at all|in between|somewhere in between|something in between|show me|lets look at|lets see"
        "|belongs on|belong on|belongs in|belong in|they belong in|they belong on",
        "of course|surely|for once|from this|all day|at all costs|if it has to be|no question",
        "i have to say|i must say|if you ask me|in my opinion|i imagine|i would imagine|if im honest",
        "if thats ok|if thats okay|if thats alright|if that is ok|if that works|if its not too much trouble"
        "|if you dont mind|if its still free|if its still available|if thats still possible|if thats possible"
        "|if thats ok with everyone|if thats ok with you|on my own|by myself|you know what|i reckon|god|oh god",
        "and then well see|then well see|and well see after that|and well take it from there"
        "|if you make me choose|if i have to choose|if i had to pick|if i had to choose|if i must|if you insist|if i really have to"
        "|i can|i can do|i can make|im free|im available|unfortunately|sadly|anythings fine but|anythings fine with me but|anything is fine but|im easy but|i dont mind but|both are fine but|they all sound good but|all good but|theyre all nice but|all the same to me but|in ages|for ages"
        "|all week|this week|this time|all day long"
        "|but quickly|but quick|but make it quick|but hurry",
    ),
    enough="enough|is enough for me",
    hedges="maybe|perhaps|possibly|maybe just",
    limits={
        Limit.BELOW: "before|below|under|less than|earlier than|sooner than|fewer than|cheaper than",
        Limit.ABOVE: "after|above|more than|later than|longer than",
        Limit.AT_MOST: "at most|no more than|no later than|by at the latest|up to",
        Limit.AT_LEAST: "at least|no less than|no earlier than",
    },
)
