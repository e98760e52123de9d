import type { OwnerId, Units } from '#protocol/core/brand.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { pairs } from '../pairs.ts';
import type { Database } from '#server/core/store/database.ts';
import { type LoadSpotDeps, loadSpot } from './load-spot.ts';
import type { Spot } from './spot.ts';

/** A spot market on a test's database, with test helpers. */
export interface SpotBench {
  readonly spot: Spot;
  readonly ledger: Ledger;
  readonly failures: { readonly error: unknown; readonly what: string }[];
  /** Credits a user with practice coins. */
  fund(owner: OwnerId, asset: string, amount: string): Promise<void>;
  /** A user's available and frozen amounts, in units. */
  balance(owner: OwnerId, asset: string): Promise<{ available: Units; frozen: Units }>;
}

/** Opens spot trading on a test's database, as a server does at its start. */
export async function openSpotBench(database: Database, changed: Partial<LoadSpotDeps> = {}): Promise<SpotBench> {
  const ledger = createLedger();
  const failures: { error: unknown; what: string }[] = [];
  const spot = await loadSpot({
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
    fund: (owner, asset, amount) => givePractice(database, [owner], { asset, amount }),
    async balance(owner, asset) {
      const { rows } = await database.pool.query<{ available: string; frozen: string }>(
        'SELECT available, frozen FROM balances WHERE owner = $1 AND asset = $2 AND wallet = 0',
        [owner, asset],
      );
      return { available: BigInt(rows[0]?.available ?? 0), frozen: BigInt(rows[0]?.frozen ?? 0) };
    },
  };
}
