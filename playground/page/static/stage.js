// What both people's windows share: the clock, how the bot is, and what the director may do.

/** Tells its listeners of `changed`. */
export class Stage extends EventTarget {
  constructor(moments) {
    super();
    this.moments = moments;
    this.now = null;
    this.written = "";
    this.isLost = false;
  }

  /** Take the stage as the playground tells it; every window hears the same. */
  take(news) {
    const written = JSON.stringify(news);
    if (written === this.written) return;
    this.written = written;
    this.now = news;
    this.moments.leap(news.ahead);
    this.dispatchEvent(new Event("changed"));
  }

  /** What the page is called: after the bot, as soon as its name is known. */
  get title() {
    return this.now ? `${this.now.bot_name} playground` : "playground";
  }

  /** Say whether the playground answers at all. */
  stand(isConnected) {
    if (this.isLost !== isConnected) return;
    this.isLost = !isConnected;
    if (this.now) this.dispatchEvent(new Event("changed"));
  }

  /** Begin as a button of the welcome says; gives where each person is to go, or the problem. */
  async begin(opening) {
    try {
      const answer = await fetch("/begin", { method: "POST", body: JSON.stringify({ opening }) });
      return answer.ok ? await answer.json() : { problem: await answer.text() };
    } catch {
      return { problem: "The playground isn't responding." };
    }
  }

  /** Ask for one of the director's actions; gives what is said of it in words. */
  async direct(action, facts = {}) {
    try {
      const answer = await fetch("/direct", { method: "POST", body: JSON.stringify({ action, ...facts }) });
      return answer.ok ? (await answer.json()).told : await answer.text();
    } catch {
      return "The playground isn't responding.";
    }
  }
}
