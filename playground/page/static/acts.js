// Actions that the bot answers: commands, clicks, choices, forms.

import { Refusal } from "./connection.js";
import { element } from "./elements.js";
import { showForm } from "./form.js";

const SILENT = "The application did not respond";
const FAILED = "This interaction failed";

export class Acts {
  constructor(pane, scene) {
    this.pane = pane;
    this.scene = scene;
    this.seat = scene.seat;
  }

  /** Send a message; return why it was refused, or null. */
  say(text) {
    return this.attempt(() => this.seat.askStrictly("say", { place: this.seat.placeId, text }));
  }

  /** Run a slash command; return why it was refused, or null. */
  run(command, options) {
    return this.use(`/${command.name}`, "run", { place: this.seat.placeId, name: command.name, options });
  }

  /** Use a command; if the bot does not answer, the note says its name. */
  use(title, action, facts) {
    return this.attempt(async () => {
      const answer = await this.seat.askStrictly(action, facts);
      if (answer.failed) this.pane.chat.notice(`↱ You used ${title}`, SILENT);
      this.open(answer);
    });
  }

  /** Press a button or choose in a menu. The control shows that it waits, and any error. */
  async act(action, facts, control) {
    if (control.getAttribute("aria-busy") === "true") return;
    const message = control.closest(".message");
    message?.querySelector(".failure")?.remove();
    control.setAttribute("aria-busy", "true");
    const problem = await this.attempt(async () => {
      const answer = await this.seat.askStrictly(action, facts);
      this.open(answer);
      if (answer.failed) throw new Refusal(FAILED);
    });
    control.removeAttribute("aria-busy");
    if (problem === null) return;
    const foot = this.pane.chat.element(facts.message)?.querySelector(".message-foot");
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

  /** Do something; return why it was refused, or null. */
  async attempt(action) {
    try {
      await action();
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.message;
    }
  }
}
