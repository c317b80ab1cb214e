// What the page of a match gains with scripts: turns without reloading, keys, a slider, playing by
// itself, a bed whose pieces move, live turns, and playing on. Every turn stays a page of its own; this
// reads that page and shows what differs.

import { Bed } from "./bed.js";
import { RULESETS, readTurn, startOf } from "./rules.js";
import { Trial, played } from "./trial.js";

const EVERY = 1200;
const POLL_EVERY = 5000;
const KEPT = [".result", ".status", ".facts", ".steps", ".turns", ".files"];
const KEYS = { Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3 };

const page = document.querySelector(".match");
const words = JSON.parse(page.dataset.words);
const themes = JSON.parse(page.dataset.themes);
const steps = () => page.querySelectorAll(".steps li");
const next = () => page.querySelector("a[rel=next]");
const shownTurn = () => Number(page.dataset.ply);
// The addresses on the page are relative to where it was opened.
const absolute = (name) => new URL(page.dataset[name] ?? "", location.href).href;
const [events, turnsAlone, art] = ["events", "alone", "art"].map(absolute);
const whole = turnsAlone.replace(/\/turns\.json$/, "");
const dark = matchMedia("(prefers-color-scheme: dark)");

let playing = 0;
let asking = new AbortController();
let bed = null;
let trial = null;
let line = [];
let sound = null;

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
  // A picture that is not seen is not asked for.
  if (!bed) picture.src = after.querySelector("img").getAttribute("src");
  picture.alt = after.querySelector("img").alt;
  const { ply, played: turns } = found.querySelector(".match").dataset;
  page.dataset.ply = ply;
  page.dataset.played = turns;
  drawBed();
  if (inList) page.querySelector(".turns [aria-current]").focus();
  if (step >= 0) (steps()[step].querySelector("a") ?? page.querySelector(".steps a")).focus();
  fetchNext();
  return true;
}

function fetchNext() {
  if (bed || !next()) return;
  new Image().src = `${next().href}.png${dark.matches ? "?theme=night" : ""}`;
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  button.textContent = words.play;
}

async function go(address, remember) {
  playing = -1;
  button.textContent = words.stop;
  if (!(await show(address, remember)) || !playing) return;
  if (!next()) {
    stop();
    return;
  }
  playing = setTimeout(() => go(next().href, "replaceState"), EVERY);
}

function visit(event, address) {
  event.preventDefault();
  stop();
  show(address, "pushState");
}

// The positions of the match, of which only what is new is played.
function positions() {
  const turns = page.dataset.played.split(" ").filter(Boolean);
  const same = line.findIndex(({ written }, index) => index && written !== turns[index - 1]);
  if (same > 0) line.length = same;
  if (!line.length) line.push({ position: startOf(page.dataset.ruleset), turn: null, written: "" });
  line.length = Math.min(line.length, turns.length + 1);
  for (const written of turns.slice(line.length - 1)) {
    line.push({ ...played(line.at(-1).position, readTurn(written)), written });
  }
  return line;
}

let before = -1;

function drawBed() {
  if (!bed || trial) return;
  const ply = shownTurn();
  const { position, turn } = positions()[ply];
  const isNext = ply === before + 1;
  bed.show(position, turn, isNext);
  bed.root.setAttribute("aria-label", page.querySelector(".bed img").alt);
  if (isNext && before >= 0) boop();
  before = ply;
  slider.max = line.length - 1;
  slider.value = ply;
}

// A soft boop: a tone that falls.
function boop() {
  if (!sound) return;
  const [tone, volume, now] = [sound.createOscillator(), sound.createGain(), sound.currentTime];
  tone.frequency.setValueAtTime(300, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.14);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
  tone.connect(volume).connect(sound.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}

const [button, flip, loud, looks, onwards, slider] = [".play", ".flip", ".sound", ".looks", ".onwards", ".slider"].map((name) => page.querySelector(name));
const pressed = (made, isOn) => made.setAttribute("aria-pressed", String(isOn));

button.addEventListener("click", () => {
  if (playing) {
    asking.abort();
    stop();
  } else {
    go((next() ?? steps()[0].querySelector("a")).href, "pushState");
  }
});

slider.addEventListener("input", () => {
  stop();
  show(`${whole}/${slider.value}`, "replaceState");
});

flip.addEventListener("click", () => {
  bed.flip();
  pressed(flip, bed.isFlipped);
});
loud.addEventListener("click", () => {
  sound = sound ? null : new AudioContext();
  pressed(loud, sound);
  boop();
});

const theme = () => looks.value || (dark.matches ? "night" : "day");
const dress = () => bed.dress(theme());
looks.addEventListener("change", dress);
dark.addEventListener("change", () => bed && dress());

onwards.addEventListener("click", () => {
  stop();
  trial = new Trial(bed, words, leaveTrial);
  trial.onPlay = boop;
  page.querySelector(".bed").after(trial.root);
  page.classList.add("is-trial");
  trial.begin(positions()[shownTurn()].position);
  trial.root.querySelector("button:not(:disabled)").focus();
});

function leaveTrial() {
  trial.end();
  trial = null;
  page.classList.remove("is-trial");
  before = -1;
  drawBed();
  onwards.focus();
}

const reveal = (...made) => made.forEach((each) => each.classList.remove("scripted"));

page.addEventListener("click", (event) => {
  const link = event.target.closest(".steps a, .turns a, .status a");
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) visit(event, link.href);
});

addEventListener("keydown", (event) => {
  const isElsewhere = trial || event.target.closest("select");
  if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  const link = steps()[KEYS[event.key]].querySelector("a");
  if (link) visit(event, link.href);
});

addEventListener("popstate", () => {
  stop();
  show(location.href);
});

// A live match: each turn is shown when it is played, unless an earlier one is looked at. Readers are
// told of turns by events; where there are too many readers, they ask now and then.
async function follow(count, isOver) {
  const known = page.querySelectorAll(".turns li").length;
  if (count === known && !isOver) return;
  const isAtEnd = shownTurn() === known;
  if (playing) return;
  await show(isAtEnd ? `${whole}/${count}` : location.href, isAtEnd ? "replaceState" : undefined);
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

// The drawing takes the place of the picture once all of it is there.
async function draw() {
  if (!(page.dataset.ruleset in RULESETS)) return;
  const drawn = new Bed(decodeURI(art), themes);
  await drawn.dress(theme());
  bed = drawn;
  drawBed();
  page.querySelector(".bed picture").hidden = true;
  page.querySelector(".bed").append(bed.root);
  reveal(flip, loud, looks, onwards, slider);
}

reveal(button);
fetchNext();
if (page.dataset.events) listen();
draw().catch(() => {
  // Without the drawings the pictures stay.
});
