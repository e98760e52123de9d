import type uPlot from 'uplot';
import type { ValuePoint } from '#protocol/wallets/entities/movement.ts';
import { type Palette, tinted } from '#app/chart/palette.ts';
import { createPlotFrame } from '#app/chart/plot-frame.ts';
import { bareAxis, heldCursor, inPlot, lineAxis, type PlotOptions } from '#app/chart/plot.ts';
import { widened } from '#app/chart/price-scale.ts';
import { type CssPx, toDevice } from '#app/chart/px.ts';

/** Values over time as they are drawn: pictures need no exact decimals. */
interface ValueLine {
  readonly history: readonly ValuePoint[];
  readonly direction: 'up' | 'down' | 'flat';
  /** The point with the dot. */
  readonly shown: number;
}

export interface ValuePlot {
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
export function createValuePlot(element: HTMLElement): ValuePlot {
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
