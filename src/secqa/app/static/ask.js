/* Names of companies, suggested by the server while one types, where there are too many to list. */
"use strict";

const names = document.querySelector("datalist[data-names]");

const suggestNames = async (text) => {
  const companies = (await suggestions(text)).filter(({ kind }) => kind === "Company");
  names.replaceChildren(...companies.map(({ name, detail }) => {
    const option = document.createElement("option");
    option.value = name;
    option.label = detail;
    return option;
  }));
};

if (names) {
  for (const field of document.querySelectorAll(`input[list="${names.id}"]`)) {
    field.addEventListener("input", () => {
      if (field.value.length >= LEAST_LETTERS) suggestNames(field.value);
    });
  }
}
