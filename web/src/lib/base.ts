// The printed map from the server: its style sheet is adopted, its flags become movable.
import type { Board } from "./types";

export interface Base {
  nodes: Node[];
  names: Node[];
  spots: Record<string, { x: number; y: number }>;
  cloths: Record<string, string>;
}

const adopted = new Set<string>();

export function readBase(board: Board): Base {
  const page = new DOMParser().parseFromString(board.svg, "image/svg+xml");
  const root = page.documentElement;
  for (const style of root.querySelectorAll("style")) {
    adopt(style.textContent ?? "");
    style.remove();
  }
  for (const gone of root.querySelectorAll(".s-hit, title, desc")) gone.remove();
  const spots: Base["spots"] = {};
  const cloths: Base["cloths"] = {};
  for (const pole of root.querySelectorAll(".s-pole")) {
    const flag = pole.parentElement as Element;
    const [x = 0, y = 0] = numbers(pole.getAttribute("d"));
    const side = /s-c-(\S+)/.exec(flag.getAttribute("class") ?? "")?.[1] ?? "";
    const cloth = flag.querySelector(".s-body")?.getAttribute("d") ?? "";
    cloths[side] ??= cloth.replace(/^M\s*-?[\d.]+[ ,]*-?[\d.]+/, "");
    spots[nearest(board, x + 25, y + 25)] = { x, y };
    flag.remove();
  }
  const labels = root.querySelector(".s-city, .s-twn")?.parentElement;
  labels?.remove();
  const taken = (node: Node) => document.importNode(node, true);
  return { nodes: [...root.childNodes].map(taken), names: labels ? [taken(labels)] : [], spots, cloths };
}

function adopt(text: string) {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const numbers = (text: string | null) => (text?.match(/-?[\d.]+/g) ?? []).map(Number);

export function nearest(board: Board, x: number, y: number): string {
  let best = "";
  let least = Infinity;
  for (const [label, hex] of Object.entries(board.hexes)) {
    const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
    if (far < least) [best, least] = [label, far];
  }
  return best;
}

/** Width and height of a unit's symbol beside a box that is one wide, and whether it is a box. */
export function shapeOf(symbol: string): { wide: number; high: number; boxed: boolean } {
  const found = document.getElementById(`u-${symbol}`);
  if (!(found instanceof SVGSymbolElement)) return { wide: 1, high: 0.67, boxed: false };
  const { width, height } = found.viewBox.baseVal;
  const wide = width / height > 1.8 ? 1.22 : width / height < 1.2 ? 0.82 : 1;
  return { wide, high: (wide * height) / width, boxed: found.querySelector("rect") !== null };
}
