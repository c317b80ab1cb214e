"""The frame and style of all HTML pages, which need no scripts and fit a phone."""

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from http import HTTPStatus
from typing import Final

from bot.text import current, gettext

STYLE: Final = """
:root { color-scheme: light dark; --ground: #fdfaf5; --ink: #2b2620; --line: #c9c2b8;
  --quiet: #5a544c; --link: #7a3b00;
  --mistake: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1f1c23; --ink: #ece8f0; --line: #4a4550; --quiet: #b9b3c0; --link: #ffb877;
    --mistake: #ff8a80; }
}
body { background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  margin: 0; padding: 1rem; }
main { margin: 0 auto; max-width: 44rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 1.5rem 0 0; }
h3 { font-size: 1rem; line-height: 1.3; margin: 0.5rem 0 0; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; margin: 0.75rem 0;
  padding: 0; }
nav a { display: inline-block; padding: 0.2rem 0; }
[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
caption { color: var(--quiet); padding-bottom: 0.25rem; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.5rem 0.4rem 0; text-align: right; }
th:nth-child(2) { overflow-wrap: anywhere; text-align: left; width: 99%; }
tbody th { font-weight: normal; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
.wide table { margin-top: 0; }
.places th:first-child, .places th:nth-child(3) { white-space: nowrap; }
.places td + td { padding-left: 0.5rem; }
.cross th:nth-child(2) { min-width: 5.5rem; }
.cross td, .cross th:nth-child(n + 3) { padding-left: 0.4rem; text-align: center; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
.matches { list-style: none; margin: 0.5rem 0 1rem; padding: 0; }
.matches li { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; padding: 0.5rem 0; }
.bed { margin: 0.75rem 0 0.5rem; }
.bed img, .bed svg { aspect-ratio: 720 / 804; border-radius: 4%; display: block; height: auto;
  margin: 0 auto; width: min(100%, calc(80vh * 720 / 804)); }
.result { font-size: 1.125rem; font-weight: bold; }
.status { min-height: 1.5rem; }
.players { display: flex; gap: 1rem; justify-content: space-between; margin: 0 auto 0.75rem;
  max-width: 33rem; }
.players > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.keys { display: none; text-align: center; }
.steps ul { flex-wrap: nowrap; gap: 0.5rem; margin: 0 auto 1rem; max-width: 33rem; }
.steps li { flex: 1; }
.steps a, .steps span { border: 1px solid var(--line); border-radius: 0.5rem; display: block;
  padding: 0.6rem 0.25rem; text-align: center; text-decoration: none; }
.steps span { color: var(--quiet); opacity: 0.5; }
.turns { columns: 2 8.5rem; font-size: 0.875rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.turns a { display: block; padding: 0.2rem 0 0.2rem 3.2em; text-decoration: none;
  text-indent: -3.2em; }
.mistake { color: var(--mistake); }
.analysis img { border-radius: 0.5rem; display: block; height: auto; margin: 0.75rem 0;
  max-width: 36rem; width: 100%; }
.analysis dl { display: grid; gap: 0.1rem 1rem; grid-template-columns: max-content 1fr;
  margin: 0.5rem 0; }
.analysis dd { font-variant-numeric: tabular-nums; font-weight: bold; margin: 0; }
.analysis ol { margin: 0.5rem 0 1rem; padding-left: 1.5rem; }
.analysis li { padding: 0.25rem 0; }
.bed picture[hidden] { display: none; }
.piece { transform-box: view-box; transform-origin: 52px 52px;
  transition: transform 0.32s ease-out, opacity 0.32s; }
.piece.is-new { animation: drop 0.2s ease-out; }
.piece.is-gone { opacity: 0; }
@keyframes drop { from { opacity: 0; } }
.target { cursor: pointer; fill: transparent; }
.target:hover, .target:focus-visible { fill: #ffc83d66; outline: none; stroke: var(--link);
  stroke-width: 5; }
@media (hover: none) { .target:hover:not(:focus-visible) { fill: transparent; stroke: none; } }
.slider { accent-color: var(--link); display: block; margin: 0 auto 0.5rem; max-width: 33rem;
  min-height: 2rem; width: 100%; }
.scripted { visibility: hidden; }
@media (scripting: none) { .scripted { display: none; } }
.tools { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; margin: 0 auto 1rem;
  max-width: 33rem; }
.tools:empty { display: none; }
.tools button, .tools select { background: none; border: 1px solid var(--line);
  border-radius: 0.5rem; color: var(--link); font: inherit; max-width: 100%; min-height: 2.75rem;
  padding: 0.4rem 0.9rem; }
.tools select { background: var(--ground); }
.tools [aria-pressed=true] { background: var(--link); color: var(--ground); }
.tools :disabled { color: var(--quiet); opacity: 0.6; }
.trial { margin: 0 auto; max-width: 33rem; text-align: center; }
.is-trial .keys, .is-trial .slider, .is-trial .steps, .is-trial .board > .tools, .is-trial .turns,
.is-trial .status, .is-trial .result, .is-trial .analysis { display: none; }
.seat { border: 1px solid var(--quiet); border-radius: 50%; color: transparent;
  display: inline-block; font-size: 0; height: 0.7rem; margin: 0 0.35rem 0 0.15rem;
  overflow: hidden; text-indent: 0; vertical-align: -0.05rem; width: 0.7rem; }
.orange { background: #f0913a; }
.gray { background: #8a93a0; }
@media (min-width: 62rem) {
  @media (hover: hover) and (scripting: enabled) { .keys { display: block; } }
  .match { column-gap: 2rem; display: grid; grid-template-columns: 36rem 1fr; max-width: 64rem; }
  .match > * { grid-column: 2; }
  .match > .board { align-self: start; grid-column: 1; grid-row: 1 / span 9; position: sticky;
    top: 1rem; }
  .match .bed img, .match .bed svg {
    width: min(100%, max(20rem, calc((100vh - 18.75rem) * 720 / 804))); }
}
@media (max-width: 28rem) { th, td { font-size: 0.875rem; padding-right: 0.3rem; } }
"""

STYLE_HASH: Final = "sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""Allows this style and no other in the browser."""


def error_page(status: HTTPStatus, sentence: str) -> str:
    """Write a sentence as a page, for a request that gets an error."""
    title = gettext("Not found") if status is HTTPStatus.NOT_FOUND else "boop"
    return html_page(title, ["<h1>boop</h1>", f"<p>{escape(sentence)}</p>"])


def html_page(
    title: str,
    body: Iterable[str],
    head: Iterable[str] = (),
    main: str = "<main>",
    *,
    is_indexed: bool = False,
) -> str:
    """Write a page in the current language.

    `head` has further lines for its head, and `main` is the opening tag around its body.
    `is_indexed` says whether search engines may list it.
    """
    lines = [
        "<!doctype html>",
        f'<html lang="{current().language}">',
        "<head>",
        '<meta charset="utf-8">',
        f"<title>{escape(title)} · boop</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        *([] if is_indexed else ['<meta name="robots" content="noindex">']),
        *head,
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        main,
        *body,
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
