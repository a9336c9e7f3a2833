"""What the window of personas shows. Pure."""
