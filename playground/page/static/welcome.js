// The card that the page opens with while nothing has been said: what this is, and ways to begin.

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
    // What it begins is said in channels already; it stays until that leads somewhere.
    if (this.isBeginning) return;
    const { welcome } = this.stage.now;
    if (!welcome || this.isDismissed) {
      // Somebody has begun, perhaps in another browser.
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

  /** Let people do what a button says, and go where that leads. */
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
