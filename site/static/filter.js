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
