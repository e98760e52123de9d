import type { KlineFrame, KlineState } from './kline-frame.ts';
import type { ChartMarker } from './kline-markers.ts';
import { markerReachPx, paintMarkers } from './kline-markers.ts';
import { paintCountdown, paintLastPrice } from './kline-last-price.ts';
import type { KlineReadings, Restore } from './kline-readings.ts';
import { paintPanes } from './kline-scene.ts';
import type { Area } from './kline-sheet.ts';
import { areaAround } from './kline-sheet.ts';

/** What a tick changes: the running candle, the last price and the values of a candle. */
export interface KlineLive {
  /**
   * Paints over the settled scene; `index` is the candle whose values are shown.
   *
   * @param hit markers that are pointed at
   * @param restore shows the scene in an area again, where the last paint still stands; null where the scene is bare
   */
  paint(
    context: CanvasRenderingContext2D,
    frame: KlineFrame,
    index: number,
    hit: readonly ChartMarker[],
    nowMs: number,
    restore: Restore | null,
  ): void;
  /** Only the time to close went on. */
  count(context: CanvasRenderingContext2D, frame: KlineFrame, nowMs: number): void;
}

/** What a line or a wick may stick out of its candle. CSS pixels. */
const sidePx = 4;

export function createKlineLive(state: KlineState, readings: KlineReadings): KlineLive {
  let covered: readonly Area[] = [];

  function paintRunning(context: CanvasRenderingContext2D, frame: KlineFrame): Area[] {
    const { span, plot, pixelRatio } = frame;
    const last = state.candles.length - 1;
    if (span.to !== last) return [];
    paintPanes(context, state, frame, { ...span, from: last });
    paintMarkers(context, state, frame, last, last);
    const side = (state.markers.length > 0 ? Math.max(sidePx, markerReachPx) : sidePx) * pixelRatio;
    const left = Math.max(plot.left, span.origin + (last - 1) * span.step - side);
    const right = Math.min(plot.right, span.origin + (last + 0.5) * span.step + side);
    return [areaAround(left, plot.top, right, plot.bottom)];
  }

  return {
    paint(context, frame, index, hit, nowMs, restore) {
      if (restore !== null) for (const area of covered) restore(area);
      covered = [];
      if (!frame.filled) return;
      covered = [
        ...paintRunning(context, frame),
        ...paintLastPrice(context, state, frame, nowMs),
        ...readings.paintLegends(context, frame, index),
      ];
      readings.paintStrip(context, frame, index, hit, restore);
    },
    count(context, frame, nowMs) {
      if (frame.filled) paintCountdown(context, state, frame, nowMs);
    },
  };
}
