/* Reading a filing: pages come as they come into sight and go when they are far, at heights that
   are kept; where one is shows in the contents; hits and keys. app.js and figures.js come first. */
"use strict";

const SHOWN_AHEAD = 1500; // Pixels around the window within which pages are there,
const KEPT = 8000; //        and beyond which they go again.
const PASSING = 80; //       Milliseconds that a page must stay in reach before it is fetched.
const LINE = 12.5, PAGE = 417; // How high a page will be: pixels a line, and of all else. Fitted to
//                               632 pages of 7 filings: off by 9% a page, by 5% a filing at most.

const outline = document.querySelector(".outline");
const sheets = reader ? [...reader.querySelectorAll(".sheet")] : [];
const paperOf = (sheet) => sheet.querySelector(".paper");
const numberOf = (sheet) => Number(sheet.id.slice("page-".length));
let here = null; // The sheet one is at.

/* -- pages ------------------------------------------------------------------------------------ */

const reserve = () => {
  const width = sheets[0].clientWidth;
  for (const sheet of sheets) {
    const paper = paperOf(sheet);
    if ("done" in paper.dataset || paper.dataset.height) continue;
    const { shape, lines } = sheet.dataset;
    const height = shape ? shape * width : PAGE + LINE * lines;
    paper.style.minHeight = `${Math.round(height)}px`;
  }
};

const ready = (sheet) => {
  const [first] = stops(sheet);
  if (first) first.tabIndex = 0;
  if (chosen && chosen.page === numberOf(sheet)) paint(sheet);
};

/* The style sheet of the filing is taken once, and is there before what it styles. */
const styled = async (parts) => {
  for (const link of parts.querySelectorAll("link")) {
    const known = document.head.querySelector(`link[href="${link.getAttribute("href")}"]`);
    if (known) link.remove();
    else {
      document.head.append(link);
      await new Promise((done) => { link.onload = link.onerror = done; });
    }
  }
};

/* Pictures that do not say how large they are come before the text around them. */
const pictured = (parts) => Promise.all([...parts.querySelectorAll("img:not([height])")].map((one) =>
  new Promise((done) => {
    const early = new Image();
    early.onload = early.onerror = done;
    early.src = one.src;
  })));

/* What a page's address gives into its paper; another address than its own marks something. */
const fill = async (sheet, source) => {
  const paper = paperOf(sheet);
  paper.dataset.done = "";
  paper.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(source || paper.dataset.source);
    if (!reply.ok) throw new Error(`page not shown: ${reply.status}`);
    const held = document.createElement("template");
    held.innerHTML = await reply.text();
    const parts = held.content;
    await styled(parts);
    await pictured(parts);
    // What begins above the window must not move what is in it: browsers see to it, but not all,
    // and not while other heights change.
    const { top, height } = sheet.getBoundingClientRect();
    paper.replaceChildren(parts);
    paper.style.minHeight = "";
    fit(paper);
    if (top < 0) scrollBy(0, sheet.getBoundingClientRect().height - height);
    ready(sheet);
  } catch (error) {
    delete paper.dataset.done;
    status.textContent = `${error.message}; try again`;
  } finally {
    paper.removeAttribute("aria-busy");
  }
};

const waiting = new Map();
const cancel = (sheet) => {
  if (!waiting.has(sheet)) return;
  clearTimeout(waiting.get(sheet));
  waiting.delete(sheet);
  paperOf(sheet).removeAttribute("aria-busy");
};

const near = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) cancel(target);
    else if (!("done" in paperOf(target).dataset) && !waiting.has(target)) {
      paperOf(target).setAttribute("aria-busy", "true");
      waiting.set(target, setTimeout(() => {
        waiting.delete(target);
        fill(target);
      }, PASSING));
    }
  }
}, { rootMargin: `${SHOWN_AHEAD}px 0px` });

const far = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target, boundingClientRect } of seen) {
    const paper = paperOf(target);
    const used = paper.hasAttribute("aria-busy") || target.contains(document.activeElement);
    if (isIntersecting || used || !("done" in paper.dataset)) continue;
    paper.dataset.height = Math.round(boundingClientRect.height);
    paper.style.minHeight = `${paper.offsetHeight}px`;
    paper.replaceChildren();
    delete paper.dataset.done;
  }
}, { rootMargin: `${KEPT}px 0px` });

/* To a page at once; with what is to be marked there, to that. */
const goTo = async (number, marks = "") => {
  const sheet = sheets[Math.min(Math.max(number, 1), sheets.length) - 1];
  if (!sheet) return;
  sheet.scrollIntoView({ block: "start" });
  const paper = paperOf(sheet);
  if (marks || !("done" in paper.dataset)) {
    cancel(sheet);
    const source = paper.dataset.source.split("?")[0];
    await fill(sheet, marks ? `${source}?${marks}` : "");
  }
  center(sheet, marks && sheet.querySelector(".seen, .chosen"));
};

/* Words that begin something go to the top, figures and hits to the middle. */
const center = (sheet, mark) => {
  const block = mark && !mark.matches("mark:not(.cell)") ? "center" : "start";
  (mark || sheet).scrollIntoView({ block, inline: "nearest" });
};

