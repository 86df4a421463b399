"""Speed as ratios measured side by side; `python -m benchmarks` runs all. Never a timed test."""
