"""Texts and files that can be read and copied, and nothing else."""
