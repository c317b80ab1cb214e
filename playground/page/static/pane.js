// One person's window: who they are, where they are, the chat and the composer.

import { Acts } from "./acts.js";
import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { avatar, badge, element, freshId } from "./elements.js";
import { Inbox } from "./inbox.js";
import { Menus } from "./menus.js";
import { whenAskedForMenu } from "./popup.js";
import { Seat } from "./seat.js";
import { Sidebar } from "./sidebar.js";
import { makeWords, placeName } from "./words.js";

const DIRECT = "direct";
const LOST = {
  lost: "The playground isn't responding. Trying again…",
  "shut out": "The playground was restarted: open the address in its terminal.",
};

export class Pane {
  /** Calls `moved()` when it shows another place, `become(userId)` when the user picks another person. */
  constructor(root, stage, { moved, become }) {
    this.root = root;
    this.stage = stage;
    this.moved = moved;
    this.become = become;
    whenAskedForMenu(root, (target, at) => this.menus.open(target, at));
    root.addEventListener("click", (event) => {
      const mention = event.target.closest(".mention[data-user]");
      if (mention) this.menus.open(mention, mention);
    });
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.slide(false));
  }

  /** The person in this window, once known. */
  get me() {
    return this.seat.surroundings ? this.seat.person(this.seat.me) : null;
  }

  /** The people that the user can choose from. */
  get people() {
    return this.seat.surroundings.people.filter((person) => !person.is_bot);
  }

  /** The number of this person's unread pings. */
  get pings() {
    return this.me?.pings ?? 0;
  }

  /** Show a person, in a given place if they can see it. */
  sit(userId, { placeId = null, takesFocus = false } = {}) {
    this.seat?.close();
    const seat = (this.seat = new Seat(userId, placeId, this.stage));
    this.takesFocus = takesFocus;
    this.isPlaced = false;
    const jump = (place, message) => this.go(place, message);
    const scene = { seat, jump, words: makeWords(seat, this.stage.moments, jump), moments: this.stage.moments };
    this.acts = new Acts(this, scene);
    scene.act = (action, facts, control) => this.acts.act(action, facts, control);
    scene.openMenu = (target, at) => this.menus.open(target, at);
    this.menus = new Menus(this, scene);
    this.chat = new Chat(seat, scene);
    this.sidebar = new Sidebar(seat, scene);
    this.inbox = new Inbox(this, scene);
    this.composer = new Composer(seat, {
      run: (...asked) => this.acts.run(...asked),
      say: (text) => this.acts.say(text),
      leave: () => this.chat.goToEnd(),
      look: () => this.chat.focusNewest(),
    });
    this.build();
    seat.addEventListener("surroundings", () => this.surround());
    seat.addEventListener("opened", () => this.drawTitle());
    seat.addEventListener("refused", ({ detail }) => this.composer.tell(detail));
    seat.addEventListener("standing", ({ detail }) => {
      const words = LOST[detail];
      this.lost.hidden = !words;
      if (words && this.lost.textContent !== words) this.lost.textContent = words;
    });
  }

  build() {
    this.sidebar.root.id = freshId("sidebar");
    this.title = element("h2", { class: "title" });
    this.switcher = element("div", { class: "switcher", role: "group", "aria-label": "Person in this window" });
    const reach = { "aria-label": "Channels", "aria-expanded": "false", "aria-controls": this.sidebar.root.id };
    this.opener = element("button", { type: "button", class: "opener", ...reach }, "☰");
    this.lost = element("p", { class: "lost", role: "alert", hidden: true });
    this.opener.addEventListener("click", () => this.slide(!this.root.classList.contains("is-open")));
    const header = element("div", { class: "header" }, this.opener, this.title, this.inbox.root, this.switcher);
    const veil = element("div", { class: "veil", on: { click: () => this.slide(false) } });
    const middle = element("div", { class: "middle" }, header, this.lost, this.chat.root, this.composer.root);
    this.root.replaceChildren(this.sidebar.root, veil, middle);
  }

  slide(isOpen) {
    this.root.classList.toggle("is-open", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  /** Show changed surroundings. Open a place at first, and when the open one is gone. */
  surround() {
    this.root.setAttribute("aria-label", `${this.me.name}'s window`);
    this.drawSwitcher();
    if (this.isPlaced && this.seat.find()) {
      this.drawTitle();
      this.moved();
      return;
    }
    const isFirst = !this.isPlaced;
    this.isPlaced = true;
    const places = this.seat.places();
    const placeId = this.seat.placeId === DIRECT ? this.seat.surroundings.direct.id : this.seat.placeId;
    const here = this.seat.find(placeId) ?? places.find(({ place }) => place.name === "games") ?? places[0];
    // A list that was opened before the page was ready stays open.
    this.go(here.place.id, null, { takesFocus: isFirst && this.takesFocus, keepsList: isFirst });
  }

  async go(placeId, messageId = null, { takesFocus = true, keepsList = false } = {}) {
    if (!keepsList) this.slide(false);
    if (!this.seat.find(placeId)) {
      this.composer.tell("You can't see that channel.");
      return;
    }
    if (placeId !== this.seat.openId) await this.seat.open(placeId);
    this.moved();
    if (messageId) await this.chat.show(messageId);
    else if (takesFocus && matchMedia("(pointer: fine)").matches) this.composer.focus();
  }

  /** Go to a place that has just been made, as soon as this person sees it. */
  goOnceSeen(placeId, { takesFocus = true } = {}) {
    if (this.seat.find(placeId)) {
      this.go(placeId, null, { takesFocus });
      return;
    }
    const look = () => this.goOnceSeen(placeId, { takesFocus });
    this.seat.addEventListener("surroundings", look, { once: true });
  }

  drawTitle() {
    const here = this.seat.find();
    if (!here) return;
    const parent = here.parent ? element("button", { type: "button", class: "link parent" }, `# ${here.parent.name} ›`) : null;
    parent?.addEventListener("click", () => this.go(here.parent.id));
    const archived = here.place.is_archived ? element("span", { class: "archived" }, "archived") : null;
    this.title.replaceChildren(...[parent, element("span", { title: placeName(here) }, placeName(here)), archived].filter(Boolean));
    this.composer.place();
  }

  drawSwitcher() {
    const had = this.switcher.contains(document.activeElement);
    this.switcher.replaceChildren(...this.people.map((person) => this.switch(person)));
    if (had) this.switcher.querySelector('[aria-pressed="true"]').focus();
  }

  switch(person) {
    const isMe = person.id === this.seat.me;
    const label = isMe ? `You are ${person.name}` : `Be ${person.name}`;
    const attributes = { type: "button", title: label, "aria-label": label, "aria-pressed": String(isMe) };
    const name = element("span", { class: "switcher-name" }, person.name);
    const button = element("button", attributes, avatar(person), name, badge(isMe ? 0 : person.pings, "unread mentions"));
    // If there is no room for all people, the picture of the current one unfolds the others.
    button.addEventListener("click", () => (isMe ? this.switcher.classList.toggle("is-choosing") : this.become(person.id)));
    return button;
  }

  /** Give this window to another person, in the same place if they can see it. */
  change(userId, takesFocus = false) {
    const here = this.seat.find();
    this.sit(userId, { placeId: here?.server ? here.place.id : DIRECT, takesFocus });
  }
}
