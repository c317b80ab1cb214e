// The rules of boop in the browser, for the page of a match. They follow `bot.game`, and a test plays
// both side by side. A bed is 36 letters by row, from a1: K and C are orange's, k and c gray's.

const SIDE = 6;
const COLUMNS = "abcdef";
export const SQUARES = Array.from({ length: SIDE * SIDE }, (_, index) => index);
const WAYS = [[1, 0], [0, 1], [1, 1], [-1, 1]];
const AROUND = [...WAYS, ...WAYS.map(([across, down]) => [-across, -down])];
const STEPS = 6;

const CLASSIC = { pieces: 8, lineOf: "C", fullBedWins: true, leaving: "line", growth: "cats", recall: "full bed", kittensFirst: false, seams: false };
// By name and version: a match keeps both.
export const RULESETS = {
  "classic 1": CLASSIC,
  "rows 1": { ...CLASSIC, fullBedWins: false, leaving: "every line", recall: "full bed without line", kittensFirst: true },
  "junior 1": { ...CLASSIC, lineOf: "K", fullBedWins: false, growth: "none" },
  "seam 1": { ...CLASSIC, seams: true },
  "scarce 1": { ...CLASSIC, leaving: "run", growth: "one cat", recall: "empty hand" },
};

const GAPS = [...["ab", "bc", "cd", "de", "ef"], ...["12", "23", "34", "45", "56"]];
const ENTRIES = GAPS.flatMap((gap) => [`${gap}+`, `${gap}-`]);

const columnOf = (square) => square % SIDE;
const rowOf = (square) => Math.floor(square / SIDE);
export const nameOf = (square) => `${COLUMNS[columnOf(square)]}${rowOf(square) + 1}`;
export const squareNamed = (name) => COLUMNS.indexOf(name[0]) + (Number(name[1]) - 1) * SIDE;
const other = (seat) => (seat === "o" ? "g" : "o");
export const pieceOf = (seat, kind) => (seat === "o" ? kind : kind.toLowerCase());
export const seatOf = (piece) => (piece === piece.toUpperCase() ? "o" : "g");
export const kindOf = (piece) => piece.toUpperCase();

// The square at a distance, or null beyond the edge.
function beside(square, [across, down], steps = 1) {
  const column = columnOf(square) + across * steps;
  const row = rowOf(square) + down * steps;
  const isInside = column >= 0 && column < SIDE && row >= 0 && row < SIDE;
  return isInside ? row * SIDE + column : null;
}

export function startOf(name) {
  const pool = () => ({ K: RULESETS[name].pieces, C: 0 });
  return { rules: name, bed: Array(SQUARES.length).fill(""), toMove: "o", pools: { o: pool(), g: pool() }, seams: { o: null, g: null } };
}

export function readPosition(text, name) {
  const [rows, toMove, orange, gray, ...seams] = text.split(" ");
  const pool = (field) => ({ K: Number(field.split(",")[0]), C: Number(field.split(",")[1]) });
  const seam = (field) => (!field || field === "-" ? null : { entry: field.slice(0, 3), advanced: Number(field[3]) });
  const bed = [...rows.replaceAll("/", "")].flatMap((each) => (/\d/.test(each) ? Array(Number(each)).fill("") : [each]));
  return { rules: name, bed, toMove, pools: { o: pool(orange), g: pool(gray) }, seams: { o: seam(seams[0]), g: seam(seams[1]) } };
}

export function writePosition({ rules, bed, toMove, pools, seams }) {
  const rows = Array.from({ length: SIDE }, (_, row) =>
    bed.slice(row * SIDE, (row + 1) * SIDE).map((piece) => piece || "1").join("").replace(/1+/g, (empty) => empty.length));
  const fields = [rows.join("/"), toMove, ...["o", "g"].map((seat) => `${pools[seat].K},${pools[seat].C}`)];
  if (RULESETS[rules].seams) {
    for (const seat of ["o", "g"]) fields.push(seams[seat] ? `${seams[seat].entry}${seams[seat].advanced}` : "-");
  }
  return fields.join(" ");
}

