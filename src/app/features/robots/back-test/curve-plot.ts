import type uPlot from 'uplot';
import type { BackTest } from '#protocol/robots/maths/back-test/back-test-result.ts';
import { type Palette, tinted } from '#app/chart/palette.ts';
import { createPlotFrame } from '#app/chart/plot-frame.ts';
import { axisStyle, bareAxis, heldCursor, inPlot, type PlotOptions, within } from '#app/chart/plot.ts';
import { widened } from '#app/chart/price-scale.ts';
import { type CssPx, toDevice } from '#app/chart/px.ts';

/** Room of the axis at the right; `--axis` of the frame around it says the same. */
const axisPx: CssPx = 56;
/** The pane of the drawdown at the lower edge, and the gap above it. */
const panePx: CssPx = 38;
const gapPx: CssPx = 10;
const fadeShare = 0.16;
const unseenShare = 0.14;
const drawdownShare = 0.34;

export interface CurvePlot {
  /** Drawn with the next animation frame. @param label what the picture says, for readers */
  show(result: BackTest, label: string): void;
  destroy(): void;
}

/** Draws the course of a test beside just holding, with the drawdown below, in an element that has a size. */
export function createCurvePlot(element: HTMLElement): CurvePlot {
  let result: BackTest | null = null;
  let columns: uPlot.AlignedData | null = null;
  element.setAttribute('role', 'img');
  const frame = createPlotFrame(element, {
    options: (palette) => optionsOf(() => result, palette),
    data: () => columns,
  });
  return {
    show(next, label) {
      element.setAttribute('aria-label', label);
      result = next;
      const { robot, holding, drawdown } = next.curve;
      columns = [[...next.at], [...robot], [...holding], Array.from(drawdown, (fall) => -fall)];
      frame.request();
    },
    destroy: () => frame.remove(),
  };
}

function optionsOf(result: () => BackTest | null, palette: () => Palette): PlotOptions {
  const paneShare = (plot: uPlot) => inPlot(panePx + gapPx) / Math.max(1, plot.height);
  return {
    cursor: { ...heldCursor, show: false },
    scales: {
      x: { time: false },
      y: {
        range(plot, least, most) {
          const [low, high] = widened([Math.min(0, least), Math.max(0, most)], 0.06);
          const share = Math.min(0.6, paneShare(plot));
          return [low - ((high - low) * share) / (1 - share), high];
        },
      },
      fall: {
        range(plot, least) {
          const worst = Math.min(least, -0.0001);
          return [worst, -worst * (plot.height / inPlot(panePx) - 1)];
        },
      },
    },
    series: [
      {},
      {
        width: inPlot(2),
        stroke: () => palette().accent,
        fill: (plot) => fade(plot, palette().accent),
        fillTo: (plot) => plot.scales['y']?.min ?? 0,
        pxAlign: 0,
        points: { show: false },
      },
      {
        width: inPlot(1.5),
        stroke: () => palette().text2,
        dash: [toDevice(4), toDevice(3)],
        pxAlign: 0,
        points: { show: false },
      },
      {
        scale: 'fall',
        width: 0,
        fill: () => tinted(palette().down, drawdownShare),
        fillTo: 0,
        pxAlign: 0,
        points: { show: false },
      },
    ],
    axes: [bareAxis, percentAxis(palette, paneShare)],
    hooks: { drawClear: [(plot) => within(plot, () => paintUnseen(plot, result(), palette()))] },
  };
}

/** Shares above the pane of the drawdown, with their lines. */
function percentAxis(palette: () => Palette, paneShare: (plot: uPlot) => number): uPlot.Axis {
  const style = axisStyle(palette);
  const filter: uPlot.Axis.Filter = (plot, splits) => {
    const { min = 0, max = 1 } = plot.scales['y'] ?? {};
    const floor = min + (max - min) * paneShare(plot);
    return splits.map((split) => (split < floor ? null : split));
  };
  return {
    ...style,
    side: 1,
    size: inPlot(axisPx),
    space: inPlot(32),
    filter,
    grid: { ...style.grid, filter },
    values: (_plot, splits) => splits.map((split) => (split === null ? '' : percentText(split))),
  };
}

/** A share on the axis: whole percents unless the steps are finer. */
function percentText(share: number): string {
  const percent = Math.round(share * 1_000) / 10;
  const sign = percent > 0 ? '+' : percent < 0 ? '\u2212' : '';
  return `${sign}${Math.abs(percent)}%`;
}

/** The ground of the part that was not tuned on, and its dashed edge. */
function paintUnseen(plot: uPlot, result: BackTest | null, palette: Palette): void {
  if (result === null) return;
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(result.unseenAt, 'x', true));
  ctx.fillStyle = tinted(palette.accent, unseenShare);
  ctx.fillRect(x, bbox.top, bbox.left + bbox.width - x, bbox.height);
  ctx.strokeStyle = palette.text3;
  ctx.lineWidth = toDevice(1);
  ctx.setLineDash([toDevice(4), toDevice(3)]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
}

function fade({ ctx, bbox }: uPlot, colour: string): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, tinted(colour, fadeShare));
  gradient.addColorStop(1, tinted(colour, 0));
  return gradient;
}
