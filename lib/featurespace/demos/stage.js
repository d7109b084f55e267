// The stage of a demo: question, votes, controls, picture, words, answer.
//
// It knows a model with get, set, save_changes and on, and nothing of where frames come from: in
// JupyterLab the kernel draws them, on a page without one a pack holds them (page.js). It writes the
// places of its controls into "want" and paints the "frame" that comes back:
// { at: places, svg, words, idle: names of controls without effect, handles, error }.

const NARROW = 560; // pixels below which it is a phone
const PATIENCE = 6000; // milliseconds to wait for a frame before saying so
const STEP = 400; // milliseconds between the frames of a play
const RING = 0.62, REACH = 1.5; // em: a handle as it is seen, and as a finger may miss it
const FIRST = "Vote first; then the answer appears here.";
const NOW = "Now move something and see whether you were right.";
let stages = 0;

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

class Stage {
  constructor(model, el) {
    Object.assign(this, { model, el, spec: model.get("spec"), name: `fs${++stages}-` });
    this.at = [...this.spec.start];
    this.vote = null;
    this.moved = false;
    this.taken = 0;
    el.classList.add("fs-stage");
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", `Demo: ${this.spec.title}`);
    el.stage = this; // for tests
    this.build();
    this.paint();
    this.arrive = () => this.paint();
    model.on("change:frame", this.arrive);
    this.room = new ResizeObserver(() => this.fit());
    this.room.observe(el);
  }

  leave() {
    this.model.off("change:frame", this.arrive);
    this.room.disconnect();
    clearInterval(this.playing);
    clearTimeout(this.waiting);
  }

  get frame() {
    return this.model.get("frame");
  }

  // ---- what stands on the stage

  build() {
    const { title, question } = this.spec;
    this.answer = make("p", { class: "fs-answer", role: "status" });
    this.message = make("span"); // lies over the picture, so that nothing moves
    this.picture = make("div", { class: "fs-picture" });
    this.words = make("p", { tabindex: 0 }); // it may scroll
    this.said = make("p", { class: "fs-hidden", role: "status" });
    const again = make("button", { type: "button" }, "Start again");
    again.onclick = () => this.startAgain();
    const inWords = make("details", {}, make("summary", {}, "In words"), this.words);
    this.rows = this.spec.controls.map((control, i) => this.control(control, i));
    this.el.replaceChildren(
      make("p", { class: "fs-ask" }, make("strong", {}, title), `Predict: ${question}`),
      make("div", { class: "fs-row" },
        make("div", {}, this.votes(), this.answer),
        make("div", { class: "fs-controls" }, ...this.rows.map((row) => row.node),
          make("div", { class: "fs-end" }, again, inWords))),
      make("p", { class: "fs-message", role: "alert" }, this.message), this.picture, this.said);
    this.picture.onpointerdown = (event) => this.grab(event);
    this.picture.onpointermove = (event) => this.drag(event);
    this.picture.onpointerup = this.picture.onpointercancel = () => this.drop();
    // a finger on a handle drags it, and not the page
    this.picture.addEventListener("touchstart", (event) => this.dragged && event.preventDefault(), { passive: false });
    for (const type of ["pointerdown", "focusin"])
      this.el.addEventListener(type, () => this.model.touch?.(), { once: true });
  }

  votes() {
    const field = make("fieldset", { class: "fs-votes" }, make("legend", { class: "fs-hidden" }, "Your prediction"));
    this.spec.choices.forEach((choice, i) => {
      const radio = make("input", { type: "radio", name: `${this.name}vote`, "data-lm-suppress-shortcuts": "true" });
      const label = make("label", {}, radio, make("span", {}, choice), make("span", { class: "fs-verdict" }));
      radio.onchange = () => { this.vote = i; this.discuss(); };
      field.append(label);
    });
    return (this.ballot = field);
  }

