// Playing on from a position of a match, by hand for both sides.

import { legalTurns, nameOf, pieceOf, play } from "./rules.js";

export class Trial {
  /** `words` are its sentences; it calls `leave` when the reader returns to the match. */
  constructor(bed, words, leave) {
    this.bed = bed;
    this.words = words;
    this.kind = "K";
    this.says = document.createElement("p");
    this.says.setAttribute("role", "status");
    this.options = document.createElement("div");
    this.options.className = "tools";
    this.kinds = this.tools(...["K", "C"].map((kind) => this.button(words[kind], () => this.choose(kind))));
    this.undo = this.button(words.undo, () => this.back());
    this.root = document.createElement("section");
    this.root.className = "trial";
    this.root.append(this.says, this.kinds, this.options, this.tools(this.undo, this.button(words.leave, leave)));
  }

  button(label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  }

  tools(...buttons) {
    const made = document.createElement("div");
    made.className = "tools";
    made.append(...buttons);
    return made;
  }

  begin(position) {
    this.line = [{ position, turn: null }];
    this.draw();
  }

  end() {
    this.bed.offer([]);
    this.root.remove();
  }

  get now() {
    return this.line.at(-1);
  }

  choose(kind) {
    this.kind = kind;
    this.draw();
  }

  back() {
    this.line.pop();
    this.draw();
  }

  draw(isMoving = false) {
    const { position, turn } = this.now;
    const focused = document.activeElement;
    this.bed.show(position, turn, isMoving);
    this.options.replaceChildren();
    this.undo.disabled = this.line.length < 2;
    const isOver = Boolean(position.winner);
    this.says.textContent = this.words[isOver ? `${position.winner}Wins` : `${position.toMove}Moves`];
    this.turns = isOver ? [] : legalTurns(position);
    if (!this.turns.some((each) => each.kind === this.kind)) this.kind = this.turns[0]?.kind ?? "K";
    [...this.kinds.children].forEach((button, index) => {
      const kind = "KC"[index];
      button.setAttribute("aria-pressed", String(kind === this.kind));
      button.disabled = !this.turns.some((each) => each.kind === kind);
    });
    const squares = [...new Set(this.turns.filter((each) => each.kind === this.kind).map((each) => each.square))];
    this.bed.offer(squares, nameOf, (square) => this.place(square));
    if (!focused.isConnected || focused.disabled) this.focus(squares);
  }

  // What was pressed is gone, so focus the next square after the piece that was placed.
  focus(squares) {
    const placed = this.now.turn?.turn.square ?? -1;
    const { children, lastElementChild } = this.bed.targets;
    const next = children[squares.findIndex((square) => square > placed)];
    (next ?? lastElementChild ?? this.undo).focus({ preventScroll: true });
  }

  place(square) {
    const turns = this.turns.filter((each) => each.kind === this.kind && each.square === square);
    const ways = groups(turns, (turn) => this.leaving(turn));
    if (ways.size === 1) this.lay(turns);
    else this.ask(this.words.which, [...ways].map(([label, some]) => this.button(label, () => this.lay(some))));
  }

  // Turns that differ only in where the seam piece is laid.
  lay(turns) {
    if (turns.length === 1) this.play(turns[0]);
    else this.ask(this.words.lay, turns.map((turn) => this.button(this.words[turn.seam ?? "keep"], () => this.play(turn))));
  }

  ask(question, buttons) {
    this.says.textContent = question;
    this.options.replaceChildren(...buttons);
    this.options.firstElementChild.focus();
  }

  leaving({ recall, leaves }) {
    return [recall === null ? [] : [recall], leaves].filter((each) => each.length).map((each) => `${each.map(nameOf).join(" ")} ↩`).join(" · ");
  }

  play(turn) {
    const { position } = this.now;
    this.line.push(played(position, turn));
    this.draw(true);
    this.onPlay?.();
  }
}

function groups(all, keyOf) {
  const found = new Map();
  for (const each of all) found.set(keyOf(each), [...(found.get(keyOf(each)) ?? []), each]);
  return found;
}

/** The position after a turn, and what the bed shows of the turn. */
export function played(position, turn) {
  const { after, moves, slides, win } = play(position, turn);
  if (win) after.winner = position.toMove;
  return { position: after, turn: { turn, moves, slides, win, piece: pieceOf(position.toMove, turn.kind) } };
}
