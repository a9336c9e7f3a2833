"""What goes over the wire of the API. Pure."""
