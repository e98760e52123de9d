import type { CssPx } from './px.ts';

/** Where prices stand in a chart, for what lies over it: from the chart's left and top edge. */
export interface PriceLayout {
  /** False while there is no candle: prices have no place then. */
  readonly filled: boolean;
  /** The price pane. */
  readonly top: CssPx;
  readonly bottom: CssPx;
  /** Right edge of the plot, where the price axis begins. */
  readonly right: CssPx;
  readonly axis: CssPx;
  /** The price at `top`, and how many pixels one unit of price takes. */
  readonly max: number;
  readonly perUnit: CssPx;
  /** Height of the last price; its tag stands around it. */
  readonly last: CssPx;
  /** Heights of the prices that stand on the axis. */
  readonly labels: readonly CssPx[];
}
