// What the windows of both people share: the clock, the state of the bot, the director's actions.

/** Dispatches `changed`. */
export class Stage extends EventTarget {
  constructor(moments) {
    super();
    this.moments = moments;
    this.now = null;
    this.written = "";
    this.isLost = false;
  }

  /** Store the state that the playground sends; it is the same for every window. */
  take(news) {
    const written = JSON.stringify(news);
    if (written === this.written) return;
    this.written = written;
    this.now = news;
    this.moments.leap(news.ahead);
    this.dispatchEvent(new Event("changed"));
  }

  /** The title of the page: the name of the bot, once it is known. */
  get title() {
    return this.now ? `${this.now.bot_name} playground` : "playground";
  }

  /** Show whether the playground answers. */
  stand(isConnected) {
    if (this.isLost !== isConnected) return;
    this.isLost = !isConnected;
    if (this.now) this.dispatchEvent(new Event("changed"));
  }

  /** Do what a button of the welcome says; return where each person goes, or the problem. */
  async begin(opening) {
    try {
      const answer = await fetch("/begin", { method: "POST", body: JSON.stringify({ opening }) });
      return answer.ok ? await answer.json() : { problem: await answer.text() };
    } catch {
      return { problem: "The playground isn't responding." };
    }
  }

  /** Request one of the director's actions; return its result in words. */
  async direct(action, facts = {}) {
    try {
      const answer = await fetch("/direct", { method: "POST", body: JSON.stringify({ action, ...facts }) });
      return answer.ok ? (await answer.json()).message : await answer.text();
    } catch {
      return "The playground isn't responding.";
    }
  }
}
