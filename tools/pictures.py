"""Draw the README's picture of each chapter: one frame of one of its demos.

    python tools/pictures.py

The pictures are committed under ``docs/``; the same code always draws the same bytes.
"""

import io
from pathlib import Path

from PIL import Image

from featurespace import plots
from featurespace.demos import all_demos

DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH = 640
FRAMES = {  # chapter: its demo, and where the controls stand
    "00": ("describe.draw_your_own_correlation", {"down": 11}),
    "01": ("means.where_is_the_centre", {"x": 4.0}),
    "02": ("orthogonal.pick_your_pivots", {"T": 30}),
    "03": ("fisher.turn_up_the_ridge", {"lam": 10.0**-1.5}),
    "04": ("pca.spin_the_line", {"degrees": 150}),
    "05": ("embedding.horseshoe_workshop", {"method": "Isomap", "m": 10}),
    "06": ("generalisation.threshold_and_price", {}),
    "A": ("linalg.two_suns", {"light": 60}),
}


def draw(chapter: str) -> tuple[Path, str]:
    """Write the picture; its path and its words."""
    name, moved = FRAMES[chapter]
    demo = all_demos()[name]
    figure = demo.frame(**{**demo.start(), **moved})
    picture = Image.open(io.BytesIO(plots.png(figure, 96)))
    height = round(picture.height * WIDTH / picture.width)
    picture = picture.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
    path = DOCS / f"chapter_{chapter}.png"
    picture.quantize(128).save(path, optimize=True)
    return path, figure.get_label()


if __name__ == "__main__":
    for chapter in FRAMES:
        path, words = draw(chapter)
        print(f"{path.name}: {words}")
