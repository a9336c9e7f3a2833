"""How far the first run is, and what its choices mean for the settings. Pure."""
