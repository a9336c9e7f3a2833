"""Timers, alarms and reminders: kept and rung."""
