"""How a English turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, phrases, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words("and or but because although unless whereas um umm uh uhm er erm hmm hm mm"),
    always=words("if the a an my your our their its every very into onto per plus"),
    statement=words(
        "for with of to from at by about than between during until without through against "
        "among towards upon via like which whose"
    ),
    asking=words("what what's who who's whom where where's which whose how"),
    bare=words("as i we they he she when while his get make set add find"),
    starters=phrases(
        "can you|could you|would you|will you|can i|could i|may i|can i have|could i have|"
        "may i have|can we|i want|i want to|i need|i need to|i'd like|i'd like to|i would like|"
        "i would like to|give me|tell me|show me|make me|get me|let's|what is|what's|how is|"
        "how do i|where is|who is|is there|are there|set a timer|and then|i think|"
        "i was wondering|may i have it|can i have it|i'd like it|i would like it"
    ),
    letter_nouns=words("option letter answer choice plan number"),
    is_marked=True,
)
