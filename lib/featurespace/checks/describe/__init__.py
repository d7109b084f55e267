"""The checks of one chapter. Built from exercises/sources/00_exploring_data by `make notebooks`: do not edit."""

from ._median import CHECK as median
from ._possible import CHECK as possible
from ._quartiles import CHECK as quartiles
from ._merge import CHECK as merge
from ._average_variances import CHECK as average_variances
from ._lopsided import CHECK as lopsided
from ._most_skewed import CHECK as most_skewed
from ._uncorrelated import CHECK as uncorrelated
from ._kendall_tau import CHECK as kendall_tau
from ._histogram import CHECK as histogram
from ._centring import CHECK as centring
from ._reversals import CHECK as reversals
from ._jump import CHECK as jump
from ._stable_variance import CHECK as stable_variance

__all__ = ["median", "possible", "quartiles", "merge", "average_variances", "lopsided", "most_skewed", "uncorrelated", "kendall_tau", "histogram", "centring", "reversals", "jump", "stable_variance"]
