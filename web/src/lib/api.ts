// Calls to the server. What is refused is thrown as a Refusal with its reason and rules.
import type { Board, GameInfo, Held, Made, MatchInfo, Notice, Preview, Rule, Table } from "./types";

export class Refusal extends Error {
  constructor(
    readonly error: string,
    readonly reason: string,
    readonly rules: string[],
  ) {
    super(reason);
  }
}

async function call<T>(method: string, path: string, token = "", body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "The server cannot be reached; nothing was changed.", []);
  }
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const told = (data ?? {}) as { error?: string; reason?: string; rules?: string[] };
  const reason = told.reason || told.error || `The server answered ${answer.status}.`;
  throw new Refusal(told.error ?? "", reason, told.rules ?? []);
}

const at = (id: string) => `matches/${encodeURIComponent(id)}`;

export const games = () => call<GameInfo[]>("GET", "games");
export const rules = (game: string) => call<Rule[]>("GET", `rules/${encodeURIComponent(game)}`);
export const rule = (game: string, id: string) =>
  call<Rule>("GET", `rules/${encodeURIComponent(game)}/${encodeURIComponent(id)}`);
export const matches = () => call<MatchInfo[]>("GET", "matches");
export const create = (wanted: unknown) => call<Made>("POST", "matches", "", wanted);
export const join = (id: string, seat: string, name: string) =>
  call<{ token: string }>("POST", `${at(id)}/join`, "", { seat, name });
export const table = (id: string, token: string) => call<Table>("GET", `${at(id)}/table`, token);
export const board = (id: string, token: string) => call<Board>("GET", `${at(id)}/board`, token);
export const act = (id: string, token: string, version: number, action: number) =>
  call<Table>("POST", `${at(id)}/act`, token, { version, action });
export const play = (id: string, token: string, version: number, line: string) =>
  call<Table>("POST", `${at(id)}/act`, token, { version, line });
export const settle = (id: string, token: string, version: number, what: string) =>
  call<Table>("POST", `${at(id)}/${what}`, token, { version });
export const why = (id: string, token: string, line: string) =>
  call<{ allowed?: boolean; reason?: string; rules?: string[] }>("POST", `${at(id)}/why`, token, {
    line,
  });
export const preview = (id: string, token: string, action: number) =>
  call<Preview>("POST", `${at(id)}/preview`, token, { action });
export const look = (id: string, token: string, line: string) =>
  call<{ text: string }>("POST", `${at(id)}/look`, token, { line });
export const renew = (id: string, token: string) =>
  call<{ token: string }>("POST", `${at(id)}/renew`, token);
export const say = (id: string, token: string, text: string, to: string) =>
  call<unknown>("POST", `${at(id)}/chat`, token, { text, to });
export const keepNotes = (id: string, token: string, notes: string) =>
  call<unknown>("PUT", `${at(id)}/notes`, token, { notes });
/** The table as a seat saw it; when the match is over, `eyes` may be any seat's. */
export const past = (id: string, token: string, upto: number, eyes = "") =>
  call<Table>("GET", `${at(id)}/history?upto=${upto}${as(eyes)}`, token);
export const lastSeen = (id: string, eyes: string) =>
  call<Table>("GET", `${at(id)}/history?at=999999999${as(eyes)}`);
const as = (eyes: string) => (eyes ? `&seat=${encodeURIComponent(eyes)}` : "");
export const branch = (id: string, token: string, version: number, seat: string) =>
  call<Made>("POST", `${at(id)}/branch`, token, { version, seat });
export const order = (id: string, token: string, orders: string[]) =>
  call<unknown>("PUT", `${at(id)}/orders`, token, { orders });
export const notice = (id: string, token: string) => call<Notice>("GET", `${at(id)}/notice`, token);
export const wantNotice = (id: string, token: string, wanted: { mail: string; webhook: string; code: string }) =>
  call<Notice>("PUT", `${at(id)}/notice`, token, wanted);
export const held = (seats: { match: string; token: string }[]) =>
  call<Held[]>("POST", "matches/mine", "", { held: seats });
export async function upload(record: Blob, title: string): Promise<string> {
  const answer = await fetch(`/api/records?title=${encodeURIComponent(title)}`, { method: "POST", body: record });
  const data = (await answer.json().catch(() => ({}))) as { match?: string; reason?: string };
  if (!answer.ok || !data.match) throw new Refusal("", data.reason || `The server answered ${answer.status}.`, []);
  return data.match;
}

/** A file of the match that needs the seat's token, handed to whoever asked for it. */
export async function save(id: string, token: string, what: string, name: string) {
  const answer = await fetch(`/api/${at(id)}/${what}`, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });
  if (!answer.ok) throw new Refusal("", `The server answered ${answer.status}.`, []);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
