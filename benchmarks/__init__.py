"""The figures this project claims, measured in one run: `make bench`."""
