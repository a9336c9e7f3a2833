"""What joins, denies and explains in English answers."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def joins() -> dict[str, PhraseMeaning]:
    """Return what joins and takes back what is named."""
    return {
        **tagged(
            PhraseTag.AND,
            "+|and|plus|also|and so is|and so are|so is|as well as|along with|together with|and also|then|&|with",
        ),
        **tagged(PhraseTag.TO, "to|through|thru|till|until|up to|~"),
        **tagged(
            PhraseTag.NOT,
            "doesnt|does not|cant|cannot|can not|couldnt|wouldnt|shouldnt|arent|wasnt|not|dont|do not|dont want|do not want|dont like|do not like|never|isnt|is not|wont",
            "not want|anything except for|hate|avoid|id rather not|rather not|drop|remove|forget about",
            "definitely not|certainly not|absolutely not|but not|and not|except not|no to|not going with",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "except|except for|all but|everything but|all except|everything except|apart from",
            "everything except for|all except for|anything but|excluding|other than|leave out",
            "everything apart from|all apart from|minus|save for|everything other than|all without",
            "every one but|every one except|anything except|anything other than|all of them but",
            "all of them except|all besides|everything besides|besides",
        ),
        **tagged(PhraseTag.BUT, "but|rather|instead"),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "is out|are out|can wait|could wait|will have to wait|can stay as it is",
        ),
        **tagged(
            PhraseTag.CORRECTION,
            "wait|actually|i mean|sorry|scratch that|correction|or rather|hang on|hold on|make that",
            "i meant",
        ),
    }


def clauses() -> dict[str, PhraseMeaning]:
    """Return what denies, compares and gives reasons."""
    return {
        **tagged(PhraseTag.OR, "or|or maybe|or perhaps"),
        **tagged(
            PhraseTag.AFFIRM,
            "make it|just|only|i want|i would like|id like|i need|ill take|ill have|lets use|use|go with|lets go with|id go with|lets do|take|pick|choose|give me|now its|its now|lets have",
            "i do want|i converted it to|were staying",
            "it has to be|its got to be|it must be|it will have to be|i could go for|i could really go for|i could do with|i could kill for|ive been craving|im craving|i feel like|im up for|im down for|i vote for|my votes for|my vote is for|im leaning towards|id lean towards|im leaning toward|let us go with",
        ),
        **tagged(
            PhraseTag.SO,
            "so|so now|so lets|so make it|therefore|hence|thats why|which means|so its|so just|so lets go with",
        ),
        **tagged(
            PhraseTag.BECAUSE,
            "because|cause|since|due to|given that|for now|for now at least|for the moment|for the time being|although|even though|even if",
        ),
        **tagged(
            PhraseTag.CONDITION,
            "if|unless|otherwise|provided|providing|as long as|in case|depends|depending on|it depends|only if|assuming|or else|when|whichever|whoever",
            "after|before|above|below|under|at least|at most|more than|less than|or more|or less|and up|between|while|until|maybe if|whenever|until then",
        ),
        **tagged(
            PhraseTag.PAST,
            "used to|was|were|were going to|was going to|had|i had|at the moment|currently|so far|last time|previously|originally|at first|i thought|would have been|until now|last week|last year|already had",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "is too|are too|was too|its too|thats too|way too|far too|a bit too|a little too|is a bit|is way too",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "is too many|are too many|is too much|too many|too much|too few|is too few|too big|too small|is too small|is too big|too old|too new|too early|too late|too slow|too fast|too long|too short|too expensive|too risky",
        ),
        **tagged(
            PhraseTag.MODIFIER,
            "can go|must go|has to go|have to go|should go|got to go|need to go|needs to go",
            "half|half of|half a|half an|and a half|quarter|quarter of an|double|twice|almost|nearly|one size up from|a size up from|one up from|instead of half",
        ),
        **tagged(
            PhraseTag.OBJECTION,
            "objection|objections|complaints|doubt|doubts|concerns|concern|issue|issues|wrong with|against|argue with",
        ),
        **tagged(
            PhraseTag.NOT,
            "without|instead of|rather than|over|as opposed to|not the|cant stand|hates|burned by|been burned by|dont have|do not have|dont have a|dont have an|no longer|discard|throw away|throw out|hold the|off|sick of|tired of|no more|fed up with|neither|nor|none of the|anything without",
        ),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "is out|are out|is off|hates it|hate it|doesnt work|dont work|wont do|wont work|is no good|is taken|its taken|is overkill|makes me sick",
        ),
        **tagged(
            PhraseTag.EXCEPT,
            "anywhere but|anywhere except|anyone but|anybody but|anyone except|any but|any except|any day but|any day except|anything but the|everyone but|everyone except|everybody but|everybody except",
        ),
        **tagged(PhraseTag.BUT, "but|rather|instead|though|however|but actually"),
        **tagged(
            PhraseTag.CORRECTION,
            "no wait|oops|no make that|no make it|no sorry|sorry no|no hang on|my bad|no scratch that|on second thought|on second thoughts|uh no|no i mean|no i meant|hmm no|oh no",
        ),
        **tagged(PhraseTag.NO, "no", is_article=True),
        **tagged(
            PhraseTag.NO, "dont|do not|i dont|i do not|please dont", is_article=True, is_weak=True
        ),
        **tagged(PhraseTag.AND, "also|as well|too|too please|also please", is_weak=True),
        **tagged(PhraseTag.NOT, "without", is_weak=True),
        **tagged(
            PhraseTag.AFFIRM, "is plenty|is enough|will do|that will do|should do|ill go with"
        ),
        **tagged(PhraseTag.EXCESS, "is not enough|isnt enough|not enough|arent enough|is too few"),
        **tagged(
            PhraseTag.ALL,
            "the rest|everything else|all the others|the others|the whole thing|all seven",
            *(f"the other {count}" for count in ("two", "three", "four", "five", "six")),
        ),
        **tagged(PhraseTag.FILLER, "@|pls|plz|thx|ty"),
        **tagged(
            PhraseTag.WORKDAYS,
            "weekdays|weekday|working days|work days|workdays|during the week|business days|on weekdays|the working week|every weekday",
        ),
        **tagged(
            PhraseTag.WEEKEND,
            "weekend|weekends|at the weekend|on the weekend|on weekends|at weekends|the weekend",
        ),
        **tagged(
            PhraseTag.FILLER,
            "onto|straight|always|honestly|still|already|some|tonight|everybody|ask|safer|simple|simpler|you have|youve got|you got|any day",
        ),
        **tagged(PhraseTag.NOT, "not with|not with a|not with the"),
        **tagged(
            PhraseTag.BECAUSE, "so i can|so that i|so that|so i dont|so we can|so i get|so it"
        ),
        # Thinking aloud, before the answer.
        **tagged(
            PhraseTag.UNSURE,
            "let me think|let me see|i need to think|give me a moment|give me a second|hmm let me see|just a second|one second|a second|one moment|just a moment|a moment|one sec|just a sec",
            is_weak=True,
        ),
        **tagged(
            PhraseTag.PAST,
            "i was going to say|i was about to say|i almost said|i was gonna say|i nearly said",
        ),
        **tagged(
            PhraseTag.PAST,
            "usually|normally|i usually|i normally|normally i|usually i|last time|i always",
        ),
        **tagged(PhraseTag.CORRECTION, "strike that|correction|my mistake|let me correct that"),
    }
