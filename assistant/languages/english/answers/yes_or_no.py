"""What answers a question of yes or no in English."""

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged


def yes_or_no() -> dict[str, PhraseMeaning]:
    """Return what means something else where only yes or no is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "fine by me|fine with me|k|kk|aye|ship it|lgtm|good to go|its good to go|i suppose so|all good|ill allow it|do so|you bet|totally|for sure|hell yes|hell yeah|heck yes|yes indeed|i think so|i dont see why not|see why not|cant see why not|i see no reason not to|no reason not to|y|go on then|yess|yesss|yas|yeh|yea sure|surely|roger|roger that|👍|👌|✅|🙆|it does|it is indeed|we are|they do|he does|she does|you can|you may|i have|we have",
        ),
        **tagged(
            PhraseTag.NO,
            "dont bother|n|nay|not on your life|no chance|not a chance|forget it|absolutely no|leave it|leave them|it doesnt|it does not|it isnt|they dont|they arent|we arent|we wont|i havent|we havent|id rather you didnt|rather you didnt|let it be|i dont think we should|👎|❌|🙅|hard no|hard pass|not happening|not in a million years",
        ),
        **tagged(PhraseTag.QUESTION, "are you sure|really sure"),
        **tagged(PhraseTag.NO, "not sure about that no|dont you dare|it isnt|it is not|its not"),
        **tagged(
            PhraseTag.YES,
            "yse|yess|ye|i did|we did|lets|let us|id be happy with that|love it|i love it|i like it|i really like it|im happy with it|im happy",
        ),
        **tagged(PhraseTag.YES, "please|pretty please", is_weak=True),
        **tagged(PhraseTag.YES, "i do|we do", is_doubtful=True),  # "you don't?" - "i do"
        **tagged(
            PhraseTag.NO, "unfortunately not|sadly not|im afraid not|not anymore|not any more"
        ),
        **tagged(
            PhraseTag.NO, "never had one|i never had one|i never did|no longer|not any longer"
        ),
        **tagged(
            PhraseTag.YES,
            "i wouldnt say no|wouldnt say no|couldnt say no|cant say no|i cant say no|no objection|no objections at all",
        ),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(
            PhraseTag.UNKNOWN,
            "drop|remove|leave out|discard|throw away|throw out|avoid|hold the|forget about",
        ),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "youre welcome|you are welcome|my pleasure|dont mention it"),
        **tagged(
            PhraseTag.NO,
            "i dont need|we dont need|i dont need a|i dont need an|i dont need any|we dont need any|i wont need|we wont need|i dont want|we dont want|i dont want a|i dont want you to|lets not|let us not|lets not do that",
            "not necessary|no need|theres no need|there is no need|not needed|that wont be necessary|it wont be necessary|unnecessary|thats not necessary|no need to|no need for that",
        ),
        **tagged(
            PhraseTag.YES,
            "i see no problem|no problem with that|i have no problem with that|nothing against it|im all for it",
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head} {praise}"
                for head in (
                    "that would be",
                    "thatd be",
                    "it would be",
                    "that sounds",
                    "sounds",
                    "thats",
                    "that is",
                )
                for praise in (
                    "great",
                    "nice",
                    "lovely",
                    "good",
                    "perfect",
                    "helpful",
                    "awesome",
                    "wonderful",
                    "fantastic",
                    "brilliant",
                    "ideal",
                    "excellent",
                    "super",
                    "very kind",
                    "kind of you",
                )
            ),
            *(
                f"{head} {verb}"
                for head in ("i", "we", "he", "she", "they", "you")
                for verb in (
                    "did",
                    "have one",
                    "have some",
                    "already have",
                    "already did",
                    "already do",
                    "already have one",
                    "sure do",
                    "certainly do",
                    "certainly would",
                )
            ),
            "precisely|gladly|with pleasure|exactly that|thats it|that is it|thats the one|that is the one|yes that one|the very one|you got it|youve got it|spot on|bingo|id love to|i would love to|id love that|id like that|i would like that|id appreciate that|i would appreciate that|id appreciate it|permission granted|granted|be my guest|count me in|im in|im up for it|im game|it was|they were|there is|there are|i was|i was hoping youd ask|if you would|naturally|undoubtedly|without a doubt|no question|of course you can|of course you may|sure you can|sure why not|okie dokie|righto|you know it|damn right|hell yes|amen|checks out|looks good|looks right|sounds about right|good idea|great idea|good call|good thinking|thatll be fine|that will be fine|got it yes",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{head} {verb}"
                for head in ("i", "we", "he", "she", "they", "you", "it", "there")
                for verb in (
                    "didnt",
                    "did not",
                    "havent",
                    "have not",
                    "wasnt",
                    "was not",
                    "werent",
                    "dont",
                    "do not",
                    "never did",
                    "never have",
                    "never had",
                    "never had one",
                    "dont have one",
                    "dont have any",
                    "cant",
                    "cannot",
                    "may not",
                    "shouldnt",
                    "shant",
                    "hasnt",
                    "doesnt",
                )
            ),
            "thats not it|that is not it|not it|not that one|not this one|not the one|thats not the one|never|denied|refused|permission denied|no you cant|no you may not|no you cannot|not interested|im not interested|no interest|not a fan|i can do it myself|ill do it myself|i will do it myself|i can do that myself|ill handle it|i can manage|ill manage|by no means|under no circumstances|out of the question|over my dead body|fat chance|i doubt it|ill pass|i will pass|count me out|id prefer not to|i would prefer not to|prefer not to|i prefer not to|why would i|not if i can help it|no such thing|there isnt|there arent|not that i know of|not that im aware of|not to my knowledge|afraid not|im afraid not|nothing doing|nuh uh|no siree|thats a no|thats a hard no|its a no|no from me|no dice|i disagree|nobody asked for that|not for me|not for now|save yourself the trouble|dont trouble yourself",
        ),
    }
