/** What is used of the charts that ours is measured against: the bench fetches them (tools/fetched/bench). */

declare module 'lightweight-charts' {
  export type UTCTimestamp = number & { readonly utc: unique symbol };
  type Kind = { readonly kind: unique symbol };
  export const CandlestickSeries: Kind;
  export const LineSeries: Kind;
  export const HistogramSeries: Kind;
  interface Series {
    setData(points: readonly { readonly time: UTCTimestamp }[]): void;
    update(point: { readonly time: UTCTimestamp } & Readonly<Record<string, unknown>>): void;
  }
  export function createChart(
    element: HTMLElement,
    options: object,
  ): {
    addSeries(kind: Kind, options: object, pane?: number): Series;
    timeScale(): { setVisibleLogicalRange(range: { readonly from: number; readonly to: number }): void };
    remove(): void;
  };
}

declare module 'klinecharts' {
  export interface KLineData {
    readonly timestamp: number;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: number;
  }
  interface DataLoader {
    getBars(request: { readonly callback: (bars: KLineData[], more: boolean) => void }): void;
    subscribeBar(request: { readonly callback: (bar: KLineData) => void }): void;
  }
  export function init(
    element: HTMLElement,
    options: object,
  ): {
    createIndicator(indicator: object, stacks?: boolean): void;
    setBarSpace(space: number): void;
    setDataLoader(loader: DataLoader): void;
    setSymbol(symbol: object): void;
    setPeriod(period: object): void;
  } | null;
  export function dispose(element: HTMLElement): void;
}
