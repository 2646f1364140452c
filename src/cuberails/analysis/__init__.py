"""What a position means: forecasts for people and bots. Pure functions of a state."""
