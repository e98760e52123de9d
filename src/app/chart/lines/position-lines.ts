import type { CssPx } from '../px.ts';
import { type DragTarget, followDrag } from './line-drag.ts';
import { makeElement, sameLayout, setAttribute, setTransform, setWidth, shift } from './line-elements.ts';
import { pushedApart, tagsWithRoom } from './line-places.ts';
import type { PriceLayout } from '../price-layout.ts';

export type LineName = 'entry' | 'takeProfit' | 'stopLoss' | 'liquidation';
type LineTone = 'plain' | 'up' | 'down' | 'warn' | 'wrong';

/** What a line says at a price. */
export interface LineLabels {
  /** On its pill at the left. */
  readonly pill: string;
  /** On the price axis. */
  readonly tag: string;
  /** Read out, for a line that can be moved. */
  readonly spoken: string;
  readonly tone: LineTone;
}

/** A line at a price, in whole ticks. */
export interface PositionLine {
  readonly name: LineName;
  readonly ticks: number;
  /** The name of its slider, for a line that can be moved; null for others. */
  readonly label: string | null;
}

interface PositionLinesOptions {
  /** What a tick is worth, for pixels alone. */
  readonly tick: number;
  /** Asked for whenever a line moves or its words may have changed. */
  labels(name: LineName, ticks: number): LineLabels;
  /** Whether lines may be moved now. */
  movable(): boolean;
  /** A line was let go at another price than it has. */
  onSettle(name: LineName, ticks: number): void;
  /** Enter: the user wants to go on with what was settled. */
  onConfirm(name: LineName): void;
  /** A line went back to where it stood. */
  onCancel(name: LineName): void;
}

/**
 * Lines of a position over a chart: entry, take-profit, stop-loss and liquidation, with pills at the left, tags on the
 * price axis and tinted zones between. Elements are written to directly: neither a tick nor a finger renders anything.
 */
export interface PositionLines {
  /** The lines as they stand. A moved one stays moved only while those that can be moved are the same. */
  setLines(lines: readonly PositionLine[]): void;
  /** Lets a moved line go back; null for whichever it is. */
  release(): void;
  /** The market moved: the entry, whose pill tells the profit, and a moved line may say something else now. */
  refresh(): void;
  /** Where prices stand now. */
  lay(layout: PriceLayout): void;
  remove(): void;
}

/** CSS pixels. */
const pillGapPx = 27;
const pillHalfPx = 13;
const tagGapPx = 21;
/** Half of the last price's tag and half of another, with a hair between. */
const lastTagGapPx = 28;
/** A large step of the keyboard, as a share of the price. */
const farShare = 0.001;
/** Whose tag stays when two do not fit. */
const tagOrder: readonly LineName[] = ['stopLoss', 'takeProfit', 'liquidation', 'entry'];

interface LineParts {
  /** The line as it stands. */
  line: PositionLine;
  readonly rule: HTMLElement;
  readonly pill: HTMLElement;
  readonly pillText: Text;
  readonly tag: HTMLElement;
  stop: () => void;
}

export function createPositionLines(element: HTMLElement, options: PositionLinesOptions): PositionLines {
  return new Lines(element, options);
}

class Lines implements PositionLines {
  readonly #options: PositionLinesOptions;
  readonly #layer = makeElement('layer');
  readonly #zones = { up: makeElement('zone'), down: makeElement('zone') };
  readonly #parts = new Map<LineName, LineParts>();
  #layout: PriceLayout | null = null;
  /** The line that was moved and the price it stands at meanwhile. */
  #moved: { name: LineName; ticks: number } | null = null;

