"""The user's other devices, as far as the engine has to do with them."""
