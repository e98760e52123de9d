import { type CandleColumns, emptyColumns } from '../candle-columns.ts';

/**
 * Candles of several pairs at the same minutes: those at which any of them has one, from where all have. In a minute that a
 * pair lacks its last price stands.
 *
 * @param all of the same step
 */
export function alignedColumns(all: readonly CandleColumns[]): CandleColumns[] {
  const first = Math.max(...all.map(({ minute }) => minute[0] ?? Number.POSITIVE_INFINITY));
  const minutes = new Set(all.flatMap(({ minute }) => [...minute].filter((at) => at >= first)));
  const sorted = Int32Array.from(minutes).toSorted();
  return all.map((columns) => filled(columns, sorted));
}

function filled(columns: CandleColumns, minutes: Int32Array): CandleColumns {
  const made = emptyColumns(columns.step, minutes.length);
  made.minute.set(minutes);
  let next = 0;
  for (const [nth, minute] of minutes.entries()) {
    while (next < columns.minute.length && (columns.minute[next] ?? 0) <= minute) next += 1;
    const own = next - 1;
    const close = columns.close[own] ?? 0;
    const isThere = columns.minute[own] === minute;
    made.open[nth] = isThere ? (columns.open[own] ?? 0) : close;
    made.high[nth] = isThere ? (columns.high[own] ?? 0) : close;
    made.low[nth] = isThere ? (columns.low[own] ?? 0) : close;
    made.close[nth] = close;
  }
  return made;
}
