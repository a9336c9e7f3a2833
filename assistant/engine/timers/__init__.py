"""Stores timers, alarms and reminders, and rings them."""
