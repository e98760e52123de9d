import type uPlot from 'uplot';
import { spanOf } from '../plot.ts';
import { type CssPx, toDevice } from '../px.ts';
import type { KlineState } from './kline-state.ts';

/** Share of the step from candle to candle that is left empty: lines and fills stop before it and go on behind it. */
const emptyShare = 0.3;
const dashPx: CssPx = 3;
const linePx: CssPx = 1;

/** Opens a gap between the candles on both sides of a missing time, with a dashed line from top to bottom in it. */
export function paintGaps(plot: uPlot, state: KlineState): void {
  if (state.gaps.size === 0) return;
  const { candles, view, palette } = state;
  const from = Math.max(1, Math.ceil(view.left));
  const to = Math.min(candles.length - 1, Math.floor(view.right) + 1);
  const { origin, step } = spanOf(plot, from, to);
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = palette.text3;
  ctx.lineWidth = Math.max(1, Math.round(toDevice(linePx)));
  ctx.setLineDash([toDevice(dashPx), toDevice(dashPx)]);
  for (let index = from; index <= to; index += 1) {
    if (!state.gaps.has(candles.times[index]!)) continue;
    const middle = Math.round(origin + (index - 0.5) * step) + (ctx.lineWidth % 2) / 2;
    const width = Math.max(1, step * emptyShare);
    ctx.clearRect(middle - width / 2, bbox.top, width, bbox.height);
    ctx.beginPath();
    ctx.moveTo(middle, bbox.top);
    ctx.lineTo(middle, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
