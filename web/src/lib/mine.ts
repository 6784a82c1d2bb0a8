// What this browser keeps: the tokens of its seats, by match, and the theme.

export interface Kept {
  game: string;
  title: string;
  tokens: Record<string, string>;
  when: number;
}

const KEY = "sirocco.matches";

export function mine(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

export function keep(id: string, game: string, title: string, tokens: Record<string, string>) {
  const all = mine();
  const had = all[id]?.tokens ?? {};
  all[id] = { game, title, tokens: { ...had, ...tokens }, when: Date.now() };
  localStorage.setItem(KEY, JSON.stringify(all));
}

export function forget(id: string) {
  const all = mine();
  delete all[id];
  localStorage.setItem(KEY, JSON.stringify(all));
}

export function startTheme() {
  const asked = new URLSearchParams(location.search).get("theme");
  const theme = asked ?? localStorage.getItem("sirocco.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

export function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("sirocco.theme", root.dataset.theme);
}
