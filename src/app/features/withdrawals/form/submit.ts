import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '@lingui/core/macro';
import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import { codes, type Code } from '#protocol/core/codes.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { coinText } from '#app/features/deposits/chain-labels.ts';
import { useLiveRecords } from '#app/features/deposits/records/live-records.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { withdrawMutation, type WithdrawalInput } from '../mutations.ts';
import { withdrawalsQuery, withdrawalsRoot } from '../queries.ts';
import type { WithdrawalField } from './check.ts';

const calls = ['POST withdrawCoinApp'] as const;

/** A withdrawal on its way through confirming, the transaction password, and the exchange. */
export interface Withdrawing {
  /** What waits to be confirmed. */
  readonly request: WithdrawalInput | null;
  readonly busy: boolean;
  /** What came of it, as far as it is by now. */
  readonly result: Withdrawal | null;
  /** The exchange's error message of a field. */
  readonly refusalOf: (field: WithdrawalField) => string | undefined;
  /** What it said of the withdrawal as a whole. */
  readonly failure: string | null;
  /** A withdrawal whose outcome is unknown. */
  readonly held: Outcome | null;
  readonly confirm: (request: WithdrawalInput) => void;
  readonly cancel: () => void;
  readonly send: () => void;
  readonly reset: () => void;
  readonly done: () => void;
}

/** @param onSent after the exchange took a withdrawal */
export function useWithdrawing(asset: string, onSent: () => void): Withdrawing {
  const { t } = useLingui();
  const client = useQueryClient();
  const submit = useSubmit(calls, withdrawMutation(client));
  const [request, setInput] = useState<WithdrawalInput | null>(null);
  const [sent, setSent] = useState<Withdrawal | null>(null);
  // Its own list follows the withdrawal while the sheet with its steps is open.
  useLiveRecords(withdrawalsRoot, 'withdrawals');
  const { data } = useInfiniteQuery(withdrawalsQuery({ asset }));
  const message = useFailureText(submit.error);
  const field = fieldOfRefusal(submit.error);
  const detail = refusalDetail(submit.error);
  const text = message === null ? null : detail === null ? message : `${message} ${detail}`;
  return {
    request,
    busy: submit.busy,
    result: sent === null ? null : (data?.pages[0]?.list.find(({ id }) => id === sent.id) ?? sent),
    refusalOf: (of) => (field === of ? (text ?? undefined) : undefined),
    failure: field === null ? text : null,
    held: submit.held,
    confirm: setInput,
    cancel: () => {
      if (!submit.waiting) setInput(null);
    },
    send: () => {
      if (request === null) return;
      const question = { title: t`Withdraw ${coinText(request.amount, request.asset)}` };
      submit.send(
        { request, question },
        {
          onSuccess: (withdrawal) => {
            if (withdrawal === null) return;
            setInput(null);
            setSent(withdrawal);
            onSent();
          },
          onError: (error) => {
            if (fieldOfRefusal(error) !== null) setInput(null);
          },
        },
      );
    },
    reset: submit.reset,
    done: () => setSent(null),
  };
}

const fieldOfCode: Partial<Record<Code, WithdrawalField>> = {
  [codes.enterAddress]: 'address',
  [codes.addressWrong]: 'address',
  [codes.ownAddress]: 'address',
  [codes.enterAmount]: 'amount',
  [codes.belowMinimumWithdrawal]: 'amount',
  [codes.withdrawalInsufficientAfterFee]: 'amount',
  [codes.insufficientWalletBalance]: 'amount',
  [codes.quantityOutOfRange]: 'amount',
  [codes.operationFailed]: 'remark',
};

/** The field that a refusal is about; null when it is about the withdrawal as a whole. */
function fieldOfRefusal(error: unknown): WithdrawalField | null {
  return error instanceof ApiRefusal ? (fieldOfCode[error.code] ?? null) : null;
}

function textOf(data: unknown, name: string): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const value: unknown = (data as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/**
 * What a refusal says beyond its code's message: until when to wait, what would be allowed. Null where the
 * message says everything.
 */
function refusalDetail(error: unknown): string | null {
  if (!(error instanceof ApiRefusal)) return null;
  const { code, data } = error;
  const until = textOf(data, 'usableAt') ?? textOf(data, 'until');
  const time = until === null ? '' : formatTime(Number(until), 'dayTime');
  if (code === codes.withdrawalHold && until !== null) return t`It unlocks at ${time}.`;
  if (code === codes.addressWrong) {
    const why = textOf(data, 'why');
    if (why === 'waiting') return t`This address is new. Money can go there from ${time}.`;
    if (why === 'not-booked') return t`With the 24-hour wait on, money can only go to addresses in your book.`;
    return null;
  }
  if (code === codes.quantityOutOfRange) {
    const limit = textOf(data, 'limit');
    const used = textOf(data, 'used');
    if (limit !== null && used !== null) {
      return t`Used today: ${formatNumber(used)} of ${formatNumber(limit)} USDT.`;
    }
    const step = textOf(data, 'step');
    if (step !== null) return t`Enter a multiple of ${formatNumber(step)}.`;
  }
  return null;
}
