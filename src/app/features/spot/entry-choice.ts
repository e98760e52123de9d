import type { Side } from '#protocol/market-data/entities/market.ts';
import { orderTypeNames, type OrderType } from '#protocol/spot/order-types.ts';
import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { type Grouping, groupings } from './book/grouping.ts';

/** Which sides of the book are shown. */
export type BookDisplay = 'both' | 'bids' | 'asks';

/** What a user chose on the trade screen, remembered on the device. */
export interface SpotChoice {
  readonly pair: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly grouping: Grouping;
  readonly display: BookDisplay;
  /** Which hand holds the phone: left puts the form at the right. */
  readonly hand: 'right' | 'left';
  /** Whether limit orders are sent without the confirm step. */
  readonly skipConfirm: boolean;
  /** Whether the form explains its order type: to a newcomer, until they chose a type or placed an order. */
  readonly hint: boolean;
}

const storageKey = 'dunlin.trade';
const pairPattern = /^[A-Z0-9]{4,16}$/;

export const defaultSpotChoice: SpotChoice = {
  pair: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  grouping: 1,
  display: 'both',
  hand: 'right',
  skipConfirm: false,
  hint: false,
};

/** Where nothing was ever chosen: an order that trades at once needs one number, and says what it is. */
export const newcomersChoice: SpotChoice = { ...defaultSpotChoice, type: 'market', hint: true };

/** A stored choice, or with null that of a newcomer; whatever is missing or not known is as by default. */
export function readSpotChoice(text: string | null): SpotChoice {
  if (text === null) return newcomersChoice;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return defaultSpotChoice;
  }
  if (typeof stored !== 'object' || stored === null) return defaultSpotChoice;
  const fields = stored as Record<string, unknown>;
  const { pair, display } = fields;
  return {
    pair: typeof pair === 'string' && pairPattern.test(pair) ? pair : defaultSpotChoice.pair,
    side: fields['side'] === 'sell' ? 'sell' : 'buy',
    type: orderTypeNames.find((type) => type === fields['type']) ?? defaultSpotChoice.type,
    grouping: groupings.find((grouping) => grouping === fields['grouping']) ?? 1,
    display: display === 'bids' || display === 'asks' ? display : 'both',
    hand: fields['hand'] === 'left' ? 'left' : 'right',
    skipConfirm: fields['skipConfirm'] === true,
    hint: fields['hint'] === true,
  };
}

/** The choice in force. */
export const spotChoice = observable<SpotChoice>(readSpotChoice(readStored(storageKey)));

/** Changes a part of the choice and remembers it. */
export function changeSpotChoice(change: Partial<SpotChoice>): void {
  spotChoice.set({ ...spotChoice.get(), ...change });
  writeStored(storageKey, JSON.stringify(spotChoice.get()));
}
