import type { Pair } from '../../contract/entities/market.ts';
import { toUnits } from '../../contract/decimal.ts';
import { houseOwners } from '../ledger/account.ts';
import { assetScale } from '../ledger/assets.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { pairs } from '../market/pairs.ts';
import type { Database } from '../store/database.ts';
import { openSpot, type SpotMeans } from './open-spot.ts';
import type { Spot } from './spot.ts';

/** A spot market on a test's database, with what tests ask of it. */
export interface SpotBench {
  readonly spot: Spot;
  readonly ledger: Ledger;
  readonly failures: { readonly error: unknown; readonly what: string }[];
  /** Gives somebody practice coins. */
  fund(owner: bigint, asset: string, amount: string): Promise<void>;
  /** What somebody has available and frozen, in units. */
  balance(owner: bigint, asset: string): Promise<{ available: bigint; frozen: bigint }>;
}

/** Opens spot trading on a test's database, as a server would at its start. */
export async function openSpotBench(database: Database, changed: Partial<SpotMeans> = {}): Promise<SpotBench> {
  const ledger = createLedger();
  const failures: { error: unknown; what: string }[] = [];
  const spot = await openSpot({
    database,
    ledger,
    clock: Date.now,
    pairs,
    onFailure: (error, what) => failures.push({ error, what }),
    ...changed,
  });
  return {
    spot,
    ledger,
    failures,
    async fund(owner, asset, amount) {
      const units = toUnits(amount, assetScale(asset));
      const account = { wallet: 'spot', asset, part: 'available' } as const;
      const postings = [
        { ...account, owner: houseOwners.practice, amount: -units },
        { ...account, owner, amount: units },
      ];
      await database.transaction((tx) => ledger.post(tx, { kind: 'practice', reference: null, at: 0, postings }));
    },
    async balance(owner, asset) {
      const { rows } = await database.pool.query<{ available: string; frozen: string }>(
        'SELECT available, frozen FROM balances WHERE owner = $1 AND asset = $2 AND wallet = 0',
        [owner, asset],
      );
      return { available: BigInt(rows[0]?.available ?? 0), frozen: BigInt(rows[0]?.frozen ?? 0) };
    },
  };
}

/** What must hold after any test: coins sum to zero, balances equal their entries, frozen equals what rests. */
export async function moneyFaults(database: Database, listed: readonly Pair[] = pairs): Promise<string[]> {
  const faults: string[] = [];
  const sums = await database.pool.query<{ asset: string }>(
    `SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0
      UNION ALL SELECT asset FROM entries GROUP BY asset HAVING sum(amount) <> 0`,
  );
  for (const { asset } of sums.rows) faults.push(`${asset} does not sum to zero`);
  const apart = await database.pool.query<{ owner: string; asset: string }>(
    `SELECT owner, asset FROM balances
       LEFT JOIN (SELECT owner, wallet, asset,
                         sum(amount) FILTER (WHERE part = 0) AS available,
                         sum(amount) FILTER (WHERE part = 1) AS frozen
                    FROM entries GROUP BY owner, wallet, asset) AS written USING (owner, wallet, asset)
      WHERE balances.available <> coalesce(written.available, 0) OR balances.frozen <> coalesce(written.frozen, 0)`,
  );
  for (const row of apart.rows) faults.push(`${row.owner} ${row.asset}: balance and entries differ`);
  const frozen = await database.pool.query<{ owner: string; asset: string; frozen: string }>(
    'SELECT owner, asset, frozen FROM balances WHERE wallet = 0 AND frozen <> 0',
  );
  const held = new Map(frozen.rows.map((row) => [`${row.owner}/${row.asset}`, BigInt(row.frozen)]));
  const open = await database.pool.query<{ owner: string; pair: string; side: string; price: string; left: string }>(
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
  for (const [key, rest] of held) if (rest !== 0n) faults.push(`${key}: ${rest} frozen too much`);
  return faults;
}
