import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import { settlingAsset, type ListedContract } from '../listed-contracts.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { allInTurn } from '#server/core/jobs/recovering.ts';
import type { Database } from '#server/core/store/database.ts';
import type { ViewedContract } from '../viewed-contract.ts';
import type { Contracts } from '../contracts.ts';
import { drawRound, keptLotsAt } from './house-quotes.ts';

/** A maker's funds per wallet; topped up when half of it is used. */
const purse = '4000000000';

/** One maker quotes both sides, the other takes. */
const maker = houseOwners.makerA;
const taker = houseOwners.makerB;
/** Share of rounds in which quotes are taken. */
const takenShare = 0.6;
/** Share of rounds in which an unviewed contract is traded: it keeps a price of its own at little load. */
const idleShare = 0.04;
/** Probability that the taker moves the last price back towards the index. */
const returnShare = 0.72;

type MakerDeps = { readonly database: Database; readonly ledger: Ledger };

/** Tops up one wallet of both makers from `practice`. */
export async function fundContractMakers(deps: MakerDeps, now: Ms, wallet: ListedContract['wallet']): Promise<void> {
  for (const owner of [maker, taker]) await fundContractMaker(deps, now, wallet, owner);
}

/** Tops up one of a maker's wallets from `practice`. */
export async function fundContractMaker(
  { database, ledger }: MakerDeps,
  now: Ms,
  wallet: ListedContract['wallet'] = 'contract',
  owner: OwnerId = maker,
): Promise<void> {
  const target = toUnits(purse, assetScale(settlingAsset));
  const changed = await database.transaction(async (tx) => {
    const key = { owner, wallet, asset: settlingAsset } as const;
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

/** Quotes around the index in every contract that needs them, and takes some of them. @param random from 0 to below 1 */
export async function quoteContracts(contracts: Contracts, random: () => number): Promise<void> {
  const markets = [...contracts.markets.values()];
  const lively = new Set(markets.filter((market) => contracts.isViewed(market) || random() < idleShare));
  const quote = (market: ViewedContract) => quoteContract(contracts, market, random, lively.has(market));
  const take = (market: ViewedContract) =>
    lively.has(market) && random() < takenShare ? takeQuotes(contracts, market, random) : Promise.resolve();
  // Quoting does not wait for taking, and a failure to quote does not prevent taking.
  await allInTurn([() => contracts.inEach(quote), () => contracts.inEach(take)], 'quotes of contracts');
}

/** Takes a part of the best quotes of one side, so that a contract has trades and a last price even without users. */
export async function takeQuotes(contracts: Contracts, market: ViewedContract, random: () => number): Promise<void> {
  const { mark, listed } = market;
  if (market.halted !== null || mark === null || !contracts.isOn(market)) return;
  const isLow = (market.visibleBook().lastTicks ?? mark.indexTicks) < mark.indexTicks;
  const side = random() < (isLow ? returnShare : 1 - returnShare) ? ('sell' as const) : ('buy' as const);
  const part = random();
  const keptLots = keptLotsAt(listed, mark.indexTicks);
  await contracts.submit({ kind: 'take', owner: taker, contract: listed.id, side, part, keptLots });
}

/**
 * Quotes around the index of one contract, where needed; between two sessions its quotes are withdrawn.
 *
 * @param isLively whether quotes are renewed now
 */
export async function quoteContract(
  contracts: Contracts,
  market: ViewedContract,
  random: () => number,
  isLively: boolean = contracts.isViewed(market),
): Promise<void> {
  if (market.halted !== null || !contracts.isOn(market)) return;
  const { mark, listed } = market;
  if (mark === null ? !market.hasQuotes : !isLively) return;
  // Without a price the book is left alone during a session, so that positions can still be closed.
  if (mark === null && market.rested === null) return;
  await contracts.submit({ kind: 'quote', owner: maker, contract: listed.id, draws: drawRound(random) });
}
