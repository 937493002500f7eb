/* What needs a script: pages that load as they come into sight, marks scrolled into sight, the
   history of this tab, copying. Without it every page can still be reached by its links. */
"use strict";

const status = document.getElementById("status");
const AHEAD = "1200px 0px";

const load = async (paper, source) => {
  paper.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(source);
    if (!reply.ok) throw new Error(`page not shown: ${reply.status}`);
    paper.innerHTML = await reply.text();
    await settled(paper);
    fit(paper);
    show(paper);
  } catch (error) {
    status.textContent = `${error.message}; try again`;
  } finally {
    paper.removeAttribute("aria-busy");
  }
};

/* Until its style sheet or picture is there a page has not its size. */
const settled = (paper) => Promise.all(
  [...paper.querySelectorAll("link, img")].filter((one) => !(one.sheet || one.complete)).map(
    (one) => new Promise((done) => { one.onload = one.onerror = done; })
  )
);

/* On a phone a page is drawn as small as its tables need, so that their labels stay in sight. */
const fit = (paper) => {
  paper.style.removeProperty("--fit");
  const share = paper.clientWidth / paper.scrollWidth;
  if (share < 1 && innerWidth <= 900) paper.style.setProperty("--fit", Math.max(share, 0.6).toFixed(3));
};

/* The mark to the middle of the page's own window, and nothing else moved. */
const show = (paper) => {
  const mark = paper.querySelector(".seen");
  if (!mark) return;
  const inside = paper.getBoundingClientRect();
  const at = mark.getBoundingClientRect();
  paper.scrollTop += at.top - inside.top - (paper.clientHeight - at.height) / 2;
  if (at.right > inside.right || at.left < inside.left) {
    paper.scrollLeft += at.left - inside.left - (paper.clientWidth - at.width) / 2;
  }
};

const watch = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    watch.unobserve(target);
    load(target, target.dataset.src);
  }
}, { rootMargin: AHEAD });

const papers = () => {
  for (const paper of document.querySelectorAll(".paper[data-src]")) {
    if (!("done" in paper.dataset)) watch.observe(paper);
    else settled(paper).then(() => { fit(paper); show(paper); });
  }
  const here = document.querySelector(".paper[data-here]");
  if (here) {
    settled(here).then(() => {
      fit(here);
      const mark = here.querySelector(".seen");
      (mark || here).scrollIntoView({ block: mark ? "center" : "start" });
    });
  }
};

const forms = () => {
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("submit", () => {
      for (const slot of form.querySelectorAll("[data-was]")) {
        slot.disabled = slot.value === slot.dataset.was;
      }
      status.textContent = form.dataset.busy || "";
    });
  }
  // Coming back to a page finds its choices as they were; after a form it tells what was done.
  addEventListener("pageshow", () => {
    const done = document.cookie.match(/(?:^|; )secqa_done=([^;]+)/);
    status.textContent = done ? decodeURIComponent(done[1]) : "";
    if (done) document.cookie = "secqa_done=; max-age=0; path=/; samesite=strict";
    for (const slot of document.querySelectorAll("[data-was]")) slot.disabled = false;
  });
};

/* Filters that work while one types: what changes is taken from the page that the form leads to. */
const live = () => {
  for (const form of document.querySelectorAll("form[data-live]")) {
    let asked = 0;
    form.addEventListener("input", async () => {
      const turn = ++asked;
      await new Promise((next) => { setTimeout(next, 200); });
      if (turn !== asked) return;
      const filled = [...new FormData(form)].filter(([, value]) => value);
      const address = `${form.getAttribute("action")}?${new URLSearchParams(filled)}`;
      const reply = await fetch(address);
      if (!reply.ok || turn !== asked) return;
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      for (const part of ["[data-results]", ".count"]) {
        document.querySelector(part)?.replaceChildren(...page.querySelector(part).childNodes);
      }
      history.replaceState(null, "", address);
    });
  }
};

/* What a button copies: the text of an address, or with `data-link` the address itself. */
const copied = (selector, textOf, told) => {
  const button = document.querySelector(selector);
  if (!button || !navigator.clipboard) return;
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    await navigator.clipboard.writeText(await textOf(button));
    status.textContent = told;
  });
};

/* Over a link to a place in a filing, that place; away from it, nothing. */
const peeks = () => {
  const box = document.createElement("div");
  box.className = "peek paper";
  box.setAttribute("aria-hidden", "true");
  box.hidden = true;
  let over = null;
  const leave = () => { over = null; box.hidden = true; };
  document.body.append(box);
  document.addEventListener("pointerover", async ({ target, pointerType }) => {
    const link = target.closest?.("main a[href^='/filings/'][href*='page=']");
    if (link === over || pointerType !== "mouse") return;
    leave();
    if (!link || link.closest(".paper, .pages")) return;
    over = link;
    await new Promise((next) => { setTimeout(next, 350); });
    if (over !== link) return;
    const { pathname, searchParams } = new URL(link.href);
    const page = searchParams.get("page");
    searchParams.delete("page");
    const at = link.getBoundingClientRect();
    const below = innerHeight - at.bottom > at.top;
    box.style.setProperty("top", below ? `${at.bottom + 6}px` : "auto");
    box.style.setProperty("bottom", below ? "auto" : `${innerHeight - at.top + 6}px`);
    box.style.setProperty("left", `${Math.max(8, Math.min(at.left, innerWidth - 620))}px`);
    box.hidden = false;
    await load(box, `${pathname}/pages/${page}?${searchParams}`);
  });
  addEventListener("keydown", ({ key }) => { if (key === "Escape") leave(); });
  addEventListener("scroll", leave, { passive: true });
};

/* The questions of this tab, which are suggested again while one types. */
const remembered = () => {
  const asked = document.querySelector("#answer");
  if (!asked) return;
  const address = location.pathname + location.search;
  const before = JSON.parse(sessionStorage.getItem("asked") || "[]").filter(([known]) => known !== address);
  const query = document.querySelector(".query");
  const label = query && document.querySelector(".changed") ? query.textContent : asked.textContent;
  sessionStorage.setItem("asked", JSON.stringify([[address, label], ...before.slice(0, 29)]));
};

/* How far long work is, until it is done: then its page tells what came of it. */
const jobs = async () => {
  const job = document.querySelector("[data-job]");
  if (!job) return;
  const [bar, far, line] = ["progress", ".far", ".line"].map((one) => job.querySelector(one));
  for (;;) {
    await new Promise((next) => { setTimeout(next, 400); });
    const reply = await fetch(job.dataset.job).catch(() => null);
    if (!reply) {
      line.textContent = "The server does not answer; this page goes on when it is back.";
      continue;
    }
    if (!reply.ok) break;
    const state = await reply.json();
    if (state.finished) break;
    if (state.of) {
      bar.max = state.of;
      bar.value = state.done;
      far.textContent = `${state.done} of ${state.of}`;
    }
    line.textContent = state.line;
  }
  location.reload();
};

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea");
  const field = document.querySelector("input[type=search]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && field) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

papers();
forms();
live();
copied("#copy", async (button) => (await fetch(button.href)).text(), "Copied with its sources");
copied("[data-link]", (button) => button.href, "Link copied");
remembered();
jobs();
peeks();
