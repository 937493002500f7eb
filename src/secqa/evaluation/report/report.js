"use strict";
// The list of questions: filtered, a hundred at a time, each unfolding to what the server rendered.
(async () => {
  /** The JSON in a script element, which is compressed and in base64. */
  async function unpacked(id) {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  /** make("p.quiet", "text", child, ...): an element with classes and children; texts stay texts. */
  function make(kind, ...children) {
    const [tag, ...classes] = kind.split(".");
    const element = document.createElement(tag);
    if (classes.length) element.className = classes.join(" ");
    element.append(...children);
    return element;
  }

  const field = (name) => document.getElementById(`by-${name}`);
  const BATCH = 100;
  const list = document.getElementById("list");
  const count = document.getElementById("count");
  const more = document.getElementById("more");
  let found = [];

  /** The setting that is shown, and the one beside it where one is chosen. */
  function chosen() {
    const beside = field("beside").value;
    return [Number(field("setting").value), ...(beside === "" ? [] : [Number(beside)])];
  }

  const outcomeOf = (one) => (one ? (one.right ? "right" : "wrong") : "quiet");
  const signOf = (one) => (one ? (one.right ? "✓" : "✗") : "–");

  function signs(answers) {
    return make("span.signs", ...answers.map((one) => {
      const sign = make(`span.outcome.${outcomeOf(one)}`, signOf(one));
      sign.setAttribute("role", "img");
      sign.setAttribute("aria-label", one ? outcomeOf(one) : "no answer");
      return sign;
    }));
  }

  function marks(question) {
    const rights = question.answers.filter((one) => one && one.right).length;
    const element = make("span.marks", ...question.answers.map((one, place) => {
      const mark = make(`i.${outcomeOf(one)}`);
      mark.title = `${data.settings[place]}: ${one ? (one.right ? "right" : one.cause) : "no answer"}`;
      return mark;
    }));
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `right in ${rights} of ${question.answers.length} settings`);
    return element;
  }

  /** What two settings said, in a line each. */
  function said(question, settings) {
    return settings.map((setting) => {
      const one = question.answers[setting];
      const value = one ? one.value.slice(0, 160) || "—" : "no answer";
      return make("span.under", make("span.quiet", `${data.settings[setting]}: `),
        make(`span.${outcomeOf(one)}`, `${signOf(one)} ${value}`));
    });
  }

  function row(question) {
    const settings = chosen();
    const answers = settings.map((setting) => question.answers[setting]);
    const [one] = answers;
    const under = make("span.under.quiet", question.type,
      one && !one.right ? ` · ${one.cause}` : "", ` · ${question.id}`);
    const element = make("details", make("summary", signs(answers), make("span", question.text), marks(question),
      ...(settings.length > 1 ? said(question, settings) : []), under));
    element.id = question.id;
    element.addEventListener("toggle", () => {
      if (element.open && element.childElementCount === 1) unfold(element, question, settings);
    });
    return element;
  }

  /** The body of a question: the chosen settings open, two of them beside each other. */
  function unfold(element, question, settings) {
    element.insertAdjacentHTML("beforeend", question.body);
    element.querySelector(".settings").classList.toggle("sides", settings.length > 1);
    for (const one of element.querySelectorAll("[data-setting]")) {
      one.open = settings.includes(Number(one.dataset.setting));
      one.hidden = settings.length > 1 && !one.open;
    }
    const read = settings.flatMap((setting) => question.answers[setting]?.read ?? []);
    const keys = new Set([...question.gold, ...read].map(([key]) => key).filter((key) => pages[key]));
    for (const key of keys) {
      const page = make("div.printed");
      page.tabIndex = 0;
      page.innerHTML = pages[key];
      const isGold = marked(page, key, question.gold, "gold");
      const isRead = marked(page, key, read, "read");
      const name = `${key.replace("#", ", page ")}${isGold ? " ★" : ""}${isRead ? " · read" : ""}`;
      const printed = make("details", make("summary", name), page);
      printed.open = !element.querySelector(".evidence").childElementCount;
      printed.addEventListener("toggle", () => page.querySelector(".gold, .read")?.scrollIntoView({ block: "nearest" }));
      element.querySelector(".evidence").append(printed);
    }
  }

  /** Marks the cells and lines of a page as gold or as read; whether there were any. */
  function marked(page, key, places, kind) {
    const own = places.filter(([other]) => other === key);
    for (const [, at] of own) page.querySelector(`[data-at="${at}"]`)?.classList.add(kind);
    return own.length > 0;
  }

  /** Whether answers are not the same: by being right or not, else by what they say. */
  function differ(answers) {
    const [first, ...others] = answers;
    return others.some((one) => !one !== !first || (one && (one.right !== first.right || one.value !== first.value)));
  }

  function isShown(question, outcome) {
    const settings = chosen();
    const answers = settings.map((setting) => question.answers[setting]);
    const [one, other] = answers;
    if (outcome === "differ") return differ(settings.length > 1 ? answers : question.answers);
    if (outcome === "better") return Boolean(one?.right && other && !other.right);
    if (outcome === "worse") return Boolean(one && !one.right && other?.right);
    if (outcome === "right") return Boolean(one?.right);
    if (outcome === "wrong") return Boolean(one && !one.right);
    if (outcome.startsWith("cause:")) return Boolean(one && one.cause === outcome.slice(6));
    return true;
  }

  function fits(question) {
    if (!isShown(question, field("outcome").value)) return false;
    if (field("type").value && question.type !== field("type").value) return false;
    const words = field("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    return words.every((word) => question.find.includes(word));
  }

  function options(select, pairs) {
    select.replaceChildren(...pairs.map(([value, label]) => {
      const option = make("option", label);
      option.value = value;
      return option;
    }));
  }

  /** Outcomes to choose from; with a second setting also where the two differ. */
  function outcomes() {
    const before = field("outcome").value;
    const causes = new Set(data.questions.flatMap((question) =>
      question.answers.filter((one) => one && !one.right).map((one) => one.cause)));
    const both = chosen().length > 1;
    options(field("outcome"), [["", "all"],
      ...(data.settings.length > 1 ? [["differ", both ? "where these two differ" : "where settings differ"]] : []),
      ...(both ? [["better", "only the first right"], ["worse", "only the second right"]] : []),
      ["right", "right"], ["wrong", "wrong"],
      ...[...causes].sort().map((cause) => [`cause:${cause}`, `wrong: ${cause}`])]);
    field("outcome").value = before;
    if (field("outcome").selectedIndex < 0) field("outcome").value = "";
  }

  function grow() {
    const there = list.childElementCount;
    list.append(...found.slice(there, there + BATCH).map(row));
    const left = found.length - list.childElementCount;
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(BATCH, left)} more of ${left}`;
  }

  function refresh() {
    found = data.questions.filter(fits);
    list.replaceChildren();
    grow();
    const [one, other] = chosen();
    const only = (first, second) => data.questions.filter((question) =>
      question.answers[first]?.right && question.answers[second] && !question.answers[second].right).length;
    count.textContent = `${found.length} of ${data.questions.length}`
      + (other === undefined ? "" : `; only the first right ${only(one, other)}, only the second ${only(other, one)}`);
  }

  /** A link to a question (#its id) opens it, however far down it stands. */
  function openLinked() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!data.questions.some((question) => question.id === id)) return;
    if (!found.some((question) => question.id === id)) {
      field("outcome").value = field("type").value = field("text").value = "";
      refresh();
    }
    while (!document.getElementById(id)) grow();
    const linked = document.getElementById(id);
    linked.open = true;
    linked.scrollIntoView();
  }

  if (!("DecompressionStream" in window)) {
    count.textContent = "This browser cannot unpack the questions; open the report with one of 2023 or later.";
    return;
  }
  const [data, pages] = await Promise.all([unpacked("details"), unpacked("pages")]);
  const settings = data.settings.map((name, place) => [place, name]);
  options(field("setting"), settings);
  options(field("beside"), [["", "none"], ...settings]);
  options(field("type"), [["", "all"],
    ...[...new Set(data.questions.map((question) => question.type))].map((type) => [type, type])]);
  field("setting").value = data.best;
  outcomes();
  for (const name of ["setting", "outcome", "type"]) field(name).addEventListener("change", refresh);
  field("beside").addEventListener("change", () => {
    outcomes();
    field("outcome").value = field("beside").value === "" ? "" : "differ";
    refresh();
  });
  field("text").addEventListener("input", refresh);
  more.addEventListener("click", grow);
  document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", openLinked);
  refresh();
  openLinked();
})();
