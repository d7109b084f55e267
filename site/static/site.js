// a field above the concordance that keeps only the rows with all the words typed
document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("filter");
  if (!place) return;
  const rows = [...document.querySelectorAll("#concordance tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  place.innerHTML =
    '<label>Show only rows with <input type="search" placeholder="wrong kernel pca"></label> ' +
    '<span role="status"></span>';
  place.addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, i) => { row.hidden = !words.every((word) => texts[i].includes(word)); });
    const shown = rows.filter((row) => !row.hidden).length;
    place.querySelector("[role=status]").textContent = `${shown} of ${rows.length} rows`;
  });
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
