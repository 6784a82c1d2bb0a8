// The spaces of a map: their outlines, which one a point lies in, which one an arrow key means.
import type { Board, Space } from "./types";

/** A path of absolute commands, made larger and moved. */
export function moved(path: string, x: number, y: number, k: number): string {
  return path.replace(/(-?[\d.]+)[ ,]*(-?[\d.]+)/g, (_, a: string, b: string) =>
    `${(Number(a) * k + x).toFixed(1)} ${(Number(b) * k + y).toFixed(1)}`);
}

export class Spaces {
  private readonly paths = new Map<string, Path2D>();
  private readonly pen = document.createElement("canvas").getContext("2d");

  constructor(private readonly board: Board) {}

  /** The outline of a space; the common shape is drawn a little smaller. */
  outline(label: string, k = 1): string {
    const space = this.board.spaces[label];
    if (!space) return "";
    return space.outline || moved(this.board.shape, space.x, space.y, k);
  }

  private holds(label: string, x: number, y: number): boolean {
    let path = this.paths.get(label);
    if (!path) {
      path = new Path2D(this.outline(label));
      this.paths.set(label, path);
    }
    return this.pen?.isPointInPath(path, x, y, "evenodd") ?? false;
  }

  /** The space that a point lies in: of those with an outline of their own the last, else the nearest. */
  at(x: number, y: number): string {
    let best = "";
    let least = Infinity;
    let own = "";
    for (const [label, space] of Object.entries(this.board.spaces)) {
      if (space.outline) {
        if (this.holds(label, x, y)) own = label;
        continue;
      }
      const far = (space.x - x) ** 2 + (space.y - y) ** 2;
      if (far < least) [best, least] = [label, far];
    }
    return own || (best && this.holds(best, x, y) ? best : "");
  }

  /** The neighbour in the direction of an arrow key; of two as good, the one nearer to `line`. */
  beside(label: string, dx: number, dy: number, line: number): string {
    const from = this.board.spaces[label];
    if (!from) return "";
    let best = "";
    let least = Infinity;
    for (const next of from.around) {
      const to = this.board.spaces[next];
      if (!to) continue;
      const off = this.turn(from, to, dx, dy);
      if (off > 75) continue;
      const drift = Math.abs((dx ? to.y : to.x) - line);
      const score = Math.round(off / 15) * 1000 + drift;
      if (score < least) [best, least] = [next, score];
    }
    return best;
  }

  private turn(from: Space, to: Space, dx: number, dy: number): number {
    const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const dot = ((to.x - from.x) * dx + (to.y - from.y) * dy) / far;
    return (Math.acos(Math.max(-1, Math.min(1, dot))) * 180) / Math.PI;
  }
}
