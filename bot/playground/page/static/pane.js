// One person's window: who they are, where they are, the chat and the composer.

import { Chat } from "./chat.js";
import { userCommands } from "./commands.js";
import { Composer } from "./composer.js";
import { Refusal } from "./connection.js";
import { avatar, badge, element } from "./elements.js";
import { showForm } from "./form.js";
import { Seat } from "./seat.js";
import { Sidebar } from "./sidebar.js";
import { makeWords, placeName } from "./words.js";

const SILENT = "The application did not respond";
const DIRECT = "direct";
const FAILED = "This interaction failed";

export class Pane {
  /** Shows itself in `root`; `moved` is called with the person and the place that are shown. */
  constructor(root, moments, moved = () => {}) {
    this.root = root;
    this.moments = moments;
    this.moved = moved;
  }

  /** Become someone, in the same place if they see it. */
  sit(userId, placeId = null) {
    this.seat?.close();
    const seat = (this.seat = new Seat(userId, placeId));
    this.words = makeWords(seat, this.moments, (place, message) => this.go(place, message));
    const scene = {
      words: this.words,
      seat,
      jump: (place, message) => this.go(place, message),
      act: (deed, facts, control) => this.act(deed, facts, control),
      showMenu: (user, anchor) => this.showMenu(user, anchor),
    };
    this.scene = scene;
    this.chat = new Chat(seat, scene);
    this.sidebar = new Sidebar(seat, this.moments, (place) => this.go(place));
    this.composer = new Composer(seat, { run: (...asked) => this.run(...asked), say: (text) => this.say(text) });
    this.build();
    seat.addEventListener("surroundings", () => this.surround());
    seat.addEventListener("opened", () => this.drawTitle());
    seat.addEventListener("refused", ({ detail }) => this.composer.tell(detail));
    seat.addEventListener("standing", ({ detail }) => {
      this.lost.hidden = detail;
    });
  }

  build() {
    this.title = element("h1", { class: "title" });
    this.switcher = element("div", { class: "switcher", role: "group", "aria-label": "Who you are" });
    this.opener = element("button", { type: "button", class: "opener", "aria-label": "Channels", "aria-expanded": "false", "aria-controls": "sidebar" }, "☰");
    this.lost = element("p", { class: "lost", role: "alert", hidden: true }, "The playground does not answer. Trying again…");
    this.opener.addEventListener("click", () => this.slide(!this.root.classList.contains("is-open")));
    const header = element("header", { class: "header" }, this.opener, this.title, this.switcher);
    const veil = element("div", { class: "veil", on: { click: () => this.slide(false) } });
    const middle = element("div", { class: "middle" }, header, this.lost, this.chat.root, this.composer.root);
    this.root.replaceChildren(this.sidebar.root, veil, middle);
    this.root.onkeydown = (event) => {
      if (event.key === "Escape") this.slide(false);
    };
    document.onvisibilitychange = () => this.chat.read();
  }

