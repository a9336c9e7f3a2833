"""Timers in the window: what runs, and what rings."""
