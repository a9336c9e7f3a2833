"""Rules of a history: replay, views, titles, unfinished turns, questions. Pure."""
