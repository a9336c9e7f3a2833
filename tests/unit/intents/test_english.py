"""English requests: what is understood, with which values, and what is left to the model."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.intents.recogniser import recognise
from assistant.languages.sentence_table import IntentName

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("set a timer for ten minutes", "set_timer", {"duration_s": 600}),
    ("Hey, could you please set a timer for an hour and a half?", "set_timer", {"duration_s": 5400}),
    ("set a timer for ten no sorry fifteen minutes", "set_timer", {"duration_s": 900}),
    ("set a timer for ten minutes no fifteen minutes", "set_timer", {"duration_s": 900}),
    ("uh set uh a timer for um 90 seconds", "set_timer", {"duration_s": 90}),
    ("At a timer for 10 minutes.", "set_timer", {"duration_s": 600}),
    ("To the timer for 10 minutes.", "set_timer", {"duration_s": 600}),
    ("at a pasta timer for eight minutes", "set_timer", {"duration_s": 480, "label": "pasta"}),
    ("At an alarm for seven.", "set_alarm", {"time": "19:00", "date": 0}),
    ("timer 1h30", "set_timer", {"duration_s": 5400}),
    ("pasta timer for 8 min", "set_timer", {"duration_s": 480, "label": "pasta"}),
    ("wake me at quarter to seven", "set_alarm", {"time": "06:45", "date": 1}),
    ("wake me up tomorrow at 7:30", "set_alarm", {"time": "07:30", "date": 1}),
    ("set an alarm for six p.m. today", "set_alarm", {"time": "18:00", "date": 0}),
    ("set an alarm for 7 no 8 am tomorrow", "set_alarm", {"time": "08:00", "date": 1}),
    ("set an alarm for seven every weekday", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4]}),
    ("remind me to call Ann at three", "set_reminder", {"text": "call Ann", "time": "15:00", "date": 0}),
    ("remind me in 20 minutes to stir", "set_reminder", {"text": "stir", "duration_s": 1200}),
    (
        "remind me on March 9th at noon to pay",
        "set_reminder",
        {"text": "pay", "time": "12:00", "date": 5},
    ),
    ("which alarms do I have", "list_timers", {}),
    ("cancel all my alarms", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("turn off the pasta timer", "cancel_timer", {"label": "pasta", "kind": "timer"}),
    ("what time is it", "get_time", {}),
    ("whats the time in new york", "get_time", {"place": "new york"}),
    ("what's the date on friday", "get_date", {"date": 2}),
    ("what is two hundred and five minus thirty", "calculate", {"expression": "205 - 30"}),
    ("(3.5+4)*12 =", "calculate", {"expression": "(3.5 + 4) * 12"}),
    ("15 percent of 80", "calculate", {"expression": "15 / 100 * 80"}),
    ("the square root of 81", "calculate", {"expression": "sqrt(81)"}),
    ("add milk, eggs and bread to the shopping list", "add_to_list",
     {"items": ["milk", "eggs", "bread"], "list": "shopping"}),
    ("take milk off the list", "remove_from_list", {"items": ["milk"]}),
    ("what's on my to-do list", "show_list", {"list": "todo"}),
    ("Note: the code is 4711.", "add_note", {"text": "the code is 4711"}),
    ("remember that I'm allergic to nuts", "remember", {"text": "I'm allergic to nuts"}),
    ("what do you know about my allergies", "recall", {"query": "allergies"}),
    ("what did I just ask you", "last_request", {}),
    ("okay, stop", "stop", {}),
    ("louder please", "volume_up", {}),
    ("turn it down a bit", "volume_down", {}),
    ("set the volume to forty percent", "set_volume", {"level": 40}),
    ("open firefox", "open_application", {"application": "firefox"}),
    ("go to example dot org", "open_address", {"address": "https://example.org"}),
    ("are you ChatGPT?", "who_are_you", {}),
    ("what's the weather like tomorrow in Paris", "decline", {"place": "Paris"}),
    ("sorry to bother you but could you pop a timer on for seven minutes", "set_timer", {"duration_s": 420}),
    ("please be setting the timer for fifteen minutes", "set_timer", {"duration_s": 900}),
    ("would you mind setting an egg timer for six minutes", "set_timer", {"duration_s": 360, "label": "egg"}),
    ("set alarm 0630", "set_alarm", {"time": "06:30", "date": 1}),
    ("wake me up at 545 tomorrow", "set_alarm", {"time": "05:45", "date": 1}),
    ("make sure I'm awake at seven tomorrow", "set_alarm", {"time": "07:00", "date": 1}),
    ("this evening at six remind me to feed the cat", "set_reminder",
     {"text": "feed the cat", "time": "18:00", "date": 0}),
    ("help me remember to ring the bank at three", "set_reminder",
     {"text": "ring the bank", "time": "15:00", "date": 0}),
    ("give me a nudge in ten minutes to move the car", "set_reminder",
     {"text": "move the car", "duration_s": 600}),
    ("how long have I got left", "list_timers", {}),
    ("are there any timers going at the moment", "list_timers", {}),
    ("I no longer need that alarm", "cancel_timer", {"kind": "alarm"}),
    ("alarm off", "cancel_timer", {"kind": "alarm"}),
    ("what do you get if you add 33 and 48", "calculate", {"expression": "33 + 48"}),
    ("add up 12, 15 and 20", "calculate", {"expression": "12 + 15 + 20"}),
    ("a 15 percent tip on 60", "calculate", {"expression": "15 / 100 * 60"}),
    ("chuck milk on the list", "add_to_list", {"items": ["milk"]}),
    ("we've run out of sugar, can you put that on the shopping list", "add_to_list",
     {"items": ["sugar"], "list": "shopping"}),
    ("from the shopping list remove apples", "remove_from_list",
     {"items": ["apples"], "list": "shopping"}),
    ("take off the eggs from the list", "remove_from_list", {"items": ["eggs"]}),
    ("what's on for shopping", "show_list", {"list": "shopping"}),
    ("let me see my to-do list", "show_list", {"list": "todo"}),
    ("scribble down that the roof leaks", "add_note", {"text": "the roof leaks"}),
    ("stick a note in that the roof leaks", "add_note", {"text": "the roof leaks"}),
    ("what have I written down", "read_notes", {}),
    ("I don't need the note about the dentist any more", "delete_note", {"label": "dentist"}),
    ("for future reference my size is medium", "remember", {"text": "my size is medium"}),
    ("remind me what I said about the spare key", "recall", {"query": "spare key"}),
    ("remove from memory that I hate olives", "forget", {"text": "I hate olives"}),
    ("can you tell me what I just asked", "last_request", {}),
    ("pipe down", "stop", {}),
    ("turn yourself down a bit", "volume_down", {}),
    ("turn it up to ninety", "set_volume", {"level": 90}),
    ("get the browser open", "open_application", {"application": "web browser"}),
    ("what is your good name", "who_are_you", {}),
    ("set a second timer for three minutes", "set_timer", {"duration_s": 180}),
    ("set time for 10 minutes", "set_timer", {"duration_s": 600}),
    ("early alarm tomorrow 4:30 am", "set_alarm", {"time": "04:30", "date": 1}),
    ("I must not forget to post the letter at five, remind me", "set_reminder",
     {"text": "post the letter", "time": "17:00", "date": 0}),
    ("how many timers have I got", "list_timers", {}),
    ("if I divide 81 by 9 what do I get", "calculate", {"expression": "81 / 9"}),
    ("remember to add a note that the fence is broken", "add_note", {"text": "the fence is broken"}),
    ("any notes on the boiler", "read_notes", {"query": "boiler"}),
    ("do you remember what my daughter is called", "recall", {"query": "daughter"}),
    ("oh and chocolate on the list too", "add_to_list", {"items": ["chocolate"]}),
    ("make it 50 percent volume", "set_volume", {"level": 50}),
    ("put milk down on the list please and thank you", "add_to_list", {"items": ["milk"]}),
    ("set a ten minute timer and call it bread", "set_timer", {"duration_s": 600, "label": "bread"}),
    ("show me all the notes I have", "read_notes", {}),
    ("speak up I can't hear you", "volume_up", {}),
    ("before I forget, add a note that the lift is broken, would you", "add_note",
     {"text": "the lift is broken"}),
    ("I have to send the invoice on Monday, can you remind me at nine", "set_reminder",
     {"text": "send the invoice", "time": "09:00", "date": 5}),
    ("set a tiemr for 10 minutes", "set_timer", {"duration_s": 600}),
    ("remnd me to buy timber at 9pm", "set_reminder",
     {"text": "buy timber", "time": "21:00", "date": 0}),
    ("remind me at 14:30 - standup", "set_reminder", {"text": "standup", "time": "14:30", "date": 0}),
    ("remind me every Monday to put the bins out at 8", "set_reminder",
     {"text": "put the bins out", "time": "08:00", "days": [0]}),
    ("remind me to pay the bill on the 15th at noon", "set_reminder",
     {"text": "pay the bill", "time": "12:00", "date": 11}),
    ("remind me on the 2nd at noon to pay", "set_reminder", {"text": "pay", "time": "12:00", "date": 29}),
    ("remind me next Friday at noon to pay", "set_reminder", {"text": "pay", "time": "12:00", "date": 9}),
    ("set an alarm for two hours from now", "set_timer", {"duration_s": 7200, "kind": "alarm"}),
    ("set an alarm for every weekday at six thirty", "set_alarm",
     {"time": "06:30", "days": [0, 1, 2, 3, 4]}),
    ("set a recurring alarm for 7 am", "set_alarm",
     {"time": "07:00", "days": [0, 1, 2, 3, 4, 5, 6]}),
    ("what is the date in two weeks", "get_date", {"date": 14}),
    ("what's three and a half times four", "calculate", {"expression": "3.5 * 4"}),
    ("add sunscreen + a hat to my packing list", "add_to_list",
     {"items": ["sunscreen", "hat"], "list": "packing"}),
    ("open youtube", "open_address", {"address": "https://www.youtube.com"}),
    ("give me seven minutes, then buzz me", "set_timer", {"duration_s": 420}),
    ("the pasta is in, so nine minutes on the timer", "set_timer",
     {"duration_s": 540, "label": "pasta"}),
    ("set my usual ten minute timer", "set_timer", {"duration_s": 600}),
    ("tomorrow I have to get up at six twenty, so wake me", "set_alarm", {"time": "06:20", "date": 1}),
    ("what reminders have I got this week", "list_timers", {}),
    ("I don't need the alarm tomorrow any more", "cancel_timer", {"kind": "alarm", "date": 1}),
    ("read out what I noted", "read_notes", {}),
    ("what do my notes say about the meeting", "read_notes", {"query": "meeting"}),
    ("shopping list: 6 eggs, rice", "add_to_list", {"items": ["6 eggs", "rice"], "list": "shopping"}),
    ("if we split 96 euros between four people how much is that each", "calculate",
     {"expression": "96 / 4"}),
    ("that's a bit loud", "volume_down", {}),
    ("tell my wife I'll be home at six", "decline", {}),
    ("is my package here yet", "decline", {}),
    ("turn on the living room lights", "decline", {}),
    ("timer for an hour and twenty", "set_timer", {"duration_s": 4800}),
    ("set a timer for around ten minutes", "set_timer", {"duration_s": 600}),
    ("remind me in a couple of hours to check the meat", "set_reminder",
     {"text": "check the meat", "duration_s": 7200}),
    ("in half an hour could you remind me to check the meat", "set_reminder",
     {"text": "check the meat", "duration_s": 1800}),
    ("another ten minute timer please", "set_timer", {"duration_s": 600}),
    ("set an alarm for my pills at 8 pm", "set_alarm",
     {"label": "pills", "time": "20:00", "date": 0}),
]  # fmt: skip

WITH_WORDS_OF_NO_USE: list[tuple[str, str, dict[str, Any]]] = [
    ("I'm boiling eggs set a timer for six minutes", "set_timer", {"duration_s": 360}),
    ("my flight is at nine so set an alarm for six", "set_alarm", {"time": "18:00", "date": 0}),
    ("the baby is asleep turn it down", "volume_down", {}),
    ("set a timer for ten minutes so I don't burn the toast", "set_timer", {"duration_s": 600}),
    ("set a timer for ten minutes because the cake is in the oven", "set_timer", {"duration_s": 600}),
    ("put a meeting with Tom in my calendar for Friday at ten", "decline", {}),
]  # fmt: skip
"""A reason, or what a refusal does not look at: any word may stand there."""

FOR_THE_MODEL = [
    "write an email to my teacher asking for more time",
    "write a text to my friend that I'll be late",
    "how do timers work",
    "my alarm didn't ring",
    "she said set a timer",
    "she said set a timer for ten minutes",
    "set theory",
    "don't set a timer for ten minutes",
    "why did you set a timer for ten minutes",
    "set a timer for ten minutes and tell me a joke",
    "what would happen if I set a timer for ten minutes",
    "should I set an alarm for seven",
    "set a timer",
    "remind me to call Ann",
    "remind me at twenty five past thirty to call",
    "remind me to say hi to Bob no wait Ann at three",
    "what time is it best to plant tomatoes",
    "what time did the war begin",
    "what date did Rome fall",
    "two plus two is five, isn't it",
    "the list is long",
    "write a list of ten fruits",
    "twenty-five",
    "add insult to injury",
    "open source licences",
    "open the door",
    "open your mind",
    "stop the music in the kitchen",
    "remember the nineties",
    "I forget my password all the time",
    "who made Windows",
    "what's the difference between an alarm and a timer",
    "volume of a sphere with radius 3",
    "note that this function is recursive\nand explain it",
    "translate set a timer for ten minutes into German",
    "write a note to my teacher",
    "remember that song from the nineties",
    "how about Rome",
    "what about two days",
    "put two and two together",
    "do not add milk to the list",
    "who's on the list please",
    "make time for two weeks",
    "what is the Apgar score",
    "don't forget to breathe, it is good for you",
    "write down ten ideas for a blog",
    "take it down a notch",
    "put down that book",
    "save that document",
    "make a table of the planets",
    "how much is left on my mortgage",
    "I need two weeks for the project",
    "two days for the trip",
    "put a smile on my face",
    "remind me in what year the war ended",
    "tell me about the weather on friday at three",
    "who won the world cup in 1998",
    "what I said is on the list",
    "I've already set a timer for ten minutes",
    "I'm going to set a timer for ten minutes",
    "I was told to set a timer for ten minutes",
    "the first step is set a timer for ten minutes",
    "there's a song called turn it up",
    "I'm making a ten minute timer",
    "my phone is set to wake me up at seven",
    "set a timer for ten minutes if I'm late",
    "is it rude to put someone on a list",
    "delete that from your memory",
    "set an alarm for zero six hundred",
    "set a timer for 2:30 minutes",
    "I want to know two things",
    "don't wake the baby",
    "let me know when dinner is ready",
    "",
    "?",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD + WITH_WORDS_OF_NO_USE)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW)
    assert found is not None
    assert (found.name.value, found.language, dict(found.slots)) == (name, "en", slots)


@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str) -> None:
    assert recognise(text, NOW) is None


MESSAGE = "tell my wife I'll be home at six"
CLOSED = [text for text, _n, slots in UNDERSTOOD if "text" not in slots and text != MESSAGE]
"""Requests without free text at the end, which would take up any word."""


@given(text=st.sampled_from(CLOSED), word=st.sampled_from(["zork", "blimey", "whereas", "übel"]))
def test_a_word_nobody_knows_before_or_after_a_request_leaves_it_to_the_model(
    text: str, word: str
) -> None:
    for changed in (f"{word} {text}", f"{text.rstrip('?.=')} {word}"):
        found = recognise(changed, NOW)
        assert found is None or word in str(found.slots)


@given(st.text(max_size=60))
def test_any_text_can_be_looked_at(text: str) -> None:
    recognise(text, NOW)


@given(text=st.sampled_from(UNDERSTOOD), signs=st.sampled_from(["!", " ?", "...", ","]))
def test_signs_around_a_request_do_not_matter(
    text: tuple[str, str, dict[str, Any]], signs: str
) -> None:
    found = recognise(text[0].rstrip("=") + signs, NOW)
    assert found is not None
    assert found.name.value == text[1]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("cancel tomorrow's alarm", 1),
        ("cancel monday's alarms", 5),
        ("cancel tonight's reminder", 0),
        ("i don't need tomorrow's alarm", 1),
        ("cancel tomorrow's wake up call", 1),
    ],
)
def test_what_is_cancelled_is_that_of_the_day(text: str, date: int) -> None:
    found = recognise(text, NOW)
    assert found is not None
    assert found.name is IntentName.CANCEL_TIMER
    assert found.slots["date"] == date
    assert "label" not in found.slots
