"""Statistics that know nothing of Ratings."""
