"""One question put by hand: `parley ask`."""
