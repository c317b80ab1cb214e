// A person at the page: what they see, kept up to date, and what they do.

import { Connection, Refusal } from "./connection.js";

/**
 * Dispatches: `surroundings`, `opened` (another place, or the same one anew),
 * `posted`, `edited`, `deleted` (detail: the message or its id), `commands`, `standing` (detail:
 * "connected", "lost" or "shut out"), `refused` (detail: words).
 */
export class Seat extends EventTarget {
  constructor(userId, placeId, stage) {
    super();
    this.userId = userId;
    this.stage = stage;
    this.leaving = new AbortController();
    this.surroundings = null;
    this.placeId = placeId;
    this.messages = new Map();
    this.commands = [];
    this.hasMore = false;
    /** The place whose messages are loaded; another one may have been requested. */
    this.openId = null;
    this.connection = new Connection(userId, (news) => this.receive(news));
  }

  close() {
    this.leaving.abort();
    this.connection.close();
  }

  get me() {
    return this.surroundings.me;
  }

  person(id) {
    return this.surroundings.people.find((person) => person.id === id);
  }

  /** The places that this person can see, with their servers; threads follow their channel. */
  places() {
    const found = [];
    if (!this.surroundings) return found;
    for (const server of this.surroundings.servers) {
      for (const channel of server.channels) {
        found.push({ kind: "channel", server, place: channel });
        for (const thread of channel.threads) {
          found.push({ kind: "thread", server, place: thread, parent: channel });
        }
      }
    }
    found.push({ kind: "direct", server: null, place: this.surroundings.direct });
    return found;
  }

  /** The place with this id, or the one that is open. */
  find(placeId = this.placeId) {
    return this.places().find(({ place }) => place.id === placeId);
  }

  /** The members of the open place, the bot among them. */
  members() {
    const server = this.find()?.server;
    const ids = server ? server.members : [this.me, this.surroundings.bot];
    return ids.map((id) => this.person(id)).filter(Boolean);
  }

  /** The names of the roles that a member has in the server of the open place. */
  rolesOf(person) {
    return this.find()?.server?.worn[person.id] ?? [];
  }

  async open(placeId) {
    this.placeId = placeId;
    const page = await this.ask("open", { place: placeId });
    if (page === null || this.placeId !== placeId) return;
    this.messages = new Map(page.messages.map((message) => [message.id, message]));
    this.hasMore = page.has_more;
    this.commands = page.commands;
    this.openId = placeId;
    this.tell("opened");
  }

  /** Load older messages; return them, oldest first. */
  async earlier() {
    const [first] = this.messages.keys();
    if (!first || !this.hasMore) return [];
    const placeId = this.placeId;
    const page = await this.ask("earlier", { place: placeId, before: first });
    if (page === null || this.placeId !== placeId) return [];
    this.hasMore = page.has_more;
    const older = page.messages.map((message) => [message.id, message]);
    this.messages = new Map([...older, ...this.messages]);
    return page.messages;
  }

  read() {
    const here = this.find();
    if (here && (here.place.unread || here.place.pings)) this.ask("read", { place: this.placeId });
  }

  /** Send a request. After a refusal, dispatch `refused` and return null. */
  async ask(action, facts) {
    try {
      return await this.connection.ask(action, facts);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.tell("refused", error.message);
      return null;
    }
  }

  /** Send a request; throw a `Refusal`. */
  askStrictly(action, facts) {
    return this.connection.ask(action, facts);
  }

  receive(news) {
    switch (news.kind) {
      case "connected":
        this.stand(news.kind);
        if (this.openId) this.open(this.placeId);
        break;
      case "lost":
      case "shut out":
        this.stand(news.kind);
        break;
      case "surroundings":
        this.surroundings = news;
        this.tell("surroundings");
        break;
      case "posted":
      case "edited":
        this.keep(news.message);
        break;
      case "deleted":
        if (this.messages.delete(news.message)) this.tell("deleted", news.message);
        break;
      case "commands":
        this.renewCommands();
        break;
      case "stage":
        this.stage.take(news);
        break;
    }
  }

  stand(standing) {
    this.stage.stand(standing === "connected");
    this.tell("standing", standing);
  }

  keep(message) {
    if (message.channel_id !== this.placeId) return;
    const kind = this.messages.has(message.id) ? "edited" : "posted";
    const [oldest] = this.messages.keys();
    // A message that is not loaded yet is shown as it is when it is loaded.
    if (kind === "posted" && this.hasMore && BigInt(message.id) < BigInt(oldest)) return;
    this.messages.set(message.id, message);
    this.tell(kind, message);
  }

  async renewCommands() {
    if (!this.placeId) return;
    const page = await this.ask("open", { place: this.placeId });
    if (page === null) return;
    this.commands = page.commands;
    this.tell("commands");
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
