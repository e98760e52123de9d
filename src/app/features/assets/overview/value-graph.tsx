import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type uPlot from 'uplot';
import type { ValuePoint } from '#protocol/wallets/entities/movement.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { type Palette, tinted } from '#app/chart/palette.ts';
import { createPlotFrame } from '#app/chart/plot-frame.ts';
import { bareAxis, heldCursor, inPlot, lineAxis, type PlotOptions } from '#app/chart/plot.ts';
import { widened } from '#app/chart/price-scale.ts';
import { type CssPx, toDevice } from '#app/chart/px.ts';
import { valuationAsset } from '../valuation.ts';
import css from './value-graph.module.css';

interface ValueGraphProps {
  history: readonly ValuePoint[];
  direction: 'up' | 'down' | 'flat';
  /** The coin of the values; USDT unless said. */
  asset?: string;
  /** The point under the cursor; null while there is none. */
  chosen: number | null;
  onChoose: (index: number | null) => void;
}

/** Step of page up and page down, as a share of the line. */
const pageShare = 0.1;

/** The point that a key leads to; null for a key that means none. */
function pointByKey(key: string, shown: number, last: number): number | null {
  const page = Math.max(1, Math.round(last * pageShare));
  const steps: Record<string, number> = {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - page,
    PageUp: shown + page,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

/** Value over time as a line; a finger, a mouse or the arrow keys read it point by point. */
export function ValueGraph({ history, direction, asset = valuationAsset, chosen, onChoose }: ValueGraphProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<ValuePlot>(null);
  const [dragging, setDragging] = useState(false);
  const last = history.length - 1;
  const shown = chosen ?? last;
  useEffect(() => {
    if (box.current === null) return;
    const made = createValuePlot(box.current);
    plot.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => plot.current?.show({ history, direction, shown }), [history, direction, shown]);
  const at = ({ currentTarget, clientX }: PointerEvent) => {
    const point = plot.current?.pointAt(clientX - currentTarget.getBoundingClientRect().left) ?? null;
    if (point !== null) onChoose(point);
  };
  const leave = () => {
    setDragging(false);
    onChoose(null);
  };
  const press = (event: KeyboardEvent) => {
    const next = pointByKey(event.key, shown, last);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
  };
  const reading = history[shown];
  return (
    <div
      ref={box}
      className={css['graph']}
      data-chosen={chosen !== null || undefined}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input would draw its own track over the line
      role="slider"
      tabIndex={0}
      aria-label={t`Value over time`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={
        reading === undefined ? '' : `${formatTime(reading.at, 'dateTime')}: ${formatAmount(reading.total)} ${asset}`
      }
      onKeyDown={press}
      onBlur={() => onChoose(null)}
      onPointerDown={(event) => {
        setDragging(true);
        at(event);
      }}
      onPointerMove={(event) => {
        if (dragging || event.pointerType === 'mouse') at(event);
      }}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={leave}
      onPointerLeave={leave}
    />
  );
}

/** Values over time as they are drawn: pictures need no exact decimals. */
interface ValueLine {
  readonly history: readonly ValuePoint[];
  readonly direction: 'up' | 'down' | 'flat';
  /** The point with the dot. */
  readonly shown: number;
}

interface ValuePlot {
  /** Drawn with the next animation frame. */
  show(line: ValueLine): void;
  /** The point nearest to a place from the left edge; null before the first draw. */
  pointAt(x: CssPx): number | null;
  destroy(): void;
}

const linePx: CssPx = 2;
const dotPx: CssPx = 12;
const dotEdgePx: CssPx = 2;
const fadeShare = 0.16;
/** Room above and below the line, as a share of the box. */
const marginShare = 0.08;

/** Draws the line of a value in an element that has a size. */
function createValuePlot(element: HTMLElement): ValuePlot {
  let line: ValueLine = { history: [], direction: 'flat', shown: 0 };
  let columns: uPlot.AlignedData | null = null;
  const frame = createPlotFrame(element, {
    options: (palette) => optionsOf(() => line, palette),
    data: () => columns,
  });
  return {
    show(next) {
      if (next.history !== line.history) columns = columnsOf(next.history);
      line = next;
      frame.request();
    },
    pointAt: (x) => frame.plot?.posToIdx(inPlot(x)) ?? null,
    destroy: () => frame.remove(),
  };
}

function columnsOf(history: readonly ValuePoint[]): uPlot.AlignedData {
  return [history.map(({ at }) => at), history.map(({ total }) => Number(total))];
}

function optionsOf(line: () => ValueLine, palette: () => Palette): PlotOptions {
  const colour = () => ({ up: palette().up, down: palette().down, flat: palette().text3 })[line().direction];
  return {
    scales: {
      // Two pixels short of the edge: uPlot hides a dot whose place, rounded up, lies beyond it.
      x: { time: false, range: ({ width }, from, to) => [from, to + (2 * (to - from)) / width] },
      // A value that never changes lies in the middle.
      y: { range: (_plot, low, high) => widened([low, high], marginShare) },
    },
    series: [
      {},
      {
        width: inPlot(linePx),
        stroke: colour,
        fill: (plot) => fade(plot, colour()),
        fillTo: (plot) => plot.scales['y']?.min ?? 0,
        pxAlign: 0,
        points: { show: false },
      },
    ],
    axes: [
      bareAxis,
      {
        ...lineAxis,
        splits: ({ data }) => [data[1]?.[0] ?? 0],
        grid: { stroke: () => palette().text3, width: inPlot(1), dash: [toDevice(1), toDevice(4)] },
      },
    ],
    cursor: {
      ...heldCursor,
      move: (plot) => [plot.valToPos(plot.data[0][line().shown] ?? 0, 'x'), 0],
      points: { size: inPlot(dotPx), width: inPlot(dotEdgePx), fill: colour, stroke: 'var(--surface-1)' },
    },
    hooks: { draw: [(plot) => plot.setCursor({ left: 0, top: 0 })] },
  };
}

function fade({ ctx, bbox }: uPlot, colour: string): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, tinted(colour, fadeShare));
  gradient.addColorStop(1, tinted(colour, 0));
  return gradient;
}
