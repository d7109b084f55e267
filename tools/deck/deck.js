// The deck: pages laid out by the browser, one way forward and one way back, contents, and a second
// window for whoever presents. Reveal scales the canvas; everything else is here.

(() => {

const HEIGHT = 664; // pixels of the canvas that a slide may fill; the footer is below
const SMALLEST = 0.89; // how far a page may shrink: body text stays at 28 px on a screen of 1080
const WORTH = 0.9; // the part of its width that a picture keeps at least, where longer sliders cost it some
const LINE = 50; // a paragraph below that many pixels is a single line
const notes = JSON.parse(document.getElementById("notes").textContent);
const $ = (id) => document.getElementById(id);

// ---- pages

// What can go to the next page: a cell, or a block of a text.
function units(section) {
  return [...section.querySelectorAll(":scope > .jp-Cell, :scope > .fragment > .jp-Cell")].flatMap((cell) => {
    const text = cell.querySelector(":scope .jp-RenderedMarkdown");
    return text ? [...text.children] : [cell];
  });
}

const holds = (unit) => /^H\d$/.test(unit.tagName) || unit.textContent.trim().endsWith(":");
const top = (section) => section.getBoundingClientRect().top;
const bottom = (unit) => unit.getBoundingClientRect().bottom;

// Cut a section before one of its units; what follows becomes a section of its own.
function cut(section, unit) {
  const range = document.createRange();
  range.setStartBefore(unit);
  range.setEndAfter(section.lastChild);
  const next = document.createElement("section");
  next.dataset.rest = "";
  next.append(range.extractContents());
  next.querySelectorAll(":scope > .fragment:first-child").forEach((one) => one.replaceWith(...one.childNodes));
  for (const shells of [".jp-Cell", ".fragment"]) section.querySelectorAll(shells).forEach((shell) => { // of what has moved
    if (!shell.textContent.trim() && !shell.querySelector("img, svg, .fs-stage")) shell.remove();
  });
  section.after(next);
  return next;
}

function paginate(section) {
  const all = units(section);
  const first = all.findIndex((unit) => bottom(unit) - top(section) > HEIGHT);
  if (first < 0) return;
  const demo = all[first].querySelector(".fs-stage"); // it has a page to itself
  let at = first;
  while (!demo && at > 1 && holds(all[at - 1])) at -= 1; // a heading, or a text that hands over, goes along
  if (!demo && at === 1 && holds(all[0])) at = first > 1 ? first : 0;
  if (at > 0) return paginate(cut(section, all[at]));
  const needed = Math.max(...all.slice(0, first + 1).map(bottom)) - top(section);
  if (needed > HEIGHT) section.style.zoom = Math.max(SMALLEST, (HEIGHT - 2) / needed);
  const rest = all[first + 1];
  if (rest) paginate(cut(section, rest));
}

const tall = (section) => bottom(units(section).at(-1)) - top(section);
const height = (unit) => unit.getBoundingClientRect().height;

// A page that is a single line, or no more than a text that hands over, does not stay alone. It goes
// on with what follows, or belongs to what is before it, or takes along the end of that.
function join(section) {
  const all = units(section), before = section.previousElementSibling, after = section.nextElementSibling;
  const alone = all.length === 1 && all[0].tagName === "P", handing = holds(all.at(-1));
  const asks = section.querySelector(".fragment") || section.textContent.includes("Predict.");
  const room = after && !after.querySelector("h1, h2, .fs-stage") && HEIGHT - tall(section) - height(units(after)[0]);
  if (handing && room > 0 && (alone || ("rest" in section.dataset && !asks))) {
    after.prepend(...section.childNodes);
    section.remove();
    after.style.zoom = "";
    paginate(after);
  } else if (alone && (handing || tall(section) < LINE) && before && !before.querySelector(".fs-stage")) {
    const near = units(before), fits = tall(before) + tall(section) < HEIGHT;
    if (!fits && near.length < 3) return;
    const home = fits ? before : cut(before, near.at(-1)), last = home.lastElementChild;
    (last.matches(".fragment") ? last : home).append(...section.childNodes);
    section.remove();
  }
}

// A demo's picture is as large as fits with the answer: beside the controls, which are as narrow as
// they can be then, or below them, where sliders are longer, if that costs it little.
function enlarge(section) {
  const el = section.querySelector(".fs-stage");
  if (!el?.stage || section.style.zoom) return;
  const { stage } = el, picture = el.querySelector(".fs-picture"), most = parseFloat(getComputedStyle(el).maxHeight);
  const excess = () => Math.max(tall(section) - HEIGHT, el.offsetHeight - most);
  const beside = (em) => { el.style.setProperty("--column", `${em}em`); return excess() <= 0; };
  stage.write(stage.answer, stage.spec.answer);
  el.style.maxHeight = "none"; // all of it is measured
  if (![21, 22, 23, 24, 25].some(beside)) el.style.removeProperty("--column");
  const there = picture.clientWidth;
  el.classList.add("below");
  const below = Math.floor(picture.clientWidth * (1 - Math.max(excess(), 0) / picture.clientHeight));
  picture.style.width = `${below}px`;
  if (below < WORTH * there || excess() > 0) {
    el.classList.remove("below");
    picture.style.removeProperty("width");
  }
  el.style.removeProperty("max-height");
  stage.discuss();
}

async function layOut() {
  await window.MathJax?.startup?.promise;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  const slides = document.querySelector(".slides");
  slides.replaceChildren(...slides.querySelectorAll("section > section"));
  const folded = [...slides.querySelectorAll("details")].filter((one) => !one.closest(".fs-stage"));
  folded.forEach((one) => { one.open = true; }); // an answer has its room when it is folded, too
  for (const section of [...slides.children]) paginate(section);
  [...slides.children].forEach(join);
  folded.forEach((one) => { one.open = false; });
  [...slides.children].forEach(enlarge);
  document.body.classList.remove("measuring");
}

// ---- where we are

let sections = []; // { title, first: number of its first slide, minutes, room: beside the core }

function findSections() {
  Reveal.getSlides().forEach((slide, number) => {
    const cell = (heading) => heading.closest("[id^='cell-id=']")?.id.slice(8);
    const heading = [...slide.querySelectorAll("h1, h2, h3")].find((one) => cell(one) in notes.minutes);
    if (!heading) return;
    const title = heading.cloneNode(true);
    title.querySelectorAll(".anchor-link, mjx-assistive-mml").forEach((one) => one.remove());
    const room = heading.tagName === "H3";
    sections.push({ title: title.textContent.trim(), first: number, minutes: notes.minutes[cell(heading)], room });
  });
  const door = sections.findIndex((one) => one.room) - 1; // the page that tells of the rooms
  if (door > 0) sections[door].room = true;
  $("list").append(...sections.map((section) => {
    const button = document.createElement("button");
    button.textContent = section.title;
    button.onclick = () => { $("contents").close(); jump(section.first); };
    const item = document.createElement("li");
    item.append(button, ` ${section.minutes} min`);
    return item;
  }));
}

const here = () => Reveal.getIndices().h;
const count = () => Reveal.getSlides().length;
const section = () => sections.findLast((one) => one.first <= here()) ?? sections[0];

function jump(number, shown = -1) {
  Reveal.slide(number, 0, shown);
}

function next() {
  if (Reveal.availableFragments().next) Reveal.nextFragment();
  else if (here() < count() - 1) jump(here() + 1);
  else tell("End of the chapter");
}

function previous() {
  if (Reveal.availableFragments().prev) Reveal.prevFragment();
  else if (here() > 0) jump(here() - 1, Reveal.getSlides()[here() - 1].querySelectorAll(".fragment").length - 1);
  else tell("This is the first slide");
}

// What is in focus or plays on the slide that was left would go on out of sight.
function leave(slide) {
  if (slide?.contains(document.activeElement)) document.activeElement.blur();
  slide?.querySelectorAll(".fs-stage").forEach((el) => el.stage?.stop());
}

let telling;
function tell(words) {
  $("notice").textContent = words;
  clearTimeout(telling);
  telling = setTimeout(() => { $("notice").textContent = ""; }, 2500);
}

function update() {
  const now = section();
  $("notice").textContent = "";
  $("section").textContent = now.first === here() ? "" : now.title;
  $("number").textContent = `${here() + 1} / ${count()}`;
  [...$("list").children].forEach((item, k) => 
    sections[k] === now ? item.setAttribute("aria-current", "true") : item.removeAttribute("aria-current"));
  tick();
  present();
}

// ---- keys: a clicker sends PageDown, PageUp, Esc and a full stop

const FORWARD = new Set([" ", "PageDown", "ArrowRight", "ArrowDown", "n"]);
const BACK = new Set(["PageUp", "ArrowLeft", "ArrowUp", "p"]);
const CLICKER = new Set(["PageDown", "PageUp", "."]);
const dialogs = [$("contents"), $("help")];

// What the element in focus needs for itself.
function takes(target, key) {
  const tag = target.tagName, type = target.type;
  if (tag === "INPUT" && type === "range") return /^(Arrow|Home|End)/.test(key);
  if (tag === "INPUT" && type === "radio")
    return key === " " ? !target.checked : key.startsWith("Arrow") && !target.closest(".fs-decided");
  if (tag === "INPUT" || tag === "TEXTAREA" || target.isContentEditable) return true;
  return (tag === "BUTTON" || tag === "SUMMARY") && key === " ";
}

function pressed(event) {
  const key = event.key.length > 1 ? event.key : event.key.toLowerCase(); // Caps Lock or not
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const act = meant(event, key);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

// What a key does now.
function meant(event, key) {
  const open = dialogs.find((one) => one.open), audience = event.currentTarget === document;
  if (!$("black").hidden) return () => blacken(false);
  if (open && audience && !CLICKER.has(key))
    return open === $("contents") && { ArrowDown: () => step(1), ArrowUp: () => step(-1) }[key];
  if (event.target.closest && takes(event.target, key)) return null;
  const act = key === " " && event.shiftKey ? previous
    : FORWARD.has(key) ? next
    : BACK.has(key) ? previous
    : { Home: () => jump(0), End: () => jump(count() - 1), b: blacken, ".": blacken }[key]
    ?? (audience && { Escape: contents, c: contents, s: openPresenter, "?": help }[key]); // not from the other window
  return act && (() => { open?.close(); act(); });
}

// Of the list of sections, the one in focus.
function step(by) {
  const all = [...$("list").querySelectorAll("button")];
  all[all.indexOf(document.activeElement) + by]?.focus();
}

// A button keeps the keyboard if the keyboard has reached it; after a click the next key is the deck's.
function clicked({ detail, target }) {
  if (detail) target.closest("button, summary")?.ownerDocument.activeElement.blur();
}

function contents() {
  $("contents").showModal();
  $("list").querySelector("[aria-current] button")?.focus();
}

function help() {
  $("help").showModal();
}

function blacken(on = true) {
  $("black").hidden = !on;
  present();
}

// ---- the presenter's window

let presenter = null;
const KEPT = `deck ${location.pathname}`;
const watch = { spent: {}, since: null }; // milliseconds by section; when they were last counted, if the clock goes
let counted; // the section that the time goes to

// The document of the presenter's window, while it is there and ours.
function desk() {
  try {
    return presenter && !presenter.closed && presenter.document.querySelector(".clock") && presenter.document;
  } catch {
    return null;
  }
}

function openPresenter() {
  if (desk()) return presenter.focus();
  presenter?.close(); // it shows something else now
  presenter = window.open("", `presenter ${Date.now()}`, "width=1000,height=760");
  if (!presenter) return tell("The browser has blocked the second window: allow pop-ups for this page");
  furnish(presenter.document);
  presenter.addEventListener("keydown", pressed, true);
  if (watch.since === null && !used()) start();
  present();
}

function furnish(page) {
  page.open();
  page.write("<!DOCTYPE html><html lang='en-GB'><head><title>Presenter</title></head><body class='presenter deck'></body></html>");
  page.close();
  for (const sheet of document.querySelectorAll("link[rel=stylesheet], style")) {
    const copy = page.importNode(sheet, true);
    if (sheet.href) copy.href = sheet.href; // the whole address
    page.head.append(copy);
  }
  page.body.append(page.importNode($("presenter").content, true));
  page.querySelector("[data-do=next]").onclick = next;
  page.querySelector("[data-do=previous]").onclick = previous;
  page.querySelector("[data-do=clock]").onclick = () => {
    if (watch.since === null) start();
    else { tick(); watch.since = null; }
    keep();
    present();
  };
  page.querySelector("[data-do=reset]").onclick = () => { watch.spent = {}; start(); present(); };
  page.addEventListener("click", clicked, true);
}

const time = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

const used = () => Object.values(watch.spent).reduce((sum, one) => sum + one, 0);

function start() {
  watch.since = Date.now();
  counted = section().title;
}

// Give the time that has passed to the section that was on the screen.
function tick() {
  if (watch.since !== null) {
    watch.spent[counted] = (watch.spent[counted] ?? 0) + Date.now() - watch.since;
    start();
    keep();
  }
  clock();
}

// The clock survives a reload, where the browser lets a page keep something.
function keep() {
  try { sessionStorage.setItem(KEPT, JSON.stringify(watch)); } catch { /* it does not */ }
}

function recall() {
  counted = section().title;
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") return; // another lecture
  try { Object.assign(watch, JSON.parse(sessionStorage.getItem(KEPT))); } catch { /* it did not */ }
}

function clock() {
  const page = desk(), now = section(), spent = watch.spent[now.title] ?? 0;
  if (!page) return;
  const ahead = now.room ? [] : sections.filter((one) => one.first > now.first && !one.room);
  const left = Math.max(0, now.minutes - spent / 60000) + ahead.reduce((sum, one) => sum + one.minutes, 0);
  page.querySelector(".clock").textContent =
    `${time(used())} used${watch.since === null ? " (paused)" : ""} · this section ${time(spent)} of ${now.minutes}:00 · `
    + `about ${Math.round(left)} min left ${now.room ? "here" : "as planned"}`;
}

function present() {
  const page = desk(), slide = Reveal.getCurrentSlide();
  if (!page) return;
  page.querySelector(".where").textContent = `${section().title} · slide ${here() + 1} of ${count()}`
    + ($("black").hidden ? "" : " · the screen is black");
  clock();
  const told = page.querySelector(".told");
  told.replaceChildren();
  for (const cell of slide.querySelectorAll(".jp-Cell")) {
    const id = cell.id.slice(8);
    if (notes.cells[id]) told.insertAdjacentHTML("beforeend", notes.cells[id]);
    for (const strong of cell.querySelectorAll("strong")) {
      const kind = { "Predict.": "A vote: ask, let everybody commit, then go on.", "By hand.": "By hand: give them two minutes." }[strong.textContent];
      if (!kind) continue;
      told.insertAdjacentHTML("beforeend", `<h3>${kind}</h3>`);
      told.append(page.importNode(strong.closest("p, blockquote, div"), true));
      for (const folded of cell.querySelectorAll("details")) {
        const copy = page.importNode(folded, true);
        copy.open = true;
        told.append(copy);
      }
    }
  }
  if (!told.childNodes.length) told.textContent = "Nothing to ask here.";
  const coming = page.querySelector(".coming"), hidden = slide.querySelector(".fragment:not(.visible)");
  const following = hidden ?? Reveal.getSlides()[here() + 1];
  page.querySelector(".what").textContent = hidden ? "Next, on this slide:" : following ? "Next slide:" : "This is the last slide.";
  coming.replaceChildren(...(following ? [...following.childNodes].map((node) => page.importNode(node, true)) : []));
  coming.querySelectorAll("script").forEach((script) => script.remove());
}

// ---- begin

async function begin() {
  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, transition: "none",
    keyboard: false, overview: false, controls: false, slideNumber: false, help: false,
  });
  findSections();
  recall();
  for (const event of ["slidechanged", "fragmentshown", "fragmenthidden"]) Reveal.on(event, update);
  Reveal.on("slidechanged", ({ previousSlide }) => leave(previousSlide));
  document.addEventListener("keydown", pressed, true);
  document.addEventListener("click", clicked, true);
  $("next").onclick = next;
  $("previous").onclick = previous;
  $("open-contents").onclick = contents;
  $("open-presenter").onclick = openPresenter;
  $("open-help").onclick = help;
  $("black").onclick = () => blacken(false);
  dialogs.forEach((one) => { one.onclose = () => document.activeElement.blur(); });
  document.addEventListener("toggle", ({ target }) => target.open && target.scrollIntoView({ block: "nearest" }), true);
  window.addEventListener("pagehide", () => presenter?.close());
  setInterval(tick, 1000);
  window.deck = { next, previous, jump, here, count, sections };
  update();
  if (!window.MathJax?.startup) $("notice").textContent = "Formulas stay as they are typed: assets/tex-svg.js is missing";
  document.body.classList.add("ready");
}

layOut().then(begin).catch((problem) => {
  document.body.classList.remove("deck", "measuring"); // all slides, one below the other
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.textContent = `The slides could not be laid out (${problem.message}), so here they are as one page. Is the folder “assets” beside this file?`;
  document.querySelector("main").prepend(words);
});

})();
