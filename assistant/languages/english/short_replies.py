"""What is said in English in passing."""

from typing import Final

from assistant.languages.language import (
    Backchannels,
    FarewellReplies,
    ReadOnReplies,
    StopCommands,
    phrases,
)

AGREEMENTS: Final = phrases("yes|yep|yeah|yup|sure|ok|okay|alright|all right|right|of course")

COURTESY: Final = phrases("please|thanks|thank you|now|then|um|uh")

BACKCHANNELS: Final = Backchannels(
    listening=phrases(
        "yeah yeah|okey|kay|i see|got it|gotcha|understood|nice|cool|wow|ah|oh|aha|indeed|"
        "really|interesting|makes sense|that makes sense|fair enough|thank you|thanks|"
        "thank you very much|very good|very nice|wonderful|amazing|i know|i understand|oh wow|"
        "oh really|oh okay|you"
    ),
    answering=phrases("yea|ya|absolutely|definitely|fine|exactly|go on|true|good|great|perfect"),
)

STOP_COMMANDS: Final = StopCommands(
    stop=phrases(
        "stop|stop it|stop that|stop talking|stop speaking|stop there|stop now|stop please|"
        "please stop|just stop|be quiet|quiet|shut up|hush|silence|enough|thats enough|"
        "that is enough|thats enough now|thats all|pause|hold on|hold on a second|hang on|"
        "wait|wait a second|wait a minute|wait a moment|one moment|one second|just a moment|"
        "just a second|just a minute|give me a second|hold it|cancel|cancel that|never mind|"
        "nevermind|cut it out|you can stop|you can stop now|stop reading|halt|no stop|no wait|"
        "no more"
    ),
    courtesy=phrases(
        "hey|parley|jarvis|hey jarvis|alexa|just|sorry|excuse me|for a moment|for a second|"
        "now please"
    ),
)

FAREWELL_REPLIES: Final = FarewellReplies(
    goodbye=phrases(
        "no thats all|no that is all|no thanks thats all|no im done|"
        "bye|goodbye|good bye|bye bye|good night|see you|see you later|thats all|"
        "that is all|that will be all|thatll be all|thats all for now|thats all for today|"
        "thats it for now|thats it for today|nothing else|nothing more|end the conversation|end conversation|"
        "end the session|lets end the conversation|we can end the conversation|"
        "you can end the conversation|im done|i am done|were done|we are done"
    ),
    end=phrases(
        "yes please|correct|please do|do it|go ahead|end|end it|lets end|lets end it|"
        "we can end|we can end it|you can end it|finish|finish it|lets finish|stop|"
        "lets stop|we can stop|close it|quit|exit|thats it|that is it|done"
    ),
    keep=phrases(
        "no|nope|nah|not yet|not now|no way|dont|do not|dont end|dont end it|do not end it|"
        "dont stop|dont end the conversation|do not end the conversation|please dont|continue|"
        "lets continue|go on|keep going|keep on|carry on|lets keep going|lets go on|stay|"
        "keep talking|wait|hold on|one moment|just a moment|one second|just a second|"
        "i have more|not done|im not done|i am not done|still here|im still here|"
        "i am still here"
    ),
    courtesy=phrases("thank you very much|thanks a lot|well|oh|so|then please|the|and|i think"),
)

READ_ON_REPLIES: Final = ReadOnReplies(
    read_on=phrases(
        "go on|go ahead|continue|carry on|keep going|keep reading|read on|read it|"
        "read the rest|the rest|more|tell me more|yes please|please do|yes go on|do|"
        "go for it|all of it|and then|absolutely|definitely"
    ),
    end=phrases(
        "no|nope|nah|no thanks|no thank you|no need|not now|don't|do not|not necessary|"
        "that's enough|that is enough|enough|that's fine|i'm good|leave it|skip it|"
        "never mind|i'll read it|i will read it|i'll read it myself|i can read it|"
        "no its fine|no that's fine"
    ),
)
