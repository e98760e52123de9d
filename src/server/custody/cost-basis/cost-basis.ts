import type { Pool } from 'pg';
import type { Ms, OwnerId } from '../../../protocol/core/brand.ts';
import { minuteMs } from '../../../protocol/core/durations.ts';
import type { Decimal } from '../../../protocol/core/decimal.ts';
import { readOn } from './archived.ts';
import { afterJournal, costAsset, type Costs, type JournalChange, pricedCoins } from './rules.ts';
import type { SettledLedger } from './settled.ts';
import { type CostState, readCosts, writeCosts } from './store.ts';

/** Past prices looked up per request. */
const pricesMax = 200;
/** Journals that are not stored yet before they are: fewer are counted again with each request. */
const storedAfterByDefault = 50;
/** The minute before a journal is closed and written so long after it: prices before that may still change. */
const pricesCloseMs = 2 * minuteMs;

/** Closing price of the last full minute before a time; null when the coin has none. */
export type PriceAt = (asset: string, at: Ms) => Promise<Decimal | null>;

/** What costs are worked out with. */
export interface CostBasisParts {
  readonly pool: Pool;
  readonly priceAt: PriceAt;
  readonly settled: SettledLedger;
  readonly clock: () => Ms;
  /** Journals that are not stored yet before they are; for tests. */
  readonly storedAfter?: number;
}

/** What a user's coins cost. */
export interface CostsNow {
  readonly costs: Costs;
  /** All entries are counted; if not, the next request counts further. */
  readonly complete: boolean;
}

/**
 * What a user's coins cost now: what is stored, and the entries since. Never reads more than a bounded number of
 * entries; what is settled of them is stored, so that they are read once.
 */
export async function costsOf(parts: CostBasisParts, owner: OwnerId): Promise<CostsNow> {
  const { pool, priceAt, settled, clock, storedAfter = storedAfterByDefault } = parts;
  const settledId = await settled.look();
  const stored = await readCosts(pool, owner);
  const { start, journals, more } = await readOn(pool, owner, stored);
  const final = clock() - pricesCloseMs;
  let storable: CostState = start;
  let storableCount = 0;
  let costs = start.costs;
  let isFinal = true;
  const prices = new Map<string, Decimal | null>();
  for (const journal of journals) {
    const wanted = await lookUp(journal, prices, priceAt);
    if (!wanted) return finish(false);
    costs = afterJournal(costs, journal, (asset) => prices.get(priceKey(asset, journal.at)) ?? null);
    isFinal &&= journal.id <= settledId && journal.at < final;
    if (!isFinal) continue;
    storable = { through: journal.id, costs };
    storableCount += 1;
  }
  return finish(!more);

  async function finish(complete: boolean): Promise<CostsNow> {
    if (storableCount >= storedAfter || (storableCount > 0 && !complete)) {
      await writeCosts(pool, owner, stored.through, storable, clock());
    }
    return { costs, complete };
  }
}

const priceKey = (asset: string, at: Ms) => `${asset} ${Math.floor(at / minuteMs)}`;

/** Adds the prices that a journal needs. @returns false when these would be more than a request looks up */
async function lookUp(journal: JournalChange, prices: Map<string, Decimal | null>, priceAt: PriceAt): Promise<boolean> {
  for (const asset of pricedCoins(journal)) {
    if (asset === costAsset) continue;
    const key = priceKey(asset, journal.at);
    if (prices.has(key)) continue;
    if (prices.size >= pricesMax) return false;
    prices.set(key, await priceAt(asset, journal.at));
  }
  return true;
}