const TURN = /^(?:([a-f][1-6])>)?([KC])([a-f][1-6])(?:=((?:[a-f][1-6])+))?(?:~(..[+-]))?(#)?$/;

export function readTurn(text) {
  const [, recall, kind, square, leaves = "", seam = null, wins] = TURN.exec(text);
  return {
    recall: recall ? squareNamed(recall) : null,
    kind,
    square: squareNamed(square),
    leaves: (leaves.match(/../g) ?? []).map(squareNamed),
    seam,
    wins: Boolean(wins),
  };
}

export function writeTurn({ recall, kind, square, leaves, seam, wins }) {
  const before = recall === null ? "" : `${nameOf(recall)}>`;
  const out = leaves.length ? `=${leaves.map(nameOf).join("")}` : "";
  return `${before}${kind}${nameOf(square)}${out}${seam ? `~${seam}` : ""}${wins ? "#" : ""}`;
}

const owned = (bed, seat) => SQUARES.filter((square) => bed[square] && seatOf(bed[square]) === seat);

function linesAmong(squares) {
  const among = new Set(squares);
  const lines = [];
  for (const way of WAYS) {
    for (const first of squares) {
      const line = [first, beside(first, way), beside(first, way, 2)];
      if (line.every((square) => among.has(square))) lines.push(line);
    }
  }
  return lines;
}

function runsAmong(squares) {
  const among = new Set(squares);
  const runs = [];
  for (const way of WAYS) {
    for (const first of squares) {
      if (among.has(beside(first, way, -1))) continue;
      const run = [first];
      while (among.has(beside(run.at(-1), way))) run.push(beside(run.at(-1), way));
      if (run.length >= 3) runs.push(run);
    }
  }
  return runs;
}

const sorted = (squares) => [...new Set(squares)].sort((one, two) => one - two);

function recallable(bed, seat, rules) {
  const own = owned(bed, seat);
  const kittens = own.filter((square) => kindOf(bed[square]) === "K");
  return rules.kittensFirst && kittens.length ? kittens : own;
}

// The result for the seat that placed: its win, or else what may leave the bed.
function settle(bed, seat, rules) {
  const own = owned(bed, seat);
  const winners = own.filter((square) => kindOf(bed[square]) === rules.lineOf);
  const winning = linesAmong(winners);
  if (winning.length) return { win: sorted(winning.flat()), options: [] };
  const cats = own.filter((square) => kindOf(bed[square]) === "C");
  if (rules.fullBedWins && cats.length === rules.pieces) return { win: cats, options: [] };
  let options = rules.leaving === "run" ? runsAmong(own) : linesAmong(own);
  if (rules.leaving === "every line" && options.length) options = [options.flat()];
  options = options.map(sorted);
  const isRecall = own.length >= rules.pieces && rules.recall !== "empty hand";
  if (isRecall && !(options.length && rules.recall === "full bed without line")) {
    options.push(...recallable(bed, seat, rules).map((square) => [square]));
  }
  return { win: null, options: options.sort(byOrder) };
}

function byOrder(one, two) {
  const recalls = (one.length === 1) - (two.length === 1);
  if (recalls) return recalls;
  const differs = one.findIndex((square, index) => square !== two[index]);
  return differs < 0 ? one.length - two.length : one[differs] - (two[differs] ?? -1);
}

function lift(position, squares) {
  const { growth } = RULESETS[position.rules];
  const bed = [...position.bed];
  const pool = { ...position.pools[position.toMove] };
  const kinds = squares.map((square) => kindOf(bed[square]));
  for (const square of squares) bed[square] = "";
  const kittens = kinds.filter((kind) => kind === "K").length;
  pool.C += kinds.length - kittens;
  if (growth === "none") pool.K += kittens;
  else pool.C += growth === "cats" ? kittens : Math.min(kittens, 1);
  return { ...position, bed, pools: { ...position.pools, [position.toMove]: pool } };
}

// The squares of which one must be recalled before placing; none in most positions.
export function toRecall({ rules, bed, pools, toMove }) {
  const { K, C } = pools[toMove];
  return RULESETS[rules].recall !== "empty hand" || K + C ? [] : recallable(bed, toMove, RULESETS[rules]);
}

// Place a piece, and push its neighbours.
function land(position, kind, square) {
  const { bed: before, toMove } = position;
  const bed = [...before];
  const pools = { o: { ...position.pools.o }, g: { ...position.pools.g } };
  pools[toMove][kind] -= 1;
  const moves = [];
  for (const way of AROUND) {
    const from = beside(square, way);
    const piece = from === null ? "" : before[from];
    if (!piece || (kind === "K" && kindOf(piece) === "C")) continue;
    const to = beside(square, way, 2);
    if (to !== null && before[to]) continue;
    bed[from] = "";
    if (to === null) pools[seatOf(piece)][kindOf(piece)] += 1;
    else bed[to] = piece;
    moves.push({ from, to, way });
  }
  bed[square] = pieceOf(toMove, kind);
  return { position: { ...position, bed, pools }, moves };
}

function squaresAt({ entry, advanced }) {
  const number = ENTRIES.indexOf(entry);
  const gap = Math.floor(number / 2) % 5;
  const along = number % 2 ? SIDE - advanced : advanced - 1;
  return number < 10
    ? { low: along * SIDE + gap, high: along * SIDE + gap + 1, way: [1, 0] }
    : { low: gap * SIDE + along, high: (gap + 1) * SIDE + along, way: [0, 1] };
}

// Advance the seam piece of the seat to move, and push what is beside it.
function advance(position) {
  const seat = position.toMove;
  const seam = { ...position.seams[seat], advanced: position.seams[seat].advanced + 1 };
  const bed = [...position.bed];
  const pools = { o: { ...position.pools.o }, g: { ...position.pools.g } };
  const { low, high, way } = squaresAt(seam);
  const moves = [];
  for (const [from, side] of [[low, [-way[0], -way[1]]], [high, way]]) {
    const piece = position.bed[from];
    if (!piece) continue;
    let to = from;
    do to = beside(to, side);
    while (to !== null && position.bed[to]);
    bed[from] = "";
    if (to === null) pools[seatOf(piece)][kindOf(piece)] += 1;
    else bed[to] = piece;
    moves.push({ from, to, way: side });
  }
  const left = seam.advanced === STEPS ? null : seam;
  return { position: { ...position, bed, pools, seams: { ...position.seams, [seat]: left } }, moves };
}

// Play a turn: `moves` are what was pushed by the piece, `slides` what was pushed by a seam piece.
export function play(before, turn) {
  const rules = RULESETS[before.rules];
  const ready = turn.recall === null ? before : lift(before, [turn.recall]);
  let { position, moves } = land(ready, turn.kind, turn.square);
  const { win, options } = settle(position.bed, position.toMove, rules);
  const leaves = turn.leaves.length ? turn.leaves : (options[0] ?? []);
  if (leaves.length) position = lift(position, leaves);
  let slides = [];
  if (!win && rules.seams) {
    if (before.seams[before.toMove]) ({ position, moves: slides } = advance(position));
    else if (turn.seam) {
      position = { ...position, seams: { ...position.seams, [before.toMove]: { entry: turn.seam, advanced: 0 } } };
    }
  }
  return { after: { ...position, toMove: other(before.toMove) }, moves, leaves, slides, win };
}

// Every turn that can be played, each choice by itself, in the order of `bot.game.legal_turns`.
export function legalTurns(position) {
  const rules = RULESETS[position.rules];
  const recalls = toRecall(position);
  const entries = rules.seams && !position.seams[position.toMove] ? ENTRIES : [];
  const turns = [];
  for (const recall of recalls.length ? recalls : [null]) {
    const ready = recall === null ? position : lift(position, [recall]);
    for (const kind of ["K", "C"]) {
      if (!ready.pools[ready.toMove][kind]) continue;
      for (const square of SQUARES) {
        if (ready.bed[square]) continue;
        const landed = land(ready, kind, square).position;
        const { win, options } = settle(landed.bed, landed.toMove, rules);
        for (const leaves of options.length ? options : [[]]) {
          const turn = { recall, kind, square, leaves, seam: null, wins: Boolean(win) };
          turns.push(turn);
          if (!win) turns.push(...entries.map((seam) => ({ ...turn, seam })));
        }
      }
    }
  }
  return turns;
}
