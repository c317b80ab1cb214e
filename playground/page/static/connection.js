// One person's WebSocket to the playground: questions with answers, and news.

/** What the playground refuses to do, in words for the person who asked. */
export class Refusal extends Error {}

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Connection {
  /** `hear` is given each piece of news, and `{kind: "connected" | "lost" | "shut out"}`. */
  constructor(userId, hear) {
    this.address = `${location.origin.replace("http", "ws")}/live/${userId}`;
    this.hear = hear;
    this.waiting = new Map();
    this.lastId = 0;
    this.wait = SHORTEST_WAIT;
    this.isOver = false;
    this.connect();
  }

  /** Ask for an action; gives its result, or throws a `Refusal`. */
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
      this.hear({ kind: "connected" });
    });
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lose());
  }

  take(news) {
    if (news.kind !== "answer") {
      this.hear(news);
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
    this.hear({ kind: "lost" });
    if (!this.wasOpened && (await isShutOut())) {
      if (!this.isOver) this.hear({ kind: "shut out" });
      return;
    }
    if (this.isOver) return;
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}

/** Whether the playground is there but knows this browser no more, as one that was started anew. */
async function isShutOut() {
  try {
    return (await fetch("/", { cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}
