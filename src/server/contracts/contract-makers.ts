import { toUnits } from '../../contract/decimal.ts';
import { houseOwners } from '../ledger/account.ts';
import { assetScale } from '../ledger/assets.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Database } from '../store/database.ts';
import { settlingAsset } from './contract-journals.ts';
import type { ContractMarket } from './contract-market.ts';
import type { Quote } from './contract-run.ts';
import type { Contracts } from './contracts.ts';

/** Levels each side, their distance from the index and from each other in millionths, and their size in lots. */
const levels = 12;
const halfSpreadPpm = 120;
const stepPpm = 90;
const leastLots = 20;
const mostLots = 400;
/** What the maker is given in the contract wallet; topped up when half of it is gone. */
const purse = '4000000000';

const maker = houseOwners.makerA;

/** Brings the maker's contract wallet up to its purse, out of `practice`. */
export async function fundContractMaker(
  { database, ledger }: { readonly database: Database; readonly ledger: Ledger },
  now: number,
): Promise<void> {
  const target = toUnits(purse, assetScale(settlingAsset));
  const changed = await database.transaction(async (tx) => {
    const key = { owner: maker, wallet: 'contract', asset: settlingAsset } as const;
    const [held] = await ledger.lockBalances(tx, [key]);
    const missing = target - (held?.available ?? 0n);
    if (missing * 2n < target) return [];
    return ledger.post(tx, {
      kind: 'practice',
      reference: 'contracts',
      at: now,
      postings: [
        { ...key, owner: houseOwners.practice, part: 'available', amount: -missing },
        { ...key, part: 'available', amount: missing },
      ],
    });
  });
  ledger.changed(changed);
}

/** Quotes around the index in every contract that needs them. @param random from 0 to below 1 */
export async function quoteContracts(contracts: Contracts, random: () => number): Promise<void> {
  for (const market of contracts.markets.values()) {
    if (market.halted !== null || market.mark === null || !contracts.isAttended(market)) continue;
    const [bids, asks] = quotesOf(market, market.mark.indexTicks, random);
    await contracts.submit({
      contract: market.listed.id,
      owner: maker,
      work: (run) => run.quote(maker, bids, asks),
    });
  }
}

function quotesOf(market: ContractMarket, indexTicks: number, random: () => number): [Quote[], Quote[]] {
  const lean = 1 + (random() - 0.5) * 0.0002;
  const middle = indexTicks * lean;
  const side = (sign: 1 | -1): Quote[] => {
    const quotes = new Map<number, number>();
    for (let level = 0; level < levels; level += 1) {
      const distance = (halfSpreadPpm + level * stepPpm) / 1_000_000;
      const ticks = Math.max(1, Math.round(middle * (1 + sign * distance)));
      const lots = Math.min(market.listed.terms.maxLots, leastLots + Math.floor(random() * mostLots * (1 + level / 3)));
      quotes.set(ticks, (quotes.get(ticks) ?? 0) + lots);
    }
    return [...quotes];
  };
  const bids = side(-1);
  const highest = Math.max(...bids.map(([ticks]) => ticks));
  return [bids, side(1).filter(([ticks]) => ticks > highest)];
}
