"""What at least two games call unchanged."""
