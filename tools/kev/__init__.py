"""The program behind `./kev`. A module with add_parser() in one of these packages is a command."""
