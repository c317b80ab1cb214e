// Elements. Text always becomes text nodes, so that nothing that a person wrote is markup.

/** Make an element; `on` holds listeners, `data` the dataset, children are nodes or text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    } else if (name === "data") {
      Object.assign(made.dataset, value);
    } else {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** A number for the id of an element; each is unique on this page. */
export const freshId = (() => {
  let last = 0;
  return (word) => `${word}-${(last += 1)}`;
})();

const COLOURS = ["#c2577f", "#3f7fbf", "#4a9668", "#a8763a", "#7d62c2", "#3d8f96"];

/** The round picture of a person: their initial on their own colour, or a robot's face for a bot. */
export function avatar(someone) {
  const initial = someone.is_bot ? "" : someone.name.slice(0, 1).toUpperCase();
  const made = element("span", { class: someone.is_bot ? "avatar is-bot" : "avatar", "aria-hidden": "true" }, initial);
  const colour = someone.is_bot ? "#d9771f" : COLOURS[someone.name.codePointAt(0) % COLOURS.length];
  made.style.setProperty("--colour", colour);
  return made;
}

/** A red counter, or nothing if the count is zero. */
export function badge(count, words) {
  if (!count) return null;
  const shown = count > 98 ? "99+" : String(count);
  return element("span", { class: "badge", "aria-label": `${shown} ${words}` }, shown);
}

/** Act once the button of the mouse, or the finger, that is down now is up, and its click is handled. */
export function afterRelease(act) {
  // The click comes after the button is up.
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(act), { once: true });
}
