import type { Database } from '../store/database.ts';
import { instruments } from './instruments.ts';
import { readInstruments, insertCoin, insertContract, insertPair } from './store.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { feePlaces } from './listed.ts';
import { shippedInstruments } from './shipped.ts';

/** Called after the instruments changed; the next look waits for it, and calls it again when it fails. */
type InstrumentsListener = () => Promise<void> | void;

/** The listing of a running exchange. */
export interface OpenInstruments {
  /** Reads the tables again and calls who follows them. Never two at once. */
  refresh(): Promise<void>;
  /** Calls back after each change, in the order of registration; returns an unsubscribe function. */
  onChange(listener: InstrumentsListener): () => void;
}

/** Writes what ships into a store without any listing, all of it or nothing. */
export async function writeFirstInstruments(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async ({ client }) => {
    // One that starts beside waits here, and finds it written.
    await client.query('LOCK TABLE listed_coins IN SHARE ROW EXCLUSIVE MODE');
    const { rows } = await client.query<{ has: boolean }>('SELECT EXISTS (SELECT 1 FROM listed_coins) AS has');
    if (rows[0]?.has === true) return;
    for (const contract of shippedInstruments.contracts) await insertContract(client, contract);
    for (const coin of shippedInstruments.coins) await insertCoin(client, coin);
    for (const { makerFee, takerFee, ...pair } of shippedInstruments.pairs) {
      await insertPair(client, { ...pair, makerFeePpm: ppm(makerFee), takerFeePpm: ppm(takerFee) });
    }
  });
}

const ppm = (fee: string) => Number(toUnits(fee, feePlaces));

/** Reads what is listed, before any area opens; into a store without any listing it first writes what ships. */
export async function openInstruments(database: Pick<Database, 'pool' | 'transaction'>): Promise<OpenInstruments> {
  const listeners = new Set<InstrumentsListener>();
  // Not called since the last change, because one of them failed.
  const waiting = new Set<InstrumentsListener>();
  await writeFirstInstruments(database);
  instruments.replace(await readInstruments(database));
  return {
    async refresh() {
      if (instruments.replace(await readInstruments(database))) for (const listener of listeners) waiting.add(listener);
      for (const listener of [...listeners].filter((one) => waiting.has(one))) {
        await listener();
        waiting.delete(listener);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
