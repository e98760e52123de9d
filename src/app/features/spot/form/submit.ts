import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { isPriced } from '#protocol/spot/order-types.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { adviseAfterTrade } from '#app/features/account/secure/advise.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { type OrderRequest, placeMutation } from '../mutations.ts';
import { isByTotal, type OrderDraft } from './check.ts';
import { statusLabel, toastKey } from '../order-labels.ts';

/** What is sent for a checked draft. */
function requestOf(pair: Pair, draft: OrderDraft): OrderRequest {
  const { type, side, price, amount, total } = draft;
  if (isPriced(type)) return { type, pair: pair.id, side, price, amount };
  if (isByTotal(draft)) return { type, pair: pair.id, side, total };
  return { type, pair: pair.id, side, amount };
}

/** Shows a toast with the outcome of an order. */
function useReport(pair: Pair, onView: (order: Order) => void): (order: Order) => void {
  const { i18n, t } = useLingui();
  return (order) => {
    const action = { label: t`View`, onAction: () => onView(order) };
    const amount = `${formatNumber(order.filled, { decimals: pair.amountDecimals })} ${pair.base}`;
    const average = priceText(pair, order.averagePrice);
    if (order.status === 'cancelled') {
      const why = i18n._(statusLabel(order));
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

/** What an order is about, for the list of unknown outcomes. */
function factsOf(pair: Pair, request: OrderRequest): string {
  const amount =
    'amount' in request && request.amount !== undefined ? `${formatNumber(request.amount)} ${pair.base}` : null;
  const total =
    'total' in request && request.total !== undefined ? `${formatNumber(request.total)} ${pair.quote}` : null;
  const price = 'price' in request ? `${formatNumber(request.price)} ${pair.quote}` : null;
  return [`${pair.base}/${pair.quote}`, amount, total, price].filter((part) => part !== null).join(' · ');
}

const calls = ['POST currency'] as const;

/**
 * Sends checked drafts and reports the outcome of each.
 *
 * @param onPlaced after the exchange took it
 * @param onView leads to the order from the toast
 */
export function useOrderSubmit(pair: Pair, onPlaced: () => void, onView: (order: Order) => void) {
  const report = useReport(pair, onView);
  const client = useQueryClient();
  const sending = {
    ...placeMutation(client),
    // Runs also for who left the screen before the answer came.
    onSuccess: (order: Order) => {
      onPlaced();
      report(order);
      void adviseAfterTrade(client);
    },
  };
  const { send, ...submit } = useSubmit(calls, sending, undefined, ({ status }) => status !== 'cancelled');
  return {
    ...submit,
    send: (draft: OrderDraft) => {
      const request = requestOf(pair, draft);
      send({ request, facts: factsOf(pair, request) });
    },
  };
}
