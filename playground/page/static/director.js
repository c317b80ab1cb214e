// The director's bar: the state of the bot, its clock, and the director's actions.

import { element, freshId } from "./elements.js";
import { Choice, Places, Members, Requests } from "./director_groups.js";

const WORDS = {
  online: (name) => `${name} is online`,
  offline: (name) => `${name} is offline`,
  starting: (name) => `${name} is starting`,
  off: (name) => `${name} is switched off`,
  lost: () => "no connection",
};
/** What to say about an action once the bot is online again, or the process runs. */
const BACK = {
  restart: "was restarted.",
  kill: "was killed and is back.",
  "switch on": "is back.",
};
const HOUR = 3600;
const DAY = 24 * HOUR;

export class DirectorBar {
  constructor(stage, panes) {
    this.stage = stage;
    this.panes = panes;
    this.words = element("span", {});
    this.title = element("h1", { class: "unseen" }, stage.title);
    this.state = element("div", { class: "bot-state", role: "status" }, this.words);
    this.clock = element("span", { class: "bot-clock" });
    this.status = element("p", { class: "director-status", role: "status" });
    this.quick = element("div", { class: "quick" });
    const groups = [Requests, Members, Places].map((Group) => new Group((action, facts) => this.direct(action, facts), stage));
    this.groups = groups;
    this.panel = element("div", { id: freshId("director"), class: "director-panel", hidden: true }, groups.map((group) => group.root));
    this.opener = this.button("Director", () => this.toggle(this.panel.hidden));
    this.opener.classList.add("director-opener");
    this.opener.setAttribute("aria-expanded", "false");
    this.opener.setAttribute("aria-controls", this.panel.id);
    const bar = element("div", { class: "bar" }, this.title, this.state, this.clock, panes.tabs, this.quick, this.opener, panes.pairing);
    this.parts = [element("section", { class: "director", "aria-label": "Director" }, bar, this.panel, this.status)];
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
    this.process = new Choice("Process");
    this.process.select.addEventListener("change", () => this.draw());
    this.acted = 0;
    this.restart = this.button("Restart", () => this.run("restart"));
    this.kill = this.button("Kill", () => this.run("kill"));
    this.power = this.button("Stop the bot", () => this.run(this.how(this.chosen) === "off" ? "switch on" : "switch off"));
    this.bot = this.row("Bot", [this.process.root, this.restart, this.kill, this.power]);
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
    // The director has read the result of the last action by the time they open or close the bar.
    if (!this.awaited) this.status.textContent = "";
    if (isOpen) for (const group of this.groups) group.prefer?.(this.panes.placeId, this.stage.now);
    document.body.classList.toggle("is-directing", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  get several() {
    return this.stage.now.processes.length > 1;
  }

  /** The process that the buttons act on, counted from 0. */
  get chosen() {
    return Number(this.process.value) || 0;
  }

  /** The state of a process: running, starting or off. A single process runs once the bot is online. */
  how(process) {
    const how = this.stage.now.processes[process];
    return this.several || how !== "running" ? how : this.stage.now.bot;
  }

  isUp(process) {
    return ["running", "online"].includes(this.how(process));
  }

  /** Stop or start the chosen process. */
  run(action) {
    this.acted = this.chosen;
    this.wasUp = this.isUp(this.acted);
    const who = this.several ? `Process ${this.acted + 1}` : "The bot";
    return this.direct(action, { process: this.acted }, BACK[action] && `${who} ${BACK[action]}`);
  }

  /** Request an action, and show its result until the next action or until the bar is closed. */
  async direct(action, facts = {}, back = undefined) {
    this.awaited = back;
    this.status.textContent = "…";
    const message = await this.stage.direct(action, facts);
    // The bot may be back before the answer arrives.
    if (back === this.awaited) this.status.textContent = message;
  }

  /** Show that a stopped process is back; otherwise it would seem to start forever. */
  welcome() {
    const isUp = !this.stage.isLost && this.isUp(this.acted);
    if (this.awaited && isUp && !this.wasUp) {
      this.status.textContent = this.awaited;
      this.awaited = null;
    }
    this.wasUp = isUp;
  }

  draw() {
    const { has_director: hasDirector, has_keeper: hasKeeper, processes, bot_name: name } = this.stage.now;
    const { isLost } = this.stage;
    const bot = isLost ? "lost" : this.stage.now.bot;
    const words = WORDS[bot](name);
    if (this.words.textContent !== words) this.words.textContent = words;
    this.title.textContent = this.stage.title;
    this.state.dataset.bot = bot;
    this.welcome();
    this.process.root.hidden = !this.several;
    this.process.offer(processes.map((how, process) => [String(process), `${process + 1}: ${how}`]));
    this.time.hidden = !hasDirector && !hasKeeper;
    for (const button of this.time.querySelectorAll("button")) button.disabled = isLost || !hasDirector;
    this.bot.hidden = !hasKeeper;
    const how = isLost ? "lost" : this.how(this.chosen);
    this.restart.disabled = this.kill.disabled = ["lost", "off", "starting"].includes(how);
    this.power.disabled = isLost;
    this.power.textContent = `${how === "off" ? "Start" : "Stop"}${this.several ? "" : " the bot"}`;
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
