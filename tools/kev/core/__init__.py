"""Parts that every command uses: errors, paths, files, processes, the terminal, the list of labs."""
