import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '#server/core/store/database.ts';

/** Holdings per statement: some tens of milliseconds of the store. */
const accruedAtOnce = 1_000;
/** For every millisecond of a long pass this many without one: all holdings of a product fall due at the same moment. */
const restFactor = 9;

/** What a pass may be given; `rest` waits for so many milliseconds. */
interface AccrualOptions {
  readonly isClosed?: () => boolean;
  readonly rest?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Accrues the days that have passed of running holdings whose next day is over, in statements of thousands of rows each.
 * A row says which day it is at and is written with the whole days up to now, so that a day counts once however often
 * and however late this runs. A row that somebody ends at the moment is passed over. The figure is `interestAfter` of
 * the protocol's maths; no coins move before the end.
 *
 * @returns how many holdings were brought up to date
 */
export async function accrueDays(
  client: Queryable,
  now: number,
  { isClosed = () => false, rest = sleep }: AccrualOptions = {},
): Promise<number> {
  let accrued = 0;
  for (;;) {
    const began = performance.now();
    const { rowCount } = await client.query({
      name: 'fixed-accrue',
      text: `WITH due AS MATERIALIZED (
               SELECT id, least(days, (($1 - opened_at) / day_ms))::integer AS day FROM fixed_holdings
                WHERE next_at <= $1 ORDER BY next_at LIMIT ${accruedAtOnce} FOR NO KEY UPDATE SKIP LOCKED
             )
             UPDATE fixed_holdings AS held
                SET day = due.day,
                    interest = div(held.principal::numeric * held.rate_ppm * due.day, 1000000 * held.days::numeric)::bigint,
                    next_at = CASE WHEN due.day < held.days THEN held.opened_at + (due.day + 1) * held.day_ms END
               FROM due WHERE held.id = due.id`,
      values: [now],
    });
    accrued += rowCount ?? 0;
    if ((rowCount ?? 0) < accruedAtOnce || isClosed()) return accrued;
    await rest(restFactor * (performance.now() - began));
  }
}
