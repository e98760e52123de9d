import { receivesCurrency } from '#protocol/p2p/bank-accounts/forms.ts';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { paymentMethods, type PaymentMethod } from '#protocol/p2p/currencies.ts';
import type { AdvertForm } from './form-state.ts';

/** The kinds of payment an advert would name: those of the chosen accounts, or the chosen kinds. */
export function methodsOfForm(
  { side, methods }: Pick<AdvertForm, 'side' | 'methods'>,
  own: readonly CollectionMethod[],
): PaymentMethod[] {
  const chosen = new Set<string>(
    side === 'sell' ? own.filter(({ id }) => methods.includes(id)).map(({ method }) => method) : methods,
  );
  return paymentMethods.filter((method) => chosen.has(method));
}

/** The own accounts that an advert can be paid to: a bank account takes the currency of its region alone. */
export function payableMethods(
  own: readonly CollectionMethod[],
  { currency }: Pick<AdvertForm, 'currency'>,
): CollectionMethod[] {
  return own.filter((method) => receivesCurrency(method, currency));
}

/** The form without accounts that cannot be paid: chosen for another currency, or removed since. */
export function withPayable(form: AdvertForm, payable: readonly CollectionMethod[]): AdvertForm {
  if (form.side === 'buy') return form;
  return { ...form, methods: form.methods.filter((id) => payable.some((method) => method.id === id)) };
}