  slide(isOpen) {
    this.root.classList.toggle("is-open", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  /** The surroundings changed; the first time, or when the open place is gone, one is opened. */
  surround() {
    this.drawSwitcher();
    if (this.isPlaced && this.seat.find()) {
      this.drawTitle();
      return;
    }
    this.isPlaced = true;
    const places = this.seat.places();
    const wanted = this.seat.placeId === DIRECT ? this.seat.surroundings.direct.id : this.seat.placeId;
    const here = this.seat.find(wanted) ?? places.find(({ place }) => place.name === "games") ?? places[0];
    this.go(here.place.id);
  }

  async go(placeId, messageId = null) {
    this.slide(false);
    if (!this.seat.find(placeId)) {
      this.composer.tell("You do not see that place.");
      return;
    }
    if (placeId !== this.seat.placeId || !this.seat.messages.size) await this.seat.open(placeId);
    this.moved(this.seat.me, placeId);
    if (messageId) await this.chat.show(messageId);
    else if (matchMedia("(pointer: fine)").matches) this.composer.focus();
  }

  drawTitle() {
    const here = this.seat.find();
    if (!here) return;
    const parent = here.parent ? element("button", { type: "button", class: "link parent" }, `# ${here.parent.name} ›`) : null;
    parent?.addEventListener("click", () => this.go(here.parent.id));
    this.title.replaceChildren(...[parent, element("span", {}, placeName(here))].filter(Boolean));
    document.title = `${placeName(here)} · boop playground`;
  }

  drawSwitcher() {
    const had = this.switcher.contains(document.activeElement);
    const people = this.seat.surroundings.people.filter((person) => !person.is_bot);
    this.switcher.replaceChildren(
      ...people.map((person) => {
        const isMe = person.id === this.seat.me;
        const label = isMe ? `You are ${person.name}` : `Be ${person.name}`;
        const button = element("button", { type: "button", title: label, "aria-label": label, "aria-pressed": String(isMe) }, avatar(person), element("span", { class: "switcher-name" }, person.name), badge(isMe ? 0 : person.pings, "unread mentions"));
        button.addEventListener("click", () => isMe || this.become(person.id));
        return button;
      }),
    );
    if (had) this.switcher.querySelector('[aria-pressed="true"]').focus();
  }

  become(userId) {
    const here = this.seat.find();
    this.isPlaced = false;
    this.sit(userId, here?.server ? here.place.id : DIRECT);
  }

  async say(text) {
    return this.attempt(() => this.seat.askStrictly("say", { place: this.seat.placeId, text }));
  }

  async run(command, options) {
    const placeId = this.seat.placeId;
    return this.attempt(async () => {
      const answer = await this.seat.askStrictly("run", { place: placeId, name: command.name, options });
      if (answer.failed) this.chat.notice(`↱ You used /${command.name}`, SILENT);
      this.open(answer);
    });
  }

  /** Press a button or choose in a menu; the control shows that it waits, and what went wrong. */
  async act(deed, facts, control) {
    if (control.getAttribute("aria-busy") === "true") return;
    const message = control.closest(".message");
    message?.querySelector(".failure")?.remove();
    control.setAttribute("aria-busy", "true");
    const problem = await this.attempt(async () => {
      const answer = await this.seat.askStrictly(deed, facts);
      this.open(answer);
      if (answer.failed) throw new Refusal(FAILED);
    });
    control.removeAttribute("aria-busy");
    if (problem === null) return;
    const shown = this.chat.element(facts.message);
    const foot = shown?.querySelector(".message-foot");
    foot?.append(element("p", { class: "failure", role: "alert" }, problem));
  }

  open(answer) {
    if (!answer.form) return;
    showForm(answer.form, this.scene, (values) =>
      this.attempt(async () => {
        const sent = await this.seat.askStrictly("submit", { values });
        this.open(sent);
        if (sent.failed) throw new Refusal("Something went wrong. Try again.");
      }),
    );
  }

  /** The menu on someone: a mention, and the bot's commands for users. */
  showMenu(userId, anchor) {
    const person = this.seat.person(userId);
    const entry = (text, deed) => element("button", { type: "button", on: { click: () => [menu.remove(), deed()] } }, text);
    const use = async (command) => {
      const facts = { place: this.seat.placeId, name: command.name, user: userId };
      const problem = await this.attempt(async () => this.open(await this.seat.askStrictly("use on user", facts)));
      if (problem) this.composer.tell(problem);
    };
    const mention = () => {
      this.composer.input.value += `@${person.username} `;
      this.composer.focus();
    };
    const commands = userCommands(this.seat.commands).map((command) => entry(command.name, () => use(command)));
    const menu = element("div", { class: "popup", role: "group", "aria-label": person.name }, entry(`Mention @${person.name}`, mention), commands);
    // Later, since taking the menu away is itself a loss of the focus.
    menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || setTimeout(() => menu.remove()));
    menu.addEventListener("keydown", (event) => event.key === "Escape" && [menu.remove(), anchor.focus()]);
    anchor.after(menu);
    menu.querySelector("button").focus();
  }

  /** Do something; gives what was refused in words, or null. */
  async attempt(deed) {
    try {
      await deed();
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.message;
    }
  }
}
