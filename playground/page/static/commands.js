// Commands as they are typed: which ones match, what an option accepts, what is missing.

const SLASH = 1;
const USER = 2;
const MESSAGE = 3;
const GROUPS = [1, 2];
export const KIND = { text: 3, whole: 4, bool: 5, user: 6, place: 7, role: 8, mentionable: 9, number: 10 };

/** The slash commands; each sub-command is an entry with its full name. */
export function flatten(commands) {
  return commands.filter((command) => command.type === SLASH).flatMap((command) => leaves(command, command.name, command.original_name));
}

function leaves(command, name, originalName) {
  const inside = (command.options ?? []).filter((option) => GROUPS.includes(option.type));
  if (inside.length) return inside.flatMap((option) => leaves(option, `${name} ${option.name}`, `${originalName} ${option.original_name}`));
  return [{ name, originalName, description: command.description, options: command.options ?? [] }];
}

/** The commands in the menu of a user. */
export function userCommands(commands) {
  return commands.filter((command) => command.type === USER);
}

/** The commands in the menu of a message. */
export function messageCommands(commands) {
  return commands.filter((command) => command.type === MESSAGE);
}

/**
 * The commands whose name begins with the typed text, then those that contain it. In both groups the
 * ones that the bot calls by a name in `first` come first, in that order. Sub-commands keep their order.
 */
export function matching(commands, typed, first = []) {
  const query = typed.toLowerCase();
  const rank = (command) => (command.name.startsWith(query) ? 0 : 1);
  const place = ({ originalName }) => (first.includes(originalName) ? first.indexOf(originalName) : first.length);
  const root = (command) => command.name.split(" ")[0];
  return commands
    .filter((command) => command.name.includes(query))
    .sort((one, other) => rank(one) - rank(other) || place(one) - place(other) || root(one).localeCompare(root(other)));
}

/** The offers of an option that need no request to the bot, or null if it takes free text. */
export function offersOf(option, seat) {
  const entry = (name, value, description) => ({ name, value, description });
  const server = seat.find()?.server;
  const people = () => seat.members().map((person) => entry(`@${person.name}`, person.id, person.username));
  const roles = () => (server?.roles ?? []).map((role) => entry(`@${role.name.replace(/^@/, "")}`, role.id));
  if (option.choices?.length) return option.choices.map((choice) => entry(choice.name, choice.value));
  switch (option.type) {
    case KIND.bool:
      return [entry("True", true), entry("False", false)];
    case KIND.user:
      return people();
    case KIND.role:
      return roles();
    case KIND.mentionable:
      return [...people(), ...roles()];
    case KIND.place:
      return (server?.channels ?? []).map((channel) => entry(`# ${channel.name}`, channel.id));
    default:
      return null;
  }
}

/** The offers that fit the typed text. */
export function fitting(offers, typed) {
  const query = bare(typed);
  return offers.filter((offer) => bare(offer.name).includes(query) || bare(offer.description ?? "").includes(query));
}

/** The offer that is typed in full, or the only one that fits. */
export function offerFor(offers, typed) {
  const query = bare(typed);
  const exact = offers.find((offer) => bare(offer.name) === query || bare(offer.description ?? "") === query);
  const fit = fitting(offers, typed);
  return exact ?? (query && fit.length === 1 ? fit[0] : undefined);
}

function bare(text) {
  return String(text).toLowerCase().replace(/^[@#]\s*/, "").trim();
}
