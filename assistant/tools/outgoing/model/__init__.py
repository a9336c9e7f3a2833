"""Which data a call sends where, and what is known of it. Pure."""
