import { useMemo, useState } from 'react';
import type { OpeningField } from './opening-check.ts';

/** What stands in the fields. */
export interface OpeningFields {
  readonly price: string;
  readonly lots: string;
  /** Where the slider stands. */
  readonly percent: number;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly touched: readonly OpeningField[];
  /** The user wanted to send: everything that is missing is told. */
  readonly tried: boolean;
}

const empty: OpeningFields = {
  price: '',
  lots: '',
  percent: 0,
  takeProfit: '',
  stopLoss: '',
  touched: [],
  tried: false,
};

/** The fields of the form and the ways they change. */
export interface OpeningForm {
  readonly fields: OpeningFields;
  readonly set: (field: OpeningField, value: string) => void;
  readonly setLots: (lots: string, percent: number) => void;
  /** Fills the price where the user has left it empty. */
  readonly prefill: (price: string) => void;
  readonly touch: (field: OpeningField) => void;
  readonly tryIt: () => void;
  /** The side changed: what protects stands on the wrong side now. */
  readonly turned: () => void;
  /** The order was taken. */
  readonly done: () => void;
}

export function useOpeningForm(): OpeningForm {
  const [fields, change] = useState(empty);
  const ways = useMemo(() => {
    const put = (next: Partial<OpeningFields>) => change((now) => ({ ...now, ...next }));
    return {
      set: (field: OpeningField, value: string) => put({ [field]: value }),
      setLots: (lots: string, percent: number) => put({ lots, percent }),
      prefill: (price: string) =>
        change((now) => (now.price === '' && !now.touched.includes('price') ? { ...now, price } : now)),
      touch: (field: OpeningField) =>
        change((now) => (now.touched.includes(field) ? now : { ...now, touched: [...now.touched, field] })),
      tryIt: () => put({ tried: true }),
      turned: () => put({ takeProfit: '', stopLoss: '', touched: [], tried: false }),
      done: () => change(({ price }) => ({ ...empty, price })),
    };
  }, []);
  return { fields, ...ways };
}
