"""How the window keeps up, for whoever measures it."""