  constructor(element: HTMLElement, options: PositionLinesOptions) {
    this.#options = options;
    this.#layer.hidden = true;
    this.#zones.up.dataset['tone'] = 'up';
    this.#zones.down.dataset['tone'] = 'down';
    this.#layer.append(this.#zones.up, this.#zones.down);
    element.append(this.#layer);
  }

  setLines(lines: readonly PositionLine[]): void {
    for (const [name, part] of this.#parts) {
      const next = lines.find((line) => line.name === name);
      if (next !== undefined && (next.label === null) === (part.line.label === null)) continue;
      part.stop();
      for (const each of [part.rule, part.pill, part.tag]) each.remove();
      this.#parts.delete(name);
    }
    for (const line of lines) {
      const part = this.#parts.get(line.name);
      // Where the lines are other ones now, a moved one was moved away from what is no more.
      if (line.label !== null && part?.line.ticks !== line.ticks) this.#moved = null;
      if (part === undefined) this.#parts.set(line.name, this.#makeParts(line));
      else part.line = line;
    }
    for (const part of this.#parts.values()) this.#write(part);
    this.#place();
  }

  release(): void {
    this.#moved = null;
    for (const part of this.#parts.values()) this.#write(part);
    this.#place();
  }

  refresh(): void {
    for (const part of this.#parts.values()) {
      if (part.line.name === 'entry' || part.line.name === this.#moved?.name) this.#write(part);
    }
  }

  lay(next: PriceLayout): void {
    if (this.#layout !== null && sameLayout(this.#layout, next)) return;
    this.#layout = next;
    this.#place();
  }

  remove(): void {
    for (const part of this.#parts.values()) part.stop();
    this.#layer.remove();
  }

  #ticksOf({ line }: LineParts): number {
    return this.#moved?.name === line.name ? this.#moved.ticks : line.ticks;
  }

  #heightOf(part: LineParts, at: PriceLayout): CssPx {
    return at.top + (at.max - this.#ticksOf(part) * this.#options.tick) * at.perUnit;
  }

  #moveTicks(part: LineParts, ticks: number): void {
    const next = Math.max(1, ticks);
    if (this.#ticksOf(part) === next) return;
    this.#moved = { name: part.line.name, ticks: next };
    this.#write(part);
    this.#place();
  }

  #makeParts(line: PositionLine): LineParts {
    const [rule, pill, tag] = [makeElement('line'), makeElement('pill'), makeElement('tag')];
    rule.dataset['line'] = line.name;
    const pillText = document.createTextNode('');
    pill.append(pillText);
    this.#layer.append(rule, tag, pill);
    const part: LineParts = { line, rule, pill, pillText, tag, stop: () => undefined };
    if (line.label === null) return part;
    pill.append(makeElement('grip'));
    pill.tabIndex = 0;
    pill.setAttribute('role', 'slider');
    pill.setAttribute('aria-orientation', 'vertical');
    part.stop = followDrag(pill, this.#dragOf(part));
    return part;
  }

  #dragOf(part: LineParts): DragTarget {
    const { name } = part.line;
    const isMovable = () => this.#layout?.filled === true && this.#options.movable();
    const moveBy = (ticks: number) => this.#moveTicks(part, this.#ticksOf(part) + ticks);
    return {
      get movable() {
        return isMovable();
      },
      height: () => (this.#layout === null ? 0 : this.#heightOf(part, this.#layout)),
      moveTo: (height) => {
        const at = this.#layout;
        if (at === null) return;
        const price = at.max - (this.#reachable(part, height, at) - at.top) / at.perUnit;
        this.#moveTicks(part, Math.round(price / this.#options.tick));
      },
      moveBy,
      moveFar: (way) => moveBy(way * Math.max(10, Math.round(part.line.ticks * farShare))),
      settle: () => {
        if (this.#moved?.name === name) this.#options.onSettle(name, this.#moved.ticks);
      },
      confirm: () => this.#options.onConfirm(name),
      cancel: () => {
        if (this.#moved?.name !== name) return;
        this.release();
        this.#options.onCancel(name);
      },
    };
  }

  /**
   * A line in view stays there; one that waits at the edge moves from its own price, either way, and never jumps to the
   * finger.
   */
  #reachable({ line }: LineParts, height: CssPx, at: PriceLayout): CssPx {
    const stands = at.top + (at.max - line.ticks * this.#options.tick) * at.perUnit;
    const top = stands < at.top ? Number.NEGATIVE_INFINITY : at.top;
    const bottom = stands > at.bottom ? Number.POSITIVE_INFINITY : at.bottom;
    return within(height, { ...at, top, bottom });
  }

  /** Writes what a line says, where that is something else than it said. */
  #write(part: LineParts): void {
    const { line, rule, pill, pillText, tag } = part;
    const ticks = this.#ticksOf(part);
    const { pill: text, tag: price, spoken, tone } = this.#options.labels(line.name, ticks);
    if (pillText.data !== text) pillText.data = text;
    if (tag.textContent !== price) tag.textContent = pill.dataset['price'] = price;
    for (const each of [rule, pill, tag]) if (each.dataset['tone'] !== tone) each.dataset['tone'] = tone;
    if (line.label === null) return;
    setAttribute(pill, 'aria-label', line.label);
    setAttribute(pill, 'aria-valuenow', String(ticks * this.#options.tick));
    setAttribute(pill, 'aria-valuetext', spoken);
    setAttribute(pill, 'aria-invalid', String(tone === 'wrong'));
  }

  #place(): void {
    const at = this.#layout;
    if (at === null) return;
    if (this.#layer.hidden === at.filled) this.#layer.hidden = !at.filled;
    if (!at.filled) return;
    const all = [...this.#parts.values()];
    const heights = all.map((part) => this.#heightOf(part, at));
    const pills = pushedApart(heights, pillGapPx, at.top + pillHalfPx, at.bottom - pillHalfPx);
    for (const [index, { rule, pill }] of all.entries()) {
      const y = heights[index]!;
      const where = y < at.top ? 'up' : y > at.bottom ? 'down' : '';
      for (const each of [rule, pill]) if (each.dataset['beyond'] !== where) each.dataset['beyond'] = where;
      shift(rule, 0, y);
      setWidth(rule, at.right);
      shift(pill, 0, pills[index]!);
    }
    this.#placeTags(all, heights, at);
    this.#placeZone(this.#zones.up, 'takeProfit', at);
    this.#placeZone(this.#zones.down, 'stopLoss', at);
  }

  #placeTags(all: readonly LineParts[], heights: readonly number[], at: PriceLayout): void {
    const isMoved = ({ line }: LineParts) => line.name === this.#moved?.name;
    const rank = (part: LineParts) => (isMoved(part) ? -1 : tagOrder.indexOf(part.line.name));
    const order = [...all.keys()].toSorted((a, b) => rank(all[a]!) - rank(all[b]!));
    const places = order.map((index) => Math.min(at.bottom - 10, Math.max(at.top + 10, heights[index]!)));
    const shown = tagsWithRoom(places, tagGapPx, []);
    for (const [place, index] of order.entries()) {
      const part = all[index]!;
      const isBeyond = heights[index]! < at.top || heights[index]! > at.bottom;
      const isNearLast = Math.abs(places[place]! - at.last) < lastTagGapPx;
      const hidden = !isMoved(part) && (!shown[place] || isNearLast || isBeyond);
      if (part.tag.hidden !== hidden) part.tag.hidden = hidden;
      shift(part.tag, at.right + 1, places[place]!);
      setWidth(part.tag, at.axis - 2);
    }
  }

  /** A zone from the entry to one of the lines that protect it. */
  #placeZone(zone: HTMLElement, name: LineName, at: PriceLayout): void {
    const [entry, other] = [this.#parts.get('entry'), this.#parts.get(name)];
    const hidden = entry === undefined || other === undefined;
    if (zone.hidden !== hidden) zone.hidden = hidden;
    if (hidden) return;
    const [from, to] = [within(this.#heightOf(entry, at), at), within(this.#heightOf(other, at), at)];
    const height = Math.abs(to - from);
    setTransform(zone, `translateY(${Math.min(from, to).toFixed(1)}px) scaleY(${height.toFixed(1)})`);
    setWidth(zone, at.right);
  }
}

function within(height: CssPx, { top, bottom }: PriceLayout): CssPx {
  return Math.min(bottom, Math.max(top, height));
}
