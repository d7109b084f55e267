"""The checks of one chapter. Built from exercises/sources/01_means_and_distances by `make notebooks`: do not edit."""

from ._squared_distances import CHECK as squared_distances
from ._squared_centre_norm import CHECK as squared_centre_norm
from ._shift_without import CHECK as shift_without
from ._cost import CHECK as cost
from ._centre import CHECK as centre
from ._centre_new import CHECK as centre_new
from ._orders import CHECK as orders
from ._calibrated_threshold import CHECK as calibrated_threshold
from ._linear_threshold import CHECK as linear_threshold
from ._parzen import CHECK as parzen
from ._density_difference import CHECK as density_difference
from ._probability_other import CHECK as probability_other
from ._nearer import CHECK as nearer
from ._fraction_above import CHECK as fraction_above

__all__ = ["squared_distances", "squared_centre_norm", "shift_without", "cost", "centre", "centre_new", "orders", "calibrated_threshold", "linear_threshold", "parzen", "density_difference", "probability_other", "nearer", "fraction_above"]
