"""The coding agents of the user, as a model may ask about them."""
