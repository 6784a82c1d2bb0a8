// Where the eye is over the map: pan, zoom at a point, fit. Free of any framework.

export interface Eye {
  x: number;
  y: number;
  k: number;
}

const NEAR = 2.6;

export class Camera {
  eye: Eye = { x: 0, y: 0, k: 1 };
  private idle = 0;

  constructor(
    private readonly view: HTMLElement,
    private readonly world: HTMLElement | SVGElement,
    private readonly width: number,
    private readonly height: number,
    private readonly told: (eye: Eye) => void,
  ) {}

  private size() {
    return { w: this.view.clientWidth, h: this.view.clientHeight };
  }

  private least() {
    const { w, h } = this.size();
    return Math.min(w / this.width, h / this.height) * 0.8;
  }

  set(next: Eye, below = 0) {
    const { w, h: high } = this.size();
    const h = high - below;
    const k = Math.min(NEAR, Math.max(this.least(), next.k));
    const hold = (at: number, room: number, whole: number) => {
      const rim = Math.min(room * 0.2, 90);
      if (whole <= room) return (room - whole) / 2;
      return Math.min(rim, Math.max(room - whole - rim, at));
    };
    this.eye = { x: hold(next.x, w, this.width * k), y: hold(next.y, h, this.height * k), k };
    this.world.style.transform = `translate(${this.eye.x}px, ${this.eye.y}px) scale(${k})`;
    this.world.style.willChange = "transform";
    clearTimeout(this.idle);
    this.idle = window.setTimeout(() => (this.world.style.willChange = "auto"), 200);
    this.told(this.eye);
  }

  pan(dx: number, dy: number) {
    this.set({ ...this.eye, x: this.eye.x + dx, y: this.eye.y + dy });
  }

  zoom(by: number, px: number, py: number) {
    const k = Math.min(NEAR, Math.max(this.least(), this.eye.k * by));
    const real = k / this.eye.k;
    this.set({ x: px - (px - this.eye.x) * real, y: py - (py - this.eye.y) * real, k });
  }

  step(by: number) {
    const { w, h } = this.size();
    this.zoom(by, w / 2, h / 2);
  }

  /** The whole map, above what covers the lower rim. */
  fit(below = 0) {
    const { w, h } = this.size();
    const k = Math.min(w / this.width, (h - below) / this.height);
    this.set({ x: (w - this.width * k) / 2, y: (h - below - this.height * k) / 2, k }, below);
  }

  look(x: number, y: number, k = this.eye.k, low = 0.5) {
    const { w, h } = this.size();
    this.set({ x: w / 2 - x * k, y: h * low - y * k, k });
  }

  /** Fill the height with the map, around a point and without a rim. */
  begin(x: number, y: number) {
    const { w, h } = this.size();
    const k = Math.min(1.1, Math.max(0.62, h / this.height, w / this.width));
    const hold = (at: number, room: number, whole: number) =>
      Math.min(0, Math.max(room - whole, at));
    this.set({
      x: hold(w / 2 - x * k, w, this.width * k),
      y: hold(h / 2 - y * k, h, this.height * k),
      k,
    });
  }

  /** Whether a point is in sight where the view has a height. */
  sees(x: number, y: number, high: number): boolean {
    const px = x * this.eye.k + this.eye.x;
    const py = y * this.eye.k + this.eye.y;
    return px >= 0 && px <= this.size().w && py >= 0 && py <= high;
  }

  /** Bring a point into sight, if it is not. */
  show(x: number, y: number, below = 0) {
    const { w, h } = this.size();
    const px = x * this.eye.k + this.eye.x;
    const py = y * this.eye.k + this.eye.y;
    const rim = 70;
    if (px < rim || px > w - rim || py < rim || py > h - below - rim)
      this.look(x, y, this.eye.k, (h - below) / 2 / h);
  }

  at(px: number, py: number) {
    return { x: (px - this.eye.x) / this.eye.k, y: (py - this.eye.y) / this.eye.k };
  }
}
