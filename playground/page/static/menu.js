// A select menu: a button that opens a list of options, in messages and in forms.

import { element, freshId } from "./elements.js";

/**
 * `options` are `{label, value, description, isDefault}`. With at most one choice, `onChoose` is
 * called at once, with `[value]` or, if the choice was undone, with `[]`; with several choices, when
 * the list closes and the choice has changed. After its message is drawn again, the menu gets the
 * focus back by its `customId`.
 */
export function makeMenu({ label, options, customId, least = 1, most = 1, disabled = false, onChoose }) {
  const chosen = new Set(options.filter((option) => option.isDefault).map((option) => option.value));
  const listId = freshId("menu");
  const face = element("span", { class: "menu-face" });
  const button = element(
    "button",
    { type: "button", class: "menu-button", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": listId, disabled, data: customId ? { customId } : {} },
    face,
    element("span", { class: "menu-arrow", "aria-hidden": "true" }, "▾"),
  );
  const list = element("div", { id: listId, class: "menu-list", role: "listbox", "aria-label": label, hidden: true });
  if (most > 1) list.setAttribute("aria-multiselectable", "true");
  const entries = options.map((option) => entry(option));
  list.append(...entries);
  const root = element("div", { class: "menu" }, button, list);
  root.style.setProperty("--rows", String(options.length));
  let before = "";

  function entry(option) {
    const words = element("span", { class: "menu-words" }, element("span", {}, option.label));
    if (option.description) words.append(element("span", { class: "menu-note" }, option.description));
    const made = element("button", { type: "button", role: "option", tabindex: "-1" }, words);
    made.addEventListener("click", () => pick(option.value));
    return made;
  }

  function draw() {
    const labels = options.filter((option) => chosen.has(option.value)).map((option) => option.label);
    face.textContent = labels.join(", ") || label;
    face.classList.toggle("is-empty", labels.length === 0);
    button.setAttribute("aria-label", labels.length ? `${label}: ${labels.join(", ")}` : label);
    options.forEach((option, index) => {
      entries[index].setAttribute("aria-selected", String(chosen.has(option.value)));
    });
  }

  function pick(value) {
    if (most === 1) {
      // A choice can be undone if none is required, as in Discord.
      const back = least === 0 && chosen.has(value);
      chosen.clear();
      if (!back) chosen.add(value);
      // A hidden option cannot keep the focus.
      button.focus();
      close();
    } else if (chosen.has(value)) {
      chosen.delete(value);
    } else if (chosen.size < most) {
      chosen.add(value);
    }
    draw();
    if (most === 1) onChoose?.([...chosen]);
  }

  function open() {
    before = [...chosen].sort().join();
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    (entries.find((each) => each.getAttribute("aria-selected") === "true") ?? entries[0])?.focus();
    list.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    const changed = [...chosen].sort().join() !== before;
    if (most > 1 && changed && chosen.size >= least) onChoose?.([...chosen]);
  }

  button.addEventListener("click", () => (list.hidden ? open() : close()));
  root.addEventListener("focusout", (event) => root.contains(event.relatedTarget) || close());
  root.addEventListener("keydown", (event) => {
    const at = entries.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      button.focus();
      close();
    } else if (step && !list.hidden) {
      event.preventDefault();
      entries[(at + step + entries.length) % entries.length].focus();
    } else if (step) {
      event.preventDefault();
      open();
    }
  });
  draw();
  return { root, values: () => [...chosen] };
}

const PEOPLE = 5;
const ROLES = 6;
const EITHER = 7;
const PLACES = 8;

/** The options of a select: its own, or the people, roles or channels it offers. */
export function optionsOf(part, seat) {
  const server = seat.find()?.server;
  const defaults = new Set((part.default_values ?? []).map((each) => each.id));
  const thing = (id, label) => ({ label, value: id, description: null, isDefault: defaults.has(id) });
  const people = () => seat.members().map((person) => thing(person.id, person.name));
  const roles = () => (server?.roles ?? []).map((role) => thing(role.id, `@${role.name.replace(/^@/, "")}`));
  switch (part.type) {
    case PEOPLE:
      return people();
    case ROLES:
      return roles();
    case EITHER:
      return [...people(), ...roles()];
    case PLACES:
      return (server?.channels ?? []).map((channel) => thing(channel.id, `# ${channel.name}`));
    default:
      return part.options.map((option) => ({
        label: option.label,
        value: option.value,
        description: option.description,
        isDefault: Boolean(option.default),
      }));
  }
}
