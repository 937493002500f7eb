/* What needs a script on the page of comparisons: a name that is picked is added, and the focus
   stays where it was. Without it names are one page away. find.js comes first. */
"use strict";

/* A choice loads the page anew: what was used last has the focus again. */
const FOCUS = "compare-focus";
const used = (node) => {
  const field = node.closest(".chooser")?.querySelector("input[type=search]");
  const group = node.closest(".choice")?.getAttribute("aria-label");
  if (field) sessionStorage.setItem(FOCUS, `#${field.id}`);
  else if (group) sessionStorage.setItem(FOCUS, `.choice[aria-label="${group}"] [aria-current]`);
};

const last = sessionStorage.getItem(FOCUS);
sessionStorage.removeItem(FOCUS);
if (last) document.querySelector(last)?.focus();

for (const form of document.querySelectorAll(".chooser")) {
  const field = form.querySelector("input[type=search]");
  named(field, () => form.requestSubmit());
  form.addEventListener("submit", () => used(field));
}
document.addEventListener("click", ({ target }) => { if (target.closest("a")) used(target.closest("a")); });
