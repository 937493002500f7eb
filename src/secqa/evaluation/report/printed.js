// Pages of reports as they are printed, with the gold cell and the cell that was read marked.

/** Unpacked when a question is first unfolded. */
let printed;
const pagesPrinted = () => (printed ??= unpacked("pages").then((found) => found.pages));

const FEWEST = 24; // Characters of a line that is told to stand in a passage; shorter ones are in many.

/** What stands on which page for a question: cells of gold facts, cells read, words of passages. */
function marksOf(question, answers) {
  const pages = new Map();
  const on = (doc, page) => {
    const key = `${text(doc)}#${page}`;
    if (!pages.has(key)) pages.set(key, { key, name: `${text(doc)}, page ${page}`, gold: [], read: [], words: [] });
    return pages.get(key);
  };
  for (const fact of question.facts) {
    for (const [page, , , ...cell] of fact.places) on(fact.doc, page).gold.push(cell);
  }
  for (const one of question.passages) on(one.doc, one.page).words.push(["gold", text(one.text)]);
  for (const answer of answers) {
    for (const one of answer?.readings ?? []) if (one.page) on(one.doc, one.page).read.push(one.cell);
    for (const one of answer?.passages ?? []) on(one.doc, one.page).words.push(["read", text(one.text)]);
  }
  return [...pages.values()];
}

function isAt(cells, index, row, column) {
  return cells.some((cell) => cell[0] === index && cell[1] === row && cell[2] === column);
}

/** Marks an element as gold, as read or as both, in colour and in words. */
function marked(element, gold, read) {
  if (!gold && !read) return element;
  if (gold) element.classList.add("gold");
  if (read) element.classList.add("read");
  const said = gold && read ? "gold, read" : gold ? "gold" : "read";
  element.append(make("span.said", said));
  return element;
}

function tablePrinted([index, headers, rows], marks) {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => {
      const kind = at < headers || column === 0 ? "th" : "td";
      return marked(make(kind, cell), isAt(marks.gold, index, at, column), isAt(marks.read, index, at, column));
    });
    return make("tr", ...cells);
  });
  const scroll = make("div.scroll", make("table",
    make("thead", ...lines.slice(0, headers)), make("tbody", ...lines.slice(headers))));
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "Table as printed");
  return marked(scroll, isAt(marks.gold, index, -1, -1), isAt(marks.read, index, -1, -1));
}

function elementPrinted(element, marks) {
  const [index, tag, content] = element;
  if (Array.isArray(content)) return tablePrinted(element, marks);
  const within = (kind) => content.length >= FEWEST
    && marks.words.some(([whose, words]) => whose === kind && words.includes(content));
  const named = (cells) => cells.some((cell) => cell[0] === index);
  const shown = make(tag === "li" ? "p.item" : tag === "small" ? "p.quiet" : tag, content);
  return marked(shown, named(marks.gold) || within("gold"), named(marks.read) || within("read"));
}

function pagePrinted([label, elements], marks) {
  const page = make("div.printed", ...elements.map((element) => elementPrinted(element, marks)));
  page.tabIndex = 0;
  page.setAttribute("role", "region");
  page.setAttribute("aria-label", `${marks.name}${label ? `, printed number ${label}` : ""}`);
  return page;
}

/** Scrolls a page to what is marked on it, without moving what is around it. */
function scrollToMark(page) {
  const mark = page.querySelector(".gold, .read");
  if (!mark) return;
  const table = mark.closest(".scroll");
  if (table) table.scrollLeft = mark.offsetLeft - table.clientWidth / 2;
  page.scrollTop += mark.getBoundingClientRect().top - page.getBoundingClientRect().top - page.clientHeight / 3;
}

/** The pages of a question as printed, one at a time; filled in when they are unpacked. */
function evidencePages(question, answers) {
  const holder = make("div");
  pagesPrinted().then((pages) => {
    const isGold = (one) => one.gold.length > 0 || one.words.some(([whose]) => whose === "gold");
    const isRead = (one) => one.read.length > 0 || one.words.some(([whose]) => whose === "read");
    const worth = (one) => 2 * isGold(one) + isRead(one);
    const there = marksOf(question, answers).filter((one) => pages[one.key]);
    there.sort((one, other) => worth(other) - worth(one));
    if (!there.length) return;
    const names = there.map((one) => `${one.name}${isGold(one) ? " ★" : ""}${isRead(one) ? " · read" : ""}`);
    holder.append(make("h3", "Pages as printed"),
      make("p.quiet", "★ gold evidence · read: what this answer was taken from."),
      ...tabs("Pages as printed", names, 0, (place) => {
        const page = pagePrinted(pages[there[place].key], there[place]);
        requestAnimationFrame(() => scrollToMark(page));
        return [page];
      }));
  });
  return holder;
}
