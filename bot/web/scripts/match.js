// What scripts add to the page of a match: turns without reloading, keys, a slider, automatic playing,
// a bed whose pieces move, live turns, and playing on. Every turn has its own page; this script reads
// that page and shows what differs.

import { Bed } from "./bed.js";
import { RULESETS, readTurn, startOf } from "./rules.js";
import { Trial, played } from "./trial.js";

const EVERY = 1200;
const POLL_EVERY = 5000;
const AGAIN_AFTER = 5000;
const WORDS_WITHIN = 3000;
const SLIDER_RESTS = 250;
const KEPT = [".result", ".status", ".facts", ".players", ".steps", ".turns", ".analysis", ".files"];
const KEYS = {
  Home: () => 0,
  ArrowLeft: () => shownTurn() - 1,
  ArrowRight: () => shownTurn() + 1,
  End: () => turnsKnown().length,
};

const page = document.querySelector(".match");
const words = JSON.parse(page.dataset.words);
const themes = JSON.parse(page.dataset.themes);
const links = () => page.querySelectorAll(".steps li, .files a");
const turnLinks = () => [...page.querySelectorAll(".turns a")];
const next = () => page.querySelector("a[rel=next]");
const shownTurn = () => Number(page.dataset.ply);
const turnsKnown = () => page.dataset.played.split(" ").filter(Boolean);
// The addresses on the page are relative to the address at which it was opened.
const absolute = (name) => new URL(page.dataset[name] ?? "", location.href).href;
const [events, turnsAlone, art] = ["events", "alone", "art"].map(absolute);
const whole = turnsAlone.replace(/\/turns\.json$/, "");
const addressOf = (ply) => `${whole}/${ply}`;
const dark = matchMedia("(prefers-color-scheme: dark)");

let playing = 0;
let asking = new AbortController();
let bed = null;
let trial = null;
let line = [];
let audio = null;
let isLoud = false;
// The turns that the reader has requested and that are still loading.
let loading = 0;
// The last turns received, how often there were new ones, and whether the words of the page are still
// to be loaded.
let latest = [];
let updates = 0;
let isBehind = false;
let catching = 0;

// Returns the page at an address, or null if another one is requested meanwhile.
async function read(address) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    return signal.aborted ? null : new DOMParser().parseFromString(text, "text/html");
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

// Shows the turn at an address, unless the reader requests another one meanwhile. `remember` adds the
// address to the browser's history, if given. Returns whether the turn is shown.
async function show(address, remember) {
  const before = updates;
  let found = null;
  loading += 1;
  try {
    found = await read(address);
  } finally {
    loading -= 1;
  }
  if (!found) return false;
  if (remember) history[remember](null, "", address);
  replaceContent(contentOf(found));
  // The page may be older than the turns received while it was loading.
  if (updates !== before) follow(latest);
  return true;
}

async function visit(address, remember) {
  stop();
  try {
    return await show(address, remember);
  } catch {
    location.assign(address);
    return false;
  }
}

// On a phone the lists of turns are far below the bed, and a tap there would seem to do nothing.
function scrollToBed() {
  const { top, height } = page.querySelector(".bed").getBoundingClientRect();
  if (top < -height / 2) page.querySelector(".result").scrollIntoView();
}

// Returns the words of a page.
function contentOf(found) {
  const html = Object.fromEntries(KEPT.map((name) => [name, found.querySelector(name).innerHTML]));
  const { ply, played: turns } = found.querySelector(".match").dataset;
  const picture = found.querySelector(".bed img");
  const [night, day] = [found.querySelector(".bed source").getAttribute("srcset"), picture.getAttribute("src")];
  return { title: found.title, html, alt: picture.alt, night, day, ply, turns };
}

// Returns the same from the words that come with a turn, as they are at the turn's address.
function contentFrom({ alt, ...words }, turns) {
  const ply = turns.length;
  const html = Object.fromEntries(Object.entries(words).map(([name, text]) => [`.${name}`, text]));
  const day = `${ply}.png`;
  return { title: document.title, html, alt, night: `${day}?theme=night`, day, ply, turns: turns.join(" ") };
}

// Replaces the words of the page.
function replaceContent(content) {
  document.title = content.title;
  const focused = page.contains(document.activeElement) ? document.activeElement : null;
  const link = [...links()].findIndex((each) => each.contains(focused));
  const [turn, isCurrent] = [turnLinks().indexOf(focused), Boolean(focused?.matches("[aria-current]"))];
  for (const [name, html] of Object.entries(content.html)) {
    const shown = page.querySelector(name);
    // Keep what is the same: its pictures would be loaded again.
    if (shown.innerHTML !== html) shown.innerHTML = html;
  }
  page.querySelector(".bed source").srcset = content.night;
  const picture = page.querySelector(".bed img");
  // A hidden picture is not loaded.
  if (!bed) picture.src = content.day;
  picture.alt = content.alt;
  page.dataset.ply = content.ply;
  page.dataset.played = content.turns;
  isBehind = false;
  drawBed();
  // The focus stays on the same turn; on the shown turn, it goes on to the next one that is shown,
  // or to the first one at the start.
  const following = isCurrent ? page.querySelector(".turns [aria-current]") ?? turnLinks()[0] : turnLinks()[turn];
  if (turn >= 0) (following ?? turnLinks().at(-1))?.focus();
  if (link >= 0) (links()[link].closest("a") ?? links()[link].querySelector("a") ?? page.querySelector(".steps a"))?.focus();
  fetchNext();
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
  let isShown = false;
  try {
    isShown = await show(address, remember);
  } catch {
    stop();
  }
  if (!isShown || !playing) return;
  if (shownTurn() >= turnsKnown().length) {
    stop();
    return;
  }
  playing = setTimeout(() => go(addressOf(shownTurn() + 1), "replaceState"), EVERY);
}

