import type { Signed } from '../../core/gate/stops.ts';
import { listCoin } from '../../core/instrument-acts/list.ts';
import { listing } from '../../core/instruments/instruments.ts';
import type { NewPair } from '../../core/instruments/rules.ts';
import type { Transaction } from '../../core/store/database.ts';

/** A coin that practice mode made up. */
export interface PracticeCoin {
  readonly id: string;
  readonly name: string;
}

/**
 * The coins of practice mode, in the order in which they are sold for the first time. None of them exists outside. Once
 * all have opened, further issues of them are sold, as of any coin that trades.
 */
export const practiceCoins = [
  { id: 'KNOT', name: 'Red Knot' },
  { id: 'RUFF', name: 'Ruff' },
  { id: 'SNIPE', name: 'Snipe' },
  { id: 'GODWIT', name: 'Godwit' },
  { id: 'CURLEW', name: 'Curlew' },
  { id: 'AVOCET', name: 'Avocet' },
] as const satisfies readonly PracticeCoin[];

const quote = 'USDT';

/** How the pair of such a coin trades; it is announced, and an auction opens it. */
const pair = {
  quote,
  priceDecimals: 4,
  amountDecimals: 1,
  minAmount: '0.1',
  maxAmount: '1000000',
  minTotal: '1',
  makerFee: '0.0008',
  takerFee: '0.001',
  tags: [],
  state: 'announced',
  opensAt: null,
} as const satisfies Omit<NewPair, 'base' | 'referencePrice'>;

/** Lists a coin of practice mode with its pair, which nobody sees before it opens. @param price what it is sold at */
export async function listPracticeCoin(
  tx: Transaction,
  { id, name }: PracticeCoin,
  price: string,
  signed: Signed,
): Promise<void> {
  const coin = { id, name, scale: 8, displayDecimals: 2, faucetAmount: null };
  await listCoin(tx, { coin, pair: { ...pair, referencePrice: price } }, signed);
}

/** What the next project sells: a coin that has not opened yet while there is one, then each in turn. */
export function nextPracticeCoin(last: string | null): { readonly coin: PracticeCoin; readonly isNew: boolean } {
  const isNew = ({ id }: PracticeCoin) => (listing.pair(id + quote)?.state ?? 'announced') === 'announced';
  const unopened = practiceCoins.find(isNew);
  if (unopened !== undefined) return { coin: unopened, isNew: true };
  const after = practiceCoins.findIndex(({ id }) => id === last) + 1;
  return { coin: practiceCoins[after % practiceCoins.length] ?? practiceCoins[0], isNew: false };
}
