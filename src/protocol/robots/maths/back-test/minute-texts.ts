import type { Ticks } from '#protocol/core/brand.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Bar } from './closings.ts';

/** A week of minutes: from Monday 00:00 UTC on. */
export const weekMs = 7 * dayMs;

/** Minutes of a week. */
export const weekMinutes = weekMs / minuteMs;

/**
 * Minutes of a pair as they are sent: columns of whole numbers, each a text of numbers with a space between. Texts are read
 * many times as fast as lists where nobody waits for them, and packed they are as small.
 */
export interface MinuteTexts {
  /**
   * How minutes follow each other, three numbers a time: so many minutes are missing, then so many are flat at the close
   * before, then so many stand in the columns.
   */
  readonly runs: string;
  /** The open less the close before; less 0 for the first minute that is there. */
  readonly open: string;
  /** The close less the open. */
  readonly close: string;
  /** The high above the higher of open and close, and the low below the lower of them. */
  readonly high: string;
  readonly low: string;
}

/** Prices of minutes in a row, 0 where one is missing. */
export interface MinutePrices {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
}

/** Writes minutes one after the other. */
export class MinuteTextsWriter {
  readonly #runs: number[] = [];
  readonly #columns: readonly [number[], number[], number[], number[]] = [[], [], [], []];
  #run = [0, 0, 0];
  #last: Ticks = 0;
  /** How many minutes are missing so far. */
  missing = 0;

  /** The close of the last minute that was there; 0 before the first one. */
  get last(): Ticks {
    return this.#last;
  }

  /** Minutes that nothing is known of. */
  skip(count: number): void {
    if (count === 0) return;
    this.#count(0, count);
    this.missing += count;
  }

  add({ open, high, low, close }: Bar): void {
    const last = this.#last;
    if (last > 0 && open === last && high === last && low === last && close === last) {
      this.#count(1, 1);
      return;
    }
    this.#count(2, 1);
    const [opens, closes, highs, lows] = this.#columns;
    opens.push(open - last);
    closes.push(close - open);
    highs.push(high - Math.max(open, close));
    lows.push(Math.min(open, close) - low);
    this.#last = close;
  }

  /** Minutes without a trade: flat at the last close, or missing before the first. */
  stand(count: number): void {
    if (this.#last === 0) this.skip(count);
    else if (count > 0) this.#count(1, count);
  }

  texts(): MinuteTexts {
    const runs = this.#run.some((count) => count > 0) ? [...this.#runs, ...this.#run] : this.#runs;
    const [open, close, high, low] = this.#columns.map((column) => column.join(' '));
    return { runs: runs.join(' '), open: open ?? '', close: close ?? '', high: high ?? '', low: low ?? '' };
  }

  /** Missing minutes come before flat ones, and these before those in the columns: else the next three numbers begin. */
  #count(kind: 0 | 1 | 2, count: number): void {
    const [, flat = 0, traded = 0] = this.#run;
    if ((kind < 2 && traded > 0) || (kind === 0 && flat > 0)) {
      this.#runs.push(...this.#run);
      this.#run = [0, 0, 0];
    }
    this.#run[kind] = (this.#run[kind] ?? 0) + count;
  }
}

/**
 * Reads minutes.
 *
 * @param length how many there are at most
 * @throws RangeError for texts that say more minutes than that, or fewer than they have
 */
export function readMinutes(texts: MinuteTexts, length: number): MinutePrices & { readonly length: number } {
  const column = () => new Int32Array(length);
  const prices = { open: column(), high: column(), low: column(), close: column() };
  const next = [texts.open, texts.close, texts.high, texts.low].map(numbersOf);
  const [opens, closes, highs, lows] = next;
  if (opens === undefined || closes === undefined || highs === undefined || lows === undefined)
    throw new RangeError('columns are missing');
  const runs = numbersOf(texts.runs);
  let minute = 0;
  let last = 0;
  for (let missing = runs(); missing !== null; missing = runs()) {
    const flat = (runs() ?? 0) + minute + missing;
    const end = flat + (runs() ?? 0);
    if (end > length) throw new RangeError('more minutes than there can be');
    for (minute += missing; minute < end; minute += 1) {
      let [open, close, high, low] = [last, last, last, last];
      if (minute >= flat) {
        open = last + (opens() ?? Number.NaN);
        close = open + (closes() ?? Number.NaN);
        high = Math.max(open, close) + (highs() ?? Number.NaN);
        low = Math.min(open, close) - (lows() ?? Number.NaN);
        if (Number.isNaN(high + low)) throw new RangeError('a column is too short');
      }
      prices.open[minute] = open;
      prices.high[minute] = high;
      prices.low[minute] = low;
      prices.close[minute] = close;
      last = close;
    }
  }
  return { ...prices, length: minute };
}

/** Gives the numbers of a text one after the other; null behind the last. */
function numbersOf(text: string): () => number | null {
  let at = 0;
  return () => {
    if (at >= text.length) return null;
    const isNegative = text.codePointAt(at) === minus;
    if (isNegative) at += 1;
    let value = 0;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === space) break;
      value = value * 10 + code - zero;
    }
    at += 1;
    return isNegative ? -value : value;
  };
}

const [minus, space, zero] = [45, 32, 48];
