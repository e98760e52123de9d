import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { adviseAfterTrade } from '#app/features/account/secure/advise.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { lotsText, nameOf, priceText, toastKey } from '../contract-labels.ts';
import { openMutation, type OpeningRequest } from '../mutations.ts';
import type { OpeningDraft } from './check.ts';

/** What is sent for a checked draft. */
function requestOf(contract: ListedContract, draft: OpeningDraft): OpeningRequest {
  const { side, leverage, takeProfit, stopLoss } = draft;
  const opening = { contract: contract.id, side, lots: Number(draft.lots), leverage, takeProfit, stopLoss };
  return draft.type === 'limit' ? { type: 'limit', price: draft.price, ...opening } : { type: 'market', ...opening };
}

const calls = ['POST contract'] as const;

/** Sends checked drafts and reports the outcome of each. @param onTaken after the exchange took it */
export function useOpeningSubmit(contract: ListedContract, onTaken: () => void) {
  const report = useReport(contract);
  const client = useQueryClient();
  const sending = {
    ...openMutation(client),
    // Runs also for who left the screen before the answer came.
    onSuccess: (answer: CallOutput<'POST contract'>) => {
      onTaken();
      report(answer);
      void adviseAfterTrade(client);
    },
  };
  const { send, ...submit } = useSubmit(calls, sending, undefined, isTaken);
  return {
    ...submit,
    send: (draft: OpeningDraft) => send({ request: requestOf(contract, draft), facts: nameOf(contract) }),
  };
}

/** Whether any of an order was taken. */
const isTaken = ({ order }: CallOutput<'POST contract'>) => order.status === 'open' || order.filledLots > 0;

/** The sending of the order form. */
export type OpeningSubmit = ReturnType<typeof useOpeningSubmit>;

/** Shows a toast with the outcome of an order. */
function useReport(contract: ListedContract): (answer: CallOutput<'POST contract'>) => void {
  const { t } = useLingui();
  return ({ order, position }) => {
    const name = nameOf(contract);
    const price = priceText(contract, position?.openPrice ?? order.price);
    const filled = lotsText(order.filledLots);
    if (order.status === 'open') {
      const asked = lotsText(order.lots);
      const title = order.side === 'long' ? t`Long order placed` : t`Short order placed`;
      toast.show({ type: 'success', title, detail: t`${name}, ${asked} at ${price}`, key: toastKey });
      return;
    }
    if (order.status === 'filled') {
      const title = order.side === 'long' ? t`Long position opened` : t`Short position opened`;
      toast.show({ type: 'success', title, detail: t`${name}, ${filled} at ${price}`, key: toastKey });
      return;
    }
    const title = order.filledLots > 0 ? t`Partly opened` : t`Nothing was opened`;
    const detail =
      order.filledLots > 0
        ? t`${name}, ${filled} at ${price}. The book has no more offers now.`
        : t`The book has no offers for this order now.`;
    toast.show({ type: 'warn', title, detail, key: toastKey });
  };
}
