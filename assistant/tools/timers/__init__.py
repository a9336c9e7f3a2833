"""Timers, alarms and reminders: what they are, when they ring, and what the model may do."""
