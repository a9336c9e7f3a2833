"""Devices through PortAudio."""