// The positions of the match; only new turns are played.
function positions() {
  const turns = turnsKnown();
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
  // Nothing can be placed once there are three cats in a line.
  onwards.disabled = Boolean(position.winner);
}

// A soft boop: a tone that falls.
function boop() {
  if (!isLoud) return;
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.setValueAtTime(300, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.14);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
  tone.connect(volume).connect(audio.destination);
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
    const ply = shownTurn();
    go(addressOf(ply < turnsKnown().length ? ply + 1 : 0), "pushState");
  }
});

slider.addEventListener("input", () => {
  stop();
  asking.abort();
  page.dataset.ply = slider.value;
  drawBed();
  catchUp(SLIDER_RESTS);
});

flip.addEventListener("click", () => {
  bed.flip();
  pressed(flip, bed.isFlipped);
});
loud.addEventListener("click", () => {
  isLoud = !isLoud;
  audio ??= new AudioContext();
  pressed(loud, isLoud);
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
  const link = event.target.closest(".steps a, .turns a, .status a, .analysis a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  visit(link.href, "pushState").then((isShown) => isShown && scrollToBed());
});

addEventListener("keydown", (event) => {
  const isElsewhere = trial || event.target.closest("select");
  if (isElsewhere || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  const ply = KEYS[event.key]();
  if (ply < 0 || ply > turnsKnown().length || ply === shownTurn()) return;
  visit(addressOf(ply), "pushState");
});

addEventListener("popstate", () => {
  visit(location.href);
});

// The bed shows turns at once. The words are loaded when the reader pauses or, after a new turn, a
// little later, so that not all readers request them at the same time.
function catchUp(after) {
  isBehind = true;
  clearTimeout(catching);
  catching = setTimeout(readWords, after);
}

async function readWords() {
  if (!isBehind) return;
  if (loading || playing) {
    catchUp(SLIDER_RESTS);
    return;
  }
  const [address, before] = [addressOf(shownTurn()), updates];
  let found;
  try {
    found = await read(address);
  } catch {
    // The network may be down for a while; the page stays as it is.
    catchUp(AGAIN_AFTER * (1 + Math.random()));
    return;
  }
  if (!found) return;
  if (updates !== before) {
    catchUp(SLIDER_RESTS);
    return;
  }
  history.replaceState(null, "", address);
  replaceContent(contentOf(found));
}

// A live match: each new turn is shown, unless the reader looks at an earlier one. Turns arrive as
// events; if there are too many readers, their pages poll. The words come with the turn, or are loaded
// from its page.
function receive(turns, isOver, words) {
  if (turns.join(" ") === page.dataset.played && !isOver) return;
  latest = turns;
  updates += 1;
  follow(turns, words);
}

function follow(turns, words) {
  const isAtEnd = shownTurn() >= turnsKnown().length && !loading && !playing;
  if (isAtEnd && words) {
    asking.abort();
    clearTimeout(catching);
    history.replaceState(null, "", addressOf(turns.length));
    replaceContent(contentFrom(words, turns));
    return;
  }
  page.dataset.played = turns.join(" ");
  page.dataset.ply = isAtEnd ? turns.length : Math.min(shownTurn(), turns.length);
  catchUp(Math.random() * WORDS_WITHIN);
  drawBed();
}

function listen() {
  const source = new EventSource(events);
  source.addEventListener("message", ({ data }) => {
    const { after, turns, over, words } = JSON.parse(data);
    if (over) source.close();
    const before = turnsKnown();
    // If earlier turns are missing, load the page.
    if (after > before.length) catchUp(Math.random() * WORDS_WITHIN);
    else receive([...before.slice(0, after), ...turns], over, words);
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
      const { turns, over, words } = await answer.json();
      receive(turns, over, words);
      if (over) return;
    }
  } catch {
    // The network may be down for a while.
  }
  setTimeout(poll, POLL_EVERY * (1 + Math.random()));
}

// The drawing replaces the picture once all of it is loaded.
async function draw() {
  if (!(page.dataset.ruleset in RULESETS)) return;
  const drawn = new Bed(decodeURI(art), themes);
  await drawn.dress(theme());
  bed = drawn;
  try {
    drawBed();
  } catch (error) {
    bed = null;
    throw error;
  }
  page.querySelector(".bed picture").hidden = true;
  page.querySelector(".bed").append(bed.root);
  reveal(flip, loud, looks, onwards, slider);
}

reveal(button);
fetchNext();
if (page.dataset.events) listen();
draw().catch(() => {
  // If the drawings can't be loaded, the pictures stay.
});
