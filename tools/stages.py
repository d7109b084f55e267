"""A demo's stage in a browser beside the same demo in this process, which tells what to expect."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import dist

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

# where two places of a handle's picture are on the screen
ON_SCREEN = """(stage, [k, ...places]) => {
    const to = stage.querySelector(`[data-handle="${k}"]`).ownerSVGElement.getScreenCTM();
    return places.map(([x, y]) => new DOMPoint(x, y).matrixTransform(to)).map(({ x, y }) => [x, y]);
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

    def by_hand(self, number: int, finger: bool = False) -> bool:
        """Drag a handle to the farthest place that it can go to; false if it is not in sight."""
        ring = self.stage.locator(f'[data-handle="{number}"]')
        if not ring.count():
            return False
        track = self.track(number)
        names, points = track["moves"], track["points"]
        here = self.stands(track)
        aim = max((point[-2:] for point in points), key=lambda point: dist(point, here))
        # rings are drawn anew when the stage has another size, as after a vote: wait for that
        self.stage.locator(".fs-picture").scroll_into_view_if_needed()
        ring.first.scroll_into_view_if_needed()
        from_, to = self.stage.evaluate(ON_SCREEN, [number, here, aim])
        with self._finger() if finger else self._mouse() as move:
            move(from_)
            for step in range(1, 6):
                move([a + (b - a) * step / 5 for a, b in zip(from_, to, strict=True)])
            self.rest()
            move([to[0] + 1, to[1]])
            move(to)
        self.rest()
        before, self.places = (
            self.places,
            self.stage.evaluate("stage => stage.dataset.at.split(',').map(Number)"),
        )
        moved = {self.names[i] for i, place in enumerate(self.places) if place != before[i]}
        assert moved, f"{self.demo.title}: handle {number} moves nothing"
        assert moved <= set(names), f"{self.demo.title}: handle {number} moves {moved}"
        self.see(f"handle {number}")
        if (now := self.track(number)) == track:  # else it was another picture on the way
            off = dist(self.stands(now), aim)
            assert off < 1, f"{self.demo.title}: handle {number} ends {off} points from the hand"
        return True

    def track(self, number: int) -> dict:
        """Where a handle can go in the frame that is shown."""
        return self.stage.evaluate("(stage, k) => stage.stage.frame.handles[k]", number)

    def stands(self, track: dict) -> list[float]:
        """Where a handle stands, in the picture's coordinates."""
        mine = [self.places[self.names.index(name)] for name in track["moves"]]
        return next(p[-2:] for p in track["points"] if p[: len(mine)] == mine)

    def rest(self) -> None:
        """Wait until the picture is that of the last move."""
        stage = self.stage.element_handle()
        self.page.wait_for_function("stage => !stage.stage.pending", arg=stage)

    @contextmanager
    def _mouse(self) -> Iterator[Callable]:
        pressed = []

        def move(place):
            self.page.mouse.move(*place)
            if not pressed:
                self.page.mouse.down()
                pressed.append(True)

        yield move
        self.page.mouse.up()

    @contextmanager
    def _finger(self) -> Iterator[Callable]:
        phone, touched = self.page.context.new_cdp_session(self.page), []

        def touch(kind, *points):
            points = [{"x": x, "y": y} for x, y in points]
            phone.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        def move(place):
            touch("touchMove" if touched else "touchStart", place)
            touched.append(True)

        yield move
        touch("touchEnd")

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
