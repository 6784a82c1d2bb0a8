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
  space: string | null;
  unit: string | null;
  rules: string[];
  tone: string;
  gloss: string;
  phrase: string;
  label: string;
}
export interface Piece {
  name: string;
  symbol: string;
  steps: number;
  most: number;
  marks: string[];
  count: number;
  text: string;
  rank: string;
  body: string;
}
export interface Pile {
  side: string;
  mine: boolean;
  known: Piece[];
  hidden: number;
}
export interface Stack {
  space: string;
  piles: Pile[];
}
export interface Shows {
  spaces: string[];
  travel: number;
  side: string;
  units: string[];
  dice: number[];
  hits: number[];
  words: string;
  rules: string[];
}
export interface LogLine {
  n: number;
  version: number;
  text: string;
  spaces: string[];
  shows: Shows | null;
}
export interface Odds {
  title: string;
  parts: { words: string; chance: number; tone: "good" | "even" | "bad" }[];
  words: string;
}
export interface Preview {
  path: string[];
  odds: Odds[];
}
export interface Track {
  turn: number;
  turns: number;
  phases: string[];
  phase: number;
}
export interface Chart {
  title: string;
  head: string[];
  rows: string[][];
  words: string;
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
  places: { space: string; name: string; owner: string; mine: boolean }[];
  battles: string[];
  marks: string;
  track: Track | null;
  spoken: { space: string; text: string }[];
  log: LogLine[];
  can_undo: boolean;
  chat: ChatLine[];
  you: { name: string; notes: string } | null;
  clocks: Clock[];
  proposals: { kind: string; seats: string[] }[];
  orders: { id: string; title: string; given: boolean }[];
}
export interface Clock {
  seat: string;
  left: number;
  since: number | null;
}
export interface Notice {
  mail: string;
  webhook: string;
  confirmed: boolean;
  can_mail: boolean;
  webhook_hosts: string[];
}
export interface Held {
  match: MatchInfo;
  seat: string;
  asked: boolean;
  version: number;
}
export interface Space {
  x: number;
  y: number;
  title: string;
  around: string[];
  flag: [number, number] | null;
  outline: string;
  room: number;
}
export interface Board {
  key: string;
  width: number;
  height: number;
  svg: string;
  shape: string;
  spaces: Record<string, Space>;
  legend: string;
  charts: Chart[];
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
