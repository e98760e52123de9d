import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Withdrawal } from '../../../contract/entities/withdrawal.ts';
import type { Outcome } from '../../platform/pending-outcomes/open-outcomes.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { coinText } from '../deposits/chain-words.ts';
import { useLiveRecords } from '../deposits/live-records.ts';
import { useHeldOutcome } from '../outcomes/held-outcome.tsx';
import { withdrawMutation, type WithdrawalWish } from './mutations.ts';
import { withdrawalsQuery, withdrawalsRoot } from './queries.ts';
import { fieldOfRefusal, refusalDetail } from './refusals.ts';
import type { WithdrawalField } from './withdrawal-check.ts';

const withdrawCalls = ['POST withdrawCoinApp'] as const;

/** A withdrawal on its way through confirming, the transaction password, and the exchange. */
export interface Withdrawing {
  /** What waits to be confirmed. */
  readonly wish: WithdrawalWish | null;
  readonly busy: boolean;
  /** What came of it, as far as it is by now. */
  readonly result: Withdrawal | null;
  /** What the exchange said of a field, in words. */
  readonly refusalOf: (field: WithdrawalField) => string | undefined;
  /** What it said of the withdrawal as a whole. */
  readonly failure: string | null;
  /** A withdrawal of which nobody knows yet whether it was asked for. */
  readonly held: Outcome | null;
  readonly confirm: (wish: WithdrawalWish) => void;
  readonly cancel: () => void;
  readonly send: () => void;
  readonly forget: () => void;
  readonly done: () => void;
}

/** @param onSent after the exchange took a withdrawal */
export function useWithdrawing(asset: string, onSent: () => void): Withdrawing {
  const { t } = useLingui();
  const client = useQueryClient();
  const mutation = useMutation(withdrawMutation(client));
  const held = useHeldOutcome(withdrawCalls);
  const [wish, setWish] = useState<WithdrawalWish | null>(null);
  const [sent, setSent] = useState<Withdrawal | null>(null);
  // Its own list follows the withdrawal while the sheet with its steps is open.
  useLiveRecords(withdrawalsRoot, 'withdrawals');
  const { data } = useInfiniteQuery(withdrawalsQuery({ asset }));
  const words = useFailureText(mutation.error);
  const field = fieldOfRefusal(mutation.error);
  const detail = refusalDetail(mutation.error);
  const text = words === null ? null : detail === null ? words : `${words} ${detail}`;
  return {
    wish,
    busy: mutation.isPending || held !== null,
    result: sent === null ? null : (data?.pages[0]?.list.find(({ id }) => id === sent.id) ?? sent),
    refusalOf: (of) => (field === of ? (text ?? undefined) : undefined),
    failure: field === null ? text : null,
    held,
    confirm: setWish,
    cancel: () => {
      if (!mutation.isPending || held !== null) setWish(null);
    },
    send: () => {
      if (wish === null || mutation.isPending || held !== null) return;
      const question = { title: t`Withdraw ${coinText(wish.amount, wish.asset)}` };
      mutation.mutate(
        { wish, question },
        {
          onSuccess: (withdrawal) => {
            if (withdrawal === null) return;
            setWish(null);
            setSent(withdrawal);
            onSent();
          },
          onError: (error) => {
            if (fieldOfRefusal(error) !== null) setWish(null);
          },
        },
      );
    },
    forget: mutation.reset,
    done: () => setSent(null),
  };
}
