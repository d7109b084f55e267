// A stage without a kernel: frames come from a pack, which is fetched when the stage is first touched.
//
// A pack is a script (so that it loads from a disk too) that hands over gzipped JSON in base64:
// { frames: for every setting the number of its frame, texts: for every frame the numbers of its
// lines, lines }. The first line of a frame is { words, idle, handles }, the others are its picture.

const arriving = {};
window.featurespacePack = (name, text) => arriving[name]?.(text);

const INCOMPLETE = "arrived incomplete";

async function unpacked(text, settings) {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { frames, texts, lines } = JSON.parse(await new Response(stream).text());
    if (frames.length !== settings) throw new Error("another demo's");
    return frames.map((number) => texts[number].map((line) => lines[line]));
  } catch {
    throw new Error(INCOMPLETE);
  }
}

class Pack {
  constructor(name, folder, { spec, frame }) {
    Object.assign(this, { name, address: `${folder}/${name}.js`, state: { spec, frame }, listeners: [] });
    this.sizes = spec.controls.map((control) => control.options.length);
    this.silent = "The pictures of this demo are still on their way.";
  }

  get(key) { return this.state[key]; }

  on(_, listener) { this.listeners.push(listener); }

  off(_, listener) { this.listeners = this.listeners.filter((one) => one !== listener); }

  save_changes() {}

  set(key, value) {
    if (key !== "want") return;
    this.want = value;
    this.deliver();
  }

  touch() { this.coming ??= this.load(); }

  async load() {
    const stage = this.listeners.stage;
    stage.tell("Loading the pictures of this demo …", true);
    try {
      this.frames = await unpacked(await this.fetch(), this.sizes.reduce((all, size) => all * size, 1));
    } catch ({ message }) {
      this.coming = this.want = null; // the next move tries again
      return stage.refuse(`The pictures of this demo ${message}, so it stays as it is. Move something to try again.`);
    }
    stage.tell("");
    if (this.want) this.deliver();
  }

  fetch() {
    return new Promise((arrive, fail) => {
      const script = document.createElement("script");
      arriving[this.name] = arrive;
      script.onerror = () => fail(new Error(`could not be loaded (${this.name}.js is missing)`));
      script.onload = () => fail(new Error(INCOMPLETE)); // unless they have arrived
      script.src = this.address;
      document.head.append(script);
    });
  }

  deliver() {
    if (!this.frames) return this.touch();
    const setting = this.want.reduce((number, place, i) => number * this.sizes[i] + place, 0);
    const [first, ...svg] = this.frames[setting];
    this.state.frame = { at: this.want, svg: svg.join("\n"), ...JSON.parse(first) };
    this.listeners.forEach((listener) => listener());
  }
}

for (const el of document.querySelectorAll(".fs-stage[data-demo]")) {
  const model = new Pack(el.dataset.demo, el.dataset.packs, JSON.parse(el.querySelector("script").textContent));
  view.render({ model, el });
  model.listeners.stage = el.stage;
}
