import names from './kline-chart.module.css';

/** A rectangle of the canvas, whole device pixels: left, top, width, height. */
export type Area = readonly [left: number, top: number, width: number, height: number];

/** The smallest area of whole pixels around a rectangle. */
export function areaAround(left: number, top: number, right: number, bottom: number): Area {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return [x, y, Math.ceil(right) - x, Math.ceil(bottom) - y];
}

/**
 * The canvas a user sees. It hands its pixels to the screen itself instead of with the next frame of the page
 * (`desynchronized`; where a browser does not know that, nothing else changes), which saves a tick most of its time
 * and the first frame a third. All of the chart but the crosshair is on it, so that no part can come earlier than
 * another.
 */
export interface KlineSheet {
  readonly context: CanvasRenderingContext2D;
  /** Device pixels. */
  fit(width: number, height: number, pixelRatio: number): void;
  /** Shows an area of the settled scene again, without what was painted over it. */
  restore(scene: HTMLCanvasElement, area: Area): void;
  remove(): void;
}

export function createKlineSheet(element: HTMLElement): KlineSheet {
  const canvas = document.createElement('canvas');
  canvas.className = names['sheet'] ?? '';
  // Without transparency the screen's pixels need no blending; the page's own colour lies below everything.
  const context = canvas.getContext('2d', { desynchronized: true, alpha: false });
  if (context === null) throw new Error('this browser draws no canvas');
  element.prepend(canvas);
  return {
    context,
    fit(width, height, pixelRatio) {
      if (canvas.width === width && canvas.height === height) return;
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${width / pixelRatio}px`;
      canvas.style.height = `${height / pixelRatio}px`;
    },
    restore(scene, [left, top, width, height]) {
      if (width > 0 && height > 0) context.drawImage(scene, left, top, width, height, left, top, width, height);
    },
    remove: () => canvas.remove(),
  };
}
