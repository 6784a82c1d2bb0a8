// Offers in the order in which people look at them; nothing here knows what they mean.
import type { Offer, Table } from "./types";

export interface Group {
  verb: string;
  title: string;
  rules: string[];
  offers: Offer[];
}

export const FEW = 7;

export function groups(offers: Offer[]): Group[] {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) found.set(offer.verb, [...(found.get(offer.verb) ?? []), offer]);
  return [...found].map(([verb, all]) => ({
    verb,
    title: capital(verb.replace("{}", "…").replace(/\s+/g, " ").trim()),
    rules: [...new Set(all.flatMap((offer) => offer.rules))],
    offers: all,
  }));
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Where a seat's own unit stands: in a pile of its side if there is one of that name. */
export function hexOf(table: Table, unit: string): string {
  let other = "";
  for (const stack of table.pieces)
    for (const pile of stack.piles)
      if (pile.known.some((piece) => piece.name === unit)) {
        if (isMine(table, pile.side)) return stack.hex;
        other = stack.hex;
      }
  return other;
}

export const isMine = (table: Table, side: string) =>
  side !== "" && (table.seat?.startsWith(side) ?? false);

/** The own unit that the open question names, if it is about spaces and not about units. */
export function asked(table: Table): string {
  const prompt = table.asks.find((ask) => ask.mine)?.prompt ?? "";
  if (!table.offers.some((o) => o.hex) || table.offers.some((o) => o.unit)) return "";
  const words = new Set(prompt.match(/[\p{L}\p{N}]+/gu) ?? []);
  for (const stack of table.pieces)
    for (const pile of stack.piles)
      if (isMine(table, pile.side))
        for (const piece of pile.known) if (words.has(piece.name)) return piece.name;
  return "";
}

export const placeName = (table: Table, hex: string) =>
  table.places.find((place) => place.hex === hex)?.name ?? "";
