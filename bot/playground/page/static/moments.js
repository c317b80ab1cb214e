// Instants in messages: those that run ("in 3 days") are kept true by one timer.

import { element } from "./elements.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat("en");

/** How far an instant is from another one, in words; both in epoch seconds. */
export function distance(instant, now) {
  const seconds = Math.round(instant - now);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return relative.format(Math.trunc(seconds / length), unit);
}

export class Moments {
  constructor() {
    this.ahead = 0;
    setInterval(() => this.run(), 1000);
  }

  /** The bot's clock, in epoch seconds. */
  now() {
    return Date.now() / 1000 + this.ahead;
  }

  /** An instant as Discord's `<t:…>` writes it. */
  make(epoch, style = "f") {
    const date = new Date(epoch * 1000);
    if (Number.isNaN(date.getTime())) return document.createTextNode("Invalid date");
    const made = element("time", {
      class: "moment",
      datetime: date.toISOString(),
      title: this.write(epoch, "F"),
    });
    if (style === "R") made.dataset.runs = String(epoch);
    made.textContent = this.write(epoch, style);
    return made;
  }

  write(epoch, style) {
    if (style === "R") return distance(epoch, this.now());
    return new Date(epoch * 1000).toLocaleString("en-GB", STYLES[style] ?? STYLES.f);
  }

  run() {
    for (const running of document.querySelectorAll("time[data-runs]")) {
      const words = distance(Number(running.dataset.runs), this.now());
      if (running.textContent !== words) running.textContent = words;
    }
  }
}
