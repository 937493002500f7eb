/* Names of companies, suggested by the server while one types, where there are too many to list. */
"use strict";

const LEAST_LETTERS = 2;
const names = document.querySelector("datalist[data-src]");

const suggest = async (text) => {
  const reply = await fetch(`${names.dataset.src}?find=${encodeURIComponent(text)}`);
  if (!reply.ok) return;
  const options = (await reply.json()).map(([name, besides]) => {
    const option = document.createElement("option");
    option.value = name;
    option.label = besides;
    return option;
  });
  names.replaceChildren(...options);
};

if (names) {
  for (const field of document.querySelectorAll(`input[list="${names.id}"]`)) {
    field.addEventListener("input", () => {
      if (field.value.length >= LEAST_LETTERS) suggest(field.value);
    });
  }
}
