import type { Pool } from 'pg';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/store/database.ts';
import type { SourceCandle } from '../prices/price-source.ts';

/** A span of time, `[fromMs, toMs)`. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One minute of one pair's own trades. */
export interface OwnMinute extends SourceCandle {
  readonly pair: string;
}

/** A candle of own trades and the time of its first trade. */
export interface OwnCandle extends SourceCandle {
  readonly firstMinuteMs: number;
}

/** A run that ended this recently is continued: a restart within a minute leaves no gap in the candles. */
const runJoinsMs = minuteMs;
/** Runs that are loaded; downtime before the oldest of them counts as up. */
const runsMax = 5_000;

interface CandleRow {
  readonly start: string;
  readonly first: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly turnover: string;
}

/** The store of the exchange's own minutes and of when it was up. */
export interface MinuteStore {
  /** Own candles of `bucketMs` (a divisor or multiple of a day that starts at the epoch), oldest first. */
  candles(pair: string, bucketMs: number, fromMs: number, toMs: number): Promise<OwnCandle[]>;
  /** Own days of many pairs, in one read; pairs without any are left out. @param fromMs the start of a day */
  days(pairs: readonly string[], fromMs: number, toMs: number): Promise<ReadonlyMap<string, readonly OwnCandle[]>>;
  /** The start of the newest stored minute, or null. */
  newest(pair: string): Promise<number | null>;
  /** Writes minutes atomically; existing ones are replaced. */
  write(minutes: readonly OwnMinute[]): Promise<void>;
  /**
   * Begins a run, or continues the one that just ended; returns its id.
   *
   * @param tradedAt the last trade: the previous run lasted at least until then, even if a crash kept that from being
   * recorded
   */
  beginRun(now: number, tradedAt: number | null): Promise<bigint>;
  /** Records that the exchange is still up. */
  seen(run: bigint, now: number): Promise<void>;
  /** Runs, oldest first, as far as their minutes are stored: what was archived is filled from the source. */
  runs(): Promise<Span[]>;
}

/** Without any trade there are no minutes. */
export const nullMinuteStore: MinuteStore = {
  candles: () => Promise.resolve([]),
  days: () => Promise.resolve(new Map()),
  newest: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  beginRun: () => Promise.resolve(0n),
  seen: () => Promise.resolve(),
  runs: () => Promise.resolve([]),
};

/** Minutes and runs in PostgreSQL. */
export function createMinuteStore({ pool }: Pick<Database, 'pool'>): MinuteStore {
  return {
    async candles(pair, bucketMs, fromMs, toMs) {
      const { rows } = await pool.query<CandleRow>(
        `SELECT start_at / $2 * $2 AS start, min(start_at) AS first,
                (array_agg(open ORDER BY start_at))[1] AS open, max(high) AS high, min(low) AS low,
                (array_agg(close ORDER BY start_at DESC))[1] AS close,
                sum(volume) AS volume, sum(turnover) AS turnover
           FROM market_minutes WHERE pair = $1 AND start_at >= $3 AND start_at < $4
          GROUP BY 1 ORDER BY 1`,
        [pair, bucketMs, fromMs, toMs],
      );
      return rows.map(asOwnCandle);
    },
    days: (pairs, fromMs, toMs) => daysOf(pool, pairs, fromMs, toMs),
    async newest(pair) {
      const { rows } = await pool.query<{ start: string | null }>(
        'SELECT max(start_at) AS start FROM market_minutes WHERE pair = $1',
        [pair],
      );
      const start = rows[0]?.start ?? null;
      return start === null ? null : Number(start);
    },
    async write(minutes) {
      await insertMinutes(
        pool,
        minutes,
        `UPDATE SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
                    volume = excluded.volume, turnover = excluded.turnover`,
      );
    },
    beginRun: (now, tradedAt) => beginRun(pool, now, tradedAt),
    async seen(run, now) {
      await pool.query('UPDATE market_runs SET seen_at = greatest(seen_at, $2) WHERE id = $1', [run, now]);
    },
    async runs() {
      const { rows } = await pool.query<{ started_at: string; seen_at: string }>(
        'SELECT started_at, seen_at FROM market_runs ORDER BY seen_at DESC LIMIT $1',
        [runsMax],
      );
      const all = rows.map((row) => ({ fromMs: Number(row.started_at), toMs: Number(row.seen_at) })).toReversed();
      return keptOf(all, await archivedBelow(pool));
    },
  };
}

