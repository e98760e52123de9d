import type { Ms, Units } from '#protocol/core/brand.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import { toUnits, unitsPerOne, type Decimal } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';

/** The coin in which costs are counted; it has none itself. */
export const costAsset = 'USDT';
/** Decimals of a cost. */
export const costScale = 18;

/** What is held of a coin over all wallets, and what that cost. */
export interface CoinCost {
  readonly units: Units;
  /** USDT in units of 18 places; null when part of it arrived without a known price. */
  readonly cost: bigint | null;
}

/** Costs by coin; a coin that is not held is missing. */
export type Costs = ReadonlyMap<string, CoinCost>;

/** What one journal changed of a user's coins, over all wallets and parts; movements between these are no change. */
export interface JournalChange {
  readonly id: bigint;
  readonly kind: EntryKind;
  readonly at: Ms;
  readonly changes: ReadonlyMap<string, Units>;
}

/** A coin's market price in USDT at the time of a journal, or null when it is not known. */
type PriceThen = (asset: string) => Decimal | null;

/** Movements in which what is received was paid with what is given. */
const exchanges: ReadonlySet<EntryKind> = new Set(['trade', 'convert']);

const received = ({ changes }: JournalChange) =>
  [...changes].filter(([asset, units]) => asset !== costAsset && units > 0n);
const given = ({ changes }: JournalChange) => [...changes].filter(([, units]) => units < 0n);

/** Whether a journal exchanges coins for one other coin, whose cost is then what was given for it. */
function isPaid(journal: JournalChange): boolean {
  return exchanges.has(journal.kind) && received(journal).length === 1 && given(journal).length > 0;
}

/**
 * Coins whose market price decides the cost of what a journal brings: those that come from outside, and those that are
 * given for another coin. None where USDT was paid.
 */
export function pricedCoins(journal: JournalChange): string[] {
  if (received(journal).length === 0) return [];
  const valued = isPaid(journal) ? given(journal) : received(journal);
  return valued.flatMap(([asset]) => (asset === costAsset ? [] : [asset]));
}

function valueThen(units: Units, asset: string, priceThen: PriceThen): bigint | null {
  const price = asset === costAsset ? '1' : priceThen(asset);
  return price === null ? null : (units * toUnits(price, costScale)) / unitsPerOne(assetScale(asset));
}

/**
 * The moving weighted average: what arrives adds its cost, what leaves takes its share of the cost with it. What is
 * bought costs what was paid, fees included, because they come out of what is received; what arrives from outside
 * costs its market price at that time. An unknown cost stays unknown until none of the coin is left.
 *
 * @param costs before the journal
 * @returns costs after it
 * @throws Error when more of a coin leaves than was held: the ledger was not read in its order
 */
export function afterJournal(costs: Costs, journal: JournalChange, priceThen: PriceThen): Costs {
  const next = new Map(costs);
  const paid = isPaid(journal)
    ? given(journal).reduce<bigint | null>((sum, [asset, units]) => {
        const value = valueThen(0n - units, asset, priceThen);
        return sum === null || value === null ? null : sum + value;
      }, 0n)
    : null;
  for (const [asset, change] of journal.changes) {
    if (asset === costAsset || change === 0n) continue;
    const before = costs.get(asset) ?? { units: 0n, cost: 0n };
    const units = before.units + change;
    if (units < 0n) throw new Error(`journal ${journal.id} takes more ${asset} than was held`);
    if (units === 0n) next.delete(asset);
    else if (change < 0n) {
      next.set(asset, { units, cost: before.cost === null ? null : (before.cost * units) / before.units });
    } else {
      const cost = isPaid(journal) ? paid : valueThen(change, asset, priceThen);
      next.set(asset, { units, cost: before.cost === null || cost === null ? null : before.cost + cost });
    }
  }
  return next;
}
