import type { Pool } from 'pg';
import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { afterJournal, costAsset, type Costs, type JournalChange, pricedCoins, type CoinCost } from './rules.ts';
import type { SettledLedger } from './settled.ts';
import { type CostState, readCosts, writeCosts, interleavedMax, journalsAfter, type JournalsRead } from './store.ts';

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
interface CostsNow {
  readonly costs: Costs;
  /** All entries are counted; if not, the next request counts further. */
  readonly complete: boolean;
}

/** Entries counted per request; a user with more is informed that counting goes on. */
const entriesMax = 5_000;

/** Journals, and the costs before the first of them. */
interface JournalsOn extends JournalsRead {
  readonly start: CostState;
}

/**
 * Reads on from what is stored of a user's costs. Where entries in between were archived, it goes on behind those: what was held
 * then is known from their sums, and what it had cost is not.
 */
async function readOn(pool: Pool, owner: OwnerId, stored: CostState): Promise<JournalsOn> {
  let start = stored;
  let below = 0n;
  for (;;) {
    const read = await journalsAfter(pool, owner, start.through, entriesMax);
    // A statement that does not see archived entries sees how far the archives reach.
    if (read.archivedBelow <= stored.through + 1n || read.archivedBelow === below) return { ...read, start };
    below = read.archivedBelow;
    start = (await archivedCosts(pool, owner, stored.through, below)) ?? stored;
    if (start === stored) return { ...read, start };
  }
}

/**
 * What a user held behind the last archive, with costs that are not known. A journal that goes on behind its bound is counted as
 * a whole.
 *
 * @returns null where no archive has entries of the user after `through`
 */
async function archivedCosts(pool: Pool, owner: OwnerId, through: bigint, below: bigint): Promise<CostState | null> {
  const { rows } = await pool.query<{ asset: string; units: string; passed: boolean }>(
    `WITH moved AS (
       SELECT asset, amount, last_journal > $2 AS passed FROM archived_sums JOIN archives ON archives.id = archive
        WHERE owner = $1 AND upper <= $3
        UNION ALL
       SELECT asset, available + frozen + locked, false
         FROM (SELECT * FROM ledger_entries WHERE owner = $1 AND id >= $3 ORDER BY id LIMIT ${interleavedMax}) AS next
        WHERE journal_id < $3
     )
     SELECT asset, sum(amount) AS units, bool_or(passed) AS passed FROM moved GROUP BY asset`,
    [owner, through, below],
  );
  if (!rows.some(({ passed }) => passed)) return null;
  const held = rows.filter(({ asset, units }) => asset !== costAsset && BigInt(units) !== 0n);
  const costs = held.map(({ asset, units }): [string, CoinCost] => [asset, { units: BigInt(units), cost: null }]);
  return { through: below - 1n, costs: new Map(costs) };
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
