"""Devices that are files, or a room made up."""
