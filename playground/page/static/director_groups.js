// The groups that the director's bar unfolds: requests of the bot, people, channels and threads.

import { element, freshId } from "./elements.js";

/** A native list to choose from; what was chosen stays while it is still offered. */
export class Choice {
  constructor(label) {
    const id = freshId("choice");
    this.select = element("select", { id });
    this.root = element("div", { class: "choice-line" }, element("label", { for: id }, label), this.select);
    this.written = "";
  }

  offer(entries) {
    const written = JSON.stringify(entries);
    if (written === this.written) return;
    this.written = written;
    const chosen = this.select.value;
    this.select.replaceChildren(...entries.map(([value, text]) => element("option", { value }, text)));
    if (entries.some(([value]) => value === chosen)) this.select.value = chosen;
  }

  get value() {
    return this.select.value;
  }
}

class Group {
  /** `direct(action, facts)` requests an action of the director. */
  constructor(title, direct) {
    this.direct = direct;
    const heading = element("h2", { id: freshId("group") }, title);
    this.root = element("section", { class: "director-group", "aria-labelledby": heading.id }, heading);
  }

  button(words, action) {
    return element("button", { type: "button", class: "button is-secondary", on: { click: action } }, words);
  }

  buttons(...all) {
    return element("div", { class: "row" }, all);
  }
}

export class Requests extends Group {
  constructor(direct) {
    super("The bot's next requests", direct);
    this.kind = new Choice("Answer");
    const id = freshId("times");
    this.times = element("input", { id, type: "number", min: 1, value: 1, inputmode: "numeric" });
    const plan = this.button("Make them fail", () => {
      direct("plan", { fault: this.kind.value, times: Number(this.times.value) });
    });
    this.forget = this.button("Cancel the failures", () => direct("forget plans"));
    this.plans = element("ul", { class: "plans" });
    this.faults = element("ul", { class: "plans failure" });
    this.root.append(
      this.kind.root,
      element("div", { class: "choice-line" }, element("label", { for: id }, "How many"), this.times),
      this.buttons(plan, this.forget),
      this.plans,
      this.faults,
    );
  }

  draw({ plans, faults, most_planned: most, violations }) {
    this.kind.offer(Object.entries(faults));
    this.times.max = most;
    this.forget.hidden = !plans.length;
    this.plans.replaceChildren(...plans.map(({ words, left }) => element("li", {}, `${left} × ${words}`)));
    this.faults.replaceChildren(...violations.map((words) => element("li", {}, words)));
  }
}

export class Members extends Group {
  constructor(direct, stage) {
    super("People", direct);
    this.server = new Choice("Server");
    this.person = new Choice("Who");
    const facts = () => ({ server: this.server.value, user: this.person.value });
    this.out = this.button("", () => direct(this.isIn ? "take out" : "let in", facts()));
    this.closing = this.button("", () => direct(this.isClosed ? "open direct messages" : "close direct messages", facts()));
    this.language = new Choice("Language");
    this.language.select.addEventListener("change", () => direct("speak", { ...facts(), locale: this.language.value }));
    this.common = new Choice("Server language");
    this.common.select.addEventListener("change", () => direct("speak in server", { ...facts(), locale: this.common.value }));
    this.root.append(this.server.root, this.person.root, this.buttons(this.out, this.closing), this.language.root, this.common.root);
    for (const choice of [this.server, this.person]) choice.select.addEventListener("change", () => this.draw(stage.now));
  }

  draw({ servers, people, locales }) {
    this.server.offer(servers.map(({ id, name }) => [id, name]));
    this.server.root.hidden = servers.length < 2;
    this.person.offer(people.map(({ id, name }) => [id, name]));
    const server = servers.find(({ id }) => id === this.server.value);
    const person = people.find(({ id }) => id === this.person.value);
    if (!server || !person) return;
    for (const choice of [this.language, this.common]) choice.offer(Object.entries(locales));
    this.language.select.value = person.locale;
    this.language.root.hidden = person.is_bot;
    this.common.select.value = server.locale;
    this.isIn = server.members.includes(person.id);
    this.isClosed = person.is_closed;
    this.out.textContent = this.isIn ? `Remove from ${server.name}` : `Add to ${server.name}`;
    this.closing.textContent = person.is_closed ? "Allow direct messages" : "Block direct messages";
    this.closing.hidden = person.is_bot;
  }
}

export class Places extends Group {
  constructor(direct, stage) {
    super("Channels and threads", direct);
    this.place = new Choice("Where");
    this.permission = new Choice("Permission");
    const facts = () => ({ place: this.place.value, permission: this.permission.value });
    this.archive = this.button("", () => direct(this.isArchived ? "unarchive" : "archive", facts()));
    this.remove = this.button("Delete the bot's last message", () => direct("delete last", facts()));
    this.revoke = this.button("", () => direct(this.isDenied ? "give back" : "revoke", facts()));
    const begin = ["league", "cup", "ladder"].map((kind) => this.button(`Start a ${kind}`, () => direct("seed", { kind, ...facts() })));
    this.root.append(this.place.root, this.buttons(this.archive, this.remove, ...begin), this.permission.root, this.buttons(this.revoke));
    for (const choice of [this.place, this.permission]) choice.select.addEventListener("change", () => this.draw(stage.now));
  }

  /** Start with the open place, if it is one of them. */
  prefer(placeId, now) {
    if ([...this.place.select.options].some(({ value }) => value === placeId)) this.place.select.value = placeId;
    this.draw(now);
  }

  draw({ servers, permissions }) {
    const places = servers.flatMap((server) => server.places.map((place) => ({ ...place, server: server.name })));
    const named = ({ name, server, is_thread: isThread, is_archived: isArchived }) =>
      `${servers.length > 1 ? `${server}: ` : ""}${isThread ? "↳ " : "# "}${name}${isArchived ? " (archived)" : ""}`;
    this.place.offer(places.map((place) => [place.id, named(place)]));
    this.permission.offer(permissions.map((name) => [name, name]));
    const place = places.find(({ id }) => id === this.place.value);
    if (!place) return;
    this.isArchived = place.is_archived;
    this.archive.hidden = !place.is_thread;
    this.archive.textContent = place.is_archived ? "Reopen the thread" : "Archive the thread";
    this.isDenied = place.denied.includes(this.permission.value);
    this.revoke.textContent = this.isDenied ? "Grant it to the bot" : "Revoke it from the bot";
  }
}