/** See `MinuteStore.days`. Minutes are not sorted: the first and the last of a day are looked up by key. */
async function daysOf(
  pool: Pool,
  pairs: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, OwnCandle[]>> {
  const { rows } = await pool.query<CandleRow & { readonly pair: string }>(
    `SELECT pair, start, first,
            (SELECT open FROM market_minutes WHERE pair = day.pair AND start_at = first) AS open, high, low,
            (SELECT close FROM market_minutes WHERE pair = day.pair AND start_at = last) AS close, volume, turnover
       FROM (SELECT pair, start_at / $2 * $2 AS start, min(start_at) AS first, max(start_at) AS last, max(high) AS high,
                    min(low) AS low, sum(volume) AS volume, sum(turnover) AS turnover
               FROM market_minutes WHERE pair = ANY ($1::text[]) AND start_at >= $3 AND start_at < $4
              GROUP BY pair, 2) AS day
      ORDER BY pair, start`,
    [pairs, dayMs, fromMs, toMs],
  );
  const days = new Map<string, OwnCandle[]>();
  for (const row of rows) days.set(row.pair, [...(days.get(row.pair) ?? []), asOwnCandle(row)]);
  return days;
}

/**
 * Inserts minutes.
 *
 * @param known what is done with a minute that has a row, as SQL behind `DO`
 * @returns how many rows were written
 */
export async function insertMinutes(pool: Pool, minutes: readonly OwnMinute[], known: string): Promise<number> {
  const { rowCount } = await pool.query(
    `INSERT INTO market_minutes (pair, start_at, open, high, low, close, volume, turnover)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                          $7::bigint[], $8::bigint[])
     ON CONFLICT (pair, start_at) DO ${known}`,
    [
      minutes.map((minute) => minute.pair),
      minutes.map((minute) => minute.startMs),
      minutes.map((minute) => minute.open),
      minutes.map((minute) => minute.high),
      minutes.map((minute) => minute.low),
      minutes.map((minute) => minute.close),
      minutes.map((minute) => minute.volume.toString()),
      minutes.map((minute) => minute.turnover.toString()),
    ],
  );
  return rowCount ?? 0;
}

/** Minutes before this time lie in archives; zero where none do. */
export async function archivedBelow(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ below: string }>(
    `SELECT coalesce(max(upper), 0) AS below FROM archives WHERE table_name = 'market_minutes' AND restored_at IS NULL`,
  );
  return Number(rows[0]?.below);
}

/** What of some runs was at or after a time. */
function keptOf(runs: readonly Span[], fromMs: number): Span[] {
  return runs.filter(({ toMs }) => toMs >= fromMs).map((run) => ({ ...run, fromMs: Math.max(run.fromMs, fromMs) }));
}

/** See `MinuteStore.beginRun`. */
async function beginRun(pool: Pool, now: number, tradedAt: number | null): Promise<bigint> {
  await pool.query(
    `UPDATE market_runs SET seen_at = greatest(seen_at, $1)
      WHERE id = (SELECT id FROM market_runs ORDER BY seen_at DESC LIMIT 1)`,
    [Math.min(now, tradedAt ?? 0)],
  );
  const { rows: last } = await pool.query<{ id: string }>(
    `UPDATE market_runs SET seen_at = $1
      WHERE id = (SELECT id FROM market_runs ORDER BY seen_at DESC LIMIT 1) AND seen_at >= $2 RETURNING id`,
    [now, now - runJoinsMs],
  );
  const { rows } =
    last.length > 0
      ? { rows: last }
      : await pool.query<{ id: string }>('INSERT INTO market_runs (started_at, seen_at) VALUES ($1, $1) RETURNING id', [
          now,
        ]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a run without an id');
  return BigInt(id);
}

/** Uptime of the exchange, oldest first. The current run lasts until now, whatever was last recorded. */
export async function upSpans(store: Pick<MinuteStore, 'runs'>, clock: Clock): Promise<() => readonly Span[]> {
  const runs = await store.runs();
  const startedAt = clock();
  const live = runs.at(-1) ?? { fromMs: startedAt, toMs: startedAt };
  return () => [...runs.slice(0, -1), { fromMs: live.fromMs, toMs: clock() }];
}

function asOwnCandle(row: CandleRow): OwnCandle {
  return {
    startMs: Number(row.start),
    firstMinuteMs: Number(row.first),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volume: BigInt(row.volume),
    turnover: BigInt(row.turnover),
  };
}
