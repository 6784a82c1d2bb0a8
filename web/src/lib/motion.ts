// What has just happened, one thing after the other: pieces that travel, dice, marks that fade.
import type { Board, LogLine, Piece, Table } from "./types";

export interface Flight {
  n: number;
  side: string;
  units: string[];
  count: number;
  path: { x: number; y: number }[];
  to: string;
  time: number;
  piece: Piece | null;
}
export interface Mark {
  spaces: string[];
  units: string[];
  side: string;
}

const STEP = 180;
const MOST = 900;
const MARKED = 1000;
const BACKLOG = 6;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Plays new lines of the log on the map; any input ends it. */
export class Motion {
  private queue: LogLine[] = [];
  private timer = 0;

  constructor(
    private readonly board: Board,
    private readonly flies: (flight: Flight | null) => void,
    private readonly marks: (mark: Mark | null) => void,
    private readonly rolls: (line: LogLine) => void,
  ) {}

  add(lines: LogLine[]) {
    this.queue.push(...lines.filter((line) => line.shows));
    if (this.queue.length > BACKLOG) {
      for (const line of this.queue.splice(0, this.queue.length - BACKLOG)) this.settle(line);
    }
    if (!this.timer) this.next();
  }

  end() {
    if (!this.timer && !this.queue.length) return;
    clearTimeout(this.timer);
    this.timer = 0;
    for (const line of this.queue.splice(0)) this.settle(line);
    this.flies(null);
    this.marks(null);
  }

  /** Pieces of queued flights have not arrived yet as far as the eye is concerned. */
  waiting(): LogLine[] {
    return this.queue.filter((line) => line.shows?.travel);
  }

  private settle(line: LogLine) {
    if (line.shows?.dice.length) this.rolls(line);
  }

  private next() {
    this.flies(null);
    const line = this.queue.shift();
    const shows = line?.shows;
    if (!line || !shows) {
      this.timer = 0;
      this.marks(null);
      return;
    }
    let wait = 60;
    this.settle(line);
    if (shows.dice.length) wait = still() ? 60 : 500;
    else if (shows.travel && !still()) {
      const path = shows.spaces.flatMap((label) => this.board.spaces[label] ?? []);
      wait = Math.min(MOST, STEP * Math.max(1, path.length - 1));
      const to = shows.spaces.at(-1) ?? "";
      this.flies({ n: line.n, side: shows.side, units: shows.units, count: shows.travel, path, to, time: wait, piece: null });
    } else {
      this.marks({ spaces: shows.spaces.slice(-1), units: shows.units, side: shows.side });
      wait = still() ? MARKED : 240;
    }
    this.timer = window.setTimeout(() => this.next(), wait);
  }
}

/** The table without the pieces that are still under way. */
export function without(table: Table, flights: { side: string; units: string[]; count: number; to: string }[]): Table {
  if (!flights.length) return table;
  const pieces = table.pieces.map((stack) => {
    const coming = flights.filter((flight) => flight.to === stack.space);
    if (!coming.length) return stack;
    const piles = stack.piles.map((pile) => {
      const ours = coming.filter((flight) => flight.side === pile.side);
      const names = new Set(ours.flatMap((flight) => flight.units));
      const backs = ours.filter((flight) => !flight.units.length).reduce((sum, one) => sum + one.count, 0);
      return { ...pile, known: pile.known.filter((piece) => !names.has(piece.name)), hidden: Math.max(0, pile.hidden - backs) };
    });
    return { ...stack, piles: piles.filter((pile) => pile.known.length || pile.hidden) };
  });
  return { ...table, pieces: pieces.filter((stack) => stack.piles.length) };
}
