import { t } from '@lingui/core/macro';
import type { Deposit } from '#protocol/deposits/entities.ts';
import type { Step, StepState } from '#app/ui/layout/Steps.tsx';
import { blocksText } from '../chain-labels.ts';

/** How many of the blocks that are needed there are. */
export function blocksOf(confirmations: number, needed: number): string {
  const count = Math.min(confirmations, needed);
  const all = blocksText(needed);
  return t`${count} of ${all}`;
}

/** A step of the way, `reached` out of those there are. */
function stateAt(index: number, reached: number): StepState {
  return index < reached ? 'done' : index === reached ? 'now' : 'ahead';
}

/** The way a deposit goes, and where it is. */
export function depositSteps(deposit: Deposit): readonly Step[] {
  const { state, confirmations, creditConfirmations, freeConfirmations } = deposit;
  const reviewed = state === 'under-review' || state === 'refused' || freeConfirmations === 0;
  if (reviewed) {
    const end: Step =
      state === 'refused'
        ? { id: 'refused', label: t`Rejected`, state: 'failed' }
        : { id: 'free', label: t`Available`, state: state === 'free' ? 'done' : 'ahead' };
    return [
      { id: 'declared', label: t`Proof of payment sent`, state: 'done' },
      { id: 'review', label: t`Under review`, state: state === 'under-review' ? 'now' : 'done' },
      end,
    ];
  }
  const seen: Step = { id: 'seen', label: t`Seen in a block`, state: 'done' };
  if (state === 'below-minimum') {
    return [seen, { id: 'below', label: t`Below the minimum`, state: 'failed' }];
  }
  if (state === 'undone') return [seen, { id: 'undone', label: t`Reversed by the chain`, state: 'failed' }];
  const reached = state === 'free' ? 2 : state === 'credited' ? 1 : 0;
  return [
    seen,
    {
      id: 'credited',
      label: t`Credited, locked`,
      detail: blocksOf(confirmations, creditConfirmations),
      state: stateAt(0, reached),
    },
    {
      id: 'free',
      label: t`Available`,
      detail: blocksOf(confirmations, freeConfirmations),
      state: stateAt(1, reached),
    },
  ];
}
