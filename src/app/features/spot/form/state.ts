import type { Pair, Side } from '#protocol/market-data/entities/market.ts';
import type { OrderType } from '#protocol/spot/order-types.ts';
import { type EntryForm, type EntryState, useEntryForm } from '#app/features/order-entry/state.ts';
import { isByTotal, type OrderDraft, type OrderField } from './check.ts';
import { amountOfShare, percentOf, totalOf, totalOfShare } from './maths.ts';

/** Places that a market buy's total is typed with. */
export const totalPlaces = 2;

/** What a user fills in besides side and type, which are remembered. */
export type OrderFields = EntryForm<OrderField>;

const empty = { price: '', amount: '', total: '' };

/**
 * The order form of one pair.
 *
 * @param pair its id
 * @param firstPrice the price that the address names, if it does
 */
export function useOrderFields(pair: string, firstPrice: string | null): OrderFields {
  return useEntryForm<OrderField>(`spot.${pair}`, empty, firstPrice);
}

/** Fills in the quantity that a share of what is available comes to. @param percent whole, 0 to 100 */
export function setShare(
  form: OrderFields,
  percent: number,
  available: string | null,
  draft: OrderDraft,
  pair: Pair,
): void {
  const field = isByTotal(draft) ? 'total' : 'amount';
  form.setQuantity(
    field,
    available === null || percent === 0 ? '' : shareText(percent, available, draft, pair),
    percent,
  );
  form.touch(field);
}

function shareText(percent: number, available: string, draft: OrderDraft, pair: Pair): string {
  if (isByTotal(draft)) return totalOfShare(available, percent, totalPlaces);
  if (draft.side === 'buy' && draft.price === '') return '';
  return amountOfShare(draft.side, available, percent, draft.price === '' ? '0' : draft.price, pair.lotSize);
}

/** The draft that the form and the remembered side and type make. */
export function draftOf({ values }: EntryState<OrderField>, side: Side, type: OrderType): OrderDraft {
  return { side, type, ...values };
}

/** Position of the slider: the chosen share, else what the typed quantity takes of what is available. */
export function sliderPercent(
  { percent }: EntryState<OrderField>,
  draft: OrderDraft,
  available: string | null,
): number {
  if (percent !== null) return percent;
  if (available === null) return 0;
  if (isByTotal(draft)) return draft.total === '' ? 0 : percentOf(draft.total, available);
  if (draft.amount === '') return 0;
  if (draft.side === 'sell') return percentOf(draft.amount, available);
  return draft.price === '' ? 0 : percentOf(totalOf(draft.price, draft.amount), available);
}
