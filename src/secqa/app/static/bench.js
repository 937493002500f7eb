/* One key for each decision and for going on; whoever types a text is left alone. */
"use strict";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "e") {
    const edit = document.getElementById("edit");
    if (!edit) return;
    event.preventDefault();
    edit.open = true;
    const text = edit.querySelector("textarea");
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
    return;
  }
  const wanted = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (wanted) {
    event.preventDefault();
    wanted.click();
  }
});
