// Small menus that open at a point or below a button, within one person's window.

import { element } from "./elements.js";

const HOLD = 500;
const SLIP = 10;
let open = null;

/** Close the open menu, if there is one. */
export function closePopup() {
  open?.close();
}

/**
 * Open a menu in `root`. `at` is an element or `{x, y}` of the screen; entries are
 * `{text, action, isDanger}`. The focus returns to where it was.
 */
export function openPopup(root, at, label, entries) {
  closePopup();
  const before = document.activeElement;
  const menu = element("div", { class: "popup", role: "menu", "aria-label": label });
  const buttons = entries.map(({ text, action, isDanger }) => {
    const button = element("button", { type: "button", role: "menuitem", tabindex: "-1", class: isDanger ? "is-danger" : null }, text);
    button.addEventListener("click", () => {
      close();
      action();
    });
    return button;
  });
  menu.append(element("div", { class: "popup-title", role: "presentation" }, label), ...buttons);

  function close() {
    if (open?.menu !== menu) return;
    open = null;
    const hadFocus = menu.contains(document.activeElement);
    menu.remove();
    removeEventListener("pointerdown", pressedElsewhere, true);
    if (hadFocus && before?.isConnected) before.focus({ preventScroll: true });
  }

  function pressedElsewhere(event) {
    if (!menu.contains(event.target)) close();
  }

  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const now = buttons.indexOf(document.activeElement);
      buttons[(now + step + buttons.length) % buttons.length].focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  open = { menu, close };
  root.append(menu);
  place(menu, root, at);
  addEventListener("pointerdown", pressedElsewhere, true);
  buttons[0]?.focus({ preventScroll: true });
  return menu;
}

/** Place a menu at a point, moved so that all of it is within its root. */
function place(menu, root, at) {
  const frame = root.getBoundingClientRect();
  const beside = at instanceof Element ? at.getBoundingClientRect() : null;
  const x = beside ? beside.left : at.x;
  const y = beside ? beside.bottom + 4 : at.y;
  const left = Math.min(x - frame.left, frame.width - menu.offsetWidth - 8);
  const top = Math.min(y - frame.top, frame.height - menu.offsetHeight - 8);
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${Math.max(8, top)}px`;
}

/**
 * Call `ask(target, at)` on a right click, the menu key and a long press. It returns whether it has
 * opened a menu.
 */
export function whenAskedForMenu(root, ask) {
  let timer = null;
  let start = null;
  let heldAt = 0;
  root.addEventListener("contextmenu", (event) => {
    if (Date.now() - heldAt < 1000) {
      event.preventDefault();
      return;
    }
    const isKey = event.button !== 2 && event.pointerType !== "touch";
    const at = isKey ? event.target : { x: event.clientX, y: event.clientY };
    if (ask(event.target, at)) event.preventDefault();
  });
  const letGo = () => clearTimeout(timer);
  root.addEventListener("pointerdown", (event) => {
    letGo();
    if (event.pointerType !== "touch") return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      if (ask(event.target, start)) heldAt = Date.now();
    }, HOLD);
  });
  root.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP) letGo();
  });
  for (const kind of ["pointerup", "pointercancel"]) root.addEventListener(kind, letGo);
  // Ignore the click that follows a long press: it would press the element beneath.
  root.addEventListener("click", (event) => Date.now() - heldAt < 700 && !event.target.closest(".popup") && event.preventDefault(), true);
}
