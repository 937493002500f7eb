/* What typed letters may mean: names in the field of a question, and a palette (Ctrl or Command K)
   that leads to every filing, company, metric, page and action. Without it there is the search. */
"use strict";

const LEAST_LETTERS = 2;
const TYPING = 120; // Milliseconds without a key before the server is asked.

const suggestions = async (text) => {
  const reply = await fetch(`/find?find=${encodeURIComponent(text)}`);
  return reply.ok ? reply.json() : [];
};

const asked = () => JSON.parse(sessionStorage.getItem("asked") || "[]").map(
  ([address, name]) => ({ kind: "Asked", name, detail: "", address }));

/* A list below a field, as the pattern of combo boxes has it: `source` gives what fits a text, and
   `pick` takes what was chosen; with `first` that is the first unless another is marked. */
const combo = (field, list, source, pick, first = false) => {
  let items = [], at = -1, turn = 0, shown = "";
  const close = () => {
    items = [];
    at = -1;
    list.hidden = true;
    list.replaceChildren();
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const mark = (to) => {
    at = (to + items.length) % items.length;
    [...list.children].forEach((option, each) => option.setAttribute("aria-selected", each === at));
    field.setAttribute("aria-activedescendant", list.children[at].id);
    list.children[at].scrollIntoView({ block: "nearest" });
  };
  const show = (found) => {
    close();
    items = found;
    list.append(...items.map(({ kind, name, detail }, each) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${each}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      for (const [type, text] of [["kind", kind], ["name", name], ["detail", detail]]) {
        const part = document.createElement("span");
        part.className = type;
        part.textContent = text;
        option.append(part, " ");
      }
      option.addEventListener("mousedown", (event) => {
        event.preventDefault();
        choose(each);
      });
      return option;
    }));
    list.hidden = !items.length;
    field.setAttribute("aria-expanded", String(!!items.length));
    if (first && items.length) mark(0);
  };
  const choose = (each) => {
    const item = items[each];
    close();
    pick(item);
  };
  const look = async () => {
    const now = ++turn;
    await new Promise((next) => { setTimeout(next, TYPING); });
    if (now !== turn) return;
    const text = field.value, found = await source(text);
    if (now !== turn) return;
    shown = text;
    show(found);
  };
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");
  field.addEventListener("input", look);
  field.addEventListener("blur", () => { turn += 1; close(); });
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length) mark(at < 0 && step < 0 ? items.length - 1 : at + step);
    else if (event.key === "Enter" && at >= 0 && field.value === shown) choose(at);
    else if (event.key === "Enter" && first) look().then(() => items.length ? choose(0) : field.form?.requestSubmit());
    else if (event.key === "Escape" && items.length) close();
    else return;
    event.preventDefault();
  });
  return { look, close };
};

const listFor = (id, label) => {
  const list = document.createElement("ul");
  list.id = id;
  list.className = "plain suggest";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", label);
  return list;
};

/* A field that takes a name: those of its kind are suggested. With `pick` the first is taken. */
const named = (field, pick) => {
  const list = listFor(`names-${document.querySelectorAll(".suggest").length}`, "What fits");
  const fitting = async (text) => (await suggestions(text)).filter(({ kind }) => kind === field.dataset.kind);
  field.closest(".adding").append(list);
  combo(field, list, async (text) => text.trim() ? fitting(text) : [], ({ name }) => {
    field.value = name;
    pick?.();
  }, !!pick);
};

/* The last two words of a question, or the last one, may be the beginning of a name. */
const questions = () => {
  const field = document.querySelector(".ask input#q[type=search]");
  if (!field) return;
  const list = listFor("suggested", "Suggestions");
  field.closest(".field").append(list);
  let typed = "";
  combo(field, list, async (text) => {
    const before = asked().filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
    for (const count of [2, 1]) {
      typed = text.split(/\s+/).slice(-count).join(" ");
      if (typed.split(" ").at(-1).length < LEAST_LETTERS) break;
      const named = (await suggestions(typed)).filter(({ kind }) => ["Company", "Metric"].includes(kind));
      if (named.length) return [...before.slice(0, 3), ...named];
    }
    return text.length < LEAST_LETTERS ? [] : before;
  }, ({ kind, name, address }) => {
    if (kind === "Asked") location.assign(address);
    else field.value = `${field.value.slice(0, field.value.length - typed.length)}${name} `;
  });
};

const palette = () => {
  const dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.setAttribute("aria-label", "Find");
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "A company, metric, filing, page or question";
  field.setAttribute("aria-label", "Find");
  const list = listFor("found-list", "What fits");
  dialog.append(field, list);
  document.body.append(dialog);
  const box = combo(field, list, async (text) => [...text ? [] : asked().slice(0, 5), ...await suggestions(text)],
    ({ address }) => location.assign(address), true);
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
  const open = () => {
    field.value = "";
    dialog.showModal();
    box.look();
  };
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
  document.querySelector(".bar .find").addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
};

questions();
for (const field of document.querySelectorAll(".slots [data-kind]")) named(field);
palette();
