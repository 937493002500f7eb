"use strict";
// Elements, and the data of the page. Every text goes in as text, never as markup.

/** What the page shows, once it is unpacked. */
let data;
const text = (place) => data.texts[place];
const field = (name) => document.getElementById(`by-${name}`);

/** The JSON in a script element, which is compressed and in base64. */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** make("p.quiet", "text", child, ...): an element with classes and children. */
function make(kind, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  element.append(...children.filter((child) => child !== "" && child !== null));
  return element;
}

/** A part that unfolds; what is in it is made when it is first opened. */
function fold(title, content) {
  const element = make("details", make("summary", title));
  element.addEventListener("toggle", () => {
    if (element.open && element.childElementCount === 1) element.append(...content());
  });
  return element;
}

/** Buttons of which one is chosen, and a panel that shows what it stands for; arrows move. */
function tabs(label, names, first, show) {
  const panel = make("div");
  panel.setAttribute("role", "tabpanel");
  const bar = make("div.tabs");
  bar.setAttribute("role", "tablist");
  bar.setAttribute("aria-label", label);
  const buttons = names.map((name, place) => {
    const button = make("button", name);
    button.type = "button";
    button.setAttribute("role", "tab");
    button.addEventListener("click", () => choose(place));
    return button;
  });
  function choose(place) {
    buttons.forEach((button, other) => {
      button.setAttribute("aria-selected", other === place);
      button.tabIndex = other === place ? 0 : -1;
    });
    panel.setAttribute("aria-label", names[place]);
    panel.replaceChildren(...show(place).filter((child) => child !== ""));
  }
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const place = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    choose(place);
    buttons[place].focus();
  });
  bar.append(...buttons);
  choose(first);
  return [bar, panel];
}

const TOKEN = /(#[^\n]*)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\b(from|import|for|in|if|elif|else|def|return|with|as|while|and|or|not|lambda|None|True|False|try|except|raise)\b|\b(\d[\d_.]*)\b/g;

/** A program with its words, texts and numbers told apart. */
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
