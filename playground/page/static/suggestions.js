// The list above the composer: commands, choices, members, what the bot suggests.

import { element, freshId } from "./elements.js";

export class Suggestions {
  constructor() {
    this.id = freshId("suggestions");
    this.title = element("div", { class: "suggestions-title" });
    this.list = element("ul", { id: this.id, role: "listbox", "aria-label": "Suggestions" });
    this.root = element("div", { class: "suggestions", hidden: true }, this.title, this.list);
    this.active = -1;
    this.entries = [];
    // The composer keeps the focus when an entry is pressed.
    this.root.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /**
   * Show entries `{name, description, pick}` for an input. `title` is nodes or text above them;
   * with `leads` the first entry is marked, so that Enter takes it.
   */
  show(input, title, entries, { leads = false, note = null } = {}) {
    this.release();
    this.input = input;
    this.entries = entries;
    this.title.replaceChildren(...[title].flat());
    this.rows = entries.map((entry, index) => this.row(entry, index));
    this.list.replaceChildren(...this.rows);
    if (note) this.list.append(element("li", { class: "suggestions-note", role: "presentation" }, note));
    this.root.hidden = false;
    input.setAttribute("aria-controls", this.id);
    input.setAttribute("aria-expanded", "true");
    this.mark(leads && entries.length ? 0 : -1);
  }

  hide() {
    this.release();
    this.root.hidden = true;
    this.entries = [];
    this.active = -1;
  }

  release() {
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  row(entry, index) {
    const made = element(
      "li",
      { id: `${this.id}-${index}`, role: "option", "aria-selected": "false" },
      element("span", { class: "suggestion-name" }, entry.name),
      entry.description ? element("span", { class: "suggestion-note" }, entry.description) : null,
    );
    made.addEventListener("click", () => entry.pick());
    made.addEventListener("pointermove", () => this.active === index || this.mark(index, false));
    return made;
  }

  mark(index, scrolls = true) {
    this.rows?.[this.active]?.setAttribute("aria-selected", "false");
    this.active = index;
    const row = this.rows?.[index];
    if (!row) return;
    row.setAttribute("aria-selected", "true");
    if (scrolls) row.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", row.id);
  }

  /** Move the mark up or down; return whether a list is open. */
  step(by) {
    if (this.root.hidden || !this.entries.length) return false;
    const start = this.active < 0 && by < 0 ? 0 : this.active;
    this.mark((start + by + this.entries.length) % this.entries.length);
    return true;
  }

  /** Take the marked entry; return whether there was one. */
  take() {
    const entry = this.root.hidden ? undefined : this.entries[this.active];
    entry?.pick();
    return Boolean(entry);
  }
}
