import type { ClientBase, Pool } from 'pg';
import { flowKinds } from './flows.ts';
import { toBalanceRow, type BalanceRow, type StoredBalance } from '#server/core/ledger/balance-row.ts';

/** Entries read per look-back; a user with more within the time gets no historic figure. */
const lookBackEntriesMax = 10_000;

/** Every balance of a user, by wallet and coin. */
export async function holdingsOf(client: ClientBase | Pool, owner: bigint): Promise<BalanceRow[]> {
  const { rows } = await client.query<StoredBalance>(
    `SELECT owner, wallet, asset, available, frozen, locked FROM balances WHERE owner = $1 ORDER BY wallet, asset`,
    [owner],
  );
  return rows.map(toBalanceRow);
}

/** How a coin changed, in its smallest unit. */
export interface CoinChange {
  readonly changed: bigint;
  /** The part of the change that came in from outside, less what went out. */
  readonly flow: bigint;
}

/**
 * The change of each coin of a user since a time, over all wallets and parts.
 *
 * @param since epoch milliseconds
 * @returns the changes by asset, or null when the user had no entries before that time, or too many since
 */
export async function changesSince(
  client: ClientBase,
  owner: bigint,
  since: number,
): Promise<Map<string, CoinChange> | null> {
  const { rows } = await client.query<{ asset: string; changed: string; flow: string; before: string }>(
    `SELECT asset, coalesce(sum(available + frozen + locked) FILTER (WHERE at > $2), 0) AS changed,
            coalesce(sum(available + frozen + locked) FILTER (WHERE at > $2 AND kind IN (${flowKinds})), 0) AS flow,
            count(*) FILTER (WHERE at <= $2) AS before
       FROM (SELECT asset, available, frozen, locked, kind, at FROM ledger_entries
              WHERE owner = $1
              ORDER BY id DESC LIMIT ${lookBackEntriesMax}) AS recent
      GROUP BY asset`,
    [owner, since],
  );
  if (rows.every((row) => row.before === '0')) return null;
  return new Map(rows.map((row) => [row.asset, { changed: BigInt(row.changed), flow: BigInt(row.flow) }]));
}
