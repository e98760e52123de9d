import type uPlot from 'uplot';
import { type Palette, readPalette, watchPalette } from './palette.ts';
import { createPlot, type PlotOptions, type PlotSize, plotSize } from './plot.ts';
import names from './plot-frame.module.css';
import { createRedraw, watchPixelRatio } from './redraw.ts';

/** What a plot shows that fills an element. */
interface FramedPlot {
  /** Read when the plot is made; colours are read from the palette with each draw. */
  options(palette: () => Palette): PlotOptions;
  /** The columns; null while there is nothing to show. */
  data(): uPlot.AlignedData | null;
}

/** A plot as large as its element, drawn once a frame while somebody can see it. */
interface PlotFrame {
  /** Null while there is nothing to show. */
  readonly plot: uPlot | null;
  /** The columns changed. */
  request(): void;
  /** The options changed: the next draw makes the plot again, as another theme or pixel ratio does. */
  remake(): void;
  remove(): void;
}

export function createPlotFrame(element: HTMLElement, framed: FramedPlot): PlotFrame {
  let palette = readPalette(element);
  let plot: uPlot | null = null;
  let outdated = false;
  element.classList.add(names['frame'] ?? '');
  const redraw = createRedraw(element, draw);

  function clear(): void {
    plot?.destroy();
    plot = null;
  }

  function draw(): void {
    const size = sizeOf(element);
    const data = size.width > 0 && size.height > 0 ? framed.data() : null;
    if (outdated || data === null) clear();
    outdated = false;
    if (data === null) return;
    if (plot === null) {
      plot = createPlot(
        element,
        size,
        framed.options(() => palette),
        data,
      );
      return;
    }
    const drawn = plot;
    drawn.batch(() => {
      if (!fits(drawn, size)) drawn.setSize(plotSize(size));
      drawn.setData(data);
    });
  }

  function remake(): void {
    outdated = true;
    redraw.request();
  }

  const sizes = new ResizeObserver(() => {
    if (plot === null || !fits(plot, sizeOf(element))) redraw.request();
  });
  sizes.observe(element);
  const stops = [
    watchPalette(() => {
      palette = readPalette(element);
      remake();
    }),
    watchPixelRatio(remake),
    () => sizes.disconnect(),
    () => redraw.stop(),
  ];
  return {
    get plot() {
      return plot;
    },
    request: () => redraw.request(),
    remake,
    remove() {
      for (const stop of stops) stop();
      clear();
    },
  };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): PlotSize {
  return { width: clientWidth, height: clientHeight };
}

function fits(plot: uPlot, size: PlotSize): boolean {
  const { width, height } = plotSize(size);
  return plot.width === width && plot.height === height;
}
