import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { appealTextMinLength } from '#protocol/p2p/currencies.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { useDraft } from '#app/features/tickets/drafts.ts';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { appealMutation } from '../mutations.ts';
import { moneyOf } from '../order-texts.ts';
import { bankName } from '../verified-name.tsx';

/** What the seller found, where the address says it: the first words of the appeal. */
export type AppealReason = 'name' | 'amount';

/** What an appeal begins with, by what the seller found. */
function useBeginning({ order, buyerName }: P2pOrderDetail, why: AppealReason | undefined): string {
  const { t } = useLingui();
  const name = bankName(buyerName);
  const { amount } = moneyOf(order);
  if (why === 'name') return t`The payment did not come from ${name} but from:` + ' ';
  if (why === 'amount') return t`I did not receive ${amount} but:` + ' ';
  return '';
}

/** Sends a statement once, and goes to the order. */
export function useAppeal(detail: P2pOrderDetail, why: AppealReason | undefined) {
  const { t } = useLingui();
  const router = useRouter();
  const { order } = detail;
  const kept = useDraft(`appeal-${order.id}`);
  const send = useMutation(appealMutation(useQueryClient()));
  const beginning = useBeginning(detail, why);
  const typed = kept.draft?.text ?? '';
  const text = typed === '' ? beginning : typed;
  const cleaned = plainText(text, 'lines');
  const isAppeal = order.state === 'appeal';
  return {
    text,
    isLoading: kept.draft === null,
    isTooShort: Array.from(cleaned).length < appealTextMinLength,
    busy: send.isPending,
    failure: useFailureText(send.error),
    change: (next: string) => {
      send.reset();
      kept.change({ text: next });
    },
    send: () => {
      if (send.isPending) return;
      send.mutate(
        { id: order.id, text: cleaned },
        {
          onSuccess: async (changed) => {
            await kept.clear().catch(() => undefined);
            toast.show({ type: 'success', title: isAppeal ? t`Statement added` : t`Appeal opened` });
            router.history.replace(orderHref(changed));
          },
        },
      );
    },
  };
}

/** Why nothing can be sent now. */
export function useDisabledReason(order: P2pOrder): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  const now = useServerNow();
  const opensAt = order.appealFrom ?? 0;
  const at = formatTime(opensAt, 'time');
  if (!reachable) return t`No connection now.`;
  return order.state !== 'appeal' && now < opensAt ? t`You can appeal from ${at}.` : undefined;
}
