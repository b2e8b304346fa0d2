"""The theme's style sheets without what no page uses."""
import unittest

from kev.site import theme_style

CSS = ('@charset "UTF-8";html{margin:0}.used,.gone{color:red}.gone{color:blue}/* a } */@media print{.gone{x:y}.used{a:b}}'
       '@media screen{.gone{x:y}}@keyframes turn{to{top:0}}[dir=rtl] .used{a:b}.used:not(.gone){b:c}'
       ':root{--icon:url("data:image/svg+xml;{.gone{")}.by-script:is(.a,.b){c:d}')


class ThemeStyle(unittest.TestCase):
    """theme_style"""

    def setUp(self):
        theme_style.SEEN.clear()
        self.addCleanup(theme_style.SEEN.clear)

    def test_rules_of_classes_that_occur_nowhere_go_and_all_else_stays(self):
        theme_style.on_post_page('<p class="used other">', None, None)
        self.assertEqual(
            theme_style.reduced(CSS, theme_style.SEEN, 'add("by-script")'),
            '@charset "UTF-8";html{margin:0}.used{color:red}@media print{.used{a:b}}@keyframes turn{to{top:0}}'
            '.used:not(.gone){b:c}:root{--icon:url("data:image/svg+xml;{.gone{")}.by-script:is(.a,.b){c:d}')


if __name__ == "__main__":
    unittest.main()
