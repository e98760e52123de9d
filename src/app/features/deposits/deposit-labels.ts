import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Deposit, DepositState } from '#protocol/deposits/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

/** How a state of a deposit is called, its tint, and what it means for the money. */
interface DepositLabel {
  readonly name: MessageDescriptor;
  readonly tone: BadgeTone;
  readonly meaning: MessageDescriptor;
}

export const depositLabels: Readonly<Record<DepositState, DepositLabel>> = {
  seen: {
    name: msg`On its way`,
    tone: 'accent',
    meaning: msg`Found on the chain. It is credited after more confirmations.`,
  },
  credited: {
    name: msg`Credited, locked`,
    tone: 'accent',
    meaning: msg`It is in your wallet and unlocks after more confirmations.`,
  },
  free: { name: msg`Available`, tone: 'plain', meaning: msg`It is in your spot wallet.` },
  'below-minimum': {
    name: msg`Below the minimum`,
    tone: 'warn',
    meaning: msg`It is below the minimum deposit, so it is not credited.`,
  },
  undone: {
    name: msg`Reversed`,
    tone: 'danger',
    meaning: msg`The chain reversed this payment, so it is not credited.`,
  },
  'under-review': {
    name: msg`Under review`,
    tone: 'accent',
    meaning: msg`Customer service is reviewing your proof of payment.`,
  },
  refused: { name: msg`Rejected`, tone: 'danger', meaning: msg`It was not credited.` },
};

const underWay: ReadonlySet<DepositState> = new Set(['seen', 'credited', 'under-review']);

/** Whether something still has to happen to a deposit. */
export function isUnderWay({ state }: Pick<Deposit, 'state'>): boolean {
  return underWay.has(state);
}

/** Whether a deposit is followed block by block: on a chain that is watched, and not at its end. */
export function countsBlocks({ state, freeConfirmations }: Deposit): boolean {
  return (state === 'seen' || state === 'credited') && freeConfirmations > 0;
}
