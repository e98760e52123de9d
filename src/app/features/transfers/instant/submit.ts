import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { InstantTransfer } from '#protocol/wallets/entities/movement.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { payMutation, type PaymentInput } from '../mutations.ts';
import { useRecipientRows } from './recipient-rows.ts';
import type { FoundRecipient } from './recipient-rows.ts';

const calls = ['POST freeTransferForWallet'] as const;

/** Asks for the transaction password, with what identifies the recipient, and pays. */
export function usePaySubmit(found: FoundRecipient) {
  const { t } = useLingui();
  const recipient = useRecipientRows(found);
  const { send, ...submit } = useSubmit(
    calls,
    payMutation(useQueryClient()),
    undefined,
    (answer) => answer?.transfer != null,
  );
  return {
    ...submit,
    /** @param onPaid not called where the user left the question for the password */
    send: (request: PaymentInput, onPaid: (transfer: InstantTransfer) => void) => {
      const what = `${formatNumber(request.amount)} ${request.asset}`;
      const question = {
        title: t`Send ${what}`,
        facts: [...recipient, { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) }],
      };
      const onSuccess = (answer: { transfer?: InstantTransfer | null } | null) => {
        if (answer?.transfer != null) onPaid(answer.transfer);
      };
      send({ request, question }, { onSuccess });
    },
  };
}

export type PaySubmit = ReturnType<typeof usePaySubmit>;
