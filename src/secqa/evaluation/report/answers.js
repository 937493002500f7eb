// A question unfolded: its gold answer, and what one setting or two beside each other answered.

function passage(one, number) {
  return make("li",
    make("span.quiet", `${number ? `[${number}] ` : ""}${text(one.doc)}, page ${one.page}`,
      one.section ? `, ${one.section}` : "", text(one.heading) ? `, “${text(one.heading)}”` : ""),
    make("blockquote.words", text(one.text)));
}

const passages = (found) => make("ul.plain", ...found.map((one) => passage(one, 0)));

/** The gold answer and where it stands; passages too where no answer stands beside them. */
function gold(question, isAlone) {
  const facts = question.facts.map((fact) => make("li",
    `${fact.what}: `, make("strong", fact.value), ` in ${text(fact.doc)}`,
    ...fact.places.map(([page, grade, quote]) => make("blockquote",
      make("span.quiet", `page ${page}${grade === 2 ? ", statement" : ""}: `), text(quote)))));
  const inWords = question.passages.length > 0;
  return [
    make("p", ...(inWords ? [] : ["Gold answer: ", make("strong", text(question.gold)), " "]),
      make("small", question.complexity)),
    ...(inWords && isAlone ? [make("h3", "Gold passage"), passages(question.passages)] : []),
    facts.length ? fold(`Evidence (${facts.length})`, () => [make("ul.plain", ...facts)]) : "",
    text(question.program) ? fold("Gold program", () => [program(text(question.program))]) : "",
  ].filter((child) => child !== "");
}

function reading(one, question) {
  return make("li",
    text(one.asked) === question.text ? "" : make("div", text(one.asked) || "value"),
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

/** What a setting said in words: the passages as printed, and what a model wrote about them. */
function told(one) {
  if (!one.passages.length) return [];
  const cited = make(one.explained ? "ol.plain" : "ul.plain",
    ...one.passages.map((found, place) => passage(found, one.explained ? place + 1 : 0)));
  return [
    one.explained ? make("p.words", text(one.value)) : "",
    make("h3", one.explained ? "Passages it cites" : "Passages of the answer"),
    cited,
    ...one.notes.map((note) => make("p.quiet", text(note))),
  ];
}

function answer(question, one) {
  if (!one) return [make("p.quiet", "This question has no answer in this run.")];
  const gold = one.pages.filter((page) => page[2]).length;
  const sign = one.right ? "✓" : "✗";
  const inWords = one.passages.length > 0;
  return [
    make("p", make(one.right ? "strong.right" : "strong.wrong",
      inWords ? `${sign} ${one.right ? "right" : "wrong"}` : `${sign} ${text(one.value)}`),
    make("small", ` ${one.sure ? `${Math.round(100 * one.sure)}% sure, ` : ""}${one.calls} calls, ${one.seconds} s`)),
    one.right ? "" : make("p", "Why: ", make("strong", one.cause),
      text(one.lost) ? ` of ${text(one.lost)}` : ""),
    text(one.judged) ? make("p.quiet", `Judge: ${text(one.judged)}`) : "",
    text(one.error) ? make("p.wrong", text(one.error)) : "",
    ...told(one),
    ...(one.readings.length ? [make("h3", `Values read (${one.readings.length})`),
      make("ul.plain", ...one.readings.map((found) => reading(found, question)))] : []),
    text(one.program) ? fold("Program", () => [program(text(one.program))]) : "",
    fold(`Pages retrieved (${one.pages.length}, ★ ${gold} with evidence)`, () => retrieved(one.pages)),
  ];
}

/** One setting at a time, with the pages it read; a gold passage beside what was answered. */
function oneByOne(question, first) {
  const names = data.settings.map((name, setting) => {
    const one = question.answers[setting];
    return `${one ? (one.right ? "✓ " : "✗ ") : ""}${name}`;
  });
  return tabs("Settings", names, first, (setting) => {
    const one = question.answers[setting];
    const shown = answer(question, one);
    const beside = question.passages.length
      ? [columns([["Gold passage", [passages(question.passages)]], ["Answer", shown]])]
      : shown;
    return [...beside, evidencePages(question, [one])];
  });
}

/** Parts beside each other: [title, what is in it]. */
function columns(parts) {
  return make("div.sides", ...parts.map(([title, content]) =>
    make("section", make("h3", title), ...content.filter((child) => child !== ""))));
}

/** Two settings beside each other, with the pages that either read. */
function sideBySide(question, settings) {
  const answers = settings.map((setting) => question.answers[setting]);
  return [
    columns(settings.map((setting, place) => [data.settings[setting], answer(question, answers[place])])),
    evidencePages(question, answers),
  ];
}

function unfold(question, settings) {
  const areTwo = settings.length > 1;
  const answers = areTwo ? sideBySide(question, settings) : oneByOne(question, settings[0]);
  return make("div.body", ...gold(question, areTwo), ...answers);
}
