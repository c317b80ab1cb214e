// The card that the page opens with while no message was sent: what this is, and how to begin.

import { element, freshId } from "./elements.js";

export class WelcomeCard {
  constructor(stage, panes) {
    this.stage = stage;
    this.panes = panes;
    this.isDismissed = false;
    this.isBeginning = false;
    const title = freshId("welcome");
    this.picture = element("img", { hidden: true });
    this.title = element("h2", { id: title });
    this.text = element("p", {});
    this.ways = element("div", { class: "welcome-ways" });
    this.problem = element("p", { class: "failure", role: "alert" });
    this.root = element("dialog", { class: "welcome", "aria-labelledby": title }, this.picture, this.title, this.text, this.ways, this.problem);
    this.root.addEventListener("close", () => (this.isDismissed = true));
    stage.addEventListener("changed", () => this.draw());
  }

  draw() {
    // It stays until the start that it requested is done, though messages are sent before that.
    if (this.isBeginning) return;
    const { welcome } = this.stage.now;
    if (!welcome || this.isDismissed) {
      // A user has begun, perhaps in another browser.
      this.root.close();
      return;
    }
    if (this.root.open) return;
    this.picture.hidden = !welcome.picture;
    if (welcome.picture) {
      this.picture.src = welcome.picture;
      this.picture.alt = welcome.alt;
    }
    this.title.textContent = welcome.title;
    this.text.textContent = welcome.text;
    const ways = welcome.openings.map((label, number) => {
      const style = `button is-${number ? "primary" : "success"}`;
      return element("button", { type: "button", class: style, on: { click: () => this.begin(number) } }, label);
    });
    const look = element("button", { type: "button", class: "link", on: { click: () => this.root.close() } }, welcome.look_around);
    this.ways.replaceChildren(...ways, look);
    this.root.showModal();
  }

  /** Do what a button says, and go to the places that this leads to. */
  async begin(opening) {
    const buttons = [...this.ways.children];
    for (const button of buttons) button.disabled = true;
    this.ways.setAttribute("aria-busy", "true");
    this.problem.textContent = "";
    this.isBeginning = true;
    const { places, problem } = await this.stage.begin(opening);
    this.isBeginning = false;
    this.ways.removeAttribute("aria-busy");
    for (const button of buttons) button.disabled = false;
    if (problem) {
      this.problem.textContent = problem;
      return;
    }
    this.root.close();
    this.panes.goTo(places);
  }
}
