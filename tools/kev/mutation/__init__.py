"""Small changes to the headers, and which test notices them: `kev mutate`."""
