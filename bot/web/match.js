// What the page of a match gains with scripts: turns without reloading, keys, and playing by itself.
// Every turn stays a page of its own; this reads that page and shows what differs.
"use strict";

const EVERY = 1200;
const KEPT = [".result", ".status", ".facts", ".steps", ".turns", ".files"];
const POLL_EVERY = 5000;
const KEYS = { Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3 };

const page = document.querySelector(".match");
const steps = () => page.querySelectorAll(".steps li");
let playing = 0;
let asking = new AbortController();

// Shows the turn at an address, unless another one is asked for meanwhile. `remember` is how the
// browser's history takes the address, if it does. Returns whether the turn is shown.
async function show(address, remember) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  let text;
  try {
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new Error(answer.status);
    text = await answer.text();
  } catch {
    if (signal.aborted) return false;
    stop();
    location.assign(address);
    return false;
  }
  if (signal.aborted) return false;
  const found = new DOMParser().parseFromString(text, "text/html");
  if (remember) history[remember](null, "", address);
  document.title = found.title;
  const focused = page.contains(document.activeElement) ? document.activeElement : null;
  const step = [...steps()].findIndex((each) => each.contains(focused));
  const inList = page.querySelector(".turns").contains(focused);
  for (const name of KEPT) {
    page.querySelector(name).innerHTML = found.querySelector(name).innerHTML;
  }
  const [before, after] = [page, found].map((each) => each.querySelector(".bed"));
  before.querySelector("source").srcset = after.querySelector("source").getAttribute("srcset");
  const picture = before.querySelector("img");
  picture.src = after.querySelector("img").getAttribute("src");
  picture.alt = after.querySelector("img").alt;
  if (inList) page.querySelector(".turns [aria-current]").focus();
  if (step >= 0) (steps()[step].querySelector("a") ?? page.querySelector(".steps a")).focus();
  fetchNext();
  return true;
}

const next = () => page.querySelector("a[rel=next]");

function fetchNext() {
  if (!next()) return;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  new Image().src = `${next().href}.png${dark ? "?theme=night" : ""}`;
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  button.textContent = page.dataset.play;
}

async function play(address, remember) {
  playing = -1;
  button.textContent = page.dataset.stop;
  if (!(await show(address, remember)) || !playing) return;
  if (!next()) {
    stop();
    return;
  }
  playing = setTimeout(() => play(next().href, "replaceState"), EVERY);
}

function go(event, address) {
  event.preventDefault();
  stop();
  show(address, "pushState");
}

page.addEventListener("click", (event) => {
  const link = event.target.closest(".steps a, .turns a");
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) go(event, link.href);
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  const link = steps()[KEYS[event.key]].querySelector("a");
  if (link) go(event, link.href);
});

addEventListener("popstate", () => {
  stop();
  show(location.href);
});

// A live match: each turn is shown when it is played, unless an earlier one is looked at. Readers are
// told of turns by events; where there are too many readers, they ask now and then.
const shownTurn = () => [...page.querySelectorAll(".turns a")].findIndex((each) => each.matches("[aria-current]"));

// The addresses on the page are relative to where it was opened.
const [events, turnsAlone] = ["events", "turns"].map((name) => new URL(page.dataset[name] ?? "", location.href).href);
const whole = turnsAlone.replace(/\/turns\.json$/, "");

async function follow(count, isOver) {
  const links = page.querySelectorAll(".turns a");
  if (count === links.length && !isOver) return;
  const isAtEnd = shownTurn() === links.length - 1;
  const address = isAtEnd ? `${whole}/${count}` : location.href;
  if (!playing) await show(address, isAtEnd ? "replaceState" : undefined);
}

function listen() {
  const source = new EventSource(events);
  source.addEventListener("message", ({ data }) => {
    const { after, turns, over } = JSON.parse(data);
    if (over) source.close();
    follow(after + turns.length, over);
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) poll();
  });
}

async function poll() {
  try {
    const answer = await fetch(turnsAlone);
    if (answer.status === 404) {
      location.reload();
      return;
    }
    if (answer.ok) {
      const { turns, over } = await answer.json();
      await follow(turns.length, over);
      if (over) return;
    }
  } catch {
    // The network may be away for a while.
  }
  setTimeout(poll, POLL_EVERY * (1 + Math.random()));
}

const button = document.createElement("button");
button.type = "button";
button.className = "play";
button.textContent = page.dataset.play;
button.addEventListener("click", () => {
  if (playing) {
    asking.abort();
    stop();
  } else {
    play((next() ?? steps()[0].querySelector("a")).href, "pushState");
  }
});
page.querySelector(".board").append(button);
fetchNext();
if (page.dataset.events) listen();
