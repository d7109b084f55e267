"""The checks of one chapter. Built from exercises/sources/04_pca by `make notebooks`: do not edit."""

from ._pca_eigen import CHECK as pca_eigen
from ._power_pca import CHECK as power_pca
from ._squeeze import CHECK as squeeze
from ._errors import CHECK as errors
from ._repair import CHECK as repair
from ._svd_route import CHECK as svd_route
from ._gram_route import CHECK as gram_route
from ._numbers_sent import CHECK as numbers_sent
from ._unit_that_rules import CHECK as unit_that_rules
from ._same_plane import CHECK as same_plane
from ._log_likelihood import CHECK as log_likelihood
from ._shrinkage import CHECK as shrinkage
from ._classify import CHECK as classify
from ._another_optimum import CHECK as another_optimum

__all__ = ["pca_eigen", "power_pca", "squeeze", "errors", "repair", "svd_route", "gram_route", "numbers_sent", "unit_that_rules", "same_plane", "log_likelihood", "shrinkage", "classify", "another_optimum"]
