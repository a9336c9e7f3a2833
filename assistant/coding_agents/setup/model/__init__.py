"""The rules of setting agents up: texts in, texts out. Pure."""
