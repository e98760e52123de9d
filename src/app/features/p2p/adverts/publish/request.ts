import type { PaymentMethod } from '../../../../../protocol/p2p/currencies.ts';
import { paymentMethods } from '../../../../../protocol/p2p/currencies.ts';
import type { AdvertForm } from '../form/form-state.ts';
import type { AdvertRequest } from '../mutations.ts';

/** The request of a form that was checked. @param confirmed the price is meant though it is far from the index */
export function requestOf(form: AdvertForm, confirmed: boolean): AdvertRequest {
  const { side, kind, price, percent, bound, methods } = form;
  const { asset, currency, amount, min, max, paymentMinutes, verifiedDays, finishedOrders } = form;
  const pricing =
    kind === 'fixed'
      ? { kind: 'fixed' as const, price }
      : { kind: 'floating' as const, percent, bound: bound === '' ? null : bound };
  const terms = { asset, currency, pricing, confirmed, amount, min, max, paymentMinutes, verifiedDays, finishedOrders };
  const input = { ...terms, terms: form.terms.trim() };
  if (side === 'sell') return { side, input: { ...input, methods: [...methods] } };
  const kinds: PaymentMethod[] = paymentMethods.filter((method) => methods.includes(method));
  return { side, input: { ...input, methods: kinds } };
}
