"""What the model may do: registry, permission, running; the tools by subject."""
