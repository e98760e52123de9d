/**
 * Candles as columns of floats: pixels are drawn from them, never money. One column per field, so that
 * indicators and painters run over plain arrays and a tick makes no objects.
 */

/** One candle as it comes from the wire (decimals as texts) or from a computation (numbers): start in epoch ms, open, high, low, close, volume. */
export type CandleRow = readonly [
  time: number,
  open: string | number,
  high: string | number,
  low: string | number,
  close: string | number,
  volume: string | number,
];

/** Candles a chart keeps; past it the oldest go. */
export const candlesMax = 20_000;
/** How many go at once when the maximum is reached, so that it does not happen with every candle. */
const candlesDropped = 2_000;
const capacityAtFirst = 512;

/** What `put` did: the running candle changed, a new one began, or the candle was older than the last and ignored. */
type Put = 'replaced' | 'appended' | 'ignored';

/** The columns; only the first `length` elements hold candles, and the arrays change when the store grows. */
export interface CandleColumns {
  readonly length: number;
  readonly times: Float64Array;
  readonly opens: Float64Array;
  readonly highs: Float64Array;
  readonly lows: Float64Array;
  readonly closes: Float64Array;
  readonly volumes: Float64Array;
}

export interface CandleStore extends CandleColumns {
  /** Takes the place of everything. Rows are oldest first; a row that is not later than the one before it is left out. */
  replaceAll(rows: readonly CandleRow[]): void;
  /** Puts older rows before the first candle and answers how many were taken. Rows that overlap, or pass the maximum, are left out. */
  prepend(rows: readonly CandleRow[]): number;
  /** Replaces the last candle when the start is the same, appends when it is later. */
  put(row: CandleRow): Put;
  /** How many candles have been dropped at the old end so far; it only grows until `replaceAll`. */
  readonly dropped: number;
}

const fieldCount = 6;

/** An empty store. */
export function createCandleStore(): CandleStore {
  return new ColumnStore();
}

class ColumnStore implements CandleStore {
  #columns = makeColumns(capacityAtFirst);
  #length = 0;
  #dropped = 0;

  get length() {
    return this.#length;
  }

  get dropped() {
    return this.#dropped;
  }

  get times() {
    return this.#columns[0]!;
  }

  get opens() {
    return this.#columns[1]!;
  }

  get highs() {
    return this.#columns[2]!;
  }

  get lows() {
    return this.#columns[3]!;
  }

  get closes() {
    return this.#columns[4]!;
  }

  get volumes() {
    return this.#columns[5]!;
  }

  replaceAll(rows: readonly CandleRow[]): void {
    const kept = rows.length > candlesMax ? rows.slice(rows.length - candlesMax) : rows;
    this.#length = 0;
    this.#dropped = 0;
    this.#grow(kept.length);
    for (const row of kept) {
      if (this.#length > 0 && row[0] <= this.times[this.#length - 1]!) continue;
      this.#write(this.#length, row);
      this.#length += 1;
    }
  }

  prepend(rows: readonly CandleRow[]): number {
    const first = this.#length > 0 ? this.times[0]! : Number.POSITIVE_INFINITY;
    const older = ascending(rows, first);
    const taken = older.slice(Math.max(0, older.length - (candlesMax - this.#length)));
    if (taken.length === 0) return 0;
    this.#grow(this.#length + taken.length);
    for (const column of this.#columns) column.copyWithin(taken.length, 0, this.#length);
    for (const [index, row] of taken.entries()) this.#write(index, row);
    this.#length += taken.length;
    return taken.length;
  }

  put(row: CandleRow): Put {
    const last = this.#length > 0 ? this.times[this.#length - 1]! : Number.NEGATIVE_INFINITY;
    if (row[0] < last) return 'ignored';
    if (row[0] === last) {
      this.#write(this.#length - 1, row);
      return 'replaced';
    }
    if (this.#length >= candlesMax) this.#dropOldest();
    this.#grow(this.#length + 1);
    this.#write(this.#length, row);
    this.#length += 1;
    return 'appended';
  }

  #grow(needed: number): void {
    const { length: capacity } = this.times;
    if (needed <= capacity) return;
    const larger = makeColumns(Math.max(needed, capacity * 2));
    for (const [field, column] of this.#columns.entries()) larger[field]!.set(column.subarray(0, this.#length));
    this.#columns = larger;
  }

  #write(index: number, row: CandleRow): void {
    for (let field = 0; field < fieldCount; field += 1) this.#columns[field]![index] = Number(row[field]);
  }

  #dropOldest(): void {
    for (const column of this.#columns) column.copyWithin(0, candlesDropped, this.#length);
    this.#length -= candlesDropped;
    this.#dropped += candlesDropped;
  }
}

function makeColumns(capacity: number): Float64Array[] {
  return Array.from({ length: fieldCount }, () => new Float64Array(capacity));
}

/** Rows in rising order of time that start before `end`. */
function ascending(rows: readonly CandleRow[], end: number): CandleRow[] {
  const kept: CandleRow[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (row[0] <= last || row[0] >= end) continue;
    last = row[0];
    kept.push(row);
  }
  return kept;
}

/** Index of the first candle that starts at or after a moment; `length` when none does. */
export function indexAtOrAfter(times: Float64Array, length: number, atMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
