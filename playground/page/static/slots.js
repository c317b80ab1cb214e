// A command that is being filled in: a small field for each option.

import { fitting, KIND, offerFor, offersOf } from "./commands.js";
import { element } from "./elements.js";

const PAUSE = 100;

export class Slots {
  /** Calls `leave` to return to plain text, `send` to run the command. */
  constructor(command, { seat, suggestions, leave, send }) {
    this.command = command;
    this.seat = seat;
    this.suggestions = suggestions;
    this.leave = leave;
    this.send = send;
    this.slots = new Map();
    this.question = 0;
    this.more = element("span", { class: "slots-more" });
    this.fields = element("span", { class: "slots-fields" });
    this.root = element("div", { class: "slots" }, element("span", { class: "slots-name" }, `/${command.name}`), this.fields, this.more);
    for (const option of command.options) if (option.required) this.add(option);
    if (!this.slots.size && command.options.length) this.add(command.options[0]);
    this.drawMore();
  }

  /** Start with the text that was typed after the name of the command. */
  focus(rest = "") {
    const [first] = this.slots.values();
    if (!first) {
      this.root.tabIndex = 0;
      this.root.focus();
      this.suggestions.hide();
      return;
    }
    first.input.value = rest;
    this.fit(first);
    first.input.focus();
    this.part(first);
  }

  /** Move each typed `name: value` to its option, and the focus to the last one. */
  part(slot) {
    const names = this.command.options.map((option) => option.name).join("|");
    const [before, ...rest] = slot.input.value.split(new RegExp(`(?:^|\\s)(${names}):`, "u"));
    if (!rest.length) return;
    const found = [];
    for (let at = 0; at < rest.length; at += 2) found.push([rest[at], rest[at + 1].trim()]);
    slot.input.value = before;
    this.fit(slot);
    let last;
    for (const [name, value] of found) {
      last = this.slots.get(name) ?? this.add(this.command.options.find((option) => option.name === name));
      last.input.value = value;
      last.value = undefined;
      this.complain(last, "");
      this.fit(last);
    }
    this.drawMore();
    last.input.focus();
    this.suggest(last);
  }

  add(option) {
    const input = element("input", {
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": `${option.name}${option.required ? ", required" : ""}: ${option.description}`,
      autocomplete: "off",
      spellcheck: "false",
      data: { option: option.name },
    });
    const slot = { option, input, offers: offersOf(option, this.seat), value: undefined };
    slot.root = element("label", { class: "slot" }, element("span", { class: "slot-name", "aria-hidden": "true" }, option.name), input);
    this.slots.set(option.name, slot);
    this.fields.append(slot.root);
    input.addEventListener("focus", () => this.suggest(slot));
    input.addEventListener("blur", () => this.suggestions.hide());
    input.addEventListener("input", () => {
      slot.value = undefined;
      this.complain(slot, "");
      this.fit(slot);
      this.suggest(slot);
      this.part(slot);
    });
    input.addEventListener("keydown", (event) => this.pressed(event, slot));
    this.fit(slot);
    return slot;
  }

  drawMore() {
    const absent = this.command.options.filter((option) => !this.slots.has(option.name));
    this.more.replaceChildren(
      ...absent.map((option) => {
        const button = element("button", { type: "button", class: "slot-more", title: option.description }, `+ ${option.name}`);
        button.addEventListener("click", () => {
          const slot = this.add(option);
          this.drawMore();
          slot.input.focus();
        });
        return button;
      }),
    );
  }

  fit(slot) {
    slot.input.size = Math.max(4, slot.input.value.length + 1);
  }

  title(slot) {
    const { option } = slot;
    const about = element("span", {}, option.description);
    const name = element("strong", {}, option.name);
    if (!slot.problem) return [name, about];
    return [name, element("span", { class: "failure", role: "alert" }, slot.problem)];
  }

