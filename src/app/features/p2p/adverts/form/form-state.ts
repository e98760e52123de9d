import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { type P2pCoin, p2pCoins, type FiatCurrencyCode, paymentMinutesMin } from '#protocol/p2p/currencies.ts';
import type { AdvertDraft } from './check.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** Everything the form holds. */
export interface AdvertForm extends AdvertDraft {
  readonly asset: P2pCoin;
  readonly currency: FiatCurrencyCode;
  readonly paymentMinutes: number;
  readonly verifiedDays: number;
  readonly finishedOrders: number;
  readonly terms: string;
}

const empty: AdvertForm = {
  side: 'sell',
  kind: 'floating',
  price: '',
  percent: '100',
  bound: '',
  currency: 'CNY',
  asset: 'USDT',
  amount: '',
  min: '',
  max: '',
  methods: [],
  paymentMinutes: paymentMinutesMin,
  verifiedDays: 0,
  finishedOrders: 0,
  terms: '',
};

/** The form filled with the terms of an own advert. */
export function formOf(advert: OwnAdvert): AdvertForm {
  const { side, percent, bound, price, currency, amount, min, max, methods, methodIds, paymentMinutes, terms } = advert;
  return {
    ...empty,
    side,
    kind: percent === null ? 'fixed' : 'floating',
    price: percent === null ? (price ?? '') : '',
    percent: percent ?? '100',
    bound: bound ?? '',
    currency,
    asset: p2pCoins.find((coin) => coin === advert.asset) ?? 'USDT',
    amount,
    min,
    max,
    methods: side === 'sell' ? methodIds : methods,
    paymentMinutes,
    verifiedDays: advert.verifiedDays,
    finishedOrders: advert.finishedOrders,
    terms,
  };
}

/** The form after a change: prices and limits of one market mean nothing in another. */
export function changed(form: AdvertForm, change: Partial<AdvertForm>): AdvertForm {
  const next = { ...form, ...change };
  if (next.currency !== form.currency || next.asset !== form.asset) {
    const limits = next.currency === form.currency ? {} : { min: '', max: '' };
    const amount = next.asset === form.asset ? {} : { amount: '' };
    return { ...next, price: '', bound: '', ...limits, ...amount };
  }
  // Methods of a seller are accounts, those of a buyer are kinds of them.
  return next.side === form.side ? next : { ...next, bound: '', methods: [] };
}

/** The fields of a new advert. @param from an own advert whose terms it begins with */
export function useAdvertForm(from: OwnAdvert | null) {
  const [form, setForm] = useKeptState<AdvertForm>(`advert.${from?.id ?? 'new'}`, () =>
    from === null ? empty : formOf(from),
  );
  return {
    form,
    change: (change: Partial<AdvertForm>) => setForm((before) => changed(before, change)),
  };
}
