// The bed as a drawing: pieces glide where they are pushed, and tip over the edge. The art is that of
// the pictures; its colours are those of a theme.

import { RULESETS, SQUARES, nameOf } from "./rules.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE, TILE, SIDE] = [720, 804, 48, 104, 6];
const NAMES = { K: "orange_kitten", C: "orange_cat", k: "gray_kitten", c: "gray_cat" };
const SEAMS = { o: "orange_seam", g: "gray_seam" };
const POOLS = { o: 10, g: 368 };
const GLIDE = 320;
function make(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class Bed {
  /** `art` is where the drawings are, with `{theme}` and `{name}` in it; `themes` have colours. */
  constructor(art, themes) {
    this.art = art;
    this.themes = themes;
    this.theme = themes[0].name;
    this.isFlipped = false;
    this.pieces = new Map();
    this.shown = null;
    this.board = make("image", { width: WIDTH, height: HEIGHT });
    this.letters = make("g", { "font-size": 36, "font-weight": 700, "text-anchor": "middle", "aria-hidden": "true" });
    this.marks = make("g");
    this.layer = make("g");
    this.arrows = make("g", { "stroke-linecap": "round", "stroke-linejoin": "round", fill: "none" });
    this.mice = make("g");
    this.pools = make("g", { "font-size": 34, "font-weight": 700 });
    this.targets = make("g");
    this.root = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img" },
      this.board, this.letters, this.marks, this.layer, this.arrows, this.mice, this.pools, this.targets);
  }

  get colours() {
    return this.themes.find(({ name }) => name === this.theme).colours;
  }

  address(name) {
    return this.art.replace("{theme}", this.theme).replace("{name}", name);
  }

  /** Wait until all drawings of the theme are there, so that none is missing for a moment. */
  async load() {
    const names = ["board", ...Object.values(NAMES), ...Object.values(SEAMS)];
    await Promise.all(names.map(async (name) => {
      const image = new Image();
      image.src = this.address(name);
      await image.decode();
    }));
  }

  async dress(theme) {
    this.theme = theme;
    await this.load();
    this.board.setAttribute("href", this.address("board"));
    this.redraw();
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.redraw();
  }

  redraw() {
    for (const { element } of this.pieces.values()) element.remove();
    this.pieces.clear();
    this.drawLetters();
    if (this.shown) this.show(...this.shown);
  }

  corner(square) {
    const [column, row] = [square % SIDE, Math.floor(square / SIDE)];
    return this.isFlipped
      ? [EDGE + (SIDE - 1 - column) * TILE, EDGE + (SIDE - 1 - row) * TILE]
      : [EDGE + column * TILE, EDGE + row * TILE];
  }

  drawLetters() {
    const text = (x, y, words) => make("text", { x, y }, words);
    this.letters.setAttribute("fill", this.colours.label);
    this.letters.replaceChildren(...Array.from({ length: SIDE }, (_, index) => {
      const name = nameOf(this.isFlipped ? (SIDE - 1 - index) * (SIDE + 1) : index * (SIDE + 1));
      const middle = EDGE + TILE / 2 + index * TILE;
      return [text(middle, 36, name[0]), text(middle, 704, name[0]), text(24, middle + 12, name[1]), text(696, middle + 12, name[1])];
    }).flat());
  }

  /** Show a position, and the turn that led to it; with `isMoving` from the one that is shown. */
  show(position, turn = null, isMoving = false) {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.shown = [position, turn];
    if (isMoving && turn && !isStill) this.move(turn);
    this.settle(position, isMoving && !isStill);
    this.mark(position, turn);
    this.drawPools(position);
    this.drawMice(position);
  }

  put(square, piece) {
    const element = make("image", { width: TILE, height: TILE, href: this.address(NAMES[piece]), class: "piece" });
    this.place(element, square);
    this.layer.append(element);
    this.pieces.set(square, { element, piece });
    return element;
  }

  place(element, square, [across, down] = [0, 0], more = "") {
    const [x, y] = this.corner(square);
    const sign = this.isFlipped ? -1 : 1;
    element.style.transform = `translate(${x + across * TILE * sign}px, ${y + down * TILE * sign}px) ${more}`;
  }

  /** Push the pieces that a turn pushes. */
  move({ turn, moves, slides, piece }) {
    if (turn.recall !== null) this.vanish(turn.recall);
    this.put(turn.square, piece).classList.add("is-new");
    for (const { from, to, way } of [...moves, ...slides]) {
      const found = this.pieces.get(from);
      if (!found) continue;
      this.pieces.delete(from);
      if (to === null) this.tip(found.element, from, way);
      else {
        this.place(found.element, to);
        this.pieces.set(to, found);
      }
    }
  }

  tip(element, square, way) {
    element.classList.add("is-gone");
    this.place(element, square, [way[0] * 0.8, way[1] * 0.8], `rotate(${(way[0] || way[1]) * 50}deg)`);
    setTimeout(() => element.remove(), GLIDE * 2);
  }

  vanish(square) {
    const found = this.pieces.get(square);
    if (!found) return;
    this.pieces.delete(square);
    found.element.classList.add("is-gone");
    this.place(found.element, square, [0, -0.25]);
    setTimeout(() => found.element.remove(), GLIDE * 2);
  }

  /** Show exactly the pieces of a position; pieces that leave are seen to leave. */
  settle({ bed }, isMoving) {
    for (const [square, { element, piece }] of [...this.pieces]) {
      if (bed[square] === piece) continue;
      if (isMoving) setTimeout(() => this.fade(element), GLIDE * 1.5);
      else element.remove();
      this.pieces.delete(square);
    }
    for (const square of SQUARES) {
      if (bed[square] && !this.pieces.has(square)) this.put(square, bed[square]);
    }
  }

  fade(element) {
    element.classList.add("is-gone");
    setTimeout(() => element.remove(), GLIDE * 2);
  }

  mark(position, turn) {
    const { mark, arrow } = this.colours;
    this.marks.replaceChildren();
    this.arrows.replaceChildren();
    if (!turn) return;
    for (const square of turn.win ?? [turn.turn.square]) {
      const [x, y] = this.corner(square);
      this.marks.append(make("rect", { x: x + 4, y: y + 4, width: TILE - 8, height: TILE - 8, rx: 10, fill: mark, "fill-opacity": 0.55, stroke: mark, "stroke-width": 4 }));
    }
    for (const { from, to, way } of [...turn.moves, ...turn.slides]) {
      const [x, y] = this.corner(from).map((each) => each + TILE / 2);
      const sign = this.isFlipped ? -1 : 1;
      const [column, row] = way.map((each) => each * sign);
      const reach = to === null ? 0.42 : 0.5;
      const [endX, endY] = [x + column * TILE * reach, y + row * TILE * reach];
      const wing = (turned) => {
        const [a, b] = turned ? [-row, column] : [row, -column];
        return `${endX - column * 12 + a * 10} ${endY - row * 12 + b * 10}`;
      };
      this.arrows.append(make("path", { d: `M${x - column * 8} ${y - row * 8} L${endX} ${endY} M${wing(true)} L${endX} ${endY} L${wing(false)}`, stroke: arrow, "stroke-width": 7, "stroke-opacity": 0.85 }));
    }
  }

  drawPools({ pools, toMove, winner, rules, seams }) {
    const colours = this.colours;
    this.pools.replaceChildren();
    for (const [seat, x] of Object.entries(POOLS)) {
      const isNext = seat === toMove && !winner;
      this.pools.append(make("rect", { x, y: 722, width: 342, height: 74, rx: 24, fill: colours[seat], stroke: isNext ? colours.mark : "none", "stroke-width": 6 }));
      const hasMouse = RULESETS[rules].seams;
      if (hasMouse) {
        this.pools.append(make("image", { x: x + 268, y: 735, width: 64, height: 48, href: this.address(SEAMS[seat]), opacity: seams[seat] ? 0.35 : 1 }));
      }
      for (const [kind, left] of hasMouse ? [["K", 32], ["C", 156]] : [["K", 56], ["C", 186]]) {
        const piece = seat === "o" ? kind : kind.toLowerCase();
        const count = pools[seat][kind];
        this.pools.append(
          make("image", { x: x + left - 22, y: 726, width: 64, height: 64, href: this.address(NAMES[piece]), opacity: count ? 1 : 0.35 }),
          make("text", { x: x + left + 46, y: 771, fill: colours.count }, `×${count}`),
        );
      }
    }
  }

  drawMice({ seams }) {
    this.mice.replaceChildren();
    for (const seat of ["o", "g"]) {
      const seam = seams[seat];
      if (!seam) continue;
      const isUpright = /[a-f]/.test(seam.entry[0]);
      const gap = (isUpright ? "abcdef" : "123456").indexOf(seam.entry[0]) + 1;
      const isUp = seam.entry[2] === "+";
      const step = seam.advanced - 1;
      let along = (isUp ? step : SIDE - 1 - step) * TILE + TILE / 2;
      along = Math.min(Math.max(along, -25), SIDE * TILE + 25);
      let [x, y] = isUpright ? [gap * TILE, along] : [along, gap * TILE];
      let turned = isUpright ? (isUp ? 90 : 270) : isUp ? 0 : 180;
      if (this.isFlipped) [x, y, turned] = [SIDE * TILE - x, SIDE * TILE - y, turned + 180];
      this.mice.append(make("image", { x: -32, y: -24, width: 64, height: 48, href: this.address(SEAMS[seat]), transform: `translate(${x + EDGE} ${y + EDGE}) rotate(${turned})` }));
    }
  }

  /** Offer squares to tap; `choose` gets the tapped one, `describe` names each. */
  offer(squares, describe, choose) {
    this.targets.replaceChildren(...squares.map((square) => {
      const [x, y] = this.corner(square);
      const target = make("rect", { x, y, width: TILE, height: TILE, rx: 8, class: "target", role: "button", tabindex: 0, "aria-label": describe(square) });
      target.addEventListener("click", () => choose(square));
      target.addEventListener("keydown", (event) => {
        if (!["Enter", " "].includes(event.key)) return;
        event.preventDefault();
        choose(square);
      });
      return target;
    }));
    this.root.setAttribute("role", squares.length ? "group" : "img");
  }
}

