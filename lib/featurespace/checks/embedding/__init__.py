"""The checks of one chapter. Built from exercises/sources/05_dimensionality_reduction by `make notebooks`: do not edit."""

from ._gram_from_distances import CHECK as gram_from_distances
from ._locate import CHECK as locate
from ._classical_mds import CHECK as classical_mds
from ._culprit import CHECK as culprit
from ._eigenfunctions import CHECK as eigenfunctions
from ._two_routes import CHECK as two_routes
from ._dual_weights import CHECK as dual_weights
from ._project import CHECK as project
from ._stress_gradient import CHECK as stress_gradient
from ._monotone_fit import CHECK as monotone_fit
from ._isomap_coordinate import CHECK as isomap_coordinate
from ._torn import CHECK as torn
from ._witness import CHECK as witness
from ._dimension import CHECK as dimension

__all__ = ["gram_from_distances", "locate", "classical_mds", "culprit", "eigenfunctions", "two_routes", "dual_weights", "project", "stress_gradient", "monotone_fit", "isomap_coordinate", "torn", "witness", "dimension"]
