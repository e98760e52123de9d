import { toUnits } from '../../../protocol/core/decimal.ts';
import type { Database } from '../store/database.ts';
import { feePlaces } from './listed.ts';
import { shippedListing } from './shipped.ts';
import { insertCoin, insertContract, insertPair } from './store.ts';

/** Writes what ships into a store without any listing, all of it or nothing. */
export async function writeFirstListing(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async ({ client }) => {
    // One that starts beside waits here, and finds it written.
    await client.query('LOCK TABLE listed_coins IN SHARE ROW EXCLUSIVE MODE');
    const { rows } = await client.query<{ has: boolean }>('SELECT EXISTS (SELECT 1 FROM listed_coins) AS has');
    if (rows[0]?.has === true) return;
    for (const contract of shippedListing.contracts) await insertContract(client, contract);
    for (const coin of shippedListing.coins) await insertCoin(client, coin);
    for (const { makerFee, takerFee, ...pair } of shippedListing.pairs) {
      await insertPair(client, { ...pair, makerFeePpm: ppm(makerFee), takerFeePpm: ppm(takerFee) });
    }
  });
}

const ppm = (fee: string) => Number(toUnits(fee, feePlaces));
