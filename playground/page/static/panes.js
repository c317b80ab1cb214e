// The windows of two people: side by side if there is room, otherwise one at a time, by swiping.

import { Pane } from "./pane.js";
import { avatar, badge, element } from "./elements.js";
import { whenSwiped } from "./swipe.js";

const SIDES = ["left", "right"];

export class Panes {
  /** `fragment` has `person.place` for each side, and `view`: one or two. */
  constructor(root, stage, fragment) {
    this.root = root;
    this.stage = stage;
    this.isPaired = fragment.get("view") !== "one";
    this.narrow = matchMedia("(max-width: 820px)");
    this.panes = SIDES.map((side, index) => {
      const made = element("section", { class: "pane", data: { side } });
      root.append(made);
      const pane = new Pane(made, stage, {
        moved: () => this.remember(),
        become: (userId) => this.become(index, userId),
      });
      const [person, place] = (fragment.get(side) ?? `person-${index + 1}`).split(".");
      pane.sit(person, { placeId: place ?? null, takesFocus: index === 0 });
      return pane;
    });
    this.shown = 0;
    this.tabs = element("nav", { class: "tabs", "aria-label": "Whose window is shown" });
    this.pairing = element("button", { type: "button", class: "pairing" }, "Side by side");
    this.pairing.addEventListener("click", () => this.pair(!this.isPaired));
    this.narrow.addEventListener("change", () => this.arrange());
    whenSwiped(root, {
      isOn: () => this.isSingle,
      drag: (pixels) => this.drag(pixels),
      done: (steps) => this.slide(steps),
    });
    root.addEventListener("focusin", ({ target }) => {
      // If there is room for one window only, the one with the focus stays.
      if (!this.isSingle) this.shown = this.panes.findIndex((pane) => pane.root.contains(target));
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "F6") return;
      event.preventDefault();
      this.goOn();
    });
    stage.addEventListener("changed", () => this.drawTitle());
    document.addEventListener("visibilitychange", () => this.panes.forEach((pane) => pane.chat?.read()));
    this.arrange();
  }

  get isSingle() {
    return this.narrow.matches || !this.isPaired;
  }

  /** The open place of the window that was used last. */
  get placeId() {
    return this.panes[this.shown].seat.placeId;
  }

  /** Show one window or both. */
  pair(isPaired) {
    this.isPaired = isPaired;
    this.arrange();
    this.remember();
  }

  arrange() {
    document.body.classList.toggle("is-single", this.isSingle);
    this.pairing.setAttribute("aria-pressed", String(this.isPaired));
    this.show(this.shown);
  }

  /** Bring a window into view; the other one is inert meanwhile. */
  show(index) {
    this.shown = index;
    this.root.style.setProperty("--shown", String(index));
    this.drawTabs();
  }

  drag(pixels) {
    this.root.classList.add("is-dragged");
    this.root.style.setProperty("--drag", `${pixels}px`);
  }

  slide(steps) {
    this.root.classList.remove("is-dragged");
    this.root.style.removeProperty("--drag");
    this.show(Math.min(this.panes.length - 1, Math.max(0, this.shown + steps)));
  }

  /** Go to the composer of the other person. */
  goOn() {
    const now = this.panes.findIndex((pane) => pane.root.contains(document.activeElement));
    const next = now < 0 ? this.shown : (now + 1) % this.panes.length;
    this.show(next);
    this.panes[next].composer.focus();
  }

  /** Give a window to another person. If they are in the other window, the two change places. */
  become(index, userId) {
    const [mine, other] = [this.panes[index], this.panes[1 - index]];
    const me = mine.seat.me;
    if (other.seat.surroundings && other.seat.me === userId) other.change(me);
    mine.change(userId, true);
  }

  /** Take people to places, by their ids. If one window is shown, it is that of the first person. */
  goTo(places) {
    const going = this.panes.filter((pane) => pane.me && places[pane.me.id]);
    if (!going.length) return;
    if (this.isSingle) this.show(this.panes.indexOf(going[0]));
    going.forEach((pane, index) => pane.goOnceSeen(places[pane.me.id], { takesFocus: index === 0 }));
  }

  drawTabs() {
    this.panes.forEach((pane, index) => {
      const wasAway = pane.root.inert;
      pane.root.inert = this.isSingle && index !== this.shown;
      if (wasAway && !pane.root.inert) pane.chat.read();
    });
    const had = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...this.panes.map((pane, index) => this.tab(pane, index)).filter(Boolean));
    if (had) this.tabs.children[this.shown]?.focus();
    this.drawTitle();
  }

  drawTitle() {
    const pings = this.panes.reduce((sum, pane) => sum + pane.pings, 0);
    document.title = `${pings ? `(${pings}) ` : ""}${this.stage.title}`;
  }

  tab(pane, index) {
    const me = pane.me;
    if (!me) return null;
    const isShown = index === this.shown;
    const tab = element(
      "button",
      { type: "button", class: "tab", "aria-label": `${me.name}'s window`, "aria-current": isShown ? "true" : null },
      avatar(me),
      element("span", {}, me.name),
      badge(isShown ? 0 : pane.pings, "unread mentions"),
    );
    tab.addEventListener("click", () => this.show(index));
    return tab;
  }

  /** Write the people and their places into the address, for a reload. The two always differ. */
  remember() {
    const [left, right] = this.panes;
    if (left.me && left.me.id === right.me?.id) {
      right.change(left.people.find((person) => person.id !== left.me.id).id);
      return;
    }
    this.drawTabs();
    const kept = this.panes.map(({ root, seat }) => `${root.dataset.side}=${seat.surroundings ? seat.me : seat.userId}.${seat.placeId ?? ""}`);
    history.replaceState(null, "", `/#${kept.join("&")}&view=${this.isPaired ? "two" : "one"}`);
  }
}
