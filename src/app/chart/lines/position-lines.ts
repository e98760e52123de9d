import { followDrag } from './line-drag.ts';
import { pushedApart, tagsWithRoom } from './line-places.ts';
import names from './position-lines.module.css';
import type { PriceLayout } from '../price-layout.ts';

export type LineName = 'entry' | 'takeProfit' | 'stopLoss' | 'liquidation';
export type LineTone = 'plain' | 'up' | 'down' | 'warn' | 'wrong';

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

export interface PositionLinesOptions {
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
  line: PositionLine;
  readonly rule: HTMLElement;
  readonly pill: HTMLElement;
  readonly pillText: Text;
  readonly tag: HTMLElement;
  readonly stop: () => void;
}

export function createPositionLines(element: HTMLElement, options: PositionLinesOptions): PositionLines {
  const layer = make('layer');
  layer.hidden = true;
  const zones = { up: make('zone'), down: make('zone') };
  zones.up.dataset['tone'] = 'up';
  zones.down.dataset['tone'] = 'down';
  layer.append(zones.up, zones.down);
  element.append(layer);
  const parts = new Map<LineName, LineParts>();
  let layout: PriceLayout | null = null;
  /** The line that was moved and the price it stands at meanwhile. */
  let moved: { name: LineName; ticks: number } | null = null;

  const ticksOf = ({ line }: LineParts) => (moved?.name === line.name ? moved.ticks : line.ticks);
  const heightOf = (ticks: number, at: PriceLayout) => at.top + (at.max - ticks * options.tick) * at.perUnit;

  function moveTicks(name: LineName, ticks: number): void {
    const next = Math.max(1, ticks);
    const part = parts.get(name);
    if (part === undefined || ticksOf(part) === next) return;
    moved = { name, ticks: next };
    write(part);
    place();
  }

  function cancel(name: LineName): void {
    if (moved?.name !== name) return;
    release();
    options.onCancel(name);
  }

  function release(): void {
    moved = null;
    for (const part of parts.values()) write(part);
    place();
  }

  function makeParts(line: PositionLine): LineParts {
    const { name } = line;
    const [rule, pill, tag] = [make('line'), make('pill'), make('tag')];
    rule.dataset['line'] = name;
    const pillText = document.createTextNode('');
    pill.append(pillText);
    layer.append(rule, tag, pill);
    const part = { line, rule, pill, pillText, tag, stop: () => undefined };
    if (line.label === null) return part;
    pill.append(make('grip'));
    pill.tabIndex = 0;
    pill.setAttribute('role', 'slider');
    pill.setAttribute('aria-orientation', 'vertical');
    const by = (ticks: number) => {
      const now = parts.get(name);
      if (now !== undefined) moveTicks(name, ticksOf(now) + ticks);
    };
    const stop = followDrag(pill, {
      get movable() {
        return layout?.filled === true && options.movable();
      },
      height: () => {
        const now = parts.get(name);
        if (now === undefined || layout === null) return 0;
        return Math.min(layout.bottom, Math.max(layout.top, heightOf(ticksOf(now), layout)));
      },
      moveTo(height) {
        if (layout === null) return;
        const y = Math.min(layout.bottom, Math.max(layout.top, height));
        moveTicks(name, Math.round((layout.max - (y - layout.top) / layout.perUnit) / options.tick));
      },
      moveBy: by,
      moveFar: (way) => by(way * Math.max(10, Math.round((parts.get(name)?.line.ticks ?? 0) * farShare))),
      settle: () => {
        if (moved?.name === name) options.onSettle(name, moved.ticks);
      },
      confirm: () => options.onConfirm(name),
      cancel: () => cancel(name),
    });
    return { ...part, stop };
  }

  /** Writes what a line says, where that is something else than it said. */
  function write(part: LineParts): void {
    const { line, rule, pill, pillText, tag } = part;
    const ticks = ticksOf(part);
    const { pill: text, tag: price, spoken, tone } = options.labels(line.name, ticks);
    if (pillText.data !== text) pillText.data = text;
    if (tag.textContent !== price) tag.textContent = price;
    for (const each of [rule, pill, tag]) if (each.dataset['tone'] !== tone) each.dataset['tone'] = tone;
    if (line.label === null) return;
    setAttribute(pill, 'aria-label', line.label);
    setAttribute(pill, 'aria-valuenow', String(ticks * options.tick));
    setAttribute(pill, 'aria-valuetext', spoken);
    setAttribute(pill, 'aria-invalid', String(tone === 'wrong'));
  }

  function place(): void {
    if (layout === null) return;
    if (layer.hidden === layout.filled) layer.hidden = !layout.filled;
    if (!layout.filled) return;
    const at = layout;
    const all = [...parts.values()];
    const heights = all.map((part) => heightOf(ticksOf(part), at));
    const pills = pushedApart(heights, pillGapPx, at.top + pillHalfPx, at.bottom - pillHalfPx);
    for (const [index, { rule, pill }] of all.entries()) {
      const y = heights[index]!;
      const beyond = y < at.top || y > at.bottom;
      const where = !beyond ? '' : y < at.top ? 'up' : 'down';
      for (const each of [rule, pill]) if (each.dataset['beyond'] !== where) each.dataset['beyond'] = where;
      shift(rule, 0, y);
      setWidth(rule, at.right);
      shift(pill, 0, pills[index]!);
    }
    placeTags(all, heights, at);
    placeZone(zones.up, 'takeProfit', at);
    placeZone(zones.down, 'stopLoss', at);
  }

  function placeTags(all: readonly LineParts[], heights: readonly number[], at: PriceLayout): void {
    const rank = ({ line }: LineParts) => (line.name === moved?.name ? -1 : tagOrder.indexOf(line.name));
    const order = [...all.keys()].toSorted((a, b) => rank(all[a]!) - rank(all[b]!));
    const within = order.map((index) => Math.min(at.bottom - 10, Math.max(at.top + 10, heights[index]!)));
    const shown = tagsWithRoom(within, tagGapPx, []);
    for (const [place, index] of order.entries()) {
      const { tag, line } = all[index]!;
      const isMoved = line.name === moved?.name;
      const beyond = heights[index]! < at.top || heights[index]! > at.bottom;
      const nearLast = Math.abs(within[place]! - at.last) < lastTagGapPx;
      const hidden = !isMoved && (!shown[place] || nearLast || beyond);
      if (tag.hidden !== hidden) tag.hidden = hidden;
      shift(tag, at.right + 1, within[place]!);
      setWidth(tag, at.axis - 2);
    }
  }

  /** A zone from the entry to one of the lines that protect it. */
  function placeZone(zone: HTMLElement, name: LineName, at: PriceLayout): void {
    const [entry, other] = [parts.get('entry'), parts.get(name)];
    const hidden = entry === undefined || other === undefined;
    if (zone.hidden !== hidden) zone.hidden = hidden;
    if (hidden) return;
    const within = (part: LineParts) => Math.min(at.bottom, Math.max(at.top, heightOf(ticksOf(part), at)));
    const [from, to] = [within(entry), within(other)];
    const height = Math.abs(to - from);
    setTransform(zone, `translateY(${Math.min(from, to).toFixed(1)}px) scaleY(${height.toFixed(1)})`);
    setWidth(zone, at.right);
  }

  return {
    setLines(lines) {
      for (const [name, part] of parts) {
        const next = lines.find((line) => line.name === name);
        if (next !== undefined && (next.label === null) === (part.line.label === null)) continue;
        part.stop();
        for (const each of [part.rule, part.pill, part.tag]) each.remove();
        parts.delete(name);
      }
      for (const line of lines) {
        const part = parts.get(line.name);
        // Where the lines are other ones now, a moved one was moved away from what is no more.
        if (line.label !== null && part?.line.ticks !== line.ticks) moved = null;
        if (part === undefined) parts.set(line.name, makeParts(line));
        else part.line = line;
      }
      for (const part of parts.values()) write(part);
      place();
    },
    release,
    refresh() {
      for (const part of parts.values()) {
        if (part.line.name === 'entry' || part.line.name === moved?.name) write(part);
      }
    },
    lay(next) {
      if (layout !== null && sameLayout(layout, next)) return;
      layout = next;
      place();
    },
    remove() {
      for (const part of parts.values()) part.stop();
      layer.remove();
    },
  };
}

function make(name: string): HTMLElement {
  const made = document.createElement('div');
  made.className = names[name] ?? '';
  return made;
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function shift(element: HTMLElement, x: number, y: number): void {
  setTransform(element, `translate(${x}px, ${y.toFixed(1)}px)`);
}

/** What was written last is remembered: reading a style back costs more. */
const transforms = new WeakMap<HTMLElement, string>();
const widths = new WeakMap<HTMLElement, number>();

function setTransform(element: HTMLElement, transform: string): void {
  if (transforms.get(element) === transform) return;
  transforms.set(element, transform);
  element.style.transform = transform;
}

function setWidth(element: HTMLElement, width: number): void {
  if (widths.get(element) === width) return;
  widths.set(element, width);
  element.style.width = `${width}px`;
}

/** Whether nothing that is drawn here would move: the last price counts by whole pixels. */
function sameLayout(a: PriceLayout, b: PriceLayout): boolean {
  return (
    a.filled === b.filled &&
    a.top === b.top &&
    a.bottom === b.bottom &&
    a.right === b.right &&
    a.axis === b.axis &&
    a.max === b.max &&
    a.perUnit === b.perUnit &&
    Math.round(a.last) === Math.round(b.last)
  );
}
