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

/** Pairs that people of a run trade from the beginning. */
export const tradedPairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;

/** The board of pairs that operators of a run list. */
export const newTag = 'newcomers';

/** A pair that was listed while the exchange ran. Its prices have four digits (`listing-operators.ts`). */
export interface NewPair {
  readonly id: string;
  readonly base: string;
}

/** What somebody saw listed when they looked last. */
const seen = new WeakMap<Phone, NewPair | null>();
const looksAgain = 0.3;

/** The pair that was listed last while the exchange ran, as somebody knows it, who looks now and then; null for none. */
export async function newPairOf(phone: Phone): Promise<NewPair | null> {
  if (!seen.has(phone) || phone.draws.happens(looksAgain)) {
    const { data } = await phone.read('GET common/symbolsList');
    const { list } = data as { readonly list: readonly (NewPair & { readonly tags: readonly string[] })[] };
    seen.set(phone, list.findLast(({ tags }) => tags.includes(newTag)) ?? null);
  }
  return seen.get(phone) ?? null;
}

/** The same with a probability, and null otherwise: for whoever trades other pairs as well. */
export async function newPairAtTimes(phone: Phone, probability: number): Promise<NewPair | null> {
  return phone.draws.happens(probability) ? newPairOf(phone) : null;
}

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
