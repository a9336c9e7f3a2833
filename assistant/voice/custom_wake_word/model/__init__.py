"""The pure half: what a recording is good for, and the classifier that is fitted to it."""
