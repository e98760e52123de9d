import type { CssPx } from '../px.ts';
import type { PriceLayout } from '../price-layout.ts';
import { sameLayout, setWidth, shift } from './line-elements.ts';
import { tagsWithRoom } from './line-places.ts';
import names from './robot-lines.module.css';

/** A line of a robot at a price. */
export interface RobotLine {
  /** Stable name: the order that rests there. */
  readonly id: string;
  /** For its place alone: what is said of it is in `pill` and `tag`. */
  readonly price: number;
  readonly side: 'buy' | 'sell';
  /** An order that waits in the book, or the line that was filled last. */
  readonly kind: 'order' | 'filled';
  /** On its pill at the right end. */
  readonly pill: string;
  /** Its price, on the axis. */
  readonly tag: string;
}

interface RobotLinesOptions {
  /** What stands at the edge for orders out of sight: how many of a side, and the price of the farthest. */
  beyond(way: 'up' | 'down', side: RobotLine['side'], count: number, farthest: RobotLine): string;
  /** A pill was tapped. */
  onPick(id: string): void;
}

/**
 * Lines of a robot over a chart: each order that waits in the book with its pill and price, and the line that was filled last.
 * Orders out of sight are counted at the edge they lie beyond. Elements are written to directly: no tick renders anything.
 */
export interface RobotLines {
  setLines(lines: readonly RobotLine[], choice: { readonly paused: boolean }): void;
  /** Where prices stand now. */
  lay(layout: PriceLayout): void;
  remove(): void;
}

/** Pills and tags nearer than this to one another are left out. */
const gapPx: CssPx = 20;
/** Half of the last price's tag and half of a price. */
const lastGapPx: CssPx = 24;
const pillHalfPx: CssPx = 9;
const tagHalfPx: CssPx = 8;
/** Half of a price on the axis, with a hair around it. */
const labelHalfPx: CssPx = 9;
/** What the count of orders beyond an edge takes there, over the whole width: no pill lies in it. */
const edgePx: CssPx = 20;

interface LineParts {
  line: RobotLine;
  readonly rule: HTMLElement;
  readonly pill: HTMLButtonElement;
  readonly tag: HTMLElement;
}

/** Draws the lines of a robot in an element that covers a chart. */
export function createRobotLines(element: HTMLElement, options: RobotLinesOptions): RobotLines {
  return new Lines(element, options);
}

function make<Name extends 'div' | 'button'>(tag: Name, name: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(tag);
  made.className = names[name] ?? '';
  return made;
}

/** Lets the ground of a tag reach over the price of the axis that it would else cover in part. */
function cover(tag: HTMLElement, y: CssPx, labels: readonly CssPx[]): void {
  const near = labels.find((height) => Math.abs(height - y) < tagHalfPx + labelHalfPx) ?? y;
  const more = (reach: CssPx) => `${Math.ceil(Math.max(0, reach + labelHalfPx - tagHalfPx))}px`;
  const [up, down] = near === y ? ['0px', '0px'] : [more(y - near), more(near - y)];
  tag.style.setProperty('--up-px', up);
  tag.style.setProperty('--down-px', down);
}

class Lines implements RobotLines {
  readonly #options: RobotLinesOptions;
  readonly #layer = make('div', 'layer');
  readonly #edges = { up: make('div', 'edge'), down: make('div', 'edge') };
  readonly #parts = new Map<string, LineParts>();
  #layout: PriceLayout | null = null;

