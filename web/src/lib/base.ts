// The printed map from the server: its style sheet is adopted, its names are a layer of their own.
import type { Board } from "./types";

export interface Base {
  nodes: Node[];
  names: Node[];
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
  const labels = [...root.querySelectorAll(".s-names")];
  for (const layer of labels) layer.remove();
  const taken = (node: Node) => document.importNode(node, true);
  return { nodes: [...root.childNodes].map(taken), names: labels.map(taken) };
}

function adopt(text: string) {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** A drawing that stands beside the map: its own style and symbols are those of the map. */
export function readKey(svg: string): { nodes: Node[]; box: string } {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  for (const gone of root.querySelectorAll("style, title, desc, defs")) gone.remove();
  const nodes = [...root.childNodes].map((node) => document.importNode(node, true));
  return { nodes, box: root.getAttribute("viewBox") ?? "0 0 1 1" };
}

/** Part of a drawing that lies upon the pieces. */
export function readMarks(svg: string): Node[] {
  if (!svg) return [];
  const whole = `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`;
  const root = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  for (const gone of root.querySelectorAll("title")) gone.remove();
  return [...root.childNodes].map((node) => document.importNode(node, true));
}

/** Width and height of a unit's symbol beside a box that is one wide, and whether it is a box. */
export function shapeOf(symbol: string): { wide: number; high: number; boxed: boolean } {
  const found = document.getElementById(`u-${symbol}`);
  if (!(found instanceof SVGSymbolElement)) return { wide: 1, high: 0.67, boxed: false };
  const { width, height } = found.viewBox.baseVal;
  const wide = width / height > 1.8 ? 1.22 : width / height < 1.2 ? 0.82 : 1;
  return { wide, high: (wide * height) / width, boxed: found.querySelector("rect") !== null };
}
