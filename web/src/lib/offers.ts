// Offers in the order in which people look at them; nothing here knows what they mean.
import type { Offer, Pile, Table } from "./types";

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
    title: capital((all[0]?.phrase ?? verb).replace("{}", "…").trim()),
    rules: [...new Set(all.flatMap((offer) => offer.rules))],
    offers: all,
  }));
}

/** An offer in plain words. */
export const inWords = (offer: Offer) => offer.phrase.replace("{}", offer.label).trim();

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const has = (pile: Pile, unit: string) => pile.known.some((piece) => piece.name === unit);

/** Where a unit stands: one of the seat's own if there is one of that name. */
export function spaceOf(table: Table, unit: string): string {
  let other = "";
  for (const stack of table.pieces)
    for (const pile of stack.piles)
      if (has(pile, unit)) {
        if (pile.mine) return stack.space;
        other = stack.space;
      }
  return other;
}

/** The own unit that the open question names, if it is about spaces and not about units. */
export function asked(table: Table): string {
  const prompt = table.asks.find((ask) => ask.mine)?.prompt ?? "";
  if (!table.offers.some((o) => o.space) || table.offers.some((o) => o.unit)) return "";
  const words = new Set(prompt.match(/[\p{L}\p{N}]+/gu) ?? []);
  for (const stack of table.pieces)
    for (const pile of stack.piles)
      if (pile.mine) for (const piece of pile.known) if (words.has(piece.name)) return piece.name;
  return "";
}

/** Whether a piece may be chosen: it is offered, and no piece of one's own has the same name. */
export function mayAct(table: Table, units: Set<string>, pile: Pile, unit: string): boolean {
  if (!units.has(unit)) return false;
  return pile.mine || !table.pieces.some((s) => s.piles.some((p) => p.mine && has(p, unit)));
}
