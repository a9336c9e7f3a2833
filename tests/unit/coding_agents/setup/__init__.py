"""Setting coding agents up."""
