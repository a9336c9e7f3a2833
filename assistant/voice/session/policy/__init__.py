"""What a voice session decides, from state and event to state and actions."""
