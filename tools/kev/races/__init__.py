"""The races: their cases, their schedules, `kev race`."""
