// The bell: a person's pings, newest first, with a counter of the unread ones.

import { badge, element, freshId } from "./elements.js";

const LONGEST = 160;

export class Inbox {
  constructor(pane, scene) {
    this.pane = pane;
    this.seat = scene.seat;
    this.moments = scene.moments;
    this.list = element("ul", { id: freshId("inbox"), class: "inbox-list" });
    const attributes = { type: "button", class: "bell", "aria-expanded": "false", "aria-controls": this.list.id };
    this.button = element("button", attributes);
    this.box = element("div", { class: "inbox-box", hidden: true }, element("h3", {}, "Mentions"), this.list);
    this.root = element("div", { class: "inbox" }, this.button, this.box);
    this.button.addEventListener("click", () => this.toggle(this.box.hidden));
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.box.hidden) return;
      event.stopPropagation();
      this.toggle(false);
      this.button.focus();
    });
    this.root.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.root.contains(event.relatedTarget)) this.toggle(false);
    });
    this.seat.addEventListener("surroundings", () => this.draw());
    this.draw();
  }

  draw() {
    const count = this.pane.pings;
    this.button.setAttribute("aria-label", count ? `Mentions, ${count} unread` : "Mentions");
    this.button.replaceChildren(...[element("span", { "aria-hidden": "true" }, "🔔"), badge(count, "unread mentions")].filter(Boolean));
  }

  async toggle(isOpen) {
    this.box.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    const found = await this.seat.ask("inbox", {});
    const rows = (found?.pings ?? []).map((ping) => this.row(ping));
    this.list.replaceChildren(...(rows.length ? rows : [element("li", { class: "small" }, "No one has mentioned you yet.")]));
  }

  /** A text without its markup: names for mentions, words for instants, no addresses. */
  plain(text) {
    return text
      .replace(/<@!?(\d+)>/g, (_, id) => `@${this.seat.person(id)?.name ?? "unknown-user"}`)
      .replace(/<t:(\d+)(?::(\w))?>/g, (_, epoch, style) => this.moments.write(Number(epoch), style))
      .replace(/<[^>]*>|https?:\/\/\S+|\*\*|[`|]|^#+ |^-# /gm, "");
  }

  row(ping) {
    const where = ping.place_name ? `# ${ping.place_name}` : "direct message";
    const text = this.plain(ping.text).slice(0, LONGEST);
    const button = element(
      "button",
      { type: "button", class: ping.is_read ? null : "is-unread" },
      element("span", { class: "inbox-where" }, `${ping.author}, ${where}`),
      this.moments.stamp(ping.posted_at),
      element("span", { class: "inbox-text" }, text),
    );
    button.addEventListener("click", () => {
      this.toggle(false);
      this.pane.go(ping.place, ping.message);
    });
    return element("li", {}, button);
  }
}
