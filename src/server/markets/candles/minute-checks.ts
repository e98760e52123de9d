import type { Logger } from 'pino';
import type { Clock } from '#server/core/clock/clock.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Database } from '#server/core/store/database.ts';
import { candleStart } from '#protocol/market-data/intervals.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { foldCandles } from '../prices/candle-fold.ts';
import { asCandle, type Fill, stepsOf } from './market-trade.ts';
import { archivedBelow, insertMinutes, type OwnMinute } from './store.ts';
import { pageSize, type TradeLog } from './trade-log.ts';

/** Pages of one minute’s trades that are read at once: a million trades. */
const pagesMax = 500;
/** Pairs without trades that one step passes by. */
const pairsAtOnceMax = 50;
const newestId = Number.MAX_SAFE_INTEGER;

/** How far a pair’s trades were compared with its minutes: from the newest to the oldest. */
interface MinuteCheck {
  /** Trades from this id on were compared. */
  readonly below: number;
  /** Trades before this time need not be. */
  readonly downTo: number;
  readonly done: boolean;
}

/** Where checks are kept, and what they add. */
export interface CheckStore {
  checks(): Promise<Map<string, MinuteCheck>>;
  keep(pair: string, check: MinuteCheck): Promise<void>;
  /** Writes the minutes that have no row, but for those that were archived. @returns how many had none */
  add(minutes: readonly OwnMinute[]): Promise<number>;
}

/** Without trades there is nothing to compare. */
export const nullCheckStore: CheckStore = {
  checks: () => Promise.resolve(new Map()),
  keep: () => Promise.resolve(),
  add: () => Promise.resolve(0),
};

/** Checks in PostgreSQL. */
export function createCheckStore({ pool }: Pick<Database, 'pool'>): CheckStore {
  return {
    async checks() {
      const { rows } = await pool.query<{ pair: string; below: string; down_to: string; done: boolean }>(
        'SELECT pair, below, down_to, done FROM market_minute_checks',
      );
      return new Map(
        rows.map(({ pair, below, down_to, done }) => [pair, { below: Number(below), downTo: Number(down_to), done }]),
      );
    },
    async keep(pair, { below, downTo, done }) {
      await pool.query(
        `INSERT INTO market_minute_checks (pair, below, down_to, done) VALUES ($1, $2, $3, $4)
         ON CONFLICT (pair) DO UPDATE SET below = excluded.below, down_to = excluded.down_to, done = excluded.done`,
        [pair, below, downTo, done],
      );
    },
    async add(minutes) {
      const least = await archivedBelow(pool);
      const some = minutes.filter(({ startMs }) => startMs >= least);
      return some.length === 0 ? 0 : insertMinutes(pool, some, 'NOTHING');
    },
  };
}

interface MinuteChecksDeps {
  readonly store: CheckStore;
  readonly trades: Pick<TradeLog, 'before'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Minutes of a pair were added: whatever was read of them before is old. */
  readonly added: (pair: Pair) => Promise<void>;
}

/**
 * Compares the trades of every pair with its minutes, once, from the newest to the oldest, a page at a time: a minute that has
 * trades and no row is counted from them. Minutes that had to be dropped before they were written are compared again.
 */
export class MinuteChecks {
  readonly #deps: MinuteChecksDeps;
  readonly #retries: Retries<string>;
  #checks: Map<string, MinuteCheck> | null = null;
  /** Times down to which trades were compared, by pair. */
  readonly #comparedFrom = new Map<string, number>();
  /** Since when minutes of a pair were dropped. */
  readonly #dropped = new Map<string, number>();

  constructor(deps: MinuteChecksDeps) {
    this.#deps = deps;
    this.#retries = new Retries(deps.clock, (error, pair) =>
      deps.logger.error({ err: error, pair }, 'minutes could not be compared with trades'),
    );
  }

  /** Minutes of a pair from a time on will not be written. */
  dropped(pair: string, fromMs: number): void {
    this.#dropped.set(pair, Math.min(fromMs, this.#dropped.get(pair) ?? Infinity));
  }

  /** The time from which on the minutes of a pair have been compared with its trades; zero when all have. */
  comparedFrom(pair: string): number {
    if (this.#dropped.has(pair)) return Infinity;
    return this.#comparedFrom.get(pair) ?? Infinity;
  }

  /** Compares the next page of the first pair that has one. Never throws. */
  async step(pairs: Iterable<Pair>): Promise<void> {
    await this.#retries.attempt('', async () => {
      if (this.#checks !== null) return;
      this.#checks = await this.#deps.store.checks();
      for (const [pair, { done }] of this.#checks) if (done) this.#comparedFrom.set(pair, 0);
    });
    if (this.#checks === null) return;
    let looked = 0;
    for (const pair of pairs) {
      if (this.comparedFrom(pair.id) === 0) continue;
      let size = 0;
      await this.#retries.attempt(pair.id, async () => (size = await this.#compare(pair)));
      looked += 1;
      if (size > 0 || looked >= pairsAtOnceMax) return;
    }
  }

  /** @returns how many trades were read */
  async #compare(pair: Pair): Promise<number> {
    const { store, clock, logger, added } = this.#deps;
    const checks = this.#checks ?? new Map<string, MinuteCheck>();
    const known = checks.get(pair.id) ?? { below: newestId, downTo: 0, done: false };
    const dropped = this.#dropped.get(pair.id);
    const downTo = dropped === undefined ? known.downTo : Math.min(dropped, known.done ? Infinity : known.downTo);
    const { fills, isLast } = await this.#page(pair.id, dropped === undefined ? known.below : newestId);
    const oldest = fills.at(-1);
    const isDone = isLast || (oldest?.at ?? 0) < downTo;
    const cutMs = isLast || oldest === undefined ? 0 : candleStart(oldest.at, '1m') + 1;
    const whole = fills.filter(({ at }) => at >= cutMs);
    const steps = stepsOf(pair);
    const candles = whole.map((fill) => asCandle(steps, fill)).toReversed();
    const runningMs = candleStart(clock(), '1m');
    const minutes = foldCandles(candles, '1m').filter(({ startMs }) => startMs < runningMs);
    const count = await store.add(minutes.map((minute) => ({ ...minute, pair: pair.id })));
    const check = { below: whole.at(-1)?.id ?? known.below, downTo, done: isDone };
    await store.keep(pair.id, check);
    checks.set(pair.id, check);
    if (dropped !== undefined && this.#dropped.get(pair.id) === dropped) this.#dropped.delete(pair.id);
    if (count > 0) {
      logger.warn({ pair: pair.id, minutes: count }, 'minutes that had trades and no row were counted from them');
      await added(pair);
    }
    this.#comparedFrom.set(pair.id, isDone ? 0 : candleStart(whole.at(-1)?.at ?? clock(), '1m'));
    return fills.length;
  }

  /** Trades below an id, newest first, of two minutes at least where there are more. */
  async #page(pair: string, below: number): Promise<{ fills: Fill[]; isLast: boolean }> {
    const fills: Fill[] = [];
    for (let page = 0; page < pagesMax; page += 1) {
      const some = await this.#deps.trades.before(pair, String(fills.at(-1)?.id ?? below), pageSize);
      fills.push(...some);
      const [first, last] = [fills[0], fills.at(-1)];
      if (some.length < pageSize || first === undefined || last === undefined) return { fills, isLast: true };
      if (candleStart(first.at, '1m') !== candleStart(last.at, '1m')) return { fills, isLast: false };
    }
    throw new Error(`${pair} has a minute of too many trades to be counted`);
  }
}
