// The menus of people and of messages: the bot's commands for them, and other actions.

import { messageCommands, userCommands } from "./commands.js";
import { openPopup } from "./popup.js";

const SECOND_TAP = 600;

export class Menus {
  constructor(pane, scene) {
    this.pane = pane;
    this.scene = scene;
    this.seat = scene.seat;
    this.tappedAt = 0;
    const tapped = ({ target }) => {
      if (target.closest(".message button:not(.author, .more)")) this.tappedAt = Date.now();
    };
    pane.root.addEventListener("click", tapped, true);
  }

  /**
   * Open the menu of the person or message of `target`; return whether there is one. The second tap
   * of a double tap on a button is ignored: a name may have moved beneath the finger.
   */
  open(target, at) {
    if (Date.now() - this.tappedAt < SECOND_TAP) return false;
    if (target.closest("textarea, input, dialog, .popup")) return false;
    const person = this.seat.person(target.closest("[data-user]")?.dataset.user);
    if (person) {
      openPopup(this.pane.root, at, person.name, this.onPerson(person));
      return true;
    }
    const message = this.seat.messages.get(target.closest(".message[data-id]")?.dataset.id);
    if (!message) return false;
    openPopup(this.pane.root, at, `Message of ${message.author.name}`, this.onMessage(message));
    return true;
  }

  onPerson(person) {
    const entries = [{ text: `Mention @${person.name}`, action: () => this.pane.composer.insert(`@${person.username} `) }];
    if (person.is_bot) {
      entries.push({ text: "Message", action: () => this.pane.go(this.seat.surroundings.direct.id) });
    }
    for (const { name } of userCommands(this.seat.commands)) {
      const facts = { place: this.seat.placeId, name, user: person.id };
      entries.push({ text: name, action: () => this.use(name, "use on user", facts) });
    }
    return entries;
  }

  onMessage(message) {
    const entries = messageCommands(this.seat.commands).map(({ name }) => ({
      text: name,
      action: () => this.use(name, "use on message", { name, message: message.id }),
    }));
    const text = this.pane.chat.element(message.id)?.querySelector(".message-content")?.innerText ?? "";
    entries.push({ text: "Copy text", action: () => navigator.clipboard?.writeText(text) });
    if (message.is_private) {
      entries.push({ text: "Dismiss message", action: () => this.pane.chat.dismiss(message.id) });
    } else {
      entries.push({ text: "Delete message, as director", action: () => this.delete(message), isDanger: true });
    }
    return entries;
  }

  async use(name, action, facts) {
    const problem = await this.pane.acts.use(name, action, facts);
    if (problem) this.pane.composer.tell(problem);
  }

  async delete(message) {
    this.pane.composer.tell(await this.pane.stage.direct("delete", { message: message.id }));
  }
}
