"""Programs that make files of the project; none is needed to play."""
