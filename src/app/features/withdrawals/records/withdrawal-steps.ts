import { t } from '@lingui/core/macro';
import type { Withdrawal, WithdrawalState } from '../../../../protocol/withdrawals/entities.ts';
import type { Step, StepState } from '../../../ui/layout/Steps.tsx';
import { blocksOf } from '../../deposits/records/deposit-steps.ts';

/** How many steps are behind, by the state. */
const reached: Readonly<Record<Exclude<WithdrawalState, 'refused' | 'failed'>, number>> = {
  'under-review': 0,
  approved: 1,
  sent: 2,
  confirmed: 4,
};

/** The way a withdrawal goes, and where it is or ended. */
export function withdrawalSteps(withdrawal: Withdrawal): readonly Step[] {
  const { state, confirmations, neededConfirmations, delayed } = withdrawal;
  const review = { id: 'review', label: t`Under review` };
  const approved = { id: 'approved', label: t`Approved` };
  const sent = { id: 'sent', label: t`Sent` };
  if (state === 'refused') {
    return [
      { ...review, state: 'done' },
      { id: 'refused', label: t`Rejected`, detail: t`The whole amount is back in your wallet.`, state: 'failed' },
    ];
  }
  if (state === 'failed') {
    return [
      { ...review, state: 'done' },
      { ...approved, state: 'done' },
      {
        id: 'failed',
        label: t`Failed on the chain`,
        detail: t`The whole amount is back in your wallet.`,
        state: 'failed',
      },
    ];
  }
  const behind = reached[state];
  const stateAt = (index: number): StepState => (index < behind ? 'done' : index === behind ? 'now' : 'ahead');
  const waits = delayed
    ? t`It takes longer than usual: the network has not accepted it yet. Your amount stays reserved until it is sent or returned to you.`
    : undefined;
  // What was sent is behind; the blocks that settle it are what is under way.
  const onChain = state === 'sent' || state === 'confirmed';
  return [
    { ...review, state: stateAt(0) },
    { ...approved, detail: onChain ? undefined : waits, state: onChain ? 'done' : stateAt(1) },
    { ...sent, detail: onChain ? waits : undefined, state: onChain ? 'done' : 'ahead' },
    {
      id: 'confirmed',
      label: t`Confirmed`,
      detail: onChain ? blocksOf(confirmations, neededConfirmations) : undefined,
      state: state === 'confirmed' ? 'done' : onChain ? 'now' : 'ahead',
    },
  ];
}
