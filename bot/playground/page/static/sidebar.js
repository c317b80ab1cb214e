// The places to go, what is unread in them, and the director's corner.

import { badge, element } from "./elements.js";

export class Sidebar {
  constructor(seat, moments, go) {
    this.seat = seat;
    this.moments = moments;
    this.go = go;
    this.places = element("nav", { class: "places", "aria-label": "Channels and direct messages" });
    this.corner = element("section", { class: "corner", "aria-label": "The bot's clock", hidden: true });
    this.root = element("div", { class: "sidebar", id: "sidebar" }, this.places, this.corner);
    for (const kind of ["surroundings", "opened"]) seat.addEventListener(kind, () => this.draw());
    seat.addEventListener("clock", () => this.drawClock());
  }

  draw() {
    if (!this.seat.surroundings) return;
    const focused = this.places.contains(document.activeElement) && document.activeElement.dataset.place;
    const { servers, direct } = this.seat.surroundings;
    this.places.replaceChildren(
      ...servers.flatMap((server) => [
        element("h2", {}, server.name),
        element("ul", {}, server.channels.map((channel) => this.channel(channel))),
      ]),
      element("h2", {}, "Direct messages"),
      element("ul", {}, element("li", {}, this.link(direct, "is-direct"))),
    );
    if (focused) this.places.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
  }

  channel(channel) {
    const shown = channel.threads.filter((thread) => !thread.is_archived || thread.id === this.seat.placeId);
    const threads = shown.map((thread) => element("li", {}, this.link(thread, "is-thread")));
    return element("li", {}, this.link(channel, "is-channel"), threads.length ? element("ul", {}, threads) : null);
  }

  link(place, kind) {
    const made = element(
      "button",
      { type: "button", class: `place ${kind}`, data: { place: place.id } },
      element("span", { class: "place-name" }, place.name),
      badge(place.pings, "unread mentions"),
    );
    if (place.unread || place.pings) made.classList.add("is-unread");
    if (place.unread && !place.pings) {
      made.append(element("span", { class: "unread", "aria-label": `${place.unread} unread messages` }, String(place.unread)));
    }
    if (place.id === this.seat.placeId) made.setAttribute("aria-current", "page");
    made.addEventListener("click", () => this.go(place.id));
    return made;
  }

  drawClock() {
    this.moments.ahead = this.seat.ahead;
    this.moments.run();
    this.corner.hidden = !this.seat.canMoveClock;
    const shown = new Date(this.moments.now() * 1000);
    const clock = shown.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
    const move = (words, deed) => {
      const button = element("button", { type: "button", class: "button is-secondary" }, words);
      button.addEventListener("click", () => this.seat.moveClock(deed));
      return button;
    };
    this.corner.replaceChildren(
      element("h2", {}, "Let time pass"),
      element("p", { class: "small" }, this.seat.ahead > 60 ? `For the bot it is ${clock}.` : "The bot's clock is on time."),
      element(
        "div",
        { class: "row" },
        move("1 hour", "advance?seconds=3600"),
        move("1 day", "advance?seconds=86400"),
        move("To the next deadline", "next-deadline"),
      ),
    );
  }
}
