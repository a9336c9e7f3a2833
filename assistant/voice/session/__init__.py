"""The voice session: who may speak, what is listened for, what becomes of words."""
