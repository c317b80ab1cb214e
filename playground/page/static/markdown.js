// Discord's markdown, as far as bots use it, turned into nodes.

import { element } from "./elements.js";

const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (found) => found[1]],
  [/``(.+?)``|`([^`\n]+)`/y, (found) => element("code", {}, found[1] ?? found[2])],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, (found, words) => element("strong", {}, inline(found[1], words))],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, (found, words) => element("u", {}, inline(found[1], words))],
  [/~~((?:\\[^]|[^\\])+?)~~/y, (found, words) => element("s", {}, inline(found[1], words))],
  [/\|\|((?:\\[^]|[^\\])+?)\|\|/y, (found, words) => spoiler(inline(found[1], words))],
  [/\*(?![\s*])((?:\\[^]|[^\\*])+?)\*/y, (found, words) => element("em", {}, inline(found[1], words))],
  [/(?<!\w)_(?!_)((?:\\[^]|[^\\_])+?)_(?!\w)/y, (found, words) => element("em", {}, inline(found[1], words))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (found, words) => words.link(found[2], inline(found[1], words))],
  [/<(https?:\/\/[^\s>]+)>/y, (found, words) => words.link(found[1], null)],
  [/https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]]/y, (found, words) => words.link(found[0], null)],
  [/<@!?(\d+)>/y, (found, words) => words.user(found[1])],
  [/<@&(\d+)>/y, (found, words) => words.role(found[1])],
  [/<#(\d+)>/y, (found, words) => words.place(found[1])],
  [/<\/([^:>]+):\d+>/y, (found) => element("span", { class: "mention" }, `/${found[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (found, words) => words.moment(Number(found[1]), found[2])],
];
const STARTS = /[\\*_~`|<[h]/g;

/**
 * The nodes of a text of several lines. `words` makes the nodes that need to know the world:
 * `link`, `user`, `role`, `place`, `moment`.
 */
export function blocks(text, words) {
  const made = [];
  const lines = text.split("\n");
  while (lines.length) {
    const line = lines[0];
    if (line.startsWith("```")) made.push(codeBlock(lines));
    else if (/^#{1,3} \S/.test(line)) made.push(heading(lines.shift(), words));
    else if (/^-# \S/.test(line)) made.push(element("p", { class: "small" }, inline(lines.shift().slice(3), words)));
    else if (/^>( |$)/.test(line)) made.push(quote(lines, words));
    else if (/^ *([-*]|\d+\.) \S/.test(line)) made.push(list(lines, words));
    else made.push(paragraph(lines, words));
  }
  return made;
}

/** The nodes of a text within one line, or of one where line breaks stay. */
export function inline(text, words) {
  const made = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    STARTS.lastIndex = at;
    const next = STARTS.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    const node = take(text, at, words);
    if (node) {
      if (plain) made.push(plain);
      plain = "";
      made.push(node.made);
      at = node.end;
    } else if (at < text.length) {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) made.push(plain);
  return made;
}

function take(text, at, words) {
  for (const [rule, make] of INLINE) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found) {
      const end = rule.lastIndex;
      return { made: make(found, words), end };
    }
  }
  return null;
}

function heading(line, words) {
  const level = line.indexOf(" ");
  // The page has its own headings above those of messages.
  return element(`h${level + 2}`, { class: `heading-${level}` }, inline(line.slice(level + 1), words));
}

function codeBlock(lines) {
  const first = lines.shift().slice(3);
  const inside = /^\w*$/.test(first) ? [] : [first];
  while (lines.length) {
    const line = lines.shift();
    const end = line.indexOf("```");
    if (end >= 0) {
      inside.push(line.slice(0, end));
      break;
    }
    inside.push(line);
  }
  return element("pre", {}, element("code", {}, inside.join("\n").replace(/\n$/, "")));
}

function quote(lines, words) {
  const inside = [];
  while (lines.length && /^>( |$)/.test(lines[0])) inside.push(lines.shift().replace(/^> ?/, ""));
  return element("blockquote", {}, blocks(inside.join("\n"), words));
}

function list(lines, words) {
  const depth = (line) => line.length - line.trimStart().length;
  const ordered = /^ *\d+\./.test(lines[0]);
  const made = element(ordered ? "ol" : "ul", ordered ? { start: parseInt(lines[0], 10) } : {});
  const outer = depth(lines[0]);
  while (lines.length && /^ *([-*]|\d+\.) \S/.test(lines[0]) && depth(lines[0]) >= outer) {
    if (depth(lines[0]) > outer) {
      made.lastElementChild.append(list(lines, words));
    } else {
      const text = lines.shift().trimStart().replace(/^([-*]|\d+\.) /, "");
      made.append(element("li", {}, inline(text, words)));
    }
  }
  return made;
}

function paragraph(lines, words) {
  const inside = [lines.shift()];
  while (lines.length && !/^(```|#{1,3} \S|-# \S|>( |$)| *([-*]|\d+\.) \S)/.test(lines[0])) {
    inside.push(lines.shift());
  }
  return element("p", {}, inline(inside.join("\n"), words));
}

function spoiler(children) {
  const made = element("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler" }, children);
  const show = () => {
    made.classList.add("is-open");
    made.removeAttribute("role");
    made.removeAttribute("aria-label");
  };
  made.addEventListener("click", show);
  made.addEventListener("keydown", (event) => {
    if (event.target !== made || !made.hasAttribute("role") || ![" ", "Enter"].includes(event.key)) return;
    // The space bar would scroll.
    event.preventDefault();
    show();
  });
  return made;
}
