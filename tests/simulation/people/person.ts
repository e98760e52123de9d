import type { Phone } from './phone.ts';

/** A kind of person: how somebody of it lives with the exchange, until the run is over. */
export interface Kind {
  readonly name: string;
  /** How many of them there are among a hundred people. */
  readonly share: number;
  /** One thing after the other; called again and again, with pauses in between. */
  readonly live: (phone: Phone) => Promise<void>;
  /** How somebody of it registers; by opening a practice account where it does not say. */
  readonly register?: (phone: Phone) => Promise<void>;
  /** What happens once after registration. */
  readonly begin?: (phone: Phone) => Promise<void>;
  /** The longest pause between two things, in milliseconds. */
  readonly pauseMostMs: number;
}

/** Pairs that people of a run trade. */
export const tradedPairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

interface Ticker {
  readonly pair: string;
  readonly last: string;
}

/** The last price of a pair as a number: a person's rough idea, never an amount of money. */
export async function priceOf(phone: Phone, pair: string): Promise<number> {
  const { data } = await phone.read('GET common/huobiTicket');
  const { list } = data as { readonly list: readonly Ticker[] };
  return Number(list.find((ticker) => ticker.pair === pair)?.last ?? 0);
}
