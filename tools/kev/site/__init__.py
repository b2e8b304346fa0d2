"""The site: MkDocs hooks that make its pages, and `kev docs`."""
