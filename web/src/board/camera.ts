// How the board is panned and zoomed: one style of one node, nothing else. What lies on that node is not drawn anew.

import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { STEPS, type Direction, type Point } from '../lib/geometry';
import type { Room } from '../lib/stacks';
import { allInside, beginning, centre, scales, whole, type Frame, type Framing } from './framing';

/** Below this many screen pixels a counter, its small print is left out. */
export const SMALL_PRINT = 42;

/** How long the size must stay the same before the board is drawn sharp, in milliseconds. */
const REST = 140;

interface Moved {
  readonly transform: ZoomTransform;
  readonly sourceEvent: unknown;
}

/** What the camera asks before it moves. */
export interface Watch {
  /** Whether nothing may move by itself. */
  still(): boolean;
  /** Whether the pointer is about something else than moving the board. */
  busy(): boolean;
  /** The board has this size now, in screen pixels a board unit, and will keep it for a while. */
  rests(scale: number): void;
}

export class Camera {
  readonly #frame: HTMLElement;
  readonly #selection: Selection<HTMLElement, unknown, null, undefined>;
  readonly #zoom: ZoomBehavior<HTMLElement, unknown>;
  readonly #size: Point;
  readonly #counter: number;
  readonly #still: () => boolean;
  readonly #rests: (scale: number) => void;
  #step = 0;
  #scale = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(frame: HTMLElement, world: HTMLElement, size: Point, counter: number, watch: Watch) {
    this.#frame = frame;
    this.#selection = select(frame);
    this.#size = size;
    this.#counter = counter;
    this.#still = watch.still;
    this.#rests = watch.rests;
    const [width, height] = size;
    const margin = counter * 2;
    this.#zoom = zoom<HTMLElement, unknown>()
      .clickDistance(6)
      .filter(
        (event: MouseEvent) => !watch.busy() && !event.button && (!event.ctrlKey || event.type === 'wheel'),
      )
      .translateExtent([
        [-margin, -margin],
        [width + margin, height + margin],
      ])
      .on('zoom', ({ transform: { x, y, k }, sourceEvent }: Moved) => {
        // A wheel or two fingers change the size again and again; a key or a button does so once.
        if (k !== this.#scale && sourceEvent) this.#stretch();
        else if (k !== this.#scale) this.#rests(k);
        this.#scale = k;
        // Whole pixels keep the picture that is there already sharp.
        world.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${k})`;
        const detail = k * counter < SMALL_PRINT ? 'far' : 'near';
        if (frame.dataset['detail'] !== detail) frame.dataset['detail'] = detail;
      });
    this.#selection.call(this.#zoom).on('dblclick.zoom', null);
    this.fit();
  }

  /** The picture is stretched as long as its size changes, and drawn sharp a little later. */
  #stretch(): void {
    clearTimeout(this.#rest);
    this.#frame.dataset['moving'] = '';
    this.#rest = setTimeout(() => {
      delete this.#frame.dataset['moving'];
      this.#rests(this.#scale);
    }, REST);
  }

  get #view(): Frame {
    const { width, height } = this.#frame.getBoundingClientRect();
    return { width: Math.max(width, 1), height: Math.max(height, 1) };
  }

  /** Shows the whole board. */
  fit(): void {
    const frame = this.#view;
    this.#zoom.scaleExtent(scales(this.#size, this.#counter, frame));
    this.#look(whole(this.#size, frame), frame);
  }

  /** Shows the whole board, or on a small screen as much of it about a point as leaves the counters legible. */
  begin(about: Point, stands: boolean): void {
    this.fit();
    const frame = this.#view;
    this.#look(beginning(about, this.#size, this.#counter, frame, stands), frame);
  }

  #look({ middle: [x, y], scale }: Framing, { width, height }: Frame): void {
    const to = zoomIdentity
      .translate(width / 2, height / 2)
      .scale(scale)
      .translate(-x, -y);
    this.#zoom.transform(this.#selection, to);
  }

  by(factor: number): void {
    this.#zoom.scaleBy(this.#selection, factor);
  }

  /** Looks a quarter of the screen aside. */
  aside(direction: Direction): void {
    const { width, height } = this.#view;
    const [dx, dy] = STEPS[direction];
    this.#zoom.translateBy(
      this.#selection,
      (-dx * width) / 4 / this.#scale,
      (-dy * height) / 4 / this.#scale,
    );
  }

  /** How many screen pixels a board unit is. */
  get scale(): number {
    return zoomTransform(this.#frame).k;
  }

  /** The part of the board that is in sight. */
  get room(): Room {
    const { width, height } = this.#view;
    const transform = zoomTransform(this.#frame);
    const [[left, top], [right, bottom]] = [transform.invert([0, 0]), transform.invert([width, height])];
    const [boardWidth, boardHeight] = this.#size;
    return {
      from: [Math.max(left, 0), Math.max(top, 0)],
      to: [Math.min(right, boardWidth), Math.min(bottom, boardHeight)],
    };
  }

  /** The point of the board under a point of the window. */
  boardPoint(clientX: number, clientY: number): Point {
    const { left, top } = this.#frame.getBoundingClientRect();
    return zoomTransform(this.#frame).invert([clientX - left, clientY - top]);
  }

  /** Where a point of the board is within the drawing. */
  screenPoint(point: Point): Point {
    return zoomTransform(this.#frame).apply(point);
  }

  /** Makes points visible, and moves no more than it must. */
  show(points: readonly Point[]): void {
    const middle = centre(points);
    const inside = allInside(
      points.map((point) => this.screenPoint(point)),
      this.#view,
    );
    if (middle && !inside) this.#glide(middle);
  }

  #glide(to: Point): void {
    cancelAnimationFrame(this.#step);
    if (this.#still()) return this.#zoom.translateTo(this.#selection, to[0], to[1]);
    const { width, height } = this.#view;
    const from = zoomTransform(this.#frame).invert([width / 2, height / 2]);
    const begun = performance.now();
    const step = (now: number) => {
      const done = Math.min(1, (now - begun) / 280);
      const eased = 1 - (1 - done) ** 3;
      const x = from[0] + (to[0] - from[0]) * eased;
      const y = from[1] + (to[1] - from[1]) * eased;
      this.#zoom.translateTo(this.#selection, x, y);
      if (done < 1) this.#step = requestAnimationFrame(step);
    };
    this.#step = requestAnimationFrame(step);
  }

  close(): void {
    cancelAnimationFrame(this.#step);
    clearTimeout(this.#rest);
    this.#selection.on('.zoom', null);
  }
}
