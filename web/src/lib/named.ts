// Units and spaces that a line of text names, so that they can light up on the map.
import type { LogLine, Table } from "./types";

export interface Glow {
  spaces: string[];
  /** Units as "side name". */
  units: string[];
}

export const NOTHING: Glow = { spaces: [], units: [] };

export const unitKey = (side: string, name: string) => `${side} ${name}`;

export function namedIn(table: Table, line: LogLine): Glow {
  const words: string[] = line.text.match(/[\p{L}\p{N}-]+/gu) ?? [];
  const said = new Set(words);
  const units: string[] = [];
  for (const stack of table.pieces)
    for (const pile of stack.piles)
      for (const piece of pile.known) {
        if (!said.has(piece.name)) continue;
        const whose = line.shows?.side || words[words.indexOf(piece.name) - 1] || "";
        if (!whose || whose === pile.side || !sides(table).has(whose)) units.push(unitKey(pile.side, piece.name));
      }
  return { spaces: line.spaces, units };
}

const sides = (table: Table) => new Set(table.pieces.flatMap((stack) => stack.piles.map((pile) => pile.side)));
