"""What the hooks of coding agents say, as events and questions, and what they are answered. Pure.

A mapper for each agent reads its payloads. Whatever it does not know is no event: then nothing is
printed, and the agent does what it would do without Parley.
"""
