"""Notifications of the desktop: what the user should see while they look elsewhere, and answers from there."""
