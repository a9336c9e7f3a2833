"""Timers as values: input, schedule, wording. Pure."""
