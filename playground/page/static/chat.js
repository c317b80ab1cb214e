// The messages of the open place. The view stays at the end while the user reads there.

import { afterRelease, element } from "./elements.js";
import { makeMessage } from "./message.js";
import { dayOf } from "./moments.js";

const NEAR = 80;
const TOGETHER = 7 * 60;

export class Chat {
  /** `scene` is that of `makeMessage` without press, select and dismiss, which this class adds. */
  constructor(seat, scene) {
    this.seat = seat;
    this.scene = { ...scene, seat, dismiss: (id) => this.dismiss(id) };
    this.list = element("ol", { class: "messages" });
    this.log = element("div", { class: "log", role: "log", "aria-label": "Messages" }, this.list);
    this.newer = element("button", { type: "button", class: "newer", hidden: true }, "Newer messages ↓");
    this.scroller = element("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": "Messages, arrow keys go through them" }, this.log);
    this.root = element("div", { class: "chat" }, this.scroller, this.newer);
    this.isAtEnd = true;
    this.height = 0;
    this.isLoading = false;
    this.held = null;
    this.waiting = new Map();
    this.list.addEventListener("pointerdown", ({ target }) => this.hold(target.closest(".message")?.dataset.id));
    this.newer.addEventListener("click", () => this.goToEnd());
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("keydown", (event) => this.pressed(event));
    // A picture may be there before the observer has seen that the one before it is gone.
    this.list.addEventListener("load", () => this.isAtEnd && this.goToEnd(), { capture: true });
    new ResizeObserver(() => this.isAtEnd && this.goToEnd()).observe(this.list);
    new ResizeObserver(() => this.isAtEnd && this.goToEnd()).observe(this.scroller);
    seat.addEventListener("opened", () => this.drawAll());
    seat.addEventListener("surroundings", () => this.read());
    seat.addEventListener("posted", ({ detail }) => this.add(detail));
    seat.addEventListener("edited", ({ detail }) => this.renew(detail));
    seat.addEventListener("deleted", ({ detail }) => this.remove(detail));
  }

  drawAll() {
    const made = [...this.seat.messages.values()].map((message) => this.make(message));
    this.list.replaceChildren(...made);
    made.forEach((each) => this.group(each));
    if (!made.length) this.list.append(element("li", { class: "nothing" }, "No messages yet. Type / to see what the bot can do."));
    this.root.classList.toggle("has-more", this.seat.hasMore);
    this.goToEnd();
  }

  add(message) {
    this.list.querySelector(".nothing")?.remove();
    const made = this.make(message);
    this.list.append(made);
    this.group(made);
    if (message.author.id === this.seat.me || message.is_private) this.isAtEnd = true;
    if (this.isAtEnd) this.goToEnd();
    else this.newer.hidden = false;
  }

  /** Show a note of the page itself, such as that the bot did not answer. */
  notice(title, text) {
    const dismiss = element("button", { type: "button", class: "link" }, "Dismiss message");
    const made = element(
      "li",
      { class: "message is-private is-notice" },
      element("div", { class: "origin" }, title),
      element("p", { class: "failure" }, text),
      element("div", { class: "message-foot" }, "👁 Only you can see this · ", dismiss),
    );
    dismiss.addEventListener("click", () => made.remove());
    this.list.append(made);
    this.goToEnd();
  }

  /** Keep a message unchanged while it is being pressed; otherwise the click would be lost. */
  hold(messageId) {
    if (!messageId) return;
    this.held = messageId;
    afterRelease(() => {
      if (this.held !== messageId) return;
      this.held = null;
      const changed = this.waiting.get(messageId);
      this.waiting.clear();
      if (changed) this.renew(changed);
      if (this.isAtEnd) this.goToEnd();
    });
  }

  renew(message) {
    const old = this.element(message.id);
    if (!old) return;
    if (this.held === message.id) {
      this.waiting.set(message.id, message);
      return;
    }
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const made = this.make(message);
    old.replaceWith(made);
    this.group(made);
    // Until its picture loads it is shorter, which scrolls the chat as a user would.
    if (this.isAtEnd) this.goToEnd();
    if (!focused) return;
    const same = [...made.querySelectorAll("[data-custom-id]")].find(
      (each) => each.dataset.customId === focused.dataset.customId && !each.disabled,
    );
    (same ?? made).focus({ preventScroll: true });
  }

  remove(messageId) {
    const gone = this.element(messageId);
    const next = gone?.nextElementSibling;
    if (gone?.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    gone?.remove();
    if (next) this.group(next);
  }

  async dismiss(messageId) {
    if ((await this.seat.ask("dismiss", { message: messageId })) === null) return;
    this.seat.messages.delete(messageId);
    this.remove(messageId);
  }

  /** Go to a message and highlight it; load older messages until it is there. */
  async show(messageId) {
    while (!this.element(messageId) && (await this.loadEarlier()));
    const found = this.element(messageId);
    if (!found) return;
    if (found === this.list.lastElementChild) {
      // The buttons of a tall message are at its end.
      this.goToEnd();
    } else {
      this.isAtEnd = false;
      found.scrollIntoView({ block: "center" });
    }
    found.classList.add("is-target");
    found.focus({ preventScroll: true });
    setTimeout(() => found.classList.remove("is-target"), 2000);
  }

  goToEnd() {
    this.isAtEnd = true;
    this.newer.hidden = true;
    if (this.held) return;
    this.height = this.scroller.scrollHeight;
    this.scroller.scrollTop = this.height;
    this.read();
    // A loaded picture may get its height in the next frame, and an observer does not report a message
    // that has its former height again.
    requestAnimationFrame(() => requestAnimationFrame(() => this.isAtEnd && this.scroller.scrollHeight !== this.height && this.goToEnd()));
  }

  /** A key in the composer moves to the message whose buttons the user wants. */
  focusNewest() {
    this.goToEnd();
    [...this.list.querySelectorAll(".message")].at(-1)?.focus({ preventScroll: true });
  }

  /** The arrow keys move between messages; Tab moves into a message. */
  pressed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = event.target.closest(".message");
    if (!step || (here ? event.target !== here : event.target !== this.scroller)) return;
    event.preventDefault();
    const all = [...this.list.querySelectorAll(".message")];
    const next = here ? all[all.indexOf(here) + step] : all.at(-1);
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  }

  read() {
    const isSeen = document.visibilityState === "visible" && !this.root.closest("[inert]");
    if (this.isAtEnd && isSeen) this.seat.read();
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (this.isAtEnd && scrollHeight !== this.height) {
      // The user did not scroll: a message was added, deleted or resized since the jump to the end.
      this.goToEnd();
      return;
    }
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.isAtEnd) {
      this.newer.hidden = true;
      this.read();
    }
    if (scrollTop < NEAR) this.loadEarlier();
  }

  async loadEarlier() {
    if (this.isLoading || !this.seat.hasMore) return false;
    this.isLoading = true;
    const height = this.scroller.scrollHeight;
    const top = this.scroller.scrollTop;
    const older = await this.seat.earlier();
    const made = older.map((message) => this.make(message));
    const first = this.list.firstElementChild;
    this.list.prepend(...made);
    [...made, first].filter(Boolean).forEach((each) => this.group(each));
    this.scroller.scrollTop = top + this.scroller.scrollHeight - height;
    this.isLoading = false;
    return made.length > 0;
  }

  make(message) {
    return makeMessage(message, { ...this.scene, press: this.presser(message), select: this.selector(message) });
  }

  presser(message) {
    return (customId, button) => this.scene.act("press", { message: message.id, custom_id: customId }, button);
  }

  selector(message) {
    return (customId, values, menu) =>
      this.scene.act("select", { message: message.id, custom_id: customId, values }, menu);
  }

  element(messageId) {
    return this.list.querySelector(`[data-id="${CSS.escape(messageId)}"]`);
  }

  /** Hide the name if the previous message has the same author, and mark where a day begins. */
  group(each) {
    const { id, author, posted } = each.dataset;
    const before = each.previousElementSibling?.dataset;
    const isNewDay = Boolean(posted) && dayOf(Number(before?.posted ?? 0)) !== dayOf(Number(posted));
    if (isNewDay) each.dataset.day = this.scene.moments.write(Number(posted), "D");
    else delete each.dataset.day;
    const goesOn =
      !isNewDay && before?.author === author && !each.matches(".has-origin") && Number(posted) - Number(before.posted) < TOGETHER;
    each.classList.toggle("goes-on", Boolean(id) && goesOn);
  }
}
