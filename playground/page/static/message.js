// One message as an element.

import { avatar, element } from "./elements.js";
import { fileLink, layOut, picture } from "./components.js";
import { blocks } from "./markdown.js";

const THREAD_CREATED = 18;
const REPLY = 19;

/** The element of a message; `scene` is what `layOut` takes, with `dismiss(messageId)`. */
export function makeMessage(message, scene) {
  const author = message.author;
  const made = element("li", { class: "message", tabindex: "-1", data: { id: message.id, author: author.id, posted: String(message.posted_at) } });
  if (message.is_private) made.classList.add("is-private");
  if (message.mentions.some((user) => user.id === scene.seat.me) && author.id !== scene.seat.me) {
    made.classList.add("is-mention");
  }
  const above = origin(message, scene);
  if (above) {
    made.classList.add("has-origin");
    made.append(above);
  }
  const face = avatar({ id: author.id, name: author.name, is_bot: author.bot });
  made.append(element("div", { class: "message-face", data: { user: author.id } }, face), body(message, scene));
  made.append(more(made, message, scene));
  return made;
}

function body(message, scene) {
  const author = message.author;
  const attributes = { type: "button", class: "author", tabindex: "-1", "aria-haspopup": "menu" };
  const name = element("button", { ...attributes, data: { user: author.id } }, author.name);
  name.addEventListener("click", () => scene.openMenu(name, name));
  const head = element("div", { class: "message-head" }, name);
  if (author.bot) head.append(element("span", { class: "tag" }, "APP"));
  head.append(scene.moments.stamp(message.posted_at));
  if (message.edited_timestamp && message.is_private) head.append(" ", edited());
  return element("div", { class: "message-body" }, head, content(message, scene), foot(message, scene));
}

/** The button that opens the menu of a message, for users with a mouse. */
function more(made, message, scene) {
  const label = `More about ${message.author.name}'s message`;
  const button = element("button", { type: "button", class: "more", tabindex: "-1", "aria-haspopup": "menu", "aria-label": label }, "⋯");
  button.addEventListener("click", () => scene.openMenu(made, button));
  return button;
}

function content(message, scene) {
  const made = element("div", { class: "message-content" });
  if (message.is_thinking) {
    made.append(element("p", { class: "thinking" }, `${message.author.name} is thinking…`));
    return made;
  }
  if (message.type === THREAD_CREATED) {
    made.append(element("p", {}, `${message.author.name} started a thread: `, element("strong", {}, message.content)));
    return made;
  }
  if (message.content) made.append(element("div", { class: "text" }, blocks(message.content, scene.words)));
  for (const attachment of message.attachments) {
    const isPicture = attachment.content_type?.startsWith("image/");
    made.append(isPicture ? picture(attachment, attachment) : fileLink(attachment));
  }
  made.append(...layOut(message.components, scene), ...message.embeds.map((each) => embed(each, scene)));
  if (message.edited_timestamp && !message.is_private) made.append(edited());
  if (message.thread) made.append(threadLink(message.thread, scene));
  return made;
}

/** The preview of a link, or an embed of a bot. */
function embed({ provider, author, url, title, description, fields, footer, image, thumbnail, color }, scene) {
  const text = (words) => element("div", { class: "text" }, blocks(words, scene.words));
  const made = element("article", { class: "embed" });
  if (color !== undefined) made.style.setProperty("--accent", `#${color.toString(16).padStart(6, "0")}`);
  const head = element("div", { class: "embed-text" });
  for (const name of [provider?.name, author?.name].filter(Boolean)) head.append(element("div", { class: "small" }, name));
  if (title) head.append(element("div", { class: "embed-title" }, url ? scene.words.link(url, [title]) : title));
  if (description) head.append(text(description));
  for (const { name, value } of fields ?? []) head.append(element("strong", {}, name), text(value));
  if (footer?.text) head.append(element("div", { class: "small" }, footer.text));
  made.append(head);
  if (thumbnail) made.append(element("div", { class: "thumbnail" }, picture(thumbnail, thumbnail)));
  if (image) made.append(picture(image, image));
  return made;
}

function foot(message, scene) {
  const made = element("div", { class: "message-foot" });
  if (!message.is_private) return made;
  const dismiss = element("button", { type: "button", class: "link" }, "Dismiss message");
  dismiss.addEventListener("click", () => scene.dismiss(message.id));
  made.append("👁 Only you can see this · ", dismiss);
  return made;
}

function edited() {
  return element("span", { class: "edited" }, "(edited)");
}

/** The line above a reply that quotes the message it answers. */
function origin(message, scene) {
  if (message.interaction) {
    const { user, name } = message.interaction;
    const who = scene.seat.person(user.id)?.name ?? user.username;
    return element("div", { class: "origin" }, `↱ ${who} used `, element("span", { class: "origin-command" }, `/${name}`));
  }
  if (message.type !== REPLY) return null;
  const answered = message.referenced_message;
  if (!answered) return element("div", { class: "origin" }, "↱ The answered message was deleted");
  const who = scene.seat.person(answered.author.id)?.name ?? answered.author.username;
  const text = answered.content.replace(/<@!?(\d+)>/g, (mention, id) => `@${scene.seat.person(id)?.name ?? "unknown-user"}`);
  const jump = element("button", { type: "button", class: "link" }, text.slice(0, 80) || "Go to the message");
  jump.addEventListener("click", () => scene.jump(answered.channel_id, answered.id));
  return element("div", { class: "origin" }, `↱ ${who}: `, jump);
}

function threadLink(thread, scene) {
  const made = element(
    "button",
    { type: "button", class: "thread-link" },
    element("strong", {}, thread.name),
    element("span", {}, " Open thread ›"),
  );
  made.addEventListener("click", () => scene.jump(thread.id, null));
  return made;
}
