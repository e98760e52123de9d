import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import type { ListedContract } from '../../../../protocol/entities/contract.ts';
import type { Outcome } from '../../../platform/pending-outcomes/open-outcomes.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { useHeldOutcome } from '../../outcomes/held-outcome.tsx';
import { lotsText, nameOf, priceText } from '../contract-labels.ts';
import { openMutation, type OpeningRequest } from '../mutations.ts';
import type { OpeningDraft } from './opening-check.ts';

/** What is told of an order gives way to what is told of the next. */
export const toastKey = 'contract-order';

/** What is sent for a checked draft. */
export function requestOf(contract: ListedContract, draft: OpeningDraft): OpeningRequest {
  const { side, leverage, takeProfit, stopLoss } = draft;
  const opening = { contract: contract.id, side, lots: Number(draft.lots), leverage, takeProfit, stopLoss };
  return draft.type === 'limit' ? { type: 'limit', price: draft.price, ...opening } : { type: 'market', ...opening };
}

export interface Opening {
  readonly send: (draft: OpeningDraft) => void;
  readonly busy: boolean;
  /** An order of this form of which nobody knows yet whether it was placed. */
  readonly held: Outcome | null;
  readonly error: unknown;
  readonly forget: () => void;
}

const openCalls = ['POST contract'] as const;

/** Sends orders, one at a time, and says what came of each. @param onTaken after the exchange took it */
export function useOpening(contract: ListedContract, onTaken: () => void): Opening {
  // The state of a mutation is rendered later than a second tap can come.
  const sending = useRef(false);
  const report = useOutcome(contract);
  const held = useHeldOutcome(openCalls);
  const opening = useMutation({
    ...openMutation(useQueryClient()),
    // Told also to who left the screen before the answer came.
    onSuccess: (answer) => {
      onTaken();
      report(answer);
    },
  });
  return {
    send: (draft) => {
      if (sending.current || held !== null) return;
      sending.current = true;
      const request = requestOf(contract, draft);
      opening.mutate(
        { request, facts: nameOf(contract) },
        {
          onSettled: () => {
            sending.current = false;
          },
        },
      );
    },
    busy: opening.isPending || held !== null,
    held,
    error: opening.error,
    forget: opening.reset,
  };
}

/** Says in a toast what came of an order. */
function useOutcome(contract: ListedContract): (answer: CallOutput<'POST contract'>) => void {
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
