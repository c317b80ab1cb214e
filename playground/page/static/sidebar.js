// The places with their unread counts, and the members of the open one.

import { afterRelease, avatar, badge, element } from "./elements.js";
import { blocks } from "./markdown.js";

export class Sidebar {
  constructor(seat, scene) {
    this.seat = seat;
    this.scene = scene;
    this.places = element("nav", { class: "places", "aria-label": "Channels and direct messages" });
    this.members = element("div", { class: "members" });
    this.root = element("div", { class: "sidebar" }, this.places, this.members);
    this.isPressed = false;
    this.root.addEventListener("pointerdown", () => this.hold());
    for (const kind of ["surroundings", "opened"]) seat.addEventListener(kind, () => this.draw());
    seat.stage.addEventListener("changed", () => this.drawMembers(), { signal: seat.leaving.signal });
  }

  /** Keep the list unchanged while it is being pressed; otherwise the click would be lost. */
  hold() {
    this.isPressed = true;
    afterRelease(() => {
      this.isPressed = false;
      this.draw();
    });
  }

  draw() {
    if (!this.seat.surroundings || this.isPressed) return;
    const focused = this.places.contains(document.activeElement) && document.activeElement.dataset.place;
    const opened = new Set([...this.places.querySelectorAll(".event[open]")].map((each) => each.dataset.event));
    const { servers, direct } = this.seat.surroundings;
    this.places.replaceChildren(
      ...servers.flatMap((server) => [
        element("h3", {}, server.name),
        ...(server.events.length ? [element("ul", { class: "events", "aria-label": "Events" }, server.events.map((event) => this.event(event, opened.has(event.id))))] : []),
        element("ul", {}, server.channels.map((channel) => this.channel(channel))),
      ]),
      element("h3", {}, "Direct messages"),
      element("ul", {}, element("li", {}, this.link(direct, "is-direct"))),
    );
    if (focused) this.places.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
    this.drawMembers();
  }

  channel(channel) {
    const shown = channel.threads.filter((thread) => !thread.is_archived || thread.id === this.seat.placeId || thread.unread);
    const threads = shown.map((thread) => element("li", {}, this.link(thread, "is-thread")));
    return element("li", {}, this.link(channel, "is-channel"), threads.length ? element("ul", {}, threads) : null);
  }

  /** A scheduled event: its name and start; its details once it is opened. */
  event(event, isOpen) {
    const { moments, words } = this.scene;
    const when = event.is_active ? element("span", { class: "small" }, "now") : moments.make(event.starts_at, "R");
    const summary = element("summary", {}, element("span", { class: "event-name", title: event.name }, event.name), when);
    const starts = element("p", {}, moments.make(event.starts_at, "f"));
    const more = element("div", { class: "event-more" }, starts, blocks(event.description, words), blocks(event.location, words));
    return element("li", {}, element("details", { class: "event", data: { event: event.id }, open: isOpen }, summary, more));
  }

  link(place, kind) {
    const made = element(
      "button",
      { type: "button", class: `place ${kind}`, data: { place: place.id } },
      element("span", { class: "place-name", title: place.name }, place.name),
      badge(place.pings, "unread mentions"),
    );
    if (place.unread || place.pings) made.classList.add("is-unread");
    if (place.is_archived) made.classList.add("is-archived");
    if (place.unread && !place.pings) {
      made.append(element("span", { class: "unread", role: "img", "aria-label": `${place.unread} unread messages` }, String(place.unread)));
    }
    if (place.id === this.seat.openId) made.setAttribute("aria-current", "page");
    made.addEventListener("click", () => this.scene.jump(place.id));
    return made;
  }

  drawMembers() {
    if (!this.seat.surroundings || this.isPressed) return;
    const focused = this.members.contains(document.activeElement) && document.activeElement.dataset.user;
    const people = this.seat.members();
    const rows = people.map((person) => element("li", {}, this.member(person)));
    this.members.replaceChildren(element("h3", {}, `Members, ${people.length}`), element("ul", {}, rows));
    if (focused) this.members.querySelector(`[data-user="${CSS.escape(focused)}"]`)?.focus();
  }

  member(person) {
    const roles = this.seat.rolesOf(person).join(", ");
    const isAway = person.is_bot && this.seat.stage.now?.bot !== "online";
    const made = element(
      "button",
      { type: "button", class: `member${isAway ? " is-away" : ""}`, "aria-haspopup": "menu", data: { user: person.id } },
      avatar(person),
      element("span", { class: "member-name" }, person.name, roles ? element("span", { class: "roles", title: roles }, roles) : null),
      person.is_bot ? element("span", { class: "tag" }, "APP") : null,
      isAway ? element("span", { class: "small" }, "offline") : null,
    );
    made.addEventListener("click", () => this.scene.openMenu(made, made));
    return made;
  }
}