  control({ name, label, kind, options, play }, i) {
    const id = `${this.name}${i}`;
    const place = make("span");
    const row = { node: make("div", { class: "fs-control", "data-control": name }), fields: [] };
    const go = (to) => { if (to !== this.at[i]) this.move({ [i]: to }); };
    if (kind === "slider") {
      const range = make("input", { type: "range", id, min: 0, max: options.length - 1, step: 1, "data-lm-suppress-shortcuts": "true" });
      const readout = make("output", { for: id });
      range.oninput = () => go(Number(range.value));
      range.onfocus = () => this.take(i);
      row.set = (to) => {
        range.value = to;
        range.setAttribute("aria-valuetext", options[to]);
        readout.value = options[to];
      };
      place.append(range, readout);
      row.fields.push(range);
      if (play) place.append(this.player(i, options.length - 1, label, row));
      row.node.append(make("label", { for: id, class: "fs-label" }, label), place);
    } else {
      place.append(...options.map((option, to) => {
        const button = make("button", { type: "button" }, option);
        button.onclick = () => go(to);
        row.fields.push(button);
        return button;
      }));
      row.set = (to) => row.fields.forEach((button, k) => button.setAttribute("aria-pressed", k === to));
      row.node.append(make("span", { class: "fs-label", id }, label), place);
      place.setAttribute("role", "group");
      place.setAttribute("aria-labelledby", id);
    }
    return row;
  }

  player(i, last, label, row) {
    const button = make("button", { type: "button", class: "fs-play", "aria-label": `Play ${label}`, "aria-pressed": "false" }, "▶");
    row.fields.push(button);
    const show = (on) => { button.textContent = on ? "❚❚" : "▶"; button.setAttribute("aria-pressed", on); };
    button.onclick = () => {
      const on = this.playing && this.played === button;
      this.stop();
      if (on) return;
      this.played = button;
      show(true);
      const step = () => {
        if (this.pending) return; // the picture first
        if (this.at[i] === last) this.stop();
        else this.move({ [i]: this.at[i] + 1 }, true);
      };
      if (this.at[i] === last) this.move({ [i]: 0 }, true);
      else step();
      this.playing = setInterval(step, STEP);
    };
    button.stop = () => show(false);
    return button;
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.played?.stop();
  }

  // ---- what a reader does

  // Say which control is in hand: its frames may be drawn ahead.
  take(i) {
    this.model.set("near", [i, ++this.taken]);
    this.model.save_changes();
  }

  move(places, played = false) {
    if (!played) this.stop();
    for (const [i, to] of Object.entries(places)) this.at[i] = to;
    this.moved = true;
    this.ask();
  }

