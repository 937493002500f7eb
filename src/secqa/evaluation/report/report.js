"use strict";
// Fills the list of questions from the JSON above. Every text goes in as text, never as markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = (place) => data.texts[place];
  const field = (name) => document.getElementById(`by-${name}`);
  const list = document.getElementById("list");

  /** make("p.quiet", "text", child, ...): an element with classes and children. */
  function make(kind, ...children) {
    const [tag, ...classes] = kind.split(".");
    const element = document.createElement(tag);
    if (classes.length) element.className = classes.join(" ");
    element.append(...children.filter((child) => child !== "" && child !== null));
    return element;
  }

  const TOKEN = /(#[^\n]*)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\b(from|import|for|in|if|elif|else|def|return|with|as|while|and|or|not|lambda|None|True|False|try|except|raise)\b|\b(\d[\d_.]*)\b/g;

  function program(source) {
    const code = make("code");
    let end = 0;
    for (const match of source.matchAll(TOKEN)) {
      code.append(source.slice(end, match.index));
      const kind = match[1] ? "c" : match[2] ? "t" : match[3] ? "k" : "n";
      code.append(make(`span.${kind}`, match[0]));
      end = match.index + match[0].length;
    }
    code.append(source.slice(end));
    const block = make("pre", code);
    block.tabIndex = 0;
    return block;
  }

  function fold(title, ...children) {
    return make("details", make("summary", title), ...children);
  }

  function gold(question) {
    const facts = question.facts.map((fact) => make("li",
      `${fact.what}: `, make("strong", fact.value), ` in ${text(fact.doc)}`,
      ...fact.places.map(([page, grade, quote]) => make("blockquote",
        make("span.quiet", `page ${page}${grade === 2 ? ", statement" : ""}: `), text(quote)))));
    return [
      make("h3", "Gold answer"),
      make("p", make("strong", question.gold), " ", make("small", question.complexity)),
      fold(`Evidence (${question.facts.length})`, make("ul.plain", ...facts)),
      fold("Gold program", program(text(question.program))),
    ];
  }

  function reading(one) {
    return make("li",
      make("div", text(one.asked) || "value"),
      make(one.gold ? "strong.right" : "strong", one.value),
      one.gold ? " agrees with a required value" : "",
      one.page ? make("span.quiet", ` from ${text(one.doc)}, page ${one.page}`) : "",
      text(one.quote) ? make("blockquote", text(one.quote)) : "",
      text(one.why) ? make("div.quiet", text(one.why)) : "");
  }

  function retrieved(pages) {
    const documents = new Map();
    for (const [doc, page, grade] of pages) {
      if (!documents.has(doc)) documents.set(doc, []);
      documents.get(doc).push([page, grade]);
    }
    return [...documents].map(([doc, found]) => make("div",
      make("div.quiet", text(doc)),
      make("ul.pages", ...found.map(([page, grade]) =>
        grade ? make("li.gold", `${page} ★`) : make("li", `${page}`)))));
  }

  function answer(one) {
    if (!one) return [make("p.quiet", "This question has no answer in this run.")];
    const gold = one.pages.filter((page) => page[2]).length;
    return [
      make("p", make(one.right ? "strong.right" : "strong.wrong", `${one.right ? "✓" : "✗"} ${one.value}`),
        make("small", ` ${one.calls} calls, ${one.seconds} s`)),
      one.right ? "" : make("p", "Why: ", make("strong", one.cause),
        text(one.lost) ? ` of ${text(one.lost)}` : ""),
      text(one.judged) ? make("p.quiet", `Judge: ${text(one.judged)}`) : "",
      text(one.error) ? make("p.wrong", text(one.error)) : "",
      ...(text(one.program) ? [make("h3", "Program"), program(text(one.program))] : []),
      make("h3", `Values read (${one.readings.length})`),
      make("ul.plain", ...one.readings.map(reading)),
      make("h3", `Pages retrieved (${one.pages.length}, ★ ${gold} with evidence)`),
      ...retrieved(one.pages),
    ];
  }

  function unfold(question) {
    const place = Math.max(0, chosen());
    const panel = make("div");
    panel.setAttribute("role", "tabpanel");
    const tabs = make("div.tabs");
    tabs.setAttribute("role", "tablist");
    tabs.setAttribute("aria-label", "Settings");
    const buttons = data.settings.map((name, setting) => {
      const one = question.answers[setting];
      const button = make("button", `${one ? (one.right ? "✓ " : "✗ ") : ""}${name}`);
      button.type = "button";
      button.title = data.runs[setting];
      button.setAttribute("role", "tab");
      button.addEventListener("click", () => show(setting));
      return button;
    });
    function show(setting) {
      buttons.forEach((button, other) => button.setAttribute("aria-selected", other === setting));
      panel.replaceChildren(...answer(question.answers[setting]).filter((child) => child !== ""));
    }
    tabs.append(...buttons);
    show(place);
    return make("div.body", ...gold(question), make("h3", "Answers"), tabs, panel);
  }

  function row(question) {
    const setting = chosen();
    const one = question.answers[setting];
    const outcome = one ? (one.right ? "right" : "wrong") : "quiet";
    const marks = make("span.marks", ...question.answers.map((other, place) => {
      const mark = make(`i.${other ? (other.right ? "right" : "wrong") : "quiet"}`);
      mark.title = `${data.settings[place]}: ${other ? (other.right ? "right" : other.cause) : "no answer"}`;
      return mark;
    }));
    marks.setAttribute("role", "img");
    const rights = question.answers.filter((other) => other && other.right).length;
    marks.setAttribute("aria-label", `right in ${rights} of ${question.answers.length} settings`);
    const sign = make(`span.outcome.${outcome}`, one ? (one.right ? "✓" : "✗") : "–");
    sign.setAttribute("aria-label", outcome);
    const under = make("span.under.quiet", question.type,
      one && !one.right ? ` · ${one.cause}` : "", ` · ${question.id}`);
    const element = make("details", make("summary", sign, make("span", question.text), marks, under));
    element.id = question.id;
    element.addEventListener("toggle", () => {
      if (element.open && element.childElementCount === 1) element.append(unfold(question));
    });
    return element;
  }

  function chosen() {
    return Number(field("setting").value);
  }

  function fits(question) {
    const one = question.answers[chosen()];
    const outcome = field("outcome").value;
    if (outcome === "right" && !(one && one.right)) return false;
    if (outcome === "wrong" && !(one && !one.right)) return false;
    if (outcome.startsWith("cause:") && !(one && one.cause === outcome.slice(6))) return false;
    if (field("type").value && question.type !== field("type").value) return false;
    const words = field("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return true;
    const within = [question.text, question.id, question.type,
      ...question.facts.flatMap((fact) => [fact.what, text(fact.doc)])].join(" ").toLowerCase();
    return words.every((word) => within.includes(word));
  }

  function options(select, pairs) {
    for (const [value, label] of pairs) {
      const option = make("option", label);
      option.value = value;
      select.append(option);
    }
  }

  function refresh() {
    const found = data.questions.filter(fits);
    list.replaceChildren(...found.map(row));
    document.getElementById("count").textContent = `${found.length} of ${data.questions.length}`;
  }

  const causes = new Set(data.questions.flatMap((question) =>
    question.answers.filter((one) => one && !one.right).map((one) => one.cause)));
  options(field("setting"), data.settings.map((name, place) => [place, name]));
  options(field("outcome"), [["", "all"], ["right", "right"], ["wrong", "wrong"],
    ...[...causes].sort().map((cause) => [`cause:${cause}`, `wrong: ${cause}`])]);
  options(field("type"), [["", "all"],
    ...[...new Set(data.questions.map((question) => question.type))].map((type) => [type, type])]);
  field("setting").value = data.best;
  for (const name of ["setting", "outcome", "type"]) field(name).addEventListener("change", refresh);
  field("text").addEventListener("input", refresh);
  document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
  refresh();

  /** A link to a question (#its id) opens it. */
  function openLinked() {
    const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (linked && linked.parentElement === list) {
      linked.open = true;
      linked.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", openLinked);
  openLinked();
})();
