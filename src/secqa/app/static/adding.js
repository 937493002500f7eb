/* Files and folders dropped, what was chosen and how much it is. Without this the fields of the form
   do the same. `status` is that of app.js. */
"use strict";

{
  const form = document.querySelector(".ways form[enctype]");
  const drop = form.querySelector(".drop");
  const chosen = form.querySelector(".chosen");
  const told = document.getElementById("told");
  const most = { files: +form.dataset.mostFiles, bytes: +form.dataset.mostBytes };
  const send = form.querySelector("button:not([type])");
  const clear = form.querySelector("button[type=button]");
  let files = [];

  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

  const say = (error) => {
    told.textContent = error;
    told.hidden = !error;
  };

  const take = (more) => {
    const known = new Set(files.map(([name]) => name));
    files = [...files, ...more.filter(([name]) => !known.has(name) && !name.split("/").pop().startsWith("."))];
    show();
  };

  /* What was chosen, and whether it can be sent. */
  const show = () => {
    const bytes = files.reduce((sum, [, file]) => sum + file.size, 0);
    const names = files.slice(0, 3).map(([name]) => name).join(", ");
    const others = files.length > 3 ? ` and ${files.length - 3} more` : "";
    chosen.textContent = files.length ? `${names}${others}: ${megabytes(bytes)}` : "";
    clear.hidden = !files.length;
    const over = files.length > most.files || bytes > most.bytes;
    send.disabled = over;
    say(over
      ? `These are ${files.length} files of ${megabytes(bytes)}; send up to ${most.files} files and ${megabytes(most.bytes)} at once.`
      : "");
  };

  /* A folder gives its entries a hundred at a time. */
  const entries = async (folder) => {
    const reader = folder.createReader();
    const found = [];
    for (;;) {
      const some = await new Promise((done, fail) => { reader.readEntries(done, fail); });
      if (!some.length) return found;
      found.push(...some);
    }
  };

  const within = async (entry) => {
    if (entry.isFile) {
      const file = await new Promise((done, fail) => { entry.file(done, fail); });
      return [[entry.fullPath.replace(/^\//, ""), file]];
    }
    const parts = [];
    for (const one of await entries(entry)) {
      parts.push(...await within(one));
      if (parts.length > most.files) break;
    }
    return parts;
  };

  const dropped = async (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    // What is dropped can be asked for only now: as entries, which folders are, or as plain files.
    const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
    const roots = items.map((one) => [one.webkitGetAsEntry(), one.getAsFile()]);
    try {
      for (const [root, file] of roots) take(root ? await within(root) : [[file.name, file]]);
    } catch (error) {
      say(`Not read: ${error.message}`);
    }
  };

  const sending = async (body) => {
    status.textContent = "Sending…";
    const reply = await fetch(form.action, { method: "POST", body }).catch(() => null);
    status.textContent = "";
    if (reply?.ok) {
      location = reply.url;
      return;
    }
    send.disabled = false;
    const page = new DOMParser().parseFromString(reply ? await reply.text() : "", "text/html");
    say(page.getElementById("told")?.textContent || "The files could not be sent; try again.");
  };

  form.classList.add("scripted");
  form.querySelector(".hint").hidden = false;
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", dropped);
  /* A file dropped beside would be opened in place of the page. */
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => event.preventDefault());
  for (const field of form.querySelectorAll("[type=file]")) {
    field.addEventListener("change", () => {
      take([...field.files].map((file) => [file.webkitRelativePath || file.name, file]));
      field.value = "";
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!files.length) {
      say("Choose files, or drop them.");
      return;
    }
    const body = new FormData(form);
    body.delete("files");
    for (const [name, file] of files) body.append("files", file, name);
    send.disabled = true;
    sending(body);
  });
  clear.addEventListener("click", () => { files = []; show(); });
  addEventListener("pageshow", () => { send.disabled = false; });
}