  async suggest(slot) {
    const question = (this.question += 1);
    const entries = (offers) => offers.map((offer) => ({ ...offer, pick: () => this.pick(slot, offer) }));
    const typed = slot.value === undefined ? slot.input.value : "";
    if (slot.offers) {
      const fit = fitting(slot.offers, typed);
      const note = fit.length ? null : "No matching options.";
      // Enter takes a suggestion for an optional option only if something was typed.
      const leads = slot.value === undefined && (Boolean(slot.option.required) || typed !== "");
      this.suggestions.show(slot.input, this.title(slot), entries(fit), { leads, note });
      return;
    }
    if (!slot.option.autocomplete) {
      this.suggestions.show(slot.input, this.title(slot), []);
      return;
    }
    const isEmpty = this.suggestions.root.hidden || this.suggestions.input !== slot.input;
    if (isEmpty) this.suggestions.show(slot.input, this.title(slot), [], { note: "Loading…" });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (question !== this.question) return;
    const asked = { place: this.seat.placeId, name: this.command.name, option: slot.option.name, typed, options: this.values() };
    const answer = await this.seat.ask("suggest", asked);
    if (question !== this.question || document.activeElement !== slot.input) return;
    const choices = (answer?.choices ?? []).map((choice) => ({ name: choice.name, value: choice.value }));
    this.suggestions.show(slot.input, this.title(slot), entries(choices), { note: choices.length ? null : "No suggestions." });
  }

  pick(slot, offer) {
    slot.input.value = offer.name;
    slot.value = offer.value;
    this.complain(slot, "");
    this.fit(slot);
    const next = [...this.slots.values()].find((each) => each.option.required && !each.input.value);
    if (next) next.input.focus();
    else this.suggestions.hide();
    // Drop pending suggestions: they belong to the former text.
    if (!next) this.question += 1;
  }

  pressed(event, slot) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.suggestions.step(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!this.suggestions.take()) this.send();
    } else if (event.key === "Tab" && !event.shiftKey && slot.value === undefined && this.suggestions.active >= 0) {
      event.preventDefault();
      this.suggestions.take();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.leave("");
    } else if (event.key === "Backspace" && !slot.input.value) {
      event.preventDefault();
      this.backOut(slot);
    }
  }

  /** Remove an empty option, or leave the command if it is the first one. */
  backOut(slot) {
    const all = [...this.slots.values()];
    const at = all.indexOf(slot);
    if (at === 0) {
      this.leave(`/${this.command.name}`);
      return;
    }
    if (!slot.option.required) {
      this.slots.delete(slot.option.name);
      slot.root.remove();
      this.drawMore();
    }
    all[at - 1].input.focus();
  }

  /** The values by option; an offer counts as its value. */
  values() {
    const values = {};
    for (const { option, input, offers, value } of this.slots.values()) {
      if (!input.value.trim()) continue;
      const chosen = value ?? (offers ? offerFor(offers, input.value)?.value : input.value.trim());
      if (chosen !== undefined) values[option.name] = chosen;
    }
    return values;
  }

  /** Return whether it can be sent. If not, focus the first missing or invalid option and mark it. */
  isComplete() {
    const values = this.values();
    for (const slot of this.slots.values()) {
      const { option, input } = slot;
      const typed = input.value.trim();
      if (option.name in values) {
        const number = [KIND.whole, KIND.number].includes(option.type) && !option.choices?.length;
        if (!number || !Number.isNaN(Number(typed))) continue;
        this.complain(slot, "Enter a number.");
      } else if (typed) {
        this.complain(slot, "Choose one of the options.");
      } else if (option.required) {
        this.complain(slot, "This option is required. Specify a value.");
      } else {
        continue;
      }
      input.focus();
      this.suggest(slot);
      return false;
    }
    return true;
  }

  complain(slot, problem) {
    slot.problem = problem;
    if (problem) slot.input.setAttribute("aria-invalid", "true");
    else slot.input.removeAttribute("aria-invalid");
  }
}
