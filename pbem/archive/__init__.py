"""The static site: what everybody may see of every campaign, as plain pages. Called after a turn's commit, never before."""
