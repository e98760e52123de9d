import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Pair } from '../../../../protocol/entities/market.ts';
import type { Order } from '../../../../protocol/entities/order.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import type { Outcome } from '../../../platform/pending-outcomes/open-outcomes.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { HeldBanner, useHeldOutcome } from '../../outcomes/held-outcome.tsx';
import { type OrderRequest, placeMutation } from '../mutations.ts';
import { isByTotal, type OrderDraft } from './order-check.ts';
import css from './order-form.module.css';
import { adviceText, statusLabels } from '../order-labels.ts';

/** What is sent for a checked draft. */
export function requestOf(pair: Pair, draft: OrderDraft): OrderRequest {
  const { side, price, amount, total } = draft;
  if (draft.type === 'limit') return { type: 'limit', pair: pair.id, side, price, amount };
  if (isByTotal(draft)) return { type: 'market', pair: pair.id, side, total };
  return { type: 'market', pair: pair.id, side, amount };
}

/** What is told of an order gives way to what is told of the next. */
export const toastKey = 'trade-order';

/** Says in a toast what came of an order. */
function useOutcome(pair: Pair, onView: (order: Order) => void): (order: Order) => void {
  const { i18n, t } = useLingui();
  return (order) => {
    const action = { label: t`View`, onAction: () => onView(order) };
    const amount = `${formatNumber(order.filled, { decimals: pair.amountDecimals })} ${pair.base}`;
    const average = priceText(pair, order.averagePrice);
    if (order.status === 'cancelled') {
      const why = i18n._(statusLabels(order));
      const isFilled = /[1-9]/.test(order.filled);
      const detail = isFilled ? t`${amount} traded at ${average}. ${why}.` : t`Nothing was traded. ${why}.`;
      toast.show({ type: 'warn', title: t`Order ended`, detail, action, key: toastKey });
      return;
    }
    if (order.status === 'filled') {
      const title = order.side === 'buy' ? t`Buy order filled` : t`Sell order filled`;
      toast.show({ type: 'success', title, detail: t`${amount} at ${average}`, action, key: toastKey });
      return;
    }
    const title = order.side === 'buy' ? t`Buy order placed` : t`Sell order placed`;
    const asked = `${formatNumber(order.amount ?? '0', { decimals: pair.amountDecimals })} ${pair.base}`;
    const price = priceText(pair, order.price);
    toast.show({ type: 'success', title, detail: t`${asked} at ${price}`, action, key: toastKey });
  };
}

function priceText(pair: Pair, price: string | null): string {
  return price === null ? '–' : `${formatNumber(price, { decimals: pair.priceDecimals })} ${pair.quote}`;
}

/** What an order is of, for the list of what is being checked. */
function factsOf(pair: Pair, request: OrderRequest): string {
  const amount =
    'amount' in request && request.amount !== undefined ? `${formatNumber(request.amount)} ${pair.base}` : null;
  const total =
    'total' in request && request.total !== undefined ? `${formatNumber(request.total)} ${pair.quote}` : null;
  const price = request.type === 'limit' ? `${formatNumber(request.price)} ${pair.quote}` : null;
  return [`${pair.base}/${pair.quote}`, amount, total, price].filter((part) => part !== null).join(' · ');
}

const placeCalls = ['POST currency'] as const;

export interface Placing {
  readonly send: (draft: OrderDraft) => void;
  readonly busy: boolean;
  /** An order of this form of which nobody knows yet whether it was placed. */
  readonly held: Outcome | null;
  readonly error: unknown;
  readonly forget: () => void;
}

/**
 * Sends orders, one at a time, and says what came of each.
 *
 * @param onPlaced after the exchange took it
 * @param onView leads to the order from the toast
 */
export function usePlacing(pair: Pair, onPlaced: () => void, onView: (order: Order) => void): Placing {
  // The state of a mutation is rendered later than a second tap can come.
  const sending = useRef(false);
  const report = useOutcome(pair, onView);
  const held = useHeldOutcome(placeCalls);
  const place = useMutation({
    ...placeMutation(useQueryClient()),
    // Told also to who left the screen before the answer came.
    onSuccess: (order) => {
      onPlaced();
      report(order);
    },
  });
  return {
    send: (draft) => {
      if (sending.current || held !== null) return;
      sending.current = true;
      const request = requestOf(pair, draft);
      place.mutate(
        { request, facts: factsOf(pair, request) },
        {
          onSettled: () => {
            sending.current = false;
          },
        },
      );
    },
    busy: place.isPending || held !== null,
    held,
    error: place.error,
    forget: place.reset,
  };
}

/** Why an order was refused, and what to do about it; or that nobody knows yet what became of it. */
export function PlacingFailure({ error, held }: { error: unknown; held: Outcome | null }) {
  const { i18n } = useLingui();
  const text = useFailureText(error);
  const advice = adviceText(error);
  const known = error !== null && text !== null;
  return (
    <>
      <HeldBanner held={held} />
      {known && (
        <div className={css['warned']}>
          <Banner tone="danger" inset>
            <b>{text}</b> {advice !== null && i18n._(advice)}
          </Banner>
        </div>
      )}
      <LiveRegion urgent>{known && <Trans>The order was not placed. {text}</Trans>}</LiveRegion>
    </>
  );
}
