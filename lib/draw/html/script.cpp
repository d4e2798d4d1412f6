// SPDX-License-Identifier: MIT
#include "draw/html/page.hpp"

namespace uneven::draw {

// Sorting: a button in each heading; #sort=TABLE,COLUMN[,down] in the address, columns from 0. Values under the
// pointer, by touch, or by the arrow keys in a picture that has the focus; without script the browser shows the same
// titles.
const char* const page_script = R"js(
"use strict";
(() => {
const all = (where, what) => [...where.querySelectorAll(what)];

const value = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
};
const compare = (a, b) => {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return typeof a === "number" ? a - b : a.localeCompare(b, "en", {numeric: true});
};
const sort = (table, column, down) => {
  const heads = table.tHead.rows[0].cells;
  if (!heads[column] || "fixed" in heads[column].dataset) return;
  const rows = [...table.tBodies[0].rows].map((row) => [value(row, column), row]);
  rows.sort((a, b) => typeof a[0] === typeof b[0] && down ? compare(b[0], a[0]) : compare(a[0], b[0]));
  table.tBodies[0].append(...rows.map((row) => row[1]));
  for (const head of heads) head.removeAttribute("aria-sort");
  heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
};
for (const table of all(document, "table.sortable")) {
  all(table.tHead, "th").forEach((head, column) => {
    if ("fixed" in head.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      sort(table, column, down);
      try {
        history.replaceState(null, "", "#sort=" + table.id + "," + column + (down ? ",down" : ""));
      } catch { /* an address that must not change */ }
    });
  });
}
const wanted = /^#sort=([\w-]+),(\d+)(,down)?$/.exec(location.hash);
const found = wanted && document.getElementById(wanted[1]);
if (found && found.tHead) {
  sort(found, Number(wanted[2]), Boolean(wanted[3]));
  found.scrollIntoView();
}

const tip = document.getElementById("tip");
let shown = null;
const hide = () => {
  if (shown) shown.classList.remove("at");
  shown = null;
  tip.hidden = true;
};
const words = (place) => {
  const title = place.querySelector(":scope > title");
  const text = place.dataset.tip || (title ? title.textContent : place.getAttribute("title")) || "";
  if (text && !place.dataset.tip) {
    place.dataset.tip = text;
    place.setAttribute("aria-label", text);
    if (title) title.remove();
    place.removeAttribute("title");
  }
  return text;
};
const told = "[title], [data-tip], svg :has(> title)";
const show = (place, x, y) => {
  const text = words(place);
  if (!text) return;
  if (shown !== place) {
    hide();
    shown = place;
    place.classList.add("at");
    tip.textContent = text;
    tip.hidden = false;
  }
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  const above = y - tip.offsetHeight - 14;
  tip.style.transform = `translate(${Math.max(8, Math.min(x + 12, room))}px, ${above < 4 ? y + 18 : above}px)`;
};
const point = (event) => {
  const place = event.target.closest(told);
  if (place) show(place, event.clientX, event.clientY);
  else hide();
};
document.addEventListener("pointermove", point);
document.addEventListener("pointerdown", point);
document.addEventListener("scroll", hide, {passive: true});
document.addEventListener("focusout", hide);
for (const picture of all(document, ".tips")) {
  let at = -1;
  picture.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    const places = all(picture, told).filter((place) => place.getClientRects().length);
    if (event.key === "Escape") hide();
    if (!step || !places.length) return;
    event.preventDefault();
    at = Math.max(0, Math.min(at + step, places.length - 1));
    const box = places[at].getBoundingClientRect();
    show(places[at], box.x + box.width / 2, box.y + box.height / 2);
  });
}
})();
)js";

const char* const page_script_sha256 = "BOtmJ9jWC4irDLr0/Sfv8aU0LwfVrOLngTozeTFlAo8=";

}  // namespace uneven::draw
