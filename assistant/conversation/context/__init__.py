"""What is sent to the model."""
