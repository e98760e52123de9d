import { dayMs } from '#protocol/core/durations.ts';
import { p2pHistoryMs } from '#protocol/p2p/currencies.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import type { P2pDayLimit } from '#server/core/config/settings/p2p-settings.ts';
import { assetScale } from '#server/core/assets.ts';
import { quoteAsset } from '#server/core/instruments/listed.ts';
import type { Queryable } from '#server/core/store/database.ts';

/** Worth is in the smallest unit of USDT. */
export const worthScale = assetScale(quoteAsset);

/** Completed orders of each side that are read at most, the oldest of `p2pHistoryMs` first. */
const historyRead = 2_000;

/** What somebody completed with one verified counterparty. */
export interface Counterparty {
  readonly worth: bigint;
  /** When the first order was completed, in epoch milliseconds. */
  readonly since: number;
}

/**
 * The day limit that a history is trusted with, stated here alone. A counterparty counts from a worth of `personWorth` on:
 * many orders with one person are one counterparty. A step asks for so many of them, for a worth of all of them together,
 * and for the first of them to be so many days ago. The steps above one that is not reached are not reached.
 *
 * @param steps rising, of which the first asks for nothing
 * @returns the highest step that is reached, with its place
 */
export function stepOf(
  steps: readonly P2pDayLimit[],
  personWorth: string,
  people: readonly Counterparty[],
  now: number,
): { readonly place: number; readonly limit: bigint } {
  const least = toUnits(personWorth, worthScale);
  const counted = people.filter(({ worth }) => worth >= least);
  const worth = counted.reduce((sum, one) => sum + one.worth, 0n);
  const first = Math.min(now, ...counted.map(({ since }) => since));
  const missed = steps.findIndex(
    (step) =>
      counted.length < step.people || worth < toUnits(step.worth, worthScale) || now - first < step.days * dayMs,
  );
  const place = Math.max(0, missed === -1 ? steps.length - 1 : missed - 1);
  return { place, limit: toUnits(steps[place]?.limit ?? '0', worthScale) };
}

/**
 * Verified counterparties of a user's completed orders, by the index of side and end. Merchants of practice mode are the
 * house, and count as anybody does who is verified.
 *
 * @param worthOf what units of a coin are worth now
 */
export async function readCounterparties(
  client: Queryable,
  user: bigint,
  worthOf: (asset: string, units: bigint) => bigint,
  now: number,
): Promise<Counterparty[]> {
  const side = (own: 'buyer' | 'seller', other: 'buyer' | 'seller') =>
    `(SELECT ${other} AS other, asset, units, ended_at FROM fiat_orders
       WHERE ${own} = $1 AND state = 'completed' AND ended_at > $2 ORDER BY ended_at LIMIT ${historyRead})`;
  const { rows } = await client.query<{ other: string; asset: string; units: string; since: string }>(
    `SELECT own.other, own.asset, sum(own.units) AS units, min(own.ended_at) AS since
       FROM (${side('buyer', 'seller')} UNION ALL ${side('seller', 'buyer')}) AS own
       JOIN users u ON u.id = own.other AND u.verification = 'verified'
      GROUP BY own.other, own.asset`,
    [user, now - p2pHistoryMs],
  );
  const people = new Map<string, Counterparty>();
  for (const { other, asset, units, since } of rows) {
    const before = people.get(other) ?? { worth: 0n, since: now };
    people.set(other, {
      worth: before.worth + worthOf(asset, BigInt(units)),
      since: Math.min(before.since, Number(since)),
    });
  }
  return [...people.values()];
}
