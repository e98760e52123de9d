import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FixedCycle, FixedState } from '#protocol/fixed-terms/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

export const cycleLabels: Readonly<Record<FixedCycle, MessageDescriptor>> = {
  weekly: msg`Weekly`,
  monthly: msg`Monthly`,
  quarterly: msg`Quarterly`,
  yearly: msg`Yearly`,
};

/** States of the yield, in the order filters show them. */
export const stateLabels: Readonly<Record<FixedState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>> =
  {
    'not-earned': { name: msg`Not earned`, tone: 'accent' },
    earned: { name: msg`Earned`, tone: 'plain' },
    'earned-in-advance': { name: msg`Earned in advance`, tone: 'warn' },
    revoked: { name: msg`Revoked`, tone: 'plain' },
  };
