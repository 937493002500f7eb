/* What needs a script on the page of comparisons: choices while one types, and how a value is
   worked out in a window over the table. Without it both are one page away. find.js comes first. */
"use strict";

/* A choice loads the page anew: what was used last has the focus again. */
const FOCUS = "compare-focus";
const used = (node) => {
  const field = node.closest(".chooser")?.querySelector("input[type=search]");
  const group = node.closest(".choice")?.getAttribute("aria-label");
  if (field) sessionStorage.setItem(FOCUS, `#${field.id}`);
  else if (group) sessionStorage.setItem(FOCUS, `.choice[aria-label="${group}"] [aria-current]`);
};

/* Names are suggested while one types; the one that is picked is added. */
const chooser = (form) => {
  const field = form.querySelector("input[type=search]");
  const list = listFor(`${field.id}-list`, "What fits");
  const fitting = async (text) => (await suggestions(text)).filter(({ kind }) => kind === form.dataset.kind);
  form.querySelector(".adding").append(list);
  combo(field, list, async (text) => text.trim() ? fitting(text) : [], ({ name }) => {
    field.value = name;
    form.requestSubmit();
  }, true);
  form.addEventListener("submit", () => used(field));
};

const explain = async (link) => {
  const reply = await fetch(link.href);
  if (!reply.ok) {
    location.assign(link.href);
    return;
  }
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const told = page.getElementById("cell");
  const dialog = document.createElement("dialog");
  dialog.className = "explained";
  dialog.setAttribute("aria-labelledby", "explained");
  const shut = document.createElement("form");
  shut.method = "dialog";
  shut.innerHTML = "<button>Close</button>";
  document.getElementById("cell")?.remove();
  dialog.append(...told.childNodes, shut);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};

const last = sessionStorage.getItem(FOCUS);
sessionStorage.removeItem(FOCUS);
if (last) document.querySelector(last)?.focus();

for (const form of document.querySelectorAll(".chooser")) chooser(form);
document.addEventListener("click", ({ target }) => { if (target.closest("a")) used(target.closest("a")); });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-cell]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  explain(link);
});
