// above the concordance: a chapter, a source, a verdict and words; only the rows with all of them
// stay. It opens on the chapter of the row that a link leads to, or on the first.
document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("filter");
  if (!place) return;
  const rows = [...document.querySelectorAll("#concordance tbody tr")].map((row) => ({
    row,
    id: row.querySelector("a[id]").id,
    chapter: row.closest("section").querySelector("h2").firstChild.textContent,
    source: row.querySelector("a[id]").id.split("-")[0],
    verdict: row.querySelector("td:last-child strong").textContent,
    text: row.textContent.toLowerCase(),
  }));
  const choose = (key) => {
    const found = [...new Set(rows.map((each) => each[key]))];
    const options = found.map((name) => `<option>${name}</option>`).join("");
    return `<label>${key} <select name="${key}"><option value="">all</option>${options}</select></label> `;
  };
  place.innerHTML =
    ["chapter", "source", "verdict"].map(choose).join("") +
    '<label>words <input type="search" name="text" placeholder="kernel pca"></label> ' +
    '<span role="status"></span>';
  const field = (name) => place.querySelector(`[name=${name}]`);
  const fits = (each) =>
    ["chapter", "source", "verdict"].every((key) => !field(key).value || field(key).value === each[key]) &&
    field("text").value.toLowerCase().split(/\s+/).every((word) => each.text.includes(word));
  const show = () => {
    for (const each of rows) each.row.hidden = !fits(each);
    for (const part of document.querySelectorAll("#concordance > section")) {
      part.hidden = !part.querySelector("tbody tr:not([hidden])");
    }
    const shown = rows.filter((each) => !each.row.hidden).length;
    place.querySelector("[role=status]").textContent = `${shown} of ${rows.length} rows`;
  };
  const open = () => {
    const asked = rows.find((each) => each.id === decodeURIComponent(location.hash.slice(1)));
    for (const name of ["source", "verdict", "text"]) field(name).value = "";
    field("chapter").value = (asked ?? rows[0]).chapter;
    show();
    asked?.row.scrollIntoView({ block: "center" });
  };
  place.addEventListener("input", show);
  window.addEventListener("hashchange", open);
  open();
});

// a stop, or the "-th" of "k-th", stays with its formula instead of beginning the next line
document.addEventListener("DOMContentLoaded", () => {
  for (const formula of document.querySelectorAll("span.math")) {
    const next = formula.nextSibling;
    const stop = next?.nodeType === Node.TEXT_NODE && next.data.match(/^(-\w+|[,.;:?!)\]’]+)+/)?.[0];
    if (stop) {
      formula.append(stop);
      next.data = next.data.slice(stop.length);
    }
  }
});

// formulas wider than their column scroll, and the keyboard reaches those (and only those)
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  const mark = () => {
    for (const formula of document.querySelectorAll("mjx-container")) {
      const column = formula.closest("p, li, dd, td, th, summary, div.math");
      const width = formula.querySelector("svg").getBoundingClientRect().width;
      const wide = width > column.clientWidth;
      formula.classList.toggle("wide", wide);
      formula.role = wide ? "group" : "presentation";
      formula.ariaLabel = wide ? "wide formula" : null;
      wide ? (formula.tabIndex = 0) : formula.removeAttribute("tabindex");
    }
  };
  new ResizeObserver(mark).observe(document.querySelector("article"));  // also when a fold opens
});

// tables wider than their box scroll in it: it fades on the right while there is more
window.addEventListener("load", () => {
  for (const box of document.querySelectorAll(".pst-scrollable-table-container")) {
    const mark = () => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    box.addEventListener("scroll", mark);
    new ResizeObserver(mark).observe(box);
  }
});

// search: a result leads to the words themselves, not to the top of a long page, and shows them
document.addEventListener("DOMContentLoaded", () => {
  const results = document.getElementById("search-results");
  const query = new URLSearchParams(location.search).get("q")?.trim();
  if (!results || !query) return;
  const words = [query, ...query.split(/\s+/).filter((word) => word.length > 2)];
  const texts = words.map((word) => `text=${encodeURIComponent(word)}`).join("&");
  new MutationObserver(() => {
    for (const link of results.querySelectorAll("li.kind-text a:not([href*='#'])")) {
      link.href += `#:~:${texts}`;
    }
  }).observe(results, { childList: true, subtree: true });
  // from a disk, no page may read another
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol !== "file:";
  Search.makeSearchSummary = (html, _, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelectorAll(".headerlink, .math").forEach((node) => node.replaceWith(" "));
    const part = page.getElementById(anchor.slice(1)) ?? page.querySelector("article");
    const text = part.textContent.replace(/\s+/g, " ");
    const found = words.map((word) => text.toLowerCase().indexOf(word.toLowerCase()));
    const start = Math.max(0, (found.find((place) => place >= 0) ?? 0) - 100);
    const summary = document.createElement("p");
    summary.className = "context";
    summary.textContent = `… ${text.slice(start, start + 240)} …`;
    return summary;
  };
});

// for screen readers: the menu is a region, an arrow says what it folds, the index is no table
document.addEventListener("DOMContentLoaded", () => {
  const menu = document.getElementById("pst-primary-sidebar");
  menu.role = "complementary";
  menu.ariaLabel = "Menu";
  document.querySelectorAll("table.indextable").forEach((table) => { table.role = "presentation"; });
  for (const arrow of document.querySelectorAll(".bd-sidebar-primary summary")) {
    arrow.ariaLabel = `Pages of ${arrow.closest("li").querySelector("a").textContent.trim()}`;
  }
});
