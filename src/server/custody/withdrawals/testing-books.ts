import type { WithdrawalState } from '#protocol/withdrawals/entities.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import type { Database } from '#server/core/store/database.ts';

export async function stateOf({ pool }: Database, id: string): Promise<WithdrawalState> {
  const { rows } = await pool.query<{ state: WithdrawalState }>('SELECT state FROM withdrawals WHERE id = $1', [id]);
  const state = rows[0]?.state;
  if (state === undefined) throw new Error(`no withdrawal ${id}`);
  return state;
}

/** A user's available and frozen amounts of a coin in the spot wallet, in units. */
export async function spotBalance(
  { pool }: Database,
  owner: bigint,
  asset: string,
): Promise<{ available: bigint; frozen: bigint }> {
  const { rows } = await pool.query<{ available: string; frozen: string }>(
    'SELECT available, frozen FROM balances WHERE owner = $1 AND asset = $2 AND wallet = 0',
    [owner, asset],
  );
  return { available: BigInt(rows[0]?.available ?? 0), frozen: BigInt(rows[0]?.frozen ?? 0) };
}

/** The amounts of the payouts to an address of the test chain, in units, in their order. */
export async function paymentsTo({ pool }: Database, address: string): Promise<bigint[]> {
  const { rows } = await pool.query<{ units: string }>(
    'SELECT units FROM test_chain_payments WHERE receiver = $1 AND nonce IS NOT NULL ORDER BY nonce',
    [address],
  );
  return rows.map(({ units }) => BigInt(units));
}

/** Invariants: the ledger adds up, and frozen amounts equal pending withdrawals. */
export async function withdrawalFaults(database: Database, now: number): Promise<string[]> {
  const { findings } = await checkLedger(database, true, now);
  const faults = findings.map(({ text }) => text);
  const sums = await database.pool.query<{ asset: string }>(
    'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0',
  );
  for (const { asset } of sums.rows) faults.push(`${asset} does not sum to zero`);
  const apart = await database.pool.query<{ owner: string; asset: string }>(
    `SELECT owner, asset FROM (SELECT owner, asset, frozen FROM balances WHERE wallet = 0 AND owner >= 100000) AS held
       FULL JOIN (SELECT owner, asset, sum(units) AS units FROM withdrawals
                   WHERE state IN ('under-review', 'approved', 'sent') GROUP BY owner, asset) AS due USING (owner, asset)
      WHERE coalesce(held.frozen, 0) <> coalesce(due.units, 0)`,
  );
  for (const { owner, asset } of apart.rows) faults.push(`${owner} ${asset}: frozen is not what is under way`);
  const left = await database.pool.query<{ asset: string }>(
    `SELECT asset FROM (SELECT asset, sum(units - fee) AS units FROM withdrawals WHERE state = 'confirmed' GROUP BY asset) AS paid
       FULL JOIN (SELECT asset, sum(available) AS units FROM ledger_entries
                   WHERE owner = ${houseOwners.chain} AND kind = 'withdrawal' GROUP BY asset) AS booked USING (asset)
      WHERE coalesce(paid.units, 0) <> coalesce(booked.units, 0)`,
  );
  for (const { asset } of left.rows) faults.push(`${asset}: what left by the books is not what was confirmed`);
  return faults;
}
