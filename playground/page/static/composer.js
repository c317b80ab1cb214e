// The composer: plain messages, and commands after a slash.

import { flatten, matching } from "./commands.js";
import { element } from "./elements.js";
import { Slots } from "./slots.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;

export class Composer {
  /**
   * `run(command, values)` and `say(text)` return why the playground refused, or null; `leave()` goes
   * to the newest message.
   */
  constructor(seat, { run, say, leave, look }) {
    this.seat = seat;
    this.run = run;
    this.say = say;
    this.goToEnd = leave;
    this.look = look;
    this.slots = null;
    this.suggestions = new Suggestions();
    this.input = element("textarea", {
      rows: 1,
      maxlength: LONGEST,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-keyshortcuts": "ArrowUp",
      "aria-expanded": "false",
      autocomplete: "off",
    });
    this.status = element("p", { class: "composer-status", role: "status" });
    this.line = element("div", { class: "composer-line" }, this.input);
    const submit = element("button", { type: "submit", class: "composer-send", "aria-label": "Send" }, "➤");
    const bar = element("div", { class: "composer-bar" }, this.line, submit);
    this.root = element("form", { class: "composer" }, this.suggestions.root, bar, this.status);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.line.addEventListener("keydown", (event) => this.pressedInSlots(event));
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("focus", () => this.typed());
    this.input.addEventListener("blur", () => this.suggestions.hide());
    this.input.addEventListener("keydown", (event) => this.pressed(event));
    seat.addEventListener("opened", () => this.opened());
    seat.addEventListener("commands", () => !this.slots && document.activeElement === this.input && this.typed());
  }

  focus() {
    if (!this.slots) this.input.focus();
  }

  /** Append a text. */
  insert(text) {
    if (this.slots) this.leave("");
    const { value } = this.input;
    this.input.value = value && !/\s$/.test(value) ? `${value} ${text}` : value + text;
    this.focus();
  }

  opened() {
    this.place();
    const isElsewhere = this.placeId !== this.seat.openId;
    this.placeId = this.seat.openId;
    // Keep the text if the same place is opened again after the connection was lost.
    if (this.slots && isElsewhere) this.leave("", { takesFocus: false });
    // The user may have begun to type before the place was there.
    if (isElsewhere && !this.slots && document.activeElement === this.input) this.typed();
  }

  /** Show where messages go, and whether the person may write there. */
  place() {
    const here = this.seat.find();
    if (!here) return;
    const name = here.kind === "channel" ? `#${here.place.name}` : here.place.name;
    this.input.disabled = !here.place.may_write;
    this.input.placeholder = here.place.may_write ? "Message, or / for commands" : "You can't send messages here";
    this.input.setAttribute("aria-label", `Message ${name}`);
  }

  tell(words) {
    this.status.textContent = words;
  }

  typed() {
    this.grow();
    this.tell("");
    const text = this.input.value;
    if (!text.startsWith("/")) {
      this.suggestPeople();
      return;
    }
    const commands = flatten(this.seat.commands);
    // A name that is typed in full and followed by a space is chosen; for sub-commands the longest.
    const chosen = commands
      .filter((command) => text.slice(1).startsWith(`${command.name} `))
      .sort((one, other) => other.name.length - one.name.length)[0];
    if (chosen) {
      this.choose(chosen, text.slice(chosen.name.length + 2));
      return;
    }
    const entries = matching(commands, text.slice(1), this.seat.stage.now?.first_commands).map((command) => ({
      name: `/${command.name}`,
      description: command.description,
      pick: () => this.choose(command, ""),
    }));
    const note = entries.length ? null : "No matching commands.";
    this.suggestions.show(this.input, "Commands", entries, { leads: true, note });
  }

  /** List the members whose names begin with the text after an @. */
  suggestPeople() {
    const upToHere = this.input.value.slice(0, this.input.selectionStart);
    const begun = /(?:^|\s)@([\w.]*)$/.exec(upToHere)?.[1].toLowerCase();
    const fitting = begun === undefined ? [] : this.seat.members().filter((each) => [each.name, each.username].some((name) => name.toLowerCase().startsWith(begun)));
    if (!fitting.length) {
      this.suggestions.hide();
      return;
    }
    const entries = fitting.map((person) => ({
      name: `@${person.name}`,
      description: person.username,
      pick: () => {
        this.input.setRangeText(`${person.username} `, upToHere.length - begun.length, upToHere.length, "end");
        this.suggestions.hide();
      },
    }));
    this.suggestions.show(this.input, "Members", entries, { leads: true });
  }

  choose(command, rest) {
    this.tell("");
    this.input.value = "";
    this.suggestions.hide();
    this.slots = new Slots(command, {
      seat: this.seat,
      suggestions: this.suggestions,
      leave: (text) => this.leave(text),
      send: () => this.send(),
    });
    this.line.replaceChildren(this.slots.root);
    this.slots.focus(rest);
  }

  leave(text, { takesFocus = true } = {}) {
    this.slots = null;
    this.suggestions.hide();
    this.line.replaceChildren(this.input);
    this.input.value = text;
    if (!takesFocus) return;
    this.input.focus();
    this.typed();
  }

  /** A command without options has no field to press Enter in. */
  pressedInSlots(event) {
    if (event.target !== this.slots?.root) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.leave(event.key === "Escape" ? "" : `/${this.slots.command.name}`);
    }
  }

  pressed(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.suggestions.step(step)) {
      event.preventDefault();
    } else if (event.key === "Tab" && !event.shiftKey && this.suggestions.active >= 0) {
      event.preventDefault();
      this.suggestions.take();
    } else if (event.key === "ArrowUp" && !this.input.value) {
      event.preventDefault();
      this.look();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!this.suggestions.take()) this.send();
    } else if (event.key === "Escape") {
      if (this.suggestions.root.hidden) this.goToEnd();
      this.suggestions.hide();
    }
  }

  async send() {
    if (this.slots) {
      await this.sendCommand(this.slots);
      return;
    }
    const text = this.input.value.trim();
    if (!text) return;
    // A tap on the button closes the list of commands first.
    const named = flatten(this.seat.commands).find((command) => text === `/${command.name}`);
    if (named) {
      this.choose(named, "");
      await this.sendCommand(this.slots);
      return;
    }
    if (/^\/\S+$/.test(text)) {
      this.tell(`There is no command ${text} here.`);
      return;
    }
    this.input.value = "";
    this.suggestions.hide();
    this.grow();
    this.goToEnd();
    const problem = await this.say(this.withMentions(text));
    if (problem === null) return;
    this.tell(problem);
    this.input.value ||= text;
  }

  async sendCommand(slots) {
    if (!slots.isComplete()) return;
    const values = slots.values();
    this.leave("");
    this.goToEnd();
    this.tell(`Sending /${slots.command.name}…`);
    const problem = await this.run(slots.command, values);
    if (problem === null) {
      this.tell("");
    } else if (!this.slots && !this.input.value) {
      this.slots = slots;
      this.line.replaceChildren(slots.root);
      this.tell(problem);
    }
  }

  /** Turn names after an @ into mentions, as Discord does when one is picked. */
  withMentions(text) {
    return text.replace(/@([\w.]+)/g, (whole, name) => {
      const person = this.seat.members().find((each) => [each.username, each.name].includes(name));
      return person ? `<@${person.id}>` : whole;
    });
  }

  grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 200)}px`;
  }
}
