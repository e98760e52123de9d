import names from './kline-chart.module.css';
import type { KlineFrame, KlineState } from './kline-frame.ts';
import { paintPanes } from './kline-scene.ts';
import { moveTo, setHidden } from './text-cell.ts';

/**
 * The running candle on a canvas of its own, a few candles wide: a tick that keeps the scales redraws this
 * and nothing else.
 */
export interface KlineTail {
  /** Paints the running candle, or hides while it is not in view. */
  paint(frame: KlineFrame): void;
  remove(): void;
}

/** The canvas is as wide as two candles need, in steps, so that zooming seldom makes a new one. CSS pixels. */
const widthStepPx = 32;
const sidePx = 4;

export function createKlineTail(element: HTMLElement, state: KlineState): KlineTail {
  const canvas = document.createElement('canvas');
  canvas.className = names['tail'] ?? '';
  element.append(canvas);

  /** Gives the canvas its size; whether it is empty afterwards. */
  function fit(frame: KlineFrame): boolean {
    const { pixelRatio, span, plot } = frame;
    const needed = (2 * span.step) / pixelRatio + 2 * sidePx;
    const widthPx = Math.ceil(needed / widthStepPx) * widthStepPx;
    const width = Math.round(widthPx * pixelRatio);
    if (canvas.width === width && canvas.height === plot.bottom) return false;
    canvas.width = width;
    canvas.height = plot.bottom;
    canvas.style.width = `${width / pixelRatio}px`;
    canvas.style.height = `${plot.bottom / pixelRatio}px`;
    return true;
  }

  return {
    paint(frame) {
      const { span, pixelRatio } = frame;
      const last = state.candles.length - 1;
      setHidden(canvas, !frame.filled || span.to !== last);
      if (canvas.hidden) return;
      const context = canvas.getContext('2d');
      if (context === null) return;
      if (!fit(frame)) context.clearRect(0, 0, canvas.width, canvas.height);
      const left = Math.floor(span.origin + (last - 1) * span.step - sidePx * pixelRatio);
      moveTo(canvas, left / pixelRatio, 0);
      context.save();
      context.translate(-left, 0);
      paintPanes(context, state, frame, { ...span, from: last });
      context.restore();
    },
    remove: () => canvas.remove(),
  };
}
