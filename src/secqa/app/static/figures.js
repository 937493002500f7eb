/* The figures of a filing's pages: one is selected by pointer or keyboard, and told of beside.
   Pages and addresses are those of reader.js, `status` is that of app.js. */
"use strict";

const reader = document.querySelector(".pages");
const panel = document.querySelector(".panel");
const inside = panel && panel.querySelector(".inside");
const wide = matchMedia("(min-width: 1200px)");

const addressOf = (node) => {
  const [element, row, column] = node.dataset.at.split(".").map(Number);
  return { element, row, column };
};

/* Of the texts of one cell the one with its digits can be reached by keyboard. */
const stops = (sheet) => {
  const found = new Map();
  for (const node of sheet.querySelectorAll("[data-at]")) {
    const known = found.get(node.dataset.at);
    if (!known || (!/\d/.test(known.textContent) && /\d/.test(node.textContent))) found.set(node.dataset.at, node);
  }
  for (const node of found.values()) {
    node.setAttribute("role", "button");
    if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
  }
  return [...found.values()];
};

const initial = new URLSearchParams(location.search);
let chosen = panel && "filled" in panel.dataset && initial.has("element") ? {
  page: Number(initial.get("page")),
  element: Number(initial.get("element")),
  row: Number(initial.get("row") ?? -1),
  column: Number(initial.get("column") ?? -1),
} : null;

const paint = (sheet) => {
  for (const node of reader.querySelectorAll(".chosen")) node.classList.remove("chosen");
  if (!chosen) return;
  const at = `${chosen.element}.${chosen.row}.${chosen.column}`;
  for (const node of sheet.querySelectorAll(`[data-at="${at}"]`)) node.classList.add("chosen");
};

const select = async (node) => {
  const sheet = node.closest(".sheet");
  chosen = { page: numberOf(sheet), ...addressOf(node) };
  for (const mark of reader.querySelectorAll("mark.cell")) mark.replaceWith(...mark.childNodes);
  for (const mark of reader.querySelectorAll(".marks")) mark.replaceChildren();
  paint(sheet);
  place(sheet);
  remember();
  panel.dataset.filled = "";
  panel.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(`${panel.dataset.src}?${new URLSearchParams(chosen)}`);
    if (!reply.ok) throw new Error("nothing is told of this figure");
    inside.innerHTML = await reply.text();
    panel.scrollTop = 0;
    panel.dataset.fresh = "";
    enable();
    status.textContent = "";
    if (!wide.matches) uncover(node);
  } catch (error) {
    status.textContent = `${error.message}; try another`;
  } finally {
    panel.removeAttribute("aria-busy");
  }
};

/* Where the panel lies over the page, the figure is brought above it. */
const uncover = (node) => {
  node.scrollIntoView({ block: "nearest", inline: "center" });
  const low = node.getBoundingClientRect().bottom - panel.getBoundingClientRect().top + 24;
  if (low > 0) scrollBy(0, low);
};

const close = () => {
  delete panel.dataset.filled;
  delete panel.dataset.fresh;
  const node = reader.querySelector(".chosen[tabindex]");
  chosen = null;
  inside.replaceChildren();
  paint();
  if (node) node.focus({ preventScroll: true });
  remember();
};

const enable = () => {
  const copy = panel.querySelector("[data-copy]");
  if (copy && navigator.clipboard) copy.hidden = false;
};

const step = (node, key) => {
  const all = stops(node.closest(".sheet"));
  const { element, row, column } = addressOf(node);
  const at = all.findIndex((one) => one.dataset.at === node.dataset.at);
  const way = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const ordered = way > 0 ? all.slice(at + 1) : all.slice(0, at).reverse();
  const below = ordered.find((one) => {
    const other = addressOf(one);
    return other.element === element && other.column === column && other.row !== row;
  });
  const next = key === "ArrowUp" || key === "ArrowDown" ? below || ordered[0] : ordered[0];
  if (!next) return;
  node.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
};

const figures = () => {
  reader.addEventListener("click", ({ target }) => {
    const node = target.closest("[data-at]") || target.closest("td")?.querySelector("[data-at]");
    if (node && getSelection().isCollapsed) select(node);
  });
  panel.addEventListener("click", async (event) => {
    const { target } = event;
    if (target.matches(".close")) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (!target.matches("[data-copy]")) return;
    const source = panel.querySelector("#source").textContent;
    await navigator.clipboard.writeText(`${source}\n${location.href}`);
    status.textContent = "Copied with its source";
  });
  enable();
};