  constructor(element: HTMLElement, options: RobotLinesOptions) {
    this.#options = options;
    this.#layer.hidden = true;
    for (const [way, edge] of Object.entries(this.#edges)) edge.dataset['way'] = way;
    this.#layer.append(this.#edges.up, this.#edges.down);
    element.append(this.#layer);
  }

  setLines(lines: readonly RobotLine[], { paused }: { readonly paused: boolean }): void {
    this.#layer.dataset['paused'] = String(paused);
    const wanted = new Map(lines.map((line) => [line.id, line]));
    for (const [id, part] of this.#parts) {
      if (wanted.has(id)) continue;
      for (const each of [part.rule, part.pill, part.tag]) each.remove();
      this.#parts.delete(id);
    }
    for (const line of wanted.values()) {
      const part = this.#parts.get(line.id) ?? this.#make(line);
      part.line = line;
      this.#write(part);
    }
    this.#place();
  }

  lay(next: PriceLayout): void {
    if (this.#layout !== null && sameLayout(this.#layout, next)) return;
    this.#layout = next;
    this.#place();
  }

  remove(): void {
    this.#layer.remove();
  }

  #make(line: RobotLine): LineParts {
    const part: LineParts = { line, rule: make('div', 'line'), pill: make('button', 'pill'), tag: make('div', 'tag') };
    part.pill.type = 'button';
    part.pill.addEventListener('click', () => this.#options.onPick(part.line.id));
    this.#layer.append(part.rule, part.tag, part.pill);
    this.#parts.set(line.id, part);
    return part;
  }

  #write({ line, rule, pill, tag }: LineParts): void {
    for (const each of [rule, pill, tag]) {
      each.dataset['side'] = line.side;
      each.dataset['kind'] = line.kind;
    }
    if (pill.textContent !== line.pill) pill.textContent = line.pill;
    if (tag.textContent !== line.tag) tag.textContent = line.tag;
  }

  #place(): void {
    const at = this.#layout;
    if (at === null) return;
    this.#layer.hidden = !at.filled;
    this.#layer.style.setProperty('--axis', `${at.axis}px`);
    if (!at.filled) return;
    // The nearest to the last price first: where two have no room, it is the one that will be filled sooner that stays.
    const placed = [...this.#parts.values()]
      .map((part) => ({ part, y: at.top + (at.max - part.line.price) * at.perUnit }))
      .toSorted((a, b) => Math.abs(a.y - at.last) - Math.abs(b.y - at.last));
    const seen = placed.filter(({ y }) => y >= at.top && y <= at.bottom);
    const pilled = seen.filter(({ part }) => part.line.kind === 'order');
    const orders = placed.filter(({ part }) => part.line.kind === 'order');
    const above = orders.filter(({ y }) => y < at.top).map(({ part }) => part.line);
    const below = orders.filter(({ y }) => y > at.bottom).map(({ part }) => part.line);
    this.#count('up', above, at.top);
    this.#count('down', below, at.bottom);
    // A pill stays whole between what stands at the edges: there is room where it is drawn, not where its line is.
    const least = at.top + (above.length > 0 ? edgePx : 0) + pillHalfPx;
    const most = at.bottom - (below.length > 0 ? edgePx : 0) - pillHalfPx;
    const inside = (y: CssPx) => Math.min(most, Math.max(least, y));
    const hasRoom = tagsWithRoom(
      pilled.map(({ y }) => inside(y)),
      gapPx,
      [],
    );
    const withPill = new Set(pilled.filter((_, index) => hasRoom[index]).map(({ part }) => part));
    for (const { part, y } of placed) {
      const isSeen = y >= at.top && y <= at.bottom;
      const isPilled = withPill.has(part);
      part.rule.hidden = !isSeen;
      part.pill.hidden = !isPilled;
      part.tag.hidden = !isPilled || Math.abs(inside(y) - at.last) < lastGapPx;
      shift(part.rule, 0, y);
      setWidth(part.rule, at.right);
      part.pill.style.right = `${at.axis + 8}px`;
      shift(part.pill, 0, inside(y));
      shift(part.tag, at.right, inside(y));
      setWidth(part.tag, at.axis);
      if (!part.tag.hidden) cover(part.tag, inside(y), at.labels);
    }
  }

  /** Says how many orders lie beyond an edge. */
  #count(way: 'up' | 'down', lines: readonly RobotLine[], y: CssPx): void {
    const edge = this.#edges[way];
    const farthest = lines.at(-1);
    edge.hidden = farthest === undefined;
    if (farthest === undefined) return;
    edge.dataset['side'] = farthest.side;
    const text = this.#options.beyond(way, farthest.side, lines.length, farthest);
    if (edge.textContent !== text) edge.textContent = text;
    shift(edge, 0, y);
  }
}
