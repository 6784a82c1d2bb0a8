// The way of a move over the map: a smooth line, the number of each step, an arrowhead.

export interface Point {
  x: number;
  y: number;
}
export interface Way {
  line: string;
  arrow: string;
  steps: Point[];
}

const SHORT = 50;

export function wayThrough(points: Point[]): Way | null {
  const goal = points.at(-1);
  const before = points.at(-2);
  if (!goal || !before) return null;
  const far = Math.hypot(goal.x - before.x, goal.y - before.y) || 1;
  const back = Math.min(SHORT, far * 0.6) / far;
  const end = { x: goal.x + (before.x - goal.x) * back, y: goal.y + (before.y - goal.y) * back };
  const line = [...points.slice(0, -1), end];
  const start = line[0];
  if (line.length === 2 && start) line[0] = { x: start.x + (end.x - start.x) * 0.2, y: start.y + (end.y - start.y) * 0.2 };
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  return {
    line: smooth(line),
    arrow: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${turn.toFixed(1)})`,
    steps: points.slice(1, -1),
  };
}

function smooth(points: Point[]): string {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))] as Point;
  let out = `M${at(0).x} ${at(0).y}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    out += `C${(b.x + (c.x - a.x) / 6).toFixed(1)} ${(b.y + (c.y - a.y) / 6).toFixed(1)} ${(c.x - (e.x - b.x) / 6).toFixed(1)} ${(c.y - (e.y - b.y) / 6).toFixed(1)} ${c.x.toFixed(1)} ${c.y.toFixed(1)}`;
  }
  return out;
}
