import type { Queryable } from '../../core/store/database.ts';
import type { Pair } from '../../../protocol/entities/market.ts';
import { assetScale } from '../../core/assets.ts';
import { pairs } from '../pairs.ts';

/**
 * What must hold at any moment, for tests: coins sum to zero, balances equal their entries, and what is frozen
 * is exactly what rests in the books or waits to leave. While the exchange runs, read it in one snapshot.
 *
 * @returns one line per fault
 */
export async function moneyFaults(client: Queryable, listed: readonly Pair[] = pairs): Promise<string[]> {
  const faults: string[] = [];
  const sums = await client.query<{ asset: string }>(
    `SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0
      UNION ALL SELECT asset FROM ledger_entries GROUP BY asset HAVING sum(available + frozen + locked) <> 0`,
  );
  for (const { asset } of sums.rows) faults.push(`${asset} does not sum to zero`);
  const apart = await client.query<{ owner: string; asset: string }>(
    `SELECT owner, asset FROM balances
       LEFT JOIN (SELECT owner, wallet, asset,
                         sum(available) AS available, sum(frozen) AS frozen
                    FROM ledger_entries GROUP BY owner, wallet, asset) AS written USING (owner, wallet, asset)
      WHERE balances.available <> coalesce(written.available, 0) OR balances.frozen <> coalesce(written.frozen, 0)`,
  );
  for (const row of apart.rows) faults.push(`${row.owner} ${row.asset}: balance and entries differ`);
  const frozen = await client.query<{ owner: string; asset: string; frozen: string }>(
    'SELECT owner, asset, frozen FROM balances WHERE wallet = 0 AND frozen <> 0',
  );
  const held = new Map(frozen.rows.map((row) => [`${row.owner}/${row.asset}`, BigInt(row.frozen)]));
  const open = await client.query<{ owner: string; pair: string; side: string; price: string; left: string }>(
    `SELECT owner, pair, side, price, amount - filled AS left FROM spot_orders WHERE status = 'open'`,
  );
  for (const row of open.rows) {
    const pair = listed.find((one) => one.id === row.pair);
    if (pair === undefined) throw new Error(`no pair ${row.pair}`);
    const buying = row.side === 'buy';
    const key = `${row.owner}/${buying ? pair.quote : pair.base}`;
    const behind = buying
      ? (BigInt(row.price) * BigInt(row.left)) / 10n ** BigInt(assetScale(pair.base))
      : BigInt(row.left);
    held.set(key, (held.get(key) ?? 0n) - behind);
  }
  const leaving = await client.query<{ owner: string; asset: string; units: string }>(
    `SELECT owner, asset, sum(units) AS units FROM withdrawals
      WHERE state IN ('under-review', 'approved', 'sent') GROUP BY owner, asset`,
  );
  for (const { owner, asset, units } of leaving.rows) {
    const key = `${owner}/${asset}`;
    held.set(key, (held.get(key) ?? 0n) - BigInt(units));
  }
  for (const [key, rest] of held) if (rest !== 0n) faults.push(`${key}: ${rest} frozen too much`);
  return faults;
}
