"""The rules of coding agents. Pure."""