/* -- where one is ----------------------------------------------------------------------------- */

const lists = outline ? [...outline.querySelectorAll("nav ol.plain")].map((list) =>
  [...list.querySelectorAll(":scope > li > a[data-page]")]) : [];

/* The page of the selected figure or hit while that is in sight, else the one at the top. */
const place = (top) => {
  const node = reader.querySelector(".chosen") || reader.querySelector("mark.now"), at = node?.getBoundingClientRect();
  const sheet = at && at.top >= 0 && at.bottom <= innerHeight ? node.closest(".sheet") : top;
  here = sheet;
  const number = numberOf(sheet);
  const field = document.querySelector(".goto input");
  if (document.activeElement !== field) field.value = number;
  for (const links of lists) {
    const at = links.findLastIndex((link) => {
      const page = Number(link.dataset.page);
      return page === number || (page < number && !link.closest("[data-exact]"));
    });
    links.forEach((link, each) => {
      if (each === at) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }
  follow();
  if (!chosen) remember();
};

/* What is marked in the contents stays in sight; the search above does not move. */
const follow = () => {
  const list = outline.querySelector(".places");
  if (list.scrollHeight <= list.clientHeight) return;
  const box = list.getBoundingClientRect();
  const marked = [...outline.querySelectorAll("nav a[aria-current]")].filter((link) => link.checkVisibility());
  const at = marked.map((link) => link.getBoundingClientRect());
  if (!at.length || at.some((one) => one.top >= box.top && one.bottom <= box.bottom)) return;
  list.scrollTop += at.at(-1).top - box.top - box.height / 3;
};

const inSight = (node) => {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/* The address tells the page, the figure that is selected, or which hit one is at. */
let later = 0;
const remember = () => {
  clearTimeout(later);
  later = setTimeout(() => {
    const told = new URLSearchParams();
    const find = new URLSearchParams(location.search).get("find");
    if (find) told.set("find", find);
    const now = [...reader.querySelectorAll("mark.now")].find(inSight);
    const quote = !chosen && initial.get("quote"), seen = quote && [...reader.querySelectorAll("mark.seen")].find(inSight);
    const mark = now || seen;
    told.set("page", chosen ? chosen.page : numberOf(mark ? mark.closest(".sheet") : here));
    if (now && !chosen) told.set("hit", [...now.closest(".sheet").querySelectorAll("mark")].indexOf(now) + 1);
    if (seen) told.set("quote", quote);
    if (chosen) for (const name of ["element", "row", "column"]) told.set(name, chosen[name]);
    history.replaceState(null, "", `?${told}`);
  }, 250);
};

/* -- hits ------------------------------------------------------------------------------------- */

const hit = async (way) => {
  const links = outline ? [...outline.querySelectorAll(".hits a[data-page]")] : [];
  const pages = links.map((link) => Number(link.dataset.page));
  if (!pages.length) return;
  const now = reader.querySelector("mark.now");
  const sheet = now ? now.closest(".sheet") : here;
  const marks = [...sheet.querySelectorAll("mark")];
  const at = now ? marks.indexOf(now) + way : way > 0 ? 0 : -1;
  let next = marks[at];
  if (!next) {
    const number = numberOf(sheet);
    const page = way > 0 ? pages.find((one) => one > number) ?? pages[0] : pages.findLast((one) => one < number) ?? pages.at(-1);
    await goTo(page);
    const found = [...sheets[page - 1].querySelectorAll("mark")];
    next = way > 0 ? found[0] : found.at(-1);
  }
  if (next) atHit(next);
};

/* Marks the hit one is at, in sight, with its number among all. */
const atHit = (mark) => {
  reader.querySelector("mark.now")?.classList.remove("now");
  mark.classList.add("now");
  mark.scrollIntoView({ block: "center", inline: "nearest" });
  const sheet = mark.closest(".sheet"), page = numberOf(sheet);
  let before = 0;
  for (const { dataset } of outline.querySelectorAll(".hits a[data-page]")) {
    if (Number(dataset.page) < page) before += Number(dataset.count);
  }
  const told = outline.querySelector(".hits [role=status]");
  told.dataset.all ??= told.textContent;
  told.textContent = `${before + [...sheet.querySelectorAll("mark")].indexOf(mark) + 1} of ${told.dataset.all}`;
  place(sheet);
};

/* -- selected text ---------------------------------------------------------------------------- */

/* Beside selected text: a form that saves it, and buttons that copy its address or it with that. */
const selecting = () => {
  const form = document.querySelector(".selected"), fields = form.elements;
  const offer = () => {
    const selection = getSelection(), text = String(selection).trim().replace(/\s+/g, " ");
    const sheet = selection.anchorNode?.parentElement?.closest(".sheet");
    form.hidden = !sheet || text.length < 3 || text.length > 1500;
    if (form.hidden) return;
    const page = numberOf(sheet), box = selection.getRangeAt(0).getBoundingClientRect();
    const told = new URLSearchParams({ page, quote: text });
    fields.address.value = fields.back.value = `${location.pathname}?${told}`;
    fields.text.value = text;
    fields.source.value = `${form.dataset.document} page ${page}`;
    form.style.setProperty("top", `${Math.max(8, Math.min(box.bottom + 8, innerHeight - 60))}px`);
    form.style.setProperty("left", `${Math.max(8, Math.min(box.left, innerWidth - form.offsetWidth - 8))}px`);
  };
  document.addEventListener("pointerup", () => setTimeout(offer));
  document.addEventListener("keyup", ({ key, shiftKey }) => { if (shiftKey || key === "Shift" || key === "Escape") offer(); });
  form.addEventListener("pointerdown", (event) => event.preventDefault()); // The text stays selected.
  form.addEventListener("click", async ({ target }) => {
    if (target.type !== "button") return;
    const link = location.origin + fields.address.value;
    const cited = `“${fields.text.value}”\n${fields.title.value}, ${fields.source.value}\n${link}`;
    await navigator.clipboard.writeText("cited" in target.dataset ? cited : link);
    status.textContent = "cited" in target.dataset ? "Copied with its source" : "Link copied";
  });
};

/* -- what is clicked and pressed --------------------------------------------------------------- */

const clicked = (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link.href);
  if (link.dataset.step) {
    event.preventDefault();
    hit(link.dataset.step === "Next" ? 1 : -1);
  } else if (to.pathname === location.pathname && to.searchParams.has("page")) {
    event.preventDefault();
    const told = to.searchParams, number = Number(told.get("page"));
    told.delete("page");
    if (link.closest(".panel")) jump(number, told);
    else goTo(number, String(told)).then(() => {
      // A table is gone to by its first words, which mean nothing by themselves.
      const mark = link.closest("[data-exact]") && sheets[number - 1].querySelector("mark.seen");
      if (mark) mark.replaceWith(...mark.childNodes);
      const first = link.closest(".hits") && sheets[number - 1].querySelector("mark");
      if (first) atHit(first);
    });
    if (matchMedia("(max-width: 900px)").matches) document.querySelector(".places").open = false;
  }
};

/* To a figure that the panel names: it is selected there. */
const jump = async (number, told) => {
  await goTo(number, String(told));
  const at = ["element", "row", "column"].map((name) => told.get(name) ?? -1).join(".");
  const node = sheets[number - 1].querySelector(`[data-at="${at}"]`);
  if (node) await select(node);
};

const pressed = (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event;
  const at = here ? numberOf(here) : 1;
  const own = target.matches("[data-at]");
  if (key === "j") goTo(at + 1);
  else if (key === "k") goTo(at - 1);
  else if (key === "n") hit(1);
  else if (key === "p") hit(-1);
  else if (key === "g") document.querySelector(".goto input").select();
  else if (key === "Escape" && chosen) close();
  else if (key === "c" && chosen) panel.querySelector("[data-copy]")?.click();
  else if (own && (key === "Enter" || key === " ")) select(target).then(() => panel.querySelector("#cell")?.focus());
  else if (own && key.startsWith("Arrow")) step(target, key);
  // Once after a figure was selected its panel comes next, and not all pages behind that.
  else if (key === "Tab" && !event.shiftKey && "fresh" in panel.dataset) {
    panel.querySelector(".inside :is(a, button)").focus();
    delete panel.dataset.fresh;
  }
  else return;
  event.preventDefault();
};

const start = () => {
  reserve();
  const keys = document.querySelector("details.keys");
  keys.open = !localStorage.getItem("keys-seen");
  localStorage.setItem("keys-seen", "yes");
  addEventListener("resize", reserve);
  figures();
  selecting();
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
  document.querySelector(".goto").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.page;
    field.blur();
    goTo(Number(field.value));
  });
  if (matchMedia("(max-width: 900px)").matches) document.querySelector(".places").open = false;
  const opened = reader.querySelector("[data-opened]");
  opened.dataset.done = "";
  settled(opened).then(() => {
    const sheet = opened.closest(".sheet");
    opened.style.minHeight = "";
    fit(opened);
    // A copy: the page may go, and moving the link would take the style away for a moment.
    for (const link of opened.querySelectorAll("link")) document.head.append(link.cloneNode());
    ready(sheet);
    const mark = sheet.querySelector(".seen, .chosen");
    if ("here" in opened.dataset) center(sheet, mark);
    const at = sheet.querySelectorAll("mark")[Number(initial.get("hit") ?? 1) - 1];
    if (at && initial.has("find")) atHit(at);
    // From here on the keyboard goes on, and not from the top of the filing.
    const figure = stops(sheet).find((node) => node.matches(".chosen") || node.contains(mark) || mark?.contains(node));
    if ("here" in opened.dataset && document.activeElement === document.body) (figure || opened).focus({ preventScroll: true });
    if (chosen && mark && !wide.matches) uncover(mark);
    for (const one of sheets) { near.observe(one); far.observe(one); }
    let top = sheet;
    const line = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) place(top = target);
    }, { rootMargin: "-12% 0px -88% 0px" });
    for (const one of sheets) line.observe(one);
    // Pages that load above move a hit out of sight and back.
    new ResizeObserver(() => place(top)).observe(reader);
  });
};

if (reader) start();
