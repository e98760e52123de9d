import { findStranded, strandedAfterMs } from '#server/main/holders/stranded.ts';
import { type Check, lateMs, lateness } from './check.ts';

/** Nothing is left open on a pair whose end has come: no order, no robot, no position; and each closes when it was said. */
export const endedPairsAreEmpty: Check = async (checked) => {
  const rows = await checked.query<{ pair: string; says: string }>(
    `WITH ended AS MATERIALIZED (
       SELECT id, base, state, cancels_at, closes_at FROM listed_pairs WHERE state IN ('closing', 'closed') AND cancels_at < $2)
     SELECT id AS pair, 'has an open order' AS says FROM ended
      WHERE $1 AND EXISTS (SELECT FROM spot_orders WHERE pair = ended.id AND status = 'open')
      UNION ALL
     SELECT id, 'has a robot' FROM ended
      WHERE $1 AND EXISTS (SELECT FROM robots WHERE pair = ended.id AND state <> 'stopped')
      UNION ALL
     SELECT id, 'has a position' FROM ended
      WHERE EXISTS (SELECT FROM contract_positions AS own JOIN listed_contracts AS listed ON listed.id = own.contract
                     WHERE listed.base = ended.base AND lots > 0)
      UNION ALL
     SELECT id, 'does not close' FROM ended WHERE $1 AND state = 'closing' AND closes_at < $2
      UNION ALL
     SELECT own.id, 'closed before its time' FROM listed_pairs AS own JOIN operator_log AS line
         ON line.what = 'list-move' AND line.subject = own.id || ' closing → closed' WHERE line.at < closes_at`,
    lateness(checked),
  );
  return rows.map(({ pair, says }) => `${pair} ${says}`);
};

/** A clock that is put right jumps no further, and the exchange tells the time of an order in whole milliseconds. */
const apartMs = (isClockTrue: boolean) => (isClockTrue ? 50 : 2_100);

/** A pair takes no order while it is halted, and none from when its end was announced. */
export const closedPairsTakeNoOrders: Check = async ({ query, closedTimes, isClockTrue }) => {
  const rows = await query<{ id: string; pair: string }>(
    `SELECT placed.id::text, placed.pair FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS closed (pair, since, until)
       JOIN spot_orders AS placed ON placed.pair = closed.pair AND placed.created_at > since + $4
        AND (until IS NULL OR placed.created_at < until - $4)`,
    [
      closedTimes.map(({ pair }) => pair),
      closedTimes.map(({ from }) => Math.ceil(from)),
      closedTimes.map(({ to }) => (to === null ? null : Math.floor(to))),
      apartMs(isClockTrue),
    ],
  );
  return rows.map(({ id, pair }) => `${pair} took the order ${id} while it was closed`);
};

/** What ends by itself within seconds; other holders may wait for people or for days. */
const soonEmpty: ReadonlySet<string> = new Set(['spot-order', 'robot']);

/** No money is held by what stood on a pair that is gone: the audit of the exchange says so after days, this at once. */
export const nothingIsStranded: Check = async ({ query, now, upMs }) => {
  if (upMs <= lateMs) return [];
  const client = { query: async (text: string, values: readonly unknown[]) => ({ rows: await query(text, values) }) };
  const found = await findStranded(
    client as unknown as Parameters<typeof findStranded>[0],
    now - lateMs + strandedAfterMs,
  );
  return found
    .filter(({ holder }) => soonEmpty.has(holder))
    .map(({ owner, units, asset, reason }) => `${units} units of ${asset} of ${owner} are stranded: ${reason}`);
};
