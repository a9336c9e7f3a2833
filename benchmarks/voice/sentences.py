"""What the program says at length in a bench: ordinary sentences of every kind."""

from typing import Final

SENTENCES: Final = (
    "The old harbour lies a little north of the town, where the river meets the sea.",
    "Most visitors come in early summer, when the evenings are long and the water is still cold.",
    "There are three ways to get there: by train, by bus, or on foot along the coast.",
    "The train takes about forty minutes and leaves every hour at a quarter past.",
    "If you would rather walk, take good shoes with you, for the path is steep in places.",
    "Halfway there is a small café that bakes its own bread and sells excellent apple cake.",
    "On the other side of the bay you can see the lighthouse, which was built in 1873.",
    "Until a few years ago a keeper lived there with his family; today it is run by a machine.",
    "The museum next door shows how the light was lit in the old days, with oil and a great lens.",
    "Tickets cost six euros, children under twelve pay half, and on Mondays it is closed.",
    "Is there anything you should not miss? Yes: the fish market, every Saturday morning.",
    "Go early, because by nine o'clock the best of it has been sold.",
    "People there like to talk, so ask them what is in season and how they would cook it.",
    "Afterwards you could rent a boat, or simply sit on the wall and watch the gulls.",
    "When the wind turns, the weather changes quickly, so keep a jacket at hand.",
    "In winter the place is quiet, and some say that it is then at its most beautiful.",
    "The two hotels stay open all year, and the smaller one has a fireplace in the hall.",
    "For dinner I would choose the restaurant behind the church; it has only eight tables.",
    "Call them the day before, and tell them if somebody in your party eats no meat.",
    "The last train back leaves at ten past eleven, and there is a night bus after that.",
)
"""None holds a wake word."""

CHARACTERS_PER_S: Final = 20.0
"""More than any voice says in a second, so that a reply made for some seconds lasts longer."""
