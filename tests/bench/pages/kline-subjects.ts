import * as klinecharts from 'klinecharts';
import type { KLineData } from 'klinecharts';
import * as lightweight from 'lightweight-charts';
import type { UTCTimestamp } from 'lightweight-charts';
import { createChartFormat } from '#app/chart/chart-format.ts';
import { createKlineChart } from '#app/chart/kline/kline-chart.ts';
import type { BenchCandle } from './kline-candles.ts';
import { candleMs } from './kline-candles.ts';

/** A chart under measurement: candles, three averages and volume, the newest candles in view. */
export interface Subject {
  setData(candles: readonly BenchCandle[]): void;
  tick(candle: BenchCandle): void;
  destroy(): void;
}

/** How much is in view: CSS pixels from candle to candle, or everything. */
export type Range = number | 'all';

const periods = [7, 25, 99];
const lineColours = ['#f2b84b', '#d58cff', '#62b3f4'];
const up = '#36c98d';
const down = '#ff7083';
/** Width of our price axis; the others are set to the same room for candles. */
const axisPx = 66;

/** Candles in view at a range, for libraries that take them as a count. */
function inView(element: HTMLElement, range: Range, length: number): number {
  return range === 'all' ? length : (element.clientWidth - axisPx) / range;
}

function ours(element: HTMLElement, range: Range): Subject {
  const chart = createKlineChart(element, {
    kind: 'candles',
    interval: '15m',
    indicators: { overlays: ['MA'], volume: true, panes: [] },
    format: createChartFormat({ locale: 'en', priceDecimals: 1, toLocal: (atMs) => atMs + 8 * 3_600_000 }),
    priceDecimals: 1,
    label: 'Chart',
    describe: (reading) => String(reading.close),
    now: () => Date.now(),
  });
  return {
    setData(candles) {
      chart.setData(candles, { more: false });
      if (range === 'all') chart.fit();
      else if (range !== 6) chart.zoomTo((element.clientWidth - axisPx) / range);
    },
    tick: (candle) => chart.tick(candle),
    destroy: () => chart.destroy(),
  };
}

function lightweightCharts(element: HTMLElement, range: Range): Subject {
  const chart = lightweight.createChart(element, {
    width: element.clientWidth,
    height: element.clientHeight,
    layout: { background: { color: '#111d2f' }, textColor: '#99aac1', fontSize: 11 },
    grid: { vertLines: { color: '#1c2b42' }, horzLines: { color: '#1c2b42' } },
    timeScale: { minBarSpacing: 0.01, timeVisible: true },
    rightPriceScale: { minimumWidth: axisPx },
  });
  const candlesticks = chart.addSeries(lightweight.CandlestickSeries, {
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: false,
  });
  const lines = lineColours.map((color) =>
    chart.addSeries(lightweight.LineSeries, { color, lineWidth: 1, lastValueVisible: false, priceLineVisible: false }),
  );
  const volume = chart.addSeries(lightweight.HistogramSeries, { priceLineVisible: false, lastValueVisible: false }, 1);
  const closes: number[] = [];
  let lastStart = 0;
  const time = (atMs: number) => (atMs / 1_000) as UTCTimestamp;
  const candlestick = ([start, open, high, low, close]: BenchCandle) => ({ time: time(start), open, high, low, close });
  const bar = (candle: BenchCandle) => ({
    time: time(candle[0]),
    value: candle[5],
    color: candle[4] >= candle[1] ? `${up}8c` : `${down}8c`,
  });
  return {
    setData(candles) {
      for (const candle of candles) closes.push(candle[4]);
      lastStart = candles.at(-1)?.[0] ?? 0;
      candlesticks.setData(candles.map(candlestick));
      volume.setData(candles.map(bar));
      for (const [at, line] of lines.entries()) line.setData(averages(candles, periods[at] ?? 1, time));
      const shown = inView(element, range, candles.length);
      chart.timeScale().setVisibleLogicalRange({ from: candles.length - shown, to: candles.length });
    },
    tick(candle) {
      if (candle[0] !== lastStart) closes.push(candle[4]);
      else closes[closes.length - 1] = candle[4];
      lastStart = candle[0];
      candlesticks.update(candlestick(candle));
      volume.update(bar(candle));
      for (const [at, line] of lines.entries()) {
        line.update({ time: time(candle[0]), value: meanOfLast(closes, periods[at] ?? 1) });
      }
    },
    destroy: () => chart.remove(),
  };
}

function averages(candles: readonly BenchCandle[], period: number, time: (atMs: number) => UTCTimestamp) {
  const points: { time: UTCTimestamp; value: number }[] = [];
  let sum = 0;
  for (const [index, candle] of candles.entries()) {
    sum += candle[4] - (index >= period ? (candles[index - period]?.[4] ?? 0) : 0);
    if (index >= period - 1) points.push({ time: time(candle[0]), value: sum / period });
  }
  return points;
}

function meanOfLast(values: readonly number[], period: number): number {
  let sum = 0;
  for (let index = values.length - period; index < values.length; index += 1) sum += values[index] ?? 0;
  return sum / period;
}

function klineCharts(element: HTMLElement, range: Range): Subject {
  const chart = klinecharts.init(element, {
    styles: {
      grid: { horizontal: { color: '#1c2b42' }, vertical: { color: '#1c2b42' } },
      candle: { bar: { upColor: up, downColor: down, noChangeColor: up } },
    },
  });
  if (chart === null) throw new Error('klinecharts could not start');
  let feed: (candle: KLineData) => void = () => undefined;
  let first: readonly BenchCandle[] = [];
  const datum = ([timestamp, open, high, low, close, volume]: BenchCandle): KLineData => {
    return { timestamp, open, high, low, close, volume };
  };
  chart.createIndicator({ name: 'MA', calcParams: periods, paneId: 'candle_pane' }, true);
  chart.createIndicator({ name: 'VOL', calcParams: [] });
  return {
    setData(candles) {
      first = candles;
      chart.setBarSpace(range === 'all' ? 1 : range);
      chart.setDataLoader({
        getBars: ({ callback }) => callback(first.map(datum), false),
        subscribeBar: ({ callback }) => (feed = callback),
      });
      chart.setSymbol({ ticker: 'BTCUSDT', pricePrecision: 1, volumePrecision: 1 });
      chart.setPeriod({ type: 'minute', span: candleMs / 60_000 });
    },
    tick: (candle) => feed(datum(candle)),
    destroy: () => klinecharts.dispose(element),
  };
}

export const subjects = { dunlin: ours, 'lightweight-charts': lightweightCharts, klinecharts: klineCharts };
export type SubjectName = keyof typeof subjects;
