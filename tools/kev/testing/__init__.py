"""`kev test`: which stages a run has, and how each is counted. Nothing else uses this package."""
