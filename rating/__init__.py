"""The Coastal Rating: replay, levels, explanation and tuning."""
