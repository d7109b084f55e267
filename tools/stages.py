"""A demo's stage in a browser beside the same demo in this process, which tells what to expect."""

from chromium import MOVE
from featurespace.demos import Choice, Demo, Slider

# what Python draws is what the stage was given and what it shows
SHOWS = """([stage, places, svg, words]) => {
    const { frame } = stage.stage, text = (page) => {
        const box = document.createElement("div");
        box.innerHTML = page;
        return [...box.querySelectorAll("text")].map((one) => one.textContent).join("|");
    };
    const shown = [...stage.querySelectorAll(".fs-picture > svg:first-child text")];
    return stage.dataset.at === places && frame.svg === svg && frame.words === words
        && shown.map((one) => one.textContent).join("|") === text(svg);
}"""


class Twins:
    """A stage and its twin: each move is made on both, and their pictures are compared."""

    def __init__(self, stage, demo: Demo):
        self.page, self.stage, self.demo = stage.page, stage, demo
        self.places = demo.places(demo.start())
        self.names = list(demo.controls)

    def see(self, what: str) -> None:
        """Wait until the stage shows what Python draws for this setting."""
        from playwright.sync_api import TimeoutError as TooLate

        frame = self.demo.drawn(self.demo.at(self.places))
        at = ",".join(map(str, self.places))
        expected = [self.stage.element_handle(), at, frame["svg"], frame["words"]]
        try:
            self.page.wait_for_function(SHOWS, arg=expected, timeout=1000 * MOVE)
        except TooLate:
            shown = self.stage.get_attribute("data-at")
            raise AssertionError(
                f"{self.demo.title}, {what}: the stage is at {shown} and should show {at}"
            ) from None

    def picture(self) -> str:
        """What is drawn, without the handles that lie on it."""
        return self.stage.locator(".fs-picture").evaluate(
            """(picture) => {
                const copy = picture.cloneNode(true);
                copy.querySelectorAll(".fs-handle").forEach((handle) => handle.remove());
                return copy.innerHTML;
            }"""
        )

    def row(self, name: str):
        """The row of a control."""
        return self.stage.locator(f'[data-control="{name}"]')

    def follow(self, name: str, place: int, how: str) -> None:
        """Move the twin too, and compare."""
        i = self.names.index(name)
        assert place != self.places[i], f"{name} has not moved by {how}"
        self.places[i] = place
        self.see(f"{name} to {place} by {how}")

    def by_keyboard(self, name: str) -> None:
        """One step with an arrow key."""
        last, here = self._last(name), self.places[self.names.index(name)]
        step = -1 if here == last else 1
        self.row(name).get_by_role("slider").press("ArrowLeft" if step < 0 else "ArrowRight")
        self.follow(name, here + step, "keyboard")

    def by_mouse(self, name: str) -> None:
        """A click on the track, at the end that is farther away."""
        last, here = self._last(name), self.places[self.names.index(name)]
        track = self.row(name).get_by_role("slider")
        box = track.bounding_box()
        far = here < last / 2
        track.click(position={"x": box["width"] - 3 if far else 3, "y": box["height"] / 2})
        self.follow(name, int(track.input_value()), "mouse")

    def by_click(self, name: str) -> None:
        """Every button by mouse, and back to the first by keyboard."""
        start = self.places[self.names.index(name)]
        for place in (p for p in range(self._last(name) + 1) if p != start):
            self.row(name).get_by_role("button").nth(place).click()
            self.follow(name, place, "click")
        self.row(name).get_by_role("button").nth(start).press("Enter")
        self.follow(name, start, "Enter")

    def by_hand(self, number: int) -> bool:
        """Drag a handle to the farthest place that it can go to; false if it is not in sight."""
        ring = self.stage.locator(f'[data-handle="{number}"]')
        if not ring.count():
            return False
        track = self.stage.evaluate("(stage, k) => stage.stage.frame.handles[k]", number)
        names, points = track["moves"], track["points"]
        mine = [self.places[self.names.index(name)] for name in names]
        x, y = next(point[-2:] for point in points if point[: len(names)] == mine)
        aim = max(points, key=lambda point: (point[-2] - x) ** 2 + (point[-1] - y) ** 2)
        ring.scroll_into_view_if_needed()
        from_, to = (
            self.stage.evaluate(
                """(stage, [k, x, y]) => {
                const svg = stage.querySelector(`[data-handle="${k}"]`).ownerSVGElement;
                const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
                return [at.x, at.y];
            }""",
                [number, *place],
            )
            for place in ((x, y), aim[-2:])
        )
        mouse = self.page.mouse
        mouse.move(*from_)
        mouse.down()
        mouse.move(*to, steps=5)
        self.page.wait_for_function(
            "stage => !stage.stage.pending", arg=self.stage.element_handle()
        )
        mouse.move(to[0] + 1, to[1])
        mouse.move(*to)
        mouse.up()
        self.page.wait_for_function(
            "stage => !stage.stage.pending", arg=self.stage.element_handle()
        )
        before, self.places = (
            self.places,
            self.stage.evaluate("stage => stage.dataset.at.split(',').map(Number)"),
        )
        moved = {self.names[i] for i, place in enumerate(self.places) if place != before[i]}
        assert moved, f"{self.demo.title}: handle {number} moves nothing"
        assert moved <= set(names), f"{self.demo.title}: handle {number} moves {moved}"
        self.see(f"handle {number}")
        return True

    def everything(self) -> None:
        """Vote; then every control by mouse and by keyboard, and every handle dragged."""
        self.see("at the start")
        self.stage.get_by_role("radio").first.check()
        for number in range(len(self.demo.handles)):
            self.by_hand(number)
        for name, control in self.demo.controls.items():
            self._wake(name)
            if isinstance(control, Choice):
                self.by_click(name)
            else:
                self.by_keyboard(name)
                self.by_mouse(name)

    def _wake(self, name: str) -> None:
        """Where a control has no effect it is greyed: press buttons until it has one."""
        for other, control in self.demo.controls.items():
            for place in range(len(control.options)):
                values = self.demo.at(self.places)
                if name not in self.demo.idle(values):
                    return
                i = self.names.index(other)
                row, changed = self.row(other), {**values, other: control.options[place]}
                if other == name or name in self.demo.idle(changed) or place == self.places[i]:
                    continue
                if isinstance(control, Slider):
                    slider = row.get_by_role("slider")
                    slider.focus()
                    slider.press("Home")
                    for _ in range(place):
                        slider.press("ArrowRight")
                else:
                    row.get_by_role("button").nth(place).click()
                self.follow(other, place, "waking another")

    def _last(self, name: str) -> int:
        return len(self.demo.controls[name].options) - 1
