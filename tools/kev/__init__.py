"""What `./kev` runs. One module, one job; a module with add_parser() is a command."""
