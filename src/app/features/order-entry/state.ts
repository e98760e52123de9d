import { useMemo } from 'react';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** Fields of an order form, besides those stored on the device. */
export interface EntryState<Field extends string> {
  /** Decimals as text, or empty. */
  readonly values: Readonly<Record<Field, string>>;
  /** Where the slider was put, in percent; null before. */
  readonly percent: number | null;
  /** Fields that were left or set. */
  readonly touched: readonly Field[];
  /** The user wanted to send it: everything that is missing is reported. */
  readonly tried: boolean;
  /** A price stood in the form already: none is filled in any more. */
  readonly priced: boolean;
}

/** Another side or type: fields that it empties, and the slider where it moves. */
interface Turn<Field extends string> {
  readonly values?: Partial<Record<Field, string>>;
  readonly percent?: null;
}

/** The fields of an order form and the ways they change. */
export interface EntryForm<Field extends string> {
  readonly state: EntryState<Field>;
  readonly set: (field: Field, value: string) => void;
  /** A quantity, and where it leaves the slider. */
  readonly setQuantity: (field: Field, value: string, percent: number | null) => void;
  /** The first price of the form; ignored once there was one. */
  readonly prefill: (price: string) => void;
  readonly touch: (field: Field) => void;
  readonly tryIt: () => void;
  /** What was wrong before may be right now. */
  readonly turn: (change: Turn<Field>) => void;
  /** The order was taken: the price stays, the rest is emptied. */
  readonly clear: () => void;
}

/**
 * What a user fills in on an order form.
 *
 * @param form names it and its market, for what is entered when the page is loaded again
 * @param empty the fields, all of them empty; constant
 * @param firstPrice the price that the address names; the market's is filled in without one
 */
export function useEntryForm<Field extends string>(
  form: string,
  empty: Readonly<Record<Field | 'price', string>>,
  firstPrice: string | null = null,
): EntryForm<Field | 'price'> {
  type State = EntryState<Field | 'price'>;
  const [state, change] = useKeptState<State>(form, () => ({
    values: { ...empty, price: firstPrice ?? '' },
    percent: null,
    touched: [],
    tried: false,
    priced: firstPrice !== null,
  }));
  const ways = useMemo(() => {
    const withValue = (now: State, field: Field | 'price', value: string): State => ({
      ...now,
      values: { ...now.values, [field]: value },
      priced: now.priced || field === 'price',
    });
    return {
      set: (field: Field | 'price', value: string) => change((now) => withValue(now, field, value)),
      setQuantity: (field: Field | 'price', value: string, percent: number | null) =>
        change((now) => ({ ...withValue(now, field, value), percent })),
      prefill: (price: string) => change((now) => (now.priced ? now : withValue(now, 'price', price))),
      touch: (field: Field | 'price') =>
        change((now) => (now.touched.includes(field) ? now : { ...now, touched: [...now.touched, field] })),
      tryIt: () => change((now) => ({ ...now, tried: true })),
      turn: ({ values, percent }: Turn<Field | 'price'>) =>
        change((now) => ({
          ...now,
          values: { ...now.values, ...values },
          percent: percent === undefined ? now.percent : percent,
          touched: [],
          tried: false,
        })),
      clear: () =>
        change(({ values: { price }, priced }) => ({
          values: { ...empty, price },
          percent: null,
          touched: [],
          tried: false,
          priced,
        })),
    };
  }, [empty, change]);
  return { state, ...ways };
}
