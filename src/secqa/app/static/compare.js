/* What needs a script on the page of comparisons: choices while one types, and how a value is
   worked out in a window over the table. Without it both are one page away. */
"use strict";

const WAIT = 120;

/* A choice loads the page anew: what was used last has the focus again. */
const FOCUS = "compare-focus";
const used = (node) => {
  const field = node.closest(".chooser")?.querySelector("input[type=search]");
  const group = node.closest(".choice")?.getAttribute("aria-label");
  if (field) sessionStorage.setItem(FOCUS, `#${field.id}`);
  else if (group) sessionStorage.setItem(FOCUS, `.choice[aria-label="${group}"] [aria-current]`);
};

const chooser = (form) => {
  const field = form.querySelector("input[type=search]");
  const found = form.querySelector(".found");
  let asked = 0;
  const close = () => {
    form.classList.remove("typing");
    found.replaceChildren();
  };
  const look = async () => {
    const words = field.value.trim();
    const turn = ++asked;
    if (!words) {
      close();
      return;
    }
    await new Promise((next) => { setTimeout(next, WAIT); });
    if (turn !== asked) return;
    const reply = await fetch(`${form.dataset.found}&${form.dataset.typed}=${encodeURIComponent(words)}`);
    if (!reply.ok || turn !== asked) return;
    found.innerHTML = await reply.text();
    form.classList.add("typing");
  };
  field.addEventListener("input", look);
  form.addEventListener("submit", (event) => {
    used(field);
    const first = found.querySelector("a");
    if (!first || !form.classList.contains("typing")) return;
    event.preventDefault();
    location.assign(first.href);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      field.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...found.querySelectorAll("a")];
    if (!step || !links.length) return;
    event.preventDefault();
    (links[links.indexOf(document.activeElement) + step] || field).focus();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) close();
  });
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
