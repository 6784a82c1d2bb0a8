// What goes over the wire: the mirror of sirocco/server/messages.py.

export interface Seat {
  name: string;
  side: number;
  kind: "person" | "computer" | "open";
  label: string;
}
export interface Asked {
  seat: string;
  mine: boolean;
  prompt: string;
}
export interface Offer {
  action: number;
  text: string;
  verb: string;
  noun: string;
  kind: string;
  hex: string | null;
  unit: string | null;
  rules: string[];
  tone: string;
}
export interface Piece {
  name: string;
  symbol: string;
  steps: number;
  most: number;
  marks: string[];
}
export interface Pile {
  side: string;
  known: Piece[];
  hidden: number;
}
export interface Stack {
  hex: string;
  piles: Pile[];
}
export interface LogLine {
  n: number;
  text: string;
  hexes: string[];
}
export interface ChatLine {
  n: number;
  seat: string;
  to: string;
  text: string;
}
export interface Table {
  match: string;
  game: string;
  title: string;
  version: number;
  seat: string | null;
  seats: Seat[];
  status: string;
  outcome: { winners: string[]; reason: string } | null;
  asks: Asked[];
  offers: Offer[];
  pieces: Stack[];
  places: { hex: string; name: string; owner: string }[];
  battles: string[];
  spoken: { hex: string; text: string }[];
  log: LogLine[];
  can_undo: boolean;
  chat: ChatLine[];
  you: { name: string; notes: string } | null;
}
export interface Hex {
  x: number;
  y: number;
  title: string;
  around: string[];
}
export interface Board {
  key: string;
  width: number;
  height: number;
  svg: string;
  hexes: Record<string, Hex>;
}
export interface GameInfo {
  id: string;
  title: string;
  blurb: string;
  scenarios: { id: string; title: string }[];
  seats: Record<string, string[]>;
  options: { id: string; title: string }[];
  usual: { scenario?: string; options?: Record<string, string | number | boolean> };
  players: string[];
  provenance: string;
}
export interface MatchInfo {
  match: string;
  game: string;
  title: string;
  scenario: string;
  seats: Seat[];
  over: boolean;
  reason: string;
}
export interface Rule {
  id: string;
  title: string;
  text: string;
  kind: string;
  topic: string;
}
export interface Made {
  match: string;
  seats: Record<string, string>;
  watch: string;
}
