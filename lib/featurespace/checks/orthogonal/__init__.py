"""The checks of one chapter. Built from exercises/sources/02_gram_schmidt_and_cholesky by `make notebooks`: do not edit."""

from ._project import CHECK as project
from ._complement import CHECK as complement
from ._deflate_top import CHECK as deflate_top
from ._deflate_gram import CHECK as deflate_gram
from ._gram_schmidt import CHECK as gram_schmidt
from ._tetra_volume import CHECK as tetra_volume
from ._cholesky import CHECK as cholesky
from ._draw import CHECK as draw
from ._new_column import CHECK as new_column
from ._counterexample import CHECK as counterexample
from ._incomplete_cholesky import CHECK as incomplete_cholesky
from ._cutoff import CHECK as cutoff
from ._add_sensors import CHECK as add_sensors
from ._choose_pivots import CHECK as choose_pivots

__all__ = ["project", "complement", "deflate_top", "deflate_gram", "gram_schmidt", "tetra_volume", "cholesky", "draw", "new_column", "counterexample", "incomplete_cholesky", "cutoff", "add_sensors", "choose_pivots"]
