import type { CollectionMethod } from '../../../../../protocol/entities/fiat-account.ts';
import { paymentMethods, type PaymentMethod } from '../../../../../protocol/fiat.ts';
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
