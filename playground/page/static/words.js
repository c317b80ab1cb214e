// The parts of a text that depend on the world: mentions, links, instants.

import { element } from "./elements.js";

const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** The target of a link inside the playground, or null if it leads outside. */
export function jumpOf(address) {
  const found = JUMP.exec(address);
  return found ? { placeId: found[2], messageId: found[3] ?? null } : null;
}

/** The functions that the markdown of a pane needs; `jump` gets a place and a message. */
export function makeWords(seat, moments, jump) {
  const mention = (text) => element("span", { class: "mention" }, text);

  function jumpLink(target, children) {
    const button = element("button", { type: "button", class: children ? "link" : "mention jump" });
    const found = seat.find(target.placeId);
    button.append(...(children ?? [found ? placeName(found) : "# unknown"]));
    if (!children && target.messageId) button.append(" › 💬");
    button.addEventListener("click", () => jump(target.placeId, target.messageId));
    return button;
  }

  return {
    user: (id) => {
      const made = mention(`@${seat.person(id)?.name ?? "unknown-user"}`);
      made.dataset.user = id;
      return made;
    },
    role: (id) => {
      const roles = seat.surroundings.servers.flatMap((server) => server.roles);
      return mention(`@${roles.find((role) => role.id === id)?.name ?? "deleted-role"}`);
    },
    place: (id) => (seat.find(id) ? jumpLink({ placeId: id }, null) : mention("# unknown")),
    moment: (epoch, style) => moments.make(epoch, style),
    link: (address, children) => {
      const target = jumpOf(address);
      if (target) return jumpLink(target, children);
      const attributes = { href: address, target: "_blank", rel: "noreferrer noopener" };
      return element("a", attributes, children ?? address);
    },
  };
}

/** The name of a place. */
export function placeName({ kind, place }) {
  return kind === "channel" ? `# ${place.name}` : place.name;
}
