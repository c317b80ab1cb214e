// A modal: a form that the bot opened, filled in and sent.

import { avatar, element, freshId } from "./elements.js";
import { blocks } from "./markdown.js";
import { makeMenu, optionsOf } from "./menu.js";

const LABEL = 18;

/** Show a form over the page; `send` gets the values and returns what is wrong, or null. */
export function showForm(form, scene, send) {
  const fields = new Map();
  const wrong = element("p", { class: "failure", role: "alert" });
  const submit = element("button", { type: "submit", class: "button is-primary" }, "Submit");
  const cancel = element("button", { type: "button", class: "button is-secondary" }, "Cancel");
  const title = element("h2", { id: freshId("form") }, form.title);
  // Two people share the page, so the form names its user.
  const me = scene.seat.person(scene.seat.me);
  const who = element("p", { class: "form-who" }, avatar(me), me.name);
  const inside = form.components.flatMap((part) => layOutPart(part, scene, fields));
  const filled = element("form", { novalidate: true }, title, who, inside, wrong, element("div", { class: "row is-end" }, cancel, submit));
  const dialog = element("dialog", { class: "form", "aria-labelledby": title.id }, filled);
  cancel.addEventListener("click", () => dialog.close());
  let isSent = false;
  const opener = document.activeElement;
  const pane = opener?.closest(".pane");
  const isPublic = pane && opener.closest(".message:not(.is-private)");
  const message = opener?.closest("[data-id]")?.dataset.id;
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The answer to a form of a board is at the end of the chat, so focus the composer right below it.
    if (isSent && isPublic) pane.querySelector(".composer textarea").focus({ preventScroll: true });
    // The message that opened the form may have been drawn again, which would lose the focus.
    else if (message && !opener.isConnected) pane.querySelector(`[data-id="${message}"]`)?.focus({ preventScroll: true });
  });
  filled.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const values = Object.fromEntries([...fields].map(([id, read]) => [id, read()]).filter(([, value]) => value !== null));
    const problem = await send(values);
    submit.disabled = false;
    wrong.textContent = problem ?? "";
    if (problem) return;
    isSent = true;
    dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function layOutPart(part, scene, fields) {
  if (part.type === LABEL) return [labelled(part.component, part.label, part.description, scene, fields)];
  if (part.type === 1) return part.components.map((inside) => labelled(inside, inside.label, null, scene, fields));
  return blocks(part.content ?? "", scene.words);
}

function labelled(part, label, description, scene, fields) {
  const isRequired = part.required !== false && part.type !== 23;
  const id = freshId("field");
  const name = [label, isRequired ? element("span", { class: "required", "aria-hidden": "true" }, " *") : null];
  const [control, read] = makeControl(part, id, label, scene);
  fields.set(part.custom_id, read);
  const isGroup = part.type === 21 || part.type === 22;
  return element(
    isGroup ? "fieldset" : "div",
    { class: "field" },
    element(isGroup ? "legend" : "label", isGroup ? {} : { for: id }, name),
    description ? element("p", { class: "small" }, description) : null,
    control,
  );
}

/** The control of a field, and a function that reads it; null leaves the field as it was. */
function makeControl(part, id, label, scene) {
  switch (part.type) {
    case 4: {
      const made = element(part.style === 2 ? "textarea" : "input", {
        id,
        placeholder: part.placeholder,
        minlength: part.min_length,
        maxlength: part.max_length ?? 4000,
        required: part.required !== false,
        rows: part.style === 2 ? 4 : undefined,
      });
      made.value = part.value ?? "";
      return [made, () => made.value];
    }
    case 21:
    case 22:
      return group(part, id);
    case 23: {
      const made = element("input", { id, type: "checkbox" });
      made.checked = Boolean(part.default);
      return [made, () => made.checked];
    }
    case 19:
      return [element("p", { id, class: "small" }, "This page can't attach files."), () => null];
    default: {
      const most = part.max_values ?? 1;
      const least = part.required === false ? 0 : (part.min_values ?? 1);
      const menu = makeMenu({ label: part.placeholder ?? label, options: optionsOf(part, scene.seat), least, most });
      menu.root.querySelector("button").id = id;
      return [menu.root, menu.values];
    }
  }
}

function group(part, name) {
  const kind = part.type === 21 ? "radio" : "checkbox";
  const inputs = part.options.map((option) => {
    const input = element("input", { type: kind, name, value: option.value });
    input.checked = Boolean(option.default);
    return [input, option];
  });
  const rows = inputs.map(([input, option]) =>
    element(
      "label",
      { class: "choice" },
      input,
      element("span", {}, option.label, option.description ? element("span", { class: "menu-note" }, option.description) : null),
    ),
  );
  return [element("div", { class: "choices" }, rows), () => inputs.filter(([input]) => input.checked).map(([input]) => input.value)];
}
