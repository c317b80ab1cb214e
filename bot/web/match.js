// What the page of a match gains with scripts: turns without reloading, keys, and playing by itself.
// Every turn stays a page of its own; this reads that page and shows what differs.
"use strict";

const EVERY = 1200;
const KEPT = [".result", ".facts", ".steps", ".turns"];
const KEYS = { Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3 };

const page = document.querySelector(".match");
const links = () => page.querySelectorAll(".steps li");
let playing = 0;

// `remember` is how the browser's history takes the address, if it does.
async function show(address, remember) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) {
    location.assign(address);
    return;
  }
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (remember) history[remember](null, "", address);
  document.title = found.title;
  const focused = [...links()].findIndex((each) => each.contains(document.activeElement));
  for (const name of KEPT) {
    page.querySelector(name).innerHTML = found.querySelector(name).innerHTML;
  }
  const [before, after] = [page, found].map((each) => each.querySelector(".bed"));
  before.querySelector("source").srcset = after.querySelector("source").getAttribute("srcset");
  const picture = before.querySelector("img");
  picture.src = after.querySelector("img").getAttribute("src");
  picture.alt = after.querySelector("img").alt;
  if (focused >= 0) links()[focused].querySelector("a")?.focus();
  fetchNext();
}

function fetchNext() {
  const next = page.querySelector("a[rel=next]");
  if (!next) return;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  new Image().src = `${next.href}.png${dark ? "?theme=night" : ""}`;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  button.textContent = page.dataset.play;
}

async function play() {
  if (playing) {
    stop();
    return;
  }
  button.textContent = page.dataset.stop;
  playing = setInterval(step, EVERY);
  const next = page.querySelector("a[rel=next]");
  await show(next ? next.href : links()[0].querySelector("a").href, "pushState");
}

async function step() {
  const next = page.querySelector("a[rel=next]");
  if (next) await show(next.href, "replaceState");
  if (!page.querySelector("a[rel=next]")) stop();
}

page.addEventListener("click", (event) => {
  const link = event.target.closest(".steps a, .turns a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (playing) stop();
  show(link.href, "pushState");
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  const link = links()[KEYS[event.key]].querySelector("a");
  if (!link) return;
  event.preventDefault();
  if (playing) stop();
  show(link.href, "pushState");
});

addEventListener("popstate", () => show(location.href));

const button = document.createElement("button");
button.type = "button";
button.className = "play";
button.textContent = page.dataset.play;
button.addEventListener("click", play);
page.querySelector(".board").append(button);
fetchNext();
