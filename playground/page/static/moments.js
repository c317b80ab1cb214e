// Instants: those in messages, of which some run ("in 3 days"), and when messages were written.

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

/** Of a unit this much is as good as one, as in "in 3 days" right after that was agreed on. */
const NEARLY = 0.97;

/** How far an instant is from another one, in words, rounded; both in epoch seconds. */
export function distance(instant, now) {
  const seconds = Math.round(instant - now);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= NEARLY * size) ?? UNITS.at(-1);
  return relative.format(Math.round(seconds / length), unit);
}

/** The day of an instant, as a number that is the same for all of the day. */
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

  /** The clock is so many seconds ahead from now on; all that is shown moves with it. */
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

  /** When something was written, short: the hour today, the day too before. */
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
