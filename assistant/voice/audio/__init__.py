"""Samples in, samples out: mixing, levels, echo arithmetic, tones. Pure."""
