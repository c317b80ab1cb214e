// The director's bar: how the bot is, what time it is for it, and what one lets happen.

import { element, freshId } from "./elements.js";
import { Places, Members, Requests } from "./director_groups.js";

const WORDS = {
  online: "boop is online",
  offline: "boop is offline",
  starting: "boop is starting",
  off: "boop is switched off",
  lost: "no connection",
};
/** What is said of an action once the bot is online after it. */
const BACK = {
  restart: "The bot was restarted.",
  kill: "The bot was killed and is back.",
  "switch on": "The bot is back.",
};
const HOUR = 3600;
const DAY = 24 * HOUR;

export class DirectorBar {
  constructor(stage, panes) {
    this.stage = stage;
    this.panes = panes;
    this.words = element("span", {});
    this.state = element("div", { class: "bot-state", role: "status" }, this.words);
    this.clock = element("span", { class: "bot-clock" });
    this.told = element("p", { class: "told", role: "status" });
    this.quick = element("div", { class: "quick" });
    const groups = [Requests, Members, Places].map((Group) => new Group((action, facts) => this.direct(action, facts), stage));
    this.groups = groups;
    this.panel = element("div", { id: freshId("director"), class: "director-panel", hidden: true }, groups.map((group) => group.root));
    this.opener = this.button("Director", () => this.toggle(this.panel.hidden));
    this.opener.classList.add("director-opener");
    this.opener.setAttribute("aria-expanded", "false");
    this.opener.setAttribute("aria-controls", this.panel.id);
    const bar = element("div", { class: "bar" }, element("h1", { class: "unseen" }, "boop playground"), this.state, this.clock, panes.tabs, this.quick, this.opener, panes.pairing);
    this.parts = [element("section", { class: "director", "aria-label": "Director" }, bar, this.panel, this.told)];
    this.parts[0].addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.panel.hidden) return;
      this.toggle(false);
      this.opener.focus();
    });
    this.time = this.row("Let time pass", [
      this.button("1 hour", () => this.direct("advance", { seconds: HOUR })),
      this.button("1 day", () => this.direct("advance", { seconds: DAY })),
      this.button("Next deadline", () => this.direct("next deadline")),
    ]);
    this.restart = this.button("Restart", () => this.direct("restart"));
    this.kill = this.button("Kill", () => this.direct("kill"));
    this.power = this.button("Stop the bot", () => this.direct(this.stage.now.bot === "off" ? "switch on" : "switch off"));
    this.bot = this.row("Bot", [this.restart, this.kill, this.power]);
    this.quick.append(this.time, this.bot);
    stage.addEventListener("changed", () => this.draw());
    setInterval(() => this.drawClock(), 1000);
  }

  button(words, action) {
    return element("button", { type: "button", class: "button is-secondary", on: { click: action } }, words);
  }

  row(label, buttons) {
    return element("div", { class: "quick-group", role: "group", "aria-label": label }, element("span", { class: "quick-label" }, label), buttons);
  }

  toggle(isOpen) {
    this.panel.hidden = !isOpen;
    // What came of an action was read by whoever opens or closes the bar.
    if (!this.awaited) this.told.textContent = "";
    if (isOpen) for (const group of this.groups) group.prefer?.(this.panes.placeId, this.stage.now);
    document.body.classList.toggle("is-directing", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  /** Ask for an action, and say what came of it until the next one, or until the bar is closed. */
  async direct(action, facts = {}) {
    this.awaited = BACK[action];
    this.told.textContent = "…";
    const told = await this.stage.direct(action, facts);
    // The bot may be back before the answer is.
    if (BACK[action] === this.awaited) this.told.textContent = told;
  }

  /** Say that the bot is back where it was sent away: it would seem to start for ever. */
  welcome(bot) {
    if (this.awaited && bot === "online" && this.botWas !== "online") {
      this.told.textContent = this.awaited;
      this.awaited = null;
    }
    this.botWas = bot;
  }

  draw() {
    const { has_director: hasDirector, has_keeper: hasKeeper } = this.stage.now;
    const { isLost } = this.stage;
    const bot = isLost ? "lost" : this.stage.now.bot;
    if (this.words.textContent !== WORDS[bot]) this.words.textContent = WORDS[bot];
    this.state.dataset.bot = bot;
    this.welcome(bot);
    this.time.hidden = !hasDirector && !hasKeeper;
    for (const button of this.time.querySelectorAll("button")) button.disabled = isLost || !hasDirector;
    this.bot.hidden = !hasKeeper;
    this.restart.disabled = this.kill.disabled = ["lost", "off", "starting"].includes(bot);
    this.power.disabled = isLost;
    this.power.textContent = bot === "off" ? "Start the bot" : "Stop the bot";
    for (const group of this.groups) group.draw(this.stage.now);
    for (const button of this.panel.querySelectorAll("button")) button.disabled = isLost;
    this.drawClock();
  }

  drawClock() {
    const { moments } = this.stage;
    const shown = moments.write(moments.now(), "f");
    const ahead = moments.ahead >= 60 ? `(${moments.ahead >= DAY ? `${Math.floor(moments.ahead / DAY)} d ` : ""}${Math.floor((moments.ahead % DAY) / HOUR)} h ahead)` : "";
    const written = `${shown} ${ahead}`.trim();
    if (this.clock.textContent === written) return;
    this.clock.replaceChildren(element("span", {}, shown), ...(ahead ? [" ", element("span", {}, ahead)] : []));
  }
}
