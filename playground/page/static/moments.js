// Instants: those in messages, some of which are relative ("in 3 days"), and when messages were sent.

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
const writers = Object.fromEntries(Object.entries(STYLES).map(([style, how]) => [style, new Intl.DateTimeFormat("en-GB", how)]));

/** A unit is used from this share of it on: an instant set a moment ago as "in 1 day" still reads so. */
const NEARLY = 0.97;

/** The rounded distance between two instants in words; both are epoch seconds. */
export function distance(instant, now) {
  const seconds = Math.round(instant - now);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= NEARLY * size) ?? UNITS.at(-1);
  return relative.format(Math.round(seconds / length), unit);
}

/** The day of an instant as a number. */
export function dayOf(epoch) {
  return new Date(epoch * 1000).setHours(0, 0, 0, 0);
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

  /** Set by how many seconds the clock is ahead, and draw all instants again. */
  leap(ahead) {
    if (ahead === this.ahead) return;
    this.ahead = ahead;
    this.run();
    for (const stamp of document.querySelectorAll("time[data-posted]")) {
      stamp.textContent = this.age(Number(stamp.dataset.posted));
    }
  }

  /** An instant as Discord's `<t:…>` writes it. */
  make(epoch, style = "f") {
    const date = new Date(epoch * 1000);
    if (Number.isNaN(date.getTime())) return document.createTextNode("Invalid date");
    const made = element("time", { class: "moment", datetime: date.toISOString(), title: this.write(epoch, "F") });
    if (style === "R") made.dataset.runs = String(epoch);
    made.textContent = this.write(epoch, style);
    return made;
  }

  /** When something was sent, in short: the time, and the day unless it is today. */
  stamp(epoch) {
    const attributes = { class: "message-time", datetime: new Date(epoch * 1000).toISOString(), title: this.write(epoch, "F") };
    return element("time", { ...attributes, data: { posted: String(epoch) } }, this.age(epoch));
  }

  age(epoch) {
    const days = Math.round((dayOf(this.now()) - dayOf(epoch)) / 86_400_000);
    const hour = this.write(epoch, "t");
    if (days === 0) return hour;
    return days === 1 ? `Yesterday at ${hour}` : `${this.write(epoch, "d")}, ${hour}`;
  }

  write(epoch, style) {
    if (style === "R") return distance(epoch, this.now());
    return (writers[style] ?? writers.f).format(epoch * 1000);
  }

  run() {
    for (const running of document.querySelectorAll("time[data-runs]")) {
      const words = distance(Number(running.dataset.runs), this.now());
      if (running.textContent !== words) running.textContent = words;
    }
  }
}
