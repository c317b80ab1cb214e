// A person's WebSocket to the playground: requests with answers, and events.

/** Why the playground refuses a request, in words for the user. */
export class Refusal extends Error {}

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Connection {
  /** Calls `onEvent` with each event, and with `{kind: "connected" | "lost" | "shut out"}`. */
  constructor(userId, onEvent) {
    this.address = `${location.origin.replace("http", "ws")}/live/${userId}`;
    this.onEvent = onEvent;
    this.waiting = new Map();
    this.lastId = 0;
    this.wait = SHORTEST_WAIT;
    this.isOver = false;
    this.connect();
  }

  /** Request an action; return its result, or throw a `Refusal`. */
  ask(action, facts = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal("The playground is not connected."));
    }
    const id = (this.lastId += 1);
    this.socket.send(JSON.stringify({ id, action, ...facts }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  close() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.socket.close();
  }

  connect() {
    this.wasOpened = false;
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => {
      this.wasOpened = true;
      this.wait = SHORTEST_WAIT;
      this.onEvent({ kind: "connected" });
    });
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lose());
  }

  take(news) {
    if (news.kind !== "answer") {
      this.onEvent(news);
      return;
    }
    const asked = this.waiting.get(news.id);
    this.waiting.delete(news.id);
    if (asked && "refusal" in news) asked.reject(new Refusal(news.refusal));
    else asked?.resolve(news.result);
  }

  async lose() {
    for (const { reject } of this.waiting.values()) reject(new Refusal("The connection was lost."));
    this.waiting.clear();
    if (this.isOver) return;
    this.onEvent({ kind: "lost" });
    if (!this.wasOpened && (await isShutOut())) {
      if (!this.isOver) this.onEvent({ kind: "shut out" });
      return;
    }
    if (this.isOver) return;
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}

/** Return whether the playground answers but no longer admits this browser: it was restarted. */
async function isShutOut() {
  try {
    return (await fetch("/", { cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}
