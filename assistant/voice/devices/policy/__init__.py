"""Which device is used and when it is left. Pure."""
