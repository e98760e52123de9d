import { useCallback, useState } from 'react';
import type { Pair, Side } from '../../../../protocol/entities/market.ts';
import type { OrderType } from '../../../../protocol/order-types.ts';
import { isByTotal, type OrderDraft, type OrderFieldName } from './order-check.ts';
import { amountOfShare, percentOf, totalOf, totalOfShare } from './order-maths.ts';

/** Places that a market buy's total is typed with. */
export const totalPlaces = 2;

/** What stands in the form besides side and type, which are remembered. */
export interface FormState {
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  /** The share that was chosen last, until a user types an amount. */
  readonly percent: number | null;
  /** Fields a user has left or set: only their problems are told before sending. */
  readonly touched: readonly OrderFieldName[];
  /** The user has asked to send it. */
  readonly tried: boolean;
}

const empty: FormState = { price: '', amount: '', total: '', percent: null, touched: [], tried: false };

export interface OrderFormState {
  readonly state: FormState;
  /** A price from the user's hand or the book; ticks never change it afterwards. */
  readonly setPrice: (price: string) => void;
  /** The first price of an empty field; ignored once there is one. */
  readonly prefill: (price: string) => void;
  readonly setQuantity: (field: 'amount' | 'total', value: string) => void;
  readonly touch: (field: OrderFieldName) => void;
  readonly setShare: (percent: number, available: string | null, draft: OrderDraft, pair: Pair) => void;
  readonly tryIt: () => void;
  /** After an order was placed: the price stays, the quantity goes. */
  readonly placed: () => void;
  /** Another side or type: what was wrong before may be right now. */
  readonly turned: () => void;
}

function withTouched(state: FormState, field: OrderFieldName): FormState {
  return state.touched.includes(field) ? state : { ...state, touched: [...state.touched, field] };
}

/** What a user fills in on the order form of one pair. */
export function useOrderFormState(firstPrice: string | null): OrderFormState {
  const [state, setState] = useState<FormState>({ ...empty, price: firstPrice ?? '' });
  const [asked, setAsked] = useState(firstPrice !== null);
  const setPrice = useCallback((price: string) => {
    setAsked(true);
    setState((now) => ({ ...now, price }));
  }, []);
  return {
    state,
    setPrice,
    prefill: (price) => {
      if (asked) return;
      setPrice(price);
    },
    setQuantity: (field, value) => setState((now) => ({ ...now, [field]: value, percent: null })),
    touch: (field) => setState((now) => withTouched(now, field)),
    setShare: (percent, available, draft, pair) => {
      const field = isByTotal(draft) ? 'total' : 'amount';
      const value = available === null || percent === 0 ? '' : shareText(percent, available, draft, pair);
      setState((now) => withTouched({ ...now, [field]: value, percent }, field));
    },
    tryIt: () => setState((now) => ({ ...now, tried: true })),
    placed: () => setState((now) => ({ ...empty, price: now.price })),
    turned: () => setState((now) => ({ ...now, percent: null, touched: [], tried: false })),
  };
}

function shareText(percent: number, available: string, draft: OrderDraft, pair: Pair): string {
  if (isByTotal(draft)) return totalOfShare(available, percent, totalPlaces);
  if (draft.side === 'buy' && draft.price === '') return '';
  return amountOfShare(draft.side, available, percent, draft.price === '' ? '0' : draft.price, pair.lotSize);
}

/** The draft that the form and the remembered side and type make. */
export function draftOf(state: FormState, side: Side, type: OrderType): OrderDraft {
  return { side, type, price: state.price, amount: state.amount, total: state.total };
}

/** Where the slider stands: the chosen share, else what the typed quantity takes of what is available. */
export function sliderPercent(state: FormState, draft: OrderDraft, available: string | null): number {
  if (state.percent !== null) return state.percent;
  if (available === null) return 0;
  if (isByTotal(draft)) return draft.total === '' ? 0 : percentOf(draft.total, available);
  if (draft.amount === '') return 0;
  if (draft.side === 'sell') return percentOf(draft.amount, available);
  return draft.price === '' ? 0 : percentOf(totalOf(draft.price, draft.amount), available);
}
