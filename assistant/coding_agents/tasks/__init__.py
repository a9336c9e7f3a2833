"""What an agent that Parley started has to do, and how far it is. Pure."""
