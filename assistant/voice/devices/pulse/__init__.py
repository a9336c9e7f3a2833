"""Devices of a PulseAudio or PipeWire server. Linux only."""
