// Components V2 as elements; the numbers are Discord's.

import { element } from "./elements.js";
import { blocks } from "./markdown.js";
import { makeMenu, optionsOf } from "./menu.js";
import { jumpOf } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/**
 * The elements of some components. `scene` has `seat`, `words`, `jump`, `press(customId, button)`
 * and `select(customId, values, menu)`.
 */
export function layOut(parts, scene) {
  return parts.map((part) => layOutOne(part, scene)).filter((made) => made !== null);
}

function layOutOne(part, scene) {
  switch (part.type) {
    case 1:
      return element("div", { class: "row" }, layOut(part.components, scene));
    case 2:
      return button(part, scene);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(part, scene);
    case 9:
      return element(
        "div",
        { class: "section" },
        element("div", {}, layOut(part.components, scene)),
        layOut([part.accessory], scene),
      );
    case 10:
      return element("div", { class: "text" }, blocks(part.content, scene.words));
    case 11:
      return element("div", { class: "thumbnail" }, picture(part.media, part));
    case 12:
      return gallery(part);
    case 13:
      return fileLink(part.file, part.name);
    case 14:
      return element("hr", { class: `separator${part.divider === false ? " is-blank" : ""}${part.spacing === 2 ? " is-wide" : ""}` });
    case 17:
      return container(part, scene);
    default:
      return element("p", { class: "small" }, `A component of type ${part.type}, which this page can't draw.`);
  }
}

function container(part, scene) {
  const made = element("div", { class: "container" }, layOut(part.components, scene));
  if (part.accent_color !== null && part.accent_color !== undefined) {
    made.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  }
  return part.spoiler ? hidden(made) : made;
}

function button(part, scene) {
  const emoji = part.emoji?.name ? `${part.emoji.name} ` : "";
  const text = emoji + (part.label ?? "");
  const style = `button is-${STYLES[part.style]}`;
  if (!part.url) {
    const attributes = { type: "button", class: style, disabled: part.disabled, data: { customId: part.custom_id ?? "" } };
    const made = element("button", attributes, text);
    made.addEventListener("click", () => scene.press(part.custom_id, made));
    return made;
  }
  const target = jumpOf(part.url);
  if (target) {
    const jump = () => scene.jump(target.placeId, target.messageId);
    return element("button", { type: "button", class: style, disabled: part.disabled, on: { click: jump } }, text);
  }
  if (!/^https?:/.test(part.url)) return element("button", { class: style, disabled: true }, text);
  return element("a", { class: style, href: part.url, target: "_blank", rel: "noreferrer noopener" }, `${text} ↗`);
}

function select(part, scene) {
  const menu = makeMenu({
    label: part.placeholder ?? "Make a selection",
    options: optionsOf(part, scene.seat),
    customId: part.custom_id,
    least: part.min_values ?? 1,
    most: part.max_values ?? 1,
    disabled: Boolean(part.disabled),
    onChoose: (values) => scene.select(part.custom_id, values, menu.root),
  });
  return menu.root;
}

function gallery(part) {
  const figures = part.items.map((item) => picture(item.media, item));
  return element("div", { class: `gallery${figures.length > 1 ? " is-many" : ""}` }, figures);
}

/**
 * A picture with a button that shows its alt text. The figure has no role: named by its caption, it
 * would be read twice, or not at all if a whole message is read.
 */
export function picture(media, { description, spoiler } = {}) {
  const image = element("img", {
    // A picture of another site is shown from a copy: the page makes no request to other sites.
    src: addressOf(media.proxy_url ?? media.url),
    alt: description ?? "",
    width: media.width,
    height: media.height,
    decoding: "sync",
  });
  // Reserve its room before it loads, so that nothing below it jumps.
  if (media.width && media.height) image.style.aspectRatio = `${media.width} / ${media.height}`;
  const made = element("figure", { class: "picture", role: "none" }, image);
  if (description) {
    const words = element("figcaption", { hidden: true }, description);
    const toggle = element("button", { type: "button", class: "alt", "aria-expanded": "false", "aria-label": "Show the alt text" }, "ALT");
    toggle.addEventListener("click", () => {
      words.hidden = !words.hidden;
      toggle.setAttribute("aria-expanded", String(!words.hidden));
    });
    made.append(toggle, words);
  }
  return spoiler ? hidden(made) : made;
}

/** A file to download. */
export function fileLink(media, name) {
  const shown = name ?? media.filename ?? decodeURIComponent(media.url.split("/").at(-1));
  return element("a", { class: "file", href: addressOf(media.url), download: shown }, `📄 ${shown}`);
}

/** Request the playground's own files at the address of the page. */
function addressOf(url) {
  const at = url.indexOf("/attachments/");
  return at < 0 ? url : url.slice(at);
}

function hidden(inside) {
  const made = element("div", { class: "hidden-part" }, inside);
  const cover = element("button", { type: "button", class: "cover" }, "SPOILER");
  cover.addEventListener("click", () => made.replaceWith(inside));
  made.append(cover);
  return made;
}
