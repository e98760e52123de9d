import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type PaymentMethod, paymentMethods } from '#protocol/p2p/currencies.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import type { AdvertForm } from '../form/form-state.ts';
import { type AdvertRequest, publishCalls, publishMutation } from '../mutations.ts';

/** The request of a form that was checked. @param confirmed the price is meant though it is far from the index */
function requestOf(form: AdvertForm, confirmed: boolean): AdvertRequest {
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

/** The way of an advert over its confirmation to the list. */
export function usePublish(form: AdvertForm) {
  const { t } = useLingui();
  const router = useRouter();
  const submit = useSubmit(publishCalls, publishMutation(useQueryClient()));
  const [confirming, setConfirming] = useState(false);
  const { busy, waiting, held, error } = submit;
  return {
    busy,
    waiting,
    held,
    error,
    confirming,
    ask: () => {
      if (busy) return;
      submit.reset();
      setConfirming(true);
    },
    close: () => {
      if (!waiting) setConfirming(false);
    },
    /** @param meant the price is meant, though it is far from the index */
    send: (meant: boolean) =>
      submit.send(requestOf(form, meant), {
        onSuccess: () => {
          setConfirming(false);
          toast.show({ type: 'success', title: t`Advert published` });
          router.history.replace(
            form.side === 'sell' ? '/pages/business/Selladvertising' : '/pages/business/Buyadvertising',
          );
        },
      }),
  };
}

export type Publish = ReturnType<typeof usePublish>;
