"""Rules about questions, turns and settings on several devices. Pure."""