  ask() {
    this.rows.forEach((row, i) => row.set(this.at[i]));
    this.pending = true;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.tell(this.model.silent ??
      "No picture for six seconds: the kernel is busy, or it has stopped (then run the cell again). What you see is the last good picture."), PATIENCE);
    this.model.set("want", [...this.at]);
    this.model.save_changes();
    this.discuss();
  }

  startAgain() {
    this.stop();
    this.at = [...this.spec.start];
    this.vote = null;
    this.ballot.querySelectorAll("input").forEach((radio) => { radio.checked = false; });
    this.moved = false;
    this.ask();
  }

  discuss() {
    if (this.dragged) return; // what is said now would move the picture in the hand
    const { right, answer } = this.spec;
    const decided = this.vote !== null && this.moved;
    this.el.classList.toggle("fs-decided", decided);
    this.ballot.querySelectorAll("label").forEach((label, i) => {
      const mine = decided && i === this.vote;
      label.classList.toggle("fs-right", mine && i === right);
      label.classList.toggle("fs-wrong", mine && i !== right);
      label.querySelector(".fs-verdict").textContent = mine ? (i === right ? "✓ Right" : "✗ Not so") : "";
    });
    this.write(this.answer, decided ? answer : this.vote !== null ? NOW : this.moved ? FIRST : "");
  }

  tell(words, loading = false) {
    this.message.classList.toggle("fs-loading", loading);
    this.write(this.message, words);
  }

  // Nothing came of a move, and nothing will: back to what is seen.
  refuse(words) {
    clearTimeout(this.waiting);
    this.stop();
    this.drop();
    this.at = [...this.frame.at];
    this.rows.forEach((row, i) => row.set(this.at[i]));
    this.pending = this.moved = false;
    this.ring();
    this.discuss();
    this.tell(words);
  }

  write(node, words) {
    if (node.textContent !== words) node.textContent = words;
  }

  // ---- the picture

  paint() {
    const { at, asked, svg, words, idle, error } = this.frame;
    if (error) {
      this.settle(asked);
      return this.tell(`⚠ This setting could not be drawn (${error}). The picture is the last good one; move a control to go on.`);
    }
    this.settle(at);
    this.tell("");
    this.el.dataset.at = at.join();
    this.write(this.words, words);
    this.write(this.said, this.moved ? words : "");
    this.rows.forEach((row, i) => {
      const off = idle.includes(this.spec.controls[i].name);
      row.node.classList.toggle("fs-idle", off);
      row.fields.forEach((field) => { field.disabled = off; });
      if (!this.pending) row.set(this.at[i] = at[i]);
    });
    const own = svg.replace(/( id="|url\(#|href="#)/g, `$1${this.name}`); // several stages on a page
    const [, , width, height] = svg.match(/viewBox="([^"]+)"/)[1].split(" ").map(Number);
    const edges = this.narrow ? [0, ...this.spec.cuts, width] : [0, width];
    this.picture.innerHTML = edges.slice(1).map((edge, k) =>
      own.replace(/<svg [^>]*>/, k
        ? `<svg aria-hidden="true" viewBox="${edges[k]} 0 ${edge - edges[k]} ${height}">`
        : `<svg role="img" viewBox="0 0 ${edge} ${height}">`)).join("");
    this.picture.firstChild.setAttribute("aria-label", words);
    this.picture.style.aspectRatio = `${width} / ${height}`;
    this.ring();
  }

  settle(at) {
    this.pending = String(at) !== String(this.at) && this.moved;
    if (!this.pending) clearTimeout(this.waiting);
  }

  fit() {
    if (!this.el.clientWidth) return; // not in sight
    const narrow = this.el.clientWidth < NARROW;
    if (narrow === this.narrow) return this.ring();
    this.narrow = narrow;
    this.el.classList.toggle("fs-narrow", narrow);
    this.paint();
  }

  // ---- handles

  place(handle) {
    const here = handle.moves.map((name) => this.at[this.index(name)]);
    return handle.points.find((point) => here.every((at, k) => point[k] === at));
  }

  index(name) {
    return this.spec.controls.findIndex((control) => control.name === name);
  }

  ring() {
    if (!this.el.offsetWidth) return; // not in sight: it has no size yet
    const { handles, idle } = this.frame;
    this.picture.querySelectorAll(".fs-handle").forEach((node) => node.remove());
    const em = parseFloat(getComputedStyle(this.el).fontSize) *
      (this.el.getBoundingClientRect().width / this.el.offsetWidth);
    for (const svg of this.picture.children) {
      const { x, width } = svg.viewBox.baseVal;
      const scale = svg.getScreenCTM()?.a || 1;
      handles.forEach((handle, k) => {
        const point = this.place(handle);
        if (!point || handle.moves.every((name) => idle.includes(name))) return;
        const [cx, cy] = point.slice(-2);
        if (cx < x || cx > x + width) return;
        const taken = this.dragged?.k === k ? " fs-dragged" : "";
        svg.insertAdjacentHTML("beforeend",
          `<g class="fs-handle${taken}" data-handle="${k}" aria-hidden="true"><title>Drag me</title>` +
          `<circle cx="${cx}" cy="${cy}" r="${REACH * em / scale}"/>` +
          `<circle cx="${cx}" cy="${cy}" r="${RING * em / scale}" stroke-width="${0.14 * em / scale}"/></g>`);
      });
    }
  }

  grab(event) {
    const node = event.target.closest(".fs-handle");
    if (!node) return;
    event.preventDefault();
    this.picture.setPointerCapture(event.pointerId);
    this.dragged = { k: Number(node.dataset.handle), part: [...this.picture.children].indexOf(node.ownerSVGElement) };
    this.take(this.index(this.frame.handles[this.dragged.k].moves[0]));
    node.classList.add("fs-dragged"); // the same node: a finger's events end with it
  }

  drag(event) {
    if (!this.dragged) return;
    const handle = this.frame.handles[this.dragged.k];
    const to = this.picture.children[this.dragged.part].getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    const far = (point) => (point.at(-2) - x) ** 2 + (point.at(-1) - y) ** 2;
    const best = handle.points.reduce((a, b) => (far(b) < far(a) ? b : a));
    const places = Object.fromEntries(handle.moves.map((name, k) => [this.index(name), best[k]]));
    if (Object.entries(places).some(([i, at]) => this.at[i] !== at)) this.move(places);
  }

  drop() {
    if (!this.dragged) return;
    this.dragged = null;
    this.ring();
    this.discuss();
  }
}

function render({ model, el }) {
  const stage = new Stage(model, el);
  return () => stage.leave();
}

export default { render };
