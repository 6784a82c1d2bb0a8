// Rows of pieces, where a space has room for them: like pieces lie side by side.
import type { Piece, Pile, Space, Stack } from "./types";

export const WIDE = 34;
export const HIGH = 38;
const MOST = 3;

interface One { pile: Pile; piece: Piece | null }

/** The pieces of a space in rows about as long, or nothing where they do not fit. */
export function rowsOf(stack: Stack, space: Space): One[][] {
  if (!space.room) return [];
  const all = stack.piles.flatMap((pile) => [
    ...pile.known.map((piece) => ({ pile, piece })),
    ...(pile.hidden ? [{ pile, piece: null }] : []),
  ]);
  const lines = Math.ceil(all.length / Math.max(2, Math.floor(space.room / WIDE)));
  if (lines > MOST) return [];
  const each = Math.ceil(all.length / lines);
  return Array.from({ length: lines }, (_, i) => all.slice(i * each, (i + 1) * each)).filter((row) => row.length);
}
