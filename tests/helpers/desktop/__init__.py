"""What stands on a desktop besides the window, played: a session bus, a notification service, a panel."""
