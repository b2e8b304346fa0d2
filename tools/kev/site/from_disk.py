"""A hook of MkDocs: a page that is opened from the disk has no search.

The theme searches in a worker and loads its index by a request; browsers allow a page from the disk neither, and the
theme would stop at the error. Where the site is served, the search is there.
"""
import re

THEME = re.compile(r'(?=<script src="[^"]*assets/javascripts/bundle\.)')
WITHOUT_SEARCH = """\
<script>
if (location.protocol === "file:")
  document.querySelectorAll("[data-md-component=search], label[for=__search]").forEach(part => part.remove());
</script>
"""


def on_post_page(output, page, config):
    """Puts the script before the theme's."""
    return THEME.sub(WITHOUT_SEARCH, output)
